// Port: text kept by its content hash. A blob is written and synced before the event that names it.

import type { Screened } from '../screening/screened.ts';

export interface Blobs {
  /** Writes, syncs and names the text; writing the same text twice is writing it once. */
  readonly put: (text: Screened) => Promise<string>;
  readonly get: (hash: string) => Promise<string | undefined>;
  /** Whether the content under this hash is there and still hashes to it. */
  readonly intact: (hash: string) => Promise<'intact' | 'missing' | 'damaged'>;
  /** A transcript grows while an attempt runs and becomes a blob at its end. `name` is chosen by us. */
  readonly transcript: (name: string) => Promise<Transcript>;
}

export interface Transcript {
  readonly write: (text: Screened) => void;
  /** Flushes, syncs, names the content and lets the growing file go. */
  readonly seal: () => Promise<string>;
}
