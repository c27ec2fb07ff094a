// What comes back from GitHub, or why nothing did. Everything that goes wrong there becomes one of these, with a sentence.

/** What a refusal means for whoever asked; the sentence is for people. */
export type Why =
  /** Nothing was executed: it could not be reached, or it said so. */
  | 'unreachable'
  /** It may have been executed or not: the answer was lost, or was none. Only the service itself can say. */
  | 'unsettled'
  /** Too many requests; `until` says when it answers again. */
  | 'limited'
  /** Who we are is not accepted. */
  | 'unknown-caller'
  /** We may not do that. */
  | 'forbidden'
  /** It is not there, or we may not see it: GitHub does not tell these apart. */
  | 'absent'
  /** It is there in another state than the request says. */
  | 'conflict'
  /** The request is understood and not accepted. */
  | 'unacceptable'
  /** The answer is not what GitHub answers. */
  | 'garbled';

export interface Refusal {
  readonly ok: false;
  readonly why: Why;
  readonly detail: string;
  readonly status?: number;
  /** Milliseconds since 1970. */
  readonly until?: number;
  /** What GitHub itself said, bounded: to tell apart refusals that have one status. */
  readonly said?: string;
}

export type GitHubAnswered<T> = { readonly ok: true; readonly value: T } | Refusal;

export function answered<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refusal(
  why: Why,
  detail: string,
  more: Omit<Refusal, 'ok' | 'why' | 'detail'> = {},
): Refusal {
  return { ok: false, why, detail, ...more };
}
