import { assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drive, me } from '../../../test/support/core.ts';
import { shapes, walkOf } from '../../../test/support/core-walk.ts';
import type { Command } from '../commands.ts';
import { isRefusal } from '../commands.ts';
import { decide } from '../decide.ts';
import { openGates } from '../run.ts';
import type { Run } from '../run.ts';
import type { WishedAct, Wish } from './wish.ts';
import { isOver, possible, takesWords, wishes } from './wish.ts';

const words = 'sha256:words';

/** What the table of verbs would ask of the run. */
function commandFor({ wish, gate = '', digest }: WishedAct): Command | undefined {
  switch (wish) {
    case 'approve':
    case 'revise':
    case 'reject':
      return { type: 'gate.decide', gate, seen: digest, decision: { answer: wish, by: me, comment: words } };
    case 'answer':
      return {
        type: 'gate.decide',
        gate,
        seen: digest,
        decision: { answer: 'approve', by: me, comment: words },
      };
    case 'tell':
      return { type: 'run.tell', by: me, note: words };
    case 'triage':
      return { type: 'run.triage', by: me, words };
    case 'skip-coverage':
      return { type: 'coverage.skip', by: me };
    case 'pause':
    case 'resume':
    case 'retry':
    case 'cancel':
      return { type: `run.${wish}`, by: me };
    case 'start':
    case 'investigate':
    case 'full-auto':
    case 'check-reviews':
      return undefined;
  }
}

/** Wishes whose answer follows from the state alone, so that the core has to say the same. */
const plain: readonly Wish[] = ['pause', 'resume', 'retry', 'cancel', 'tell'];

describe('what can be wished for (WISH-1)', () => {
  test('is taken by the run in whatever state it is, and what the run would refuse is never previewed', () => {
    let taken = 0;
    assert(
      property(shapes, (shape) => {
        const { start, steps } = walkOf(shape);
        for (const run of [start, ...steps.map(({ after }) => after)]) {
          for (const wish of wishes) {
            const can = possible(wish, { run });
            const command = 'act' in can ? commandFor(can.act) : undefined;
            if (command !== undefined) {
              const answer = decide(run, command, run.startedAt);
              expect([run.id, wish, isRefusal(answer) ? answer : undefined]).toEqual([
                run.id,
                wish,
                undefined,
              ]);
              taken += 1;
            } else if (plain.includes(wish)) {
              const refused = commandFor({ wish, digest: '' });
              expect(refused === undefined ? undefined : isRefusal(decide(run, refused, run.startedAt))).toBe(
                true,
              );
            }
          }
        }
      }),
      { numRuns: 40 },
    );
    expect(taken).toBeGreaterThan(1000);
  });
});

const unable = (wish: Wish, run: Run | undefined, gate?: string): unknown => {
  const can = possible(wish, { run, gate });
  return 'unable' in can ? can.unable : can.act;
};

describe('without a run', () => {
  const ended = drive()
    .go((run) => run.ended !== undefined)
    .run();

  test.each(wishes)('%s is a ticket, or has nothing to be about', (wish) => {
    const isStart = ['start', 'investigate', 'full-auto'].includes(wish);
    for (const run of [undefined, ended])
      expect(unable(wish, run)).toEqual(isStart ? { wish, digest: 'ticket' } : 'no-run');
    expect(isOver({ run: ended })).toBe(true);
    expect(isOver({ run: drive().run() })).toBe(false);
  });
});

describe('with a run', () => {
  test('a second ticket waits, and looking into it is told by where the run is', () => {
    const fresh = drive({ policy: { gates: { plan: true } } });
    expect(unable('start', fresh.run())).toBe('has-run');
    expect(unable('investigate', fresh.run())).toBe('stops-at-plan');
    fresh.go((run) => run.tasks.length > 0);
    expect(unable('investigate', fresh.run())).toBe('past-plan');
    expect(unable('investigate', drive({ policy: { gates: { plan: false } } }).run())).toBe('past-plan');
    expect(unable('full-auto', fresh.run())).toBe('asks-as-begun');
    const alone = drive({ policy: { gates: { plan: false, delivery: false } } });
    expect(unable('full-auto', alone.run())).toBe('goes-alone');
    const half = drive({ policy: { gates: { plan: false, delivery: true } } });
    expect(unable('full-auto', half.run())).toBe('asks-as-begun');
  });

  test('an answer is bound to the one gate that is open, or to the one that is named (WISH-3)', () => {
    const at = drive({ policy: { gates: { plan: true } } })
      .go((run) => openGates(run).length > 0)
      .run();
    const [gate] = openGates(at);
    expect(unable('approve', at)).toEqual({
      wish: 'approve',
      run: at.id,
      gate: gate?.id,
      digest: gate?.digest,
    });
    expect(unable('approve', at, 'g99')).toBe('nothing-asked');
    expect(unable('answer', at)).toBe('no-question');
    const two = { ...at, gates: [...at.gates, ...at.gates.map((item) => ({ ...item, id: 'g7' }))] };
    expect(unable('approve', two)).toBe('several-asked');
    expect(unable('approve', two, 'g7')).toMatchObject({ gate: 'g7' });
  });

  test('a question is answered, and what cannot be revised is not', () => {
    const at = drive({ policy: { gates: { plan: true } } })
      .go((run) => openGates(run).length > 0)
      .run();
    const asking = { ...at, gates: at.gates.map((gate) => ({ ...gate, kind: 'question' as const })) };
    for (const wish of ['approve', 'revise', 'reject'] as const)
      expect(unable(wish, asking)).toBe('is-question');
    expect(unable('answer', asking)).toMatchObject({ wish: 'answer' });
    const budget = { ...at, gates: at.gates.map((gate) => ({ ...gate, kind: 'budget' as const })) };
    expect(unable('revise', budget)).toBe('not-revisable');
    expect(unable('revise', at)).toMatchObject({ wish: 'revise' });
    expect(unable('reject', at)).toMatchObject({ wish: 'reject' });
  });

  test('what is about a pull request needs one, and coverage is skipped once', () => {
    const fresh = drive();
    expect(unable('triage', fresh.run())).toBe('no-pull-request');
    expect(unable('check-reviews', fresh.run())).toBe('no-pull-request');
    expect(unable('skip-coverage', fresh.run())).toMatchObject({ wish: 'skip-coverage' });
    fresh.send({ type: 'coverage.skip', by: me });
    expect(unable('skip-coverage', fresh.run())).toBe('coverage-over');
    fresh.to('merge');
    expect(unable('triage', fresh.run())).toMatchObject({ wish: 'triage' });
    expect(unable('check-reviews', fresh.run())).toMatchObject({ wish: 'check-reviews' });
  });

  test('it is stopped once, taken up once, and tried again where it is blocked', () => {
    const fresh = drive();
    expect([unable('resume', fresh.run()), unable('retry', fresh.run())]).toEqual([
      'not-paused',
      'not-blocked',
    ]);
    fresh.send({ type: 'run.pause', by: me });
    expect(unable('pause', fresh.run())).toBe('is-paused');
    expect(unable('resume', fresh.run())).toMatchObject({ wish: 'resume' });
    const blocked = { ...fresh.run(), blocked: 'something' };
    expect(unable('retry', blocked)).toEqual({ wish: 'retry', run: blocked.id, digest: 'visit 1' });
  });
});

test('words of the person go with what is said to somebody', () => {
  expect(wishes.filter(takesWords)).toEqual([
    'start',
    'investigate',
    'full-auto',
    'revise',
    'answer',
    'tell',
    'triage',
  ]);
});
