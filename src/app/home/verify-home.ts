// Checks journals: the hash chain of a stream, its anchor, and that every text an event names is still what it was.

import type { Journal, Verification } from '../../journal/journal.ts';
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

const wrongWords: Readonly<Record<Extract<Verification, { ok: false }>['wrong'], string>> = {
  hash: 'its content does not match its hash: it was changed after it was written',
  missing: 'it is missing, though later events are there',
  'behind-anchor': 'the stream ends before it, though it was written down outside the database',
  'anchor-differs': 'another event stands here than the one that was written down outside the database',
  unreadable: 'it cannot be read',
};

export async function verifyStream(journal: Journal, stream: string, texts: Texts): Promise<StreamVerified> {
  const chain = await journal.verify(stream);
  if (!chain.ok) return { ok: false, stream, seq: chain.seq, wrong: wrongWords[chain.wrong] };
  for (const hash of chain.blobs) {
    const state = await texts.intact(hash);
    if (state === 'intact') continue;
    const what = state === 'missing' ? 'is gone' : 'is no longer what it was';
    return {
      ok: false,
      stream,
      seq: await namedBy(journal, stream, hash),
      wrong: `the text it names (${hash}) ${what}`,
    };
  }
  return { ok: true, stream, events: chain.events, head: chain.head, blobs: chain.blobs.length };
}

/** The first event that names a text. */
async function namedBy(journal: Journal, stream: string, hash: string): Promise<number> {
  return (await journal.read(stream)).find(({ event }) => JSON.stringify(event).includes(hash))?.seq ?? 0;
}
