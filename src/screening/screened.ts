// Text that has been through the screener. The blob port takes nothing else, so unscreened text
// does not compile. Only `screen.ts` in this folder makes one.

declare const brand: unique symbol;

export interface Screened {
  readonly text: string;
  readonly [brand]: true;
}

export type Screening =
  | { readonly verdict: 'CLEAN' | 'REDACTED'; readonly text: Screened; readonly rules: readonly string[] }
  | { readonly verdict: 'BLOCKED'; readonly rules: readonly string[] };

/** Port: the one engine that text from outside and text going out pass through. It fails closed. */
export interface Screener {
  /** Whole texts. Over the size limit, or with a broken rule set, the verdict is BLOCKED. */
  readonly screen: (text: string) => Screening;
  /** A whole text of any size of which something must be kept: what would be BLOCKED is replaced. */
  readonly redact: (text: string) => Screened;
  /** A stream, in pieces that may split anywhere. What would be BLOCKED is replaced here, because a stream cannot be taken back. */
  readonly stream: () => ScreenedStream;
}

export interface ScreenedStream {
  /** Takes the next piece and gives back what is safe to write by now; the rest is held until more is known. */
  readonly push: (piece: string) => Screened;
  /** Gives back what was held. */
  readonly end: () => Screened;
  readonly rules: () => readonly string[];
}
