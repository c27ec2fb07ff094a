// The journal as one owner has it: the real one in memory, watched at every append, now and then unavailable.

import { fakeJournal } from '../../src/journal/fake-journal.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { JournalUnavailable } from '../../src/journal/journal.ts';
import type { Scene } from './scene.ts';
import { count } from './trace.ts';
import { strikes } from './world.ts';

export interface OwnerJournal {
  readonly journal: Journal;
  readonly epoch: number;
}

/** Becomes the writer: every owner before is refused from now on. */
export async function takeOver(scene: Scene): Promise<OwnerJournal> {
  const { world, watch } = scene;
  const inner = fakeJournal(world.store);
  const epoch = await inner.takeOver();
  const append: Journal['append'] = async (batch) => {
    const ill = strikes(world, world.swarm.faults.journalIo);
    if (ill && world.random.chance(0.5)) throw unavailable(scene, 'not written');
    // Planted: whoever asks writes, whatever happened since.
    const handle = scene.bug === 'append-without-fence' ? fakeJournal(world.store) : inner;
    const appended = await handle.append(batch);
    if (appended.ok) spoil(scene, batch.stream);
    if (appended.ok) watch.appended(batch.stream, epoch);
    else count(scene.tally, `append-${appended.refused}`, 'journal');
    if (ill) throw unavailable(scene, 'written');
    return appended;
  };
  return { journal: { ...inner, append }, epoch };
}

/** Planted: an event in the store is not the one that was appended. */
function spoil({ bug, world }: Scene, stream: string): void {
  const events = world.store.streams.get(stream);
  const at = bug === 'chain-broken' ? (events?.length ?? 0) - 1 : 0;
  const item = events?.[at];
  if (events === undefined || item === undefined || events.length < spoiledFrom) return;
  if (bug === 'chain-broken') events[at] = { ...item, body: `${item.body} ` };
  if (bug === 'history-replaced') events[at] = { ...item };
}

/** Not at once: what is broken from the first event on would be found by anything. */
const spoiledFrom = 20;

/** A sync that failed may have reached the disk. */
function unavailable(scene: Scene, how: string): Error {
  count(scene.tally, 'journal-io', how);
  return new JournalUnavailable('io', `the disk failed, ${how}`);
}
