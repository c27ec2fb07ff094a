// Checks journals: the hash chain of a stream, its anchor, and that every text an event names is still what it was.

import { lookAtStream } from '../../engine/intact.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Texts } from './texts.ts';

export type StreamVerified =
  | {
      readonly ok: true;
      readonly stream: string;
      readonly events: number;
      readonly head: string;
      readonly blobs: number;
    }
  | { readonly ok: false; readonly stream: string; readonly seq: number; readonly wrong: string };

export async function verifyStream(journal: Journal, stream: string, texts: Texts): Promise<StreamVerified> {
  const looked = await lookAtStream({ journal, blobs: texts }, stream);
  if (!looked.ok) return { ok: false, stream, seq: looked.seq, wrong: looked.words };
  const { head, blobs } = looked;
  return { ok: true, stream, events: head.seq, head: head.hash, blobs: blobs.size };
}
