// Whether what a run rests on is still what was written: its events, and the texts they name. Asked when a run is loaded and before each
// effect that reaches outside, so that nothing is built or published on damaged data.
//
//   INTACT-1. A run is walked once from its beginning; after that only what came since. Texts are looked at every time, and read
//       again only where their file is another than the one that was read.
//   INTACT-2. What is damaged is the run's own matter: it is told as `verify` tells it, and no other run hears of it.

import type { Blobs } from '../blobs/blobs.ts';
import type { Kind } from '../core/effects.ts';
import type { Head, Journal } from '../journal/journal.ts';
import { JournalDamaged, wrongWords } from '../journal/journal.ts';

/** Effects that change something outside of the home, or are seen there. */
const outward: ReadonlySet<Kind> = new Set<Kind>([
  'search',
  'push',
  'open-pull-request',
  'update-pull-request',
  'publish-checks',
  'label',
  'comment-ticket',
  'transition-ticket',
  'reply',
  'request-review',
  'merge',
  'land',
  'discard',
  'revert',
]);

export function reachesOutside(kind: Kind): boolean {
  return outward.has(kind);
}

/** Of those, the ones that bring commits out. */
const delivering: ReadonlySet<Kind> = new Set<Kind>(['push', 'merge', 'land', 'revert']);

export function deliversCommits(kind: Kind): boolean {
  return delivering.has(kind);
}

/** The commits of a run cannot be read any more. As with its journal, it is the run's own matter. */
export class StoreDamaged extends Error {
  override readonly name = 'JournalDamaged';
  readonly stream: string;

  constructor(run: string, repository: string, words: string) {
    super(
      `The store of run ${run} is damaged (repos/${repository}/store.git: ${words}). So nothing of it is pushed, merged or landed. ` +
        'Put that folder back from a copy of the home, then `slipway resume`; other runs go on as they are.',
    );
    this.stream = `run/${run}`;
  }
}

export type StreamLooked =
  | { readonly ok: true; readonly head: Head; readonly blobs: ReadonlySet<string> }
  /** `words` say what is wrong with the event. */
  | { readonly ok: false; readonly seq: number; readonly words: string };

/** What was looked at before. */
interface Before {
  readonly head: Head;
  readonly blobs: ReadonlySet<string>;
}

interface Parts {
  readonly journal: Pick<Journal, 'verify' | 'read'>;
  readonly blobs: Pick<Blobs, 'intact'>;
}

/** The first thing that is wrong with a stream, if anything is. */
export async function lookAtStream(
  { journal, blobs }: Parts,
  stream: string,
  before?: Before,
): Promise<StreamLooked> {
  const chain = await journal.verify(stream, before?.head);
  if (!chain.ok) return { ok: false, seq: chain.seq, words: wrongWords[chain.wrong] };
  const named = new Set([...(before?.blobs ?? []), ...chain.blobs]);
  for (const hash of named) {
    const state = await blobs.intact(hash);
    if (state === 'intact') continue;
    const what = state === 'missing' ? 'is gone' : 'is no longer what it was';
    const seq = await namedBy(journal, stream, hash);
    return { ok: false, seq, words: `the text it names (${hash}) ${what}` };
  }
  return { ok: true, head: { seq: chain.events, hash: chain.head }, blobs: named };
}

/** The first event that names a text. */
async function namedBy(journal: Pick<Journal, 'read'>, stream: string, hash: string): Promise<number> {
  return (await journal.read(stream)).find(({ event }) => JSON.stringify(event).includes(hash))?.seq ?? 0;
}

export class Intact {
  readonly #parts: Parts;
  readonly #before = new Map<string, Before>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** INTACT-1. Throws where something is wrong, which is then looked for from the beginning. */
  async check(stream: string): Promise<void> {
    const looked = await lookAtStream(this.#parts, stream, this.#before.get(stream));
    if (looked.ok) {
      this.#before.set(stream, looked);
      return;
    }
    this.#before.delete(stream);
    throw new JournalDamaged(stream, looked.seq, looked.words);
  }

  forget(stream: string): void {
    this.#before.delete(stream);
  }
}
