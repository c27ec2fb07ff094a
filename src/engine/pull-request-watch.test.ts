import { afterEach, describe, expect, test } from 'vitest';
import { theRepository } from '../../test/support/the-repository.ts';
import { aPolicy, aStart, approval, happy } from '../../test/support/core.ts';
import type { JournalOn } from '../../test/support/journals.ts';
import { journals } from '../../test/support/journals.ts';
import type { Seen } from '../core/remarks/seen.ts';
import type { Run } from '../core/run.ts';
import { must, openGates } from '../core/run.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import type { Engine } from './engine.ts';
import { localEngine } from './engines/local.ts';
import { PullRequestWatch } from './pull-request-watch.ts';
import { Runs } from './runs.ts';

interface Desk {
  readonly engine: Engine;
  readonly runs: Runs;
  readonly journal: Journal;
  readonly watch: PullRequestWatch;
  /** What the forge says when it is asked next; an error is what it fails with. */
  readonly forge: { says: Seen | Promise<Seen> | Error | undefined; asked: number; named: string[] };
  /** Lets the time between two looks pass, and gives back control when the watch waits again or is over. */
  readonly pass: () => Promise<void>;
}

const desks: Desk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.watch.stop();
});

async function atMergeGate(journalOn: JournalOn): Promise<Desk> {
  const journal = journalOn();
  await journal.takeOver();
  const runs = new Runs(journal, counterClock(1_000, 1));
  const engine = localEngine({
    runs,
    effects: {
      probe: () => Promise.resolve(undefined),
      act: (effect, { run }) => Promise.resolve(happy(run, effect)),
    },
    openRuns: async () => ['r'],
    onTrouble: (error) => {
      throw error;
    },
  });
  const time = pausedClock();
  const forge: Desk['forge'] = { says: undefined, asked: 0, named: [] };
  const watch = new PullRequestWatch({
    engine,
    runs,
    clock: time.clock,
    isShared: (run) => run.forge !== 'local',
    look: (run, { repository }, number) => {
      forge.asked += 1;
      forge.named = [run.forge, repository, String(number)];
      return forge.says instanceof Error ? Promise.reject(forge.says) : Promise.resolve(forge.says);
    },
  });
  const desk: Desk = {
    engine,
    runs,
    journal,
    watch,
    forge,
    pass: async () => {
      time.pass();
      for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      await engine.idle();
    },
  };
  desks.push(desk);
  const { type: _type, ...started } = aStart(aPolicy({ gates: { plan: false } }));
  await engine.submit('r', { type: 'run.start', start: { ...started, run: 'r' } });
  await engine.idle();
  forge.says = await knownOf(desk);
  return desk;
}

/** Time passes when it is told to. */
function pausedClock(): { readonly clock: Clock; readonly pass: () => void } {
  const waiting: (() => void)[] = [];
  const pass = (): void => {
    for (const go of waiting.splice(0)) go();
  };
  const until: Clock['until'] = (_at, signal) =>
    new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      waiting.push(go);
      signal.addEventListener('abort', go);
    });
  return { clock: { now: () => 0, monotonic: () => 0, until }, pass };
}

const stateOf = async (desk: Desk): Promise<Run> => must(await desk.runs.load('r'), 'the run was started');

async function knownOf(desk: Desk): Promise<Seen> {
  const { visit: _visit, ...seen } = must(
    theRepository(await stateOf(desk)).pullRequest?.seen,
    'it was looked at',
  );
  return seen;
}

const eventsOf = async (desk: Desk): Promise<number> => (await desk.journal.read('run/r')).length;
const merged = async (desk: Desk): Promise<Seen> => ({
  ...(await knownOf(desk)),
  state: 'merged',
  mergeCommit: 'theirs',
});

describe.each(journals)('a pull request at its merge gate, %s', (_name, journalOn) => {
  test('is looked at for weeks without a word in the journal, for as long as nothing happens to it', async () => {
    const desk = await atMergeGate(journalOn);
    const before = await eventsOf(desk);
    for (let looks = 0; looks < 100; looks += 1) await desk.pass();
    expect(desk.forge).toMatchObject({ asked: 100, named: ['local', 'repo', '7'] });
    expect(await eventsOf(desk)).toBe(before);
    expect(openGates(await stateOf(desk)).map(({ kind }) => kind)).toEqual(['merge']);
  });

  test('that was merged elsewhere completes its run, and is looked at no more', async () => {
    const desk = await atMergeGate(journalOn);
    desk.forge.says = await merged(desk);
    await desk.pass();
    expect((await stateOf(desk)).ended).toBe('completed');
    await desk.pass();
    expect(desk.forge.asked).toBe(1);
  });

  test('is looked at again after a forge that failed or did not answer', async () => {
    const desk = await atMergeGate(journalOn);
    for (const says of [new Error('away'), undefined]) {
      desk.forge.says = says;
      await desk.pass();
    }
    expect((await stateOf(desk)).blocked).toBeUndefined();
    desk.forge.says = await merged(desk);
    await desk.pass();
    expect((await stateOf(desk)).ended).toBe('completed');
  });

  test('is looked at at once by whoever takes it up', async () => {
    const desk = await atMergeGate(journalOn);
    desk.forge.says = { ...(await knownOf(desk)), state: 'closed' };
    await desk.watch.takeUp(['r', 'no such run']);
    expect((await stateOf(desk)).blocked).toBe('the pull request was closed');
  });

  test('holds up nobody who takes it up where the forge does not answer, and is looked at all the same', async () => {
    const desk = await atMergeGate(journalOn);
    const found = await merged(desk);
    const answers: ((seen: Seen) => void)[] = [];
    desk.forge.says = new Promise((resolve) => answers.push(resolve));
    const taken = desk.watch.takeUp(['r']);
    await desk.pass();
    await taken;
    expect((await stateOf(desk)).ended).toBeUndefined();
    for (const answer of answers) answer(found);
    await desk.pass();
    expect((await stateOf(desk)).ended).toBe('completed');
  });

  test('keeps its process where others may do something to it: on a forge that is shared, or when it waits for them', async () => {
    const desk = await atMergeGate(journalOn);
    expect(desk.watch.awaited()).toEqual([]); // a local forge is this home's own
    const run = await stateOf(desk);
    expect(desk.watch.isAwaitedIn({ ...run, forge: 'github' })).toBe(true);
    desk.forge.says = { ...(await knownOf(desk)), approval: 'missing' };
    await desk.pass();
    expect(desk.watch.awaited()).toEqual(['r']);
    desk.forge.says = await merged(desk);
    await desk.pass();
    expect(desk.watch.awaited()).toEqual([]);
  });

  test('is looked at no more once a person decided, or the watch has stopped', async () => {
    const desk = await atMergeGate(journalOn);
    const [gate] = openGates(await stateOf(desk));
    const { id, digest } = must(gate, 'a person is asked');
    await desk.engine.submit('r', { type: 'gate.decide', gate: id, seen: digest, decision: approval });
    await desk.pass();
    expect([desk.forge.asked, (await stateOf(desk)).ended]).toEqual([0, 'completed']);
    const other = await atMergeGate(journalOn);
    await other.watch.stop();
    await other.pass();
    await other.watch.takeUp(['r']);
    expect(other.forge.asked).toBe(0);
  });
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a hint that something happened (PULL-REQUEST-WATCH-4)', () => {
  const fakeJournalOn = must(journals[0], 'there is a journal')[1];

  test('has the pull request looked at now, and merged elsewhere it completes its run without waiting', async () => {
    const desk = await atMergeGate(fakeJournalOn);
    desk.forge.says = await merged(desk);
    desk.watch.hint('repo', [7]);
    await turns();
    await desk.engine.idle();
    expect((await stateOf(desk)).ended).toBe('completed');
  });

  test('about another one, or another repository, has nothing looked at', async () => {
    const desk = await atMergeGate(fakeJournalOn);
    desk.watch.hint('repo', [8]);
    desk.watch.hint('other', 'all');
    await turns();
    expect(desk.forge.asked).toBe(0);
    desk.watch.hint('repo', 'all');
    await turns();
    expect(desk.forge.asked).toBe(1);
  });

  test('that comes a hundred times has it looked at once', async () => {
    const desk = await atMergeGate(fakeJournalOn);
    for (let times = 0; times < 100; times += 1) {
      desk.watch.hint('repo', [7]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await turns();
    expect(desk.forge.asked).toBe(1);
  });
});
