// What a change destroys, as code saw it in its diff: whether or not the planner marked anything. Code finds, and a person
// says whether it is meant.
//   DESTRUCTION-1. A finding is known by its kind, its file and what is destroyed, never by its line: the same thing is the
//       same question, however the file around it moves.

export const destructionKinds = [
  'file-deleted',
  'many-deleted',
  'data-deleted',
  'migration-drops',
  'contract-broken',
  'removal-added',
  'history-rewritten',
] as const;

export type DestructionKind = (typeof destructionKinds)[number];

/** As the journal keeps it: the sentence is in the blob. */
export interface Destruction {
  readonly kind: DestructionKind;
  readonly file: string;
  readonly line?: number;
  /** What would be destroyed, in a few words. */
  readonly what: string;
  /** Where it is about several: all of them, unless they are too many to keep. */
  readonly files?: readonly string[];
}

/** Everything that was found in one change; the sentences are in the blob. */
export interface Destroyed {
  readonly findings: readonly Destruction[];
  readonly blob: string;
}

/** DESTRUCTION-1. */
export function destructionId({ kind, file, what }: Destruction): string {
  return [kind, file, what].join(' ');
}
