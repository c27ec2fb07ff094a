import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aStart, drive, me, you } from '../../test/support/core.ts';
import type { Command } from './commands.ts';
import { isRefusal } from './commands.ts';
import { courseOnce } from './decide-once.ts';
import { evolve, fold } from './evolve/evolve.ts';
import { contentText, isRepeat, takenMax } from './identity.ts';
import type { Run } from './run.ts';

const { type: _type, ...start } = aStart();
const tell = (note: string, by = me): Command => ({ type: 'run.tell', note, by });

/** A run and the number of its last event, after commands that were sent under ids. */
interface Told {
  readonly run: Run;
  readonly seq: number;
}

function send(told: Told, id: string, command: Command): Told & { readonly answer: unknown } {
  const { run, seq } = told;
  const answer = courseOnce(run, command, 1, { id, content: contentText(command), seq });
  if (isRefusal(answer) || isRepeat(answer)) return { run, seq, answer };
  const next = answer.events.reduce((state, event) => evolve(state, event, 1), run);
  expect(answer.states.at(-1)).toEqual(next);
  return { run: next, seq: seq + answer.events.length, answer: answer.events };
}

const begun = (): Told => ({ run: drive().run(), seq: 10 });

describe('a command with an id', () => {
  test('is recorded with where its events are, behind what it did', () => {
    const { run, answer } = send(begun(), 'c-1', tell('n1'));
    expect(answer).toEqual([
      { type: 'note.added', note: 'n1', by: me },
      { type: 'command.taken', id: 'c-1', content: contentText(tell('n1')), first: 11, last: 12 },
    ]);
    expect(run.taken).toEqual([{ id: 'c-1', content: contentText(tell('n1')), first: 11, last: 12 }]);
  });

  test('does nothing the second time, and is answered with what it did the first time (IDENTITY-1)', () => {
    const once = send(begun(), 'c-1', tell('n1'));
    const twice = send(once, 'c-1', tell('n1'));
    expect(twice.answer).toEqual({ repeats: once.run.taken[0] });
    expect(twice.run).toBe(once.run);
  });

  test('is answered so even where the run would refuse it now (IDENTITY-1)', () => {
    const paused = send(begun(), 'c-1', { type: 'run.pause', by: me });
    expect(send(paused, 'c-1', { type: 'run.pause', by: me }).answer).toHaveProperty('repeats');
    expect(send(paused, 'c-2', { type: 'run.pause', by: me }).answer).toHaveProperty('refused');
  });

  test('that was refused may be sent again under its id (IDENTITY-2)', () => {
    const refused = send(begun(), 'c-1', { type: 'run.resume', by: me });
    expect(refused.answer).toMatchObject({ refused: 'STATE_MISMATCH' });
    const paused = send(refused, 'c-2', { type: 'run.pause', by: me });
    expect(send(paused, 'c-1', { type: 'run.resume', by: me }).answer).toContainEqual({
      type: 'run.resumed',
      by: me,
    });
  });

  test('is refused where it says something else, or somebody else sends it (IDENTITY-3)', () => {
    const once = send(begun(), 'c-1', tell('n1'));
    for (const other of [tell('n2'), tell('n1', you), { type: 'run.pause', by: me } as const]) {
      expect(send(once, 'c-1', other).answer).toEqual({ refused: 'id-reused', id: 'c-1' });
    }
  });

  test('that starts a run is known from then on', () => {
    const command: Command = { type: 'run.start', start };
    const sent = { id: 'c-1', content: contentText(command), seq: 0 };
    const answer = courseOnce(undefined, command, 1, sent);
    if (isRefusal(answer) || isRepeat(answer)) throw new Error('a first start is taken');
    expect(answer.events).toEqual([
      { type: 'run.started', ...start },
      { type: 'command.taken', id: 'c-1', content: contentText(command), first: 1, last: 2 },
    ]);
    const run = fold(answer.events.map((event) => ({ event, at: 1 })));
    expect(courseOnce(run, command, 2, { ...sent, seq: 2 })).toHaveProperty('repeats');
  });

  test('is forgotten when many others came after it (IDENTITY-4)', () => {
    const first = send(begun(), 'c-0', tell('n0'));
    let told: Told = first;
    for (let n = 1; n < takenMax; n += 1) told = send(told, `c-${n}`, tell(`n${n}`));
    expect(send(told, 'c-0', tell('n0')).answer).toHaveProperty('repeats');
    const full = send(told, 'c-last', tell('last'));
    expect(full.run.taken).toHaveLength(takenMax);
    expect(send(full, 'c-0', tell('n0')).answer).not.toHaveProperty('repeats');
  });

  test('takes hold once, however often and in whatever order commands are sent again', () => {
    const ids = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
    fc.assert(
      fc.property(ids, (sent) => {
        const end = sent.reduce<Told>((told, n) => send(told, `c-${n}`, tell(`n${n}`)), begun());
        expect(end.run.notes.map((note) => note.blob)).toEqual([...new Set(sent)].map((n) => `n${n}`));
      }),
    );
  });
});

test('the content of a command is the same in whatever order its fields were written', () => {
  expect(contentText({ b: [1, { d: 1, c: null }], a: 'x' })).toBe(
    contentText({ a: 'x', b: [1, { c: null, d: 1 }] }),
  );
  expect(contentText({ a: [1, 2] })).not.toBe(contentText({ a: [2, 1] }));
});
