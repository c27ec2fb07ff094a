// What of a change is to be read with care, as code saw it in the diff: it touches code in which order matters, or other
// machines do. Whoever reviews the pull request is told, and nobody is stopped.

export const careKinds = ['concurrent', 'distributed'] as const;

export type CareKind = (typeof careKinds)[number];

export interface Care {
  readonly kind: CareKind;
  readonly file: string;
  readonly line: number;
  /** What is touched there, in a few words. */
  readonly what: string;
}
