// What is known of everything that would leave the house, once it was searched for secrets.

/** What came of looking at everything that would leave. REDACTED: of words, something was taken out. BLOCKED: a secret is in the change itself. */
export interface Screened {
  readonly verdict: 'CLEAN' | 'REDACTED' | 'BLOCKED';
  readonly rules: readonly string[];
  /** Where that is, as far as it is kept: files of the change, or parts of the pull request. Journals of before do not say. */
  readonly where?: readonly ScreenedPlace[];
  /** Of words that something was taken out of: the same for a person, a blob. */
  readonly told?: string;
}

export interface ScreenedPlace {
  readonly place: string;
  readonly rules: readonly string[];
}
