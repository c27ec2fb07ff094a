// What a role leaves open becomes a question to a person, as often as any other and never the same twice.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import type { Run } from '../../core/run.ts';
import type { PlanAnswer } from '../../prompts/prompts.ts';
import type { ReadAnswer } from './answers.ts';
import { openInPlan, openInTicket } from './questions-from.ts';

let world: TestParts;
let run: Run;
beforeAll(async () => {
  world = await startParts({ 'a.txt': 'one\n' });
  run = await world.run();
});
afterAll(() => world.close());

const line = '3/ask/planner';
const answer = (openQuestions: readonly string[]): PlanAnswer => ({
  type: 'plan',
  summary: 'One step.',
  confidence: 0.9,
  tasks: [],
  risks: [],
  openQuestions,
  grants: [],
});
const read = (openQuestions: number, recommended?: true): ReadAnswer => {
  const plan = aPlan([aTask('a')], { openQuestions, ...(recommended === undefined ? {} : { recommended }) });
  return { ok: true, result: { answer: 'plan', plan } };
};
const textOf = async (found: ReadAnswer): Promise<string> => {
  if (!found.ok || found.result.answer !== 'question') throw new Error('it is no question');
  return (await world.parts.blobs.get(found.result.blob)) ?? '';
};

describe('[P7] a plan with an open question', () => {
  const said = ['Which\nword? Recommended: new'];

  test('is a question to a person, with the recommended answer as its option', async () => {
    const found = await openInPlan(world.parts, read(1, true), answer(said), { run, line });
    expect(found).toMatchObject({ ok: true, result: { answer: 'question', options: 1 } });
    expect(await textOf(found)).toBe(
      '# Question\n\nThe plan leaves this open:\n\n- Which word? Recommended: new\n\n## Option 1: As it says (recommended)\n\n' +
        'Say what holds, in your own words; whoever asks goes on by your answer.\n',
    );
  });

  test('that recommends nothing has no option', async () => {
    const found = await openInPlan(world.parts, read(1), answer(['Which word?']), { run, line });
    expect(found).toMatchObject({ result: { options: 0 } });
    expect(await textOf(found)).not.toContain('Option');
  });

  test('that was answered is not put once more', async () => {
    const first = await openInPlan(world.parts, read(1), answer(said), { run, line });
    if (!first.ok || first.result.answer !== 'question') throw new Error('it is no question');
    const { blob, options } = first.result;
    const questions = [{ line, blob, options, visit: 3, answer: 'new' }];
    expect(
      await openInPlan(world.parts, read(1), answer(said), { run: { ...run, questions }, line }),
    ).toEqual({
      ok: false,
      problems: [expect.stringContaining('this very question was asked before')],
    });
  });

  test('stays a plan where policy answers it, where nothing is open, and where it does not hold', async () => {
    const policy = { ...run.policy, questions: 'recommended' as const };
    const small = read(1, true);
    expect(await openInPlan(world.parts, small, answer(said), { run: { ...run, policy }, line })).toBe(small);
    const settled = read(0);
    expect(await openInPlan(world.parts, settled, answer([]), { run, line })).toBe(settled);
    const bad: ReadAnswer = { ok: false, problems: ['no'] };
    expect(await openInPlan(world.parts, bad, answer(said), { run, line })).toBe(bad);
  });
});

test('[I2] what the interpreter leaves open is a question, with what it would take for granted', async () => {
  const refined = {
    type: 'refined',
    request: 'x',
    criteria: ['y'],
    openPoints: ['Which word? "new" is taken.'],
  } as const;
  const found = await openInTicket(world.parts, refined, { run, line: '1/ask/interpreter' });
  expect(found).toMatchObject({ ok: true, result: { answer: 'question', options: 1 } });
  expect(await textOf(found)).toContain('- Which word? "new" is taken.\n');
});
