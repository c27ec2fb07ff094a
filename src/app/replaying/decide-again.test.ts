// [C9] A recorded run replays to the same journal hash; what would be decided otherwise today is found, at its place.

import { beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../core/decide.ts';
import type { RunEvent } from '../../core/events.ts';
import { canonicalJson, genesis, linkHash } from '../../journal/chain.ts';
import { fakeJournal } from '../../journal/fake-journal.ts';
import type { AnyEvent, Recorded } from '../../journal/journal.ts';
import { checkedAs, drive, me } from '../../../test/support/core.ts';
import { simulate } from '../../../test/simulation/simulate.ts';
import { toldOf } from './difference-words.ts';
import { replay } from './decide-again.ts';

/** Runs that crash, fail, are asked about, taken by hand and cancelled: whatever a simulated world brings. */
const seeds = [3, 7, 19, 28];
let runs: readonly (readonly Recorded[])[] = [];

beforeAll(async () => {
  runs = (await Promise.all(seeds.map(recordedIn))).flat();
}, 60_000);

async function recordedIn(seed: number): Promise<readonly (readonly Recorded[])[]> {
  const journal = fakeJournal((await simulate({ seed })).store);
  const streams = await journal.streams('run/');
  return Promise.all(streams.map((stream) => journal.read(stream)));
}

describe('[C9] a recorded run', () => {
  test('comes to the same hash, whatever happened to it', () => {
    expect(runs.length).toBeGreaterThan(4);
    for (const recorded of runs) {
      const { difference, head, now } = replay(recorded);
      expect(difference).toBeUndefined();
      expect(now).toBe(head);
    }
  });

  test('is decided again nearly everywhere: few answers are not kept', () => {
    const all = runs.map((recorded) => replay(recorded));
    const decided = all.reduce((sum, item) => sum + item.decided, 0);
    const taken = all.reduce((sum, item) => sum + item.taken, 0);
    expect(decided).toBeGreaterThan(500);
    expect(taken / (decided + taken)).toBeLessThan(0.02);
  });

  test('comes to the same hash with work that was saved on the way, and at a stop', () => {
    const driver = drive().to('implementation');
    const work = { commit: 's1', why: 'periodic', changed: 1, files: ['src/a.ts'] } as const;
    const attempt = driver.begin('attempt', 'a');
    driver.send({ type: 'task.save', key: attempt.key, work });
    driver.end(attempt, { type: 'stopped', saved: 's2', work: { why: 'stop', changed: 2, files: [] } });
    driver.end(driver.begin('attempt', 'a'));
    const recorded = writtenBy(driver.events());
    expect(recorded.filter(({ event }) => event.type === 'task.saved')).toHaveLength(2);
    expect(replay(recorded)).toMatchObject({ now: recorded.at(-1)?.hash, taken: 0 });
  });

  test('comes to the same hash where a person steered it: told, took, gave, cancelled', () => {
    const driver = drive().to('implementation');
    driver.send({ type: 'run.tell', by: me, note: 'note', task: 'a' });
    driver.send({ type: 'task.take', by: me, task: 'a' });
    driver.perform('hand-out');
    driver.send({ type: 'task.give', by: me, task: 'a', work: 'keep' });
    driver.perform('hand-in');
    driver.send({ type: 'run.pause', by: me });
    driver.send({ type: 'run.resume', by: me });
    driver.send({ type: 'run.cancel', by: me, discard: true });
    const recorded = writtenBy(driver.events());
    expect(replay(recorded)).toMatchObject({ now: recorded.at(-1)?.hash, taken: 0 });
  });

  test('comes to the same hash where a person began it again further back', () => {
    const driver = drive({
      policy: { rounds: { bug: 0 } },
      script: (effect, { visit, extraRounds }) =>
        effect.kind === 'check' && visit.stage === 'evaluation' && extraRounds === 0
          ? checkedAs('FAIL', effect)
          : undefined,
    });
    driver.go((run) => run.blocked !== undefined);
    driver.send({ type: 'run.retry', by: me, from: 'planning' });
    driver.go();
    const recorded = writtenBy(driver.events());
    expect(driver.run().ended).toBe('completed');
    expect(replay(recorded)).toMatchObject({ now: recorded.at(-1)?.hash, taken: 0 });
  });

  test('without events is the same as nothing', () => {
    expect(replay([])).toEqual({ events: 0, decided: 0, taken: 0, head: genesis, now: genesis });
  });
});

const blocked: RunEvent = { type: 'run.blocked', because: 'so' };

describe('[C9] an event that was altered', () => {
  test('is found at its place by its hash, whichever it is', () => {
    const recorded = longest();
    for (const at of [0, 1, 10, recorded.length - 1]) {
      const altered = recorded.map((item, n) =>
        n === at ? { ...item, event: { ...item.event, added: true } } : item,
      );
      expect(replay(altered).difference).toMatchObject({ seq: at + 1, why: 'altered' });
    }
  });

  test('is found at its place by what is decided, where all hashes were made anew', () => {
    const recorded = longest();
    const at = recorded.findIndex(({ event }) => event.type === 'stage.entered');
    const forged = chained(
      recorded.map((item, n) => (n === at ? { ...item.event, because: 'nobody knows' } : item.event)),
      recorded,
    );
    const { difference } = replay(forged);
    expect(difference).toMatchObject({ seq: at + 1, why: 'decided-otherwise' });
    expect(difference === undefined ? undefined : toldOf(difference).parts?.at).toBe('because');
  });

  test('is found where it was left out', () => {
    const recorded = longest();
    const at = recorded.findIndex(({ event }) => event.type === 'gate.opened');
    const forged = chained(
      recorded.filter((_, n) => n !== at).map(({ event }) => event),
      recorded.filter((_, n) => n !== at),
    );
    expect(replay(forged).difference).toMatchObject({
      seq: at + 1,
      now: { is: 'event', event: { type: 'gate.opened' } },
    });
  });

  test('is found where it was added', () => {
    const recorded = longest();
    const at = recorded.findIndex(({ event }) => event.type === 'effect.begun');
    const before = recorded.slice(0, at).map(({ event }) => event);
    const after = recorded.slice(at).map(({ event }) => event);
    const forged = chained([...before, blocked, ...after], [...recorded, ...recorded.slice(-1)]);
    expect(replay(forged).difference).toMatchObject({ seq: at + 1, now: { is: 'nothing' } });
  });
});

describe('[C9] a rule that is another one today', () => {
  test('is found at the first event it decides otherwise', () => {
    const recorded = longest();
    const at = recorded.findIndex(({ event }) => event.type === 'gate.opened');
    const { difference } = replay(recorded, (run, command, now) => {
      const events = decide(run, command, now);
      return 'refused' in events ? events : events.filter(({ type }) => type !== 'gate.opened');
    });
    expect(difference?.seq).toBe(at + 1);
    expect(difference?.recorded).toMatchObject({ is: 'event', event: { type: 'gate.opened' } });
  });

  test('is found where it refuses what was taken', () => {
    const recorded = longest();
    const at = recorded.findIndex(({ event }) => event.type === 'effect.ended');
    const { difference } = replay(recorded, (run, command, now) =>
      command.type === 'effect.end' ? { refused: 'not-begun', key: command.key } : decide(run, command, now),
    );
    expect(difference).toMatchObject({ seq: at + 1, now: { is: 'refused' } });
    expect(difference === undefined ? '' : toldOf(difference).now).toContain('refused: Nothing was done');
  });

  test('is found where it breaks, and that is told', () => {
    const recorded = longest();
    const { difference } = replay(recorded, () => {
      throw new Error('a rule without words');
    });
    expect(difference?.seq).toBe(1);
    expect(difference === undefined ? '' : toldOf(difference).now).toBe(
      'the code of today breaks here: a rule without words',
    );
  });
});

function longest(): readonly Recorded[] {
  const [first = []] = runs.toSorted((a, b) => b.length - a.length);
  return first;
}

/** The journal of a run that was driven by hand, all of it at one time. */
function writtenBy(events: readonly RunEvent[]): readonly Recorded[] {
  const like = { stream: 'run/r1', at: 1, position: 0, seq: 0, event: { type: '' }, previous: '', hash: '' };
  return chained(
    events,
    events.map(() => like),
  );
}

/** As a journal that was written so would be: the places and times of `like`, every hash made anew. */
function chained(events: readonly AnyEvent[], like: readonly Recorded[]): readonly Recorded[] {
  let previous = genesis;
  return events.map((event, n) => {
    const { stream = '', at = 0, position = 0 } = like[n] ?? {};
    const link = { previous, stream, seq: n + 1, at };
    const hash = linkHash({ ...link, body: canonicalJson(event) });
    const item = { ...link, position, event, hash };
    previous = hash;
    return item;
  });
}
