// What a task was planned to bring and did not.

/** Test files that it left as they were, and the same in words for its reviewer: a blob. */
export interface Undelivered {
  readonly paths: readonly string[];
  readonly blob: string;
}
