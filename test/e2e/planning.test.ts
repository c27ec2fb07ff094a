// Planners that answer badly, through the whole program: each ends in a defined state, with words.

import { afterEach, describe, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import {
  analysisEntry,
  makeSample,
  reviewEntry,
  smallPlan as plan,
  smallTask as task,
} from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

const work = `
- role: implementer
  do:
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;

function answering(role: string, answer: unknown, attempt?: number): string {
  const when = attempt === undefined ? '' : `\n  attempt: ${attempt}`;
  return `\n- role: ${role}${when}\n  do:\n    - ${typeof answer === 'string' ? `say: ${JSON.stringify(answer)}` : `answer: ${JSON.stringify(answer)}`}`;
}

async function sampleWith(...planners: readonly string[]): Promise<Sample> {
  const sample = await makeSample({ script: [analysisEntry, ...planners, work, reviewEntry].join('\n') });
  samples.push(sample);
  return sample;
}

const many = Array.from({ length: 400 }, (_, n) => ({ ...task, id: `t${n}` }));
const bad: readonly (readonly [string, unknown, ...string[]])[] = [
  ['prose', 'I would change a.js, and then test it.', 'there is no JSON object in the answer'],
  ['400 tasks', { ...plan, tasks: many }, 'the plan has 400 tasks; at most 10 are allowed'],
  [
    'a circle, a path outside and TBD',
    { ...plan, tasks: [{ ...task, dependsOn: ['one'], files: ['../a.js'], description: 'TBD' }] },
    'tasks one depend on each other in a circle',
    "'../a.js' is not a path inside the repository",
    "the description of task one puts something off: 'TBD'",
  ],
  [
    'a mirage',
    { ...plan, tasks: [{ ...task, assumes: [{ kind: 'symbol', name: 'redeem', file: 'a.js' }] }] },
    "task one takes the symbol 'redeem' for granted in 'a.js', and there is none",
  ],
];

describe('a planner that answers', () => {
  test.each(bad)(
    '[P2] %s is asked once more and then ends in a block that says why',
    async (_, answer, ...whys) => {
      const sample = await sampleWith(answering('planner', answer));
      const said = await sample.slipway('run', 'Change a', '--trust', '--auto', '--json');
      expect(said.exit).toBe(5);
      // An analysis, a plan, one repair.
      expect(JSON.parse(said.out)).toMatchObject({ stage: 'planning', status: 'blocked', launches: 3 });
      const explained = await sample.slipway('explain');
      for (const why of whys) expect(explained.out).toContain(why);
    },
  );

  test('[P7] with an open question is not answered by --auto: a person is asked', async () => {
    const open = { ...plan, openQuestions: ['Two or three? Recommended: two'] };
    const sample = await sampleWith(answering('planner', open));
    const said = await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the answer to a question')]);
    const { out } = await sample.slipway('show', 'gate');
    expect(out).toContain('- Two or three? Recommended: two');
  });

  test('[P7] with an open question goes on where policy takes the recommended answer, and says so', async () => {
    const open = { ...plan, openQuestions: ['Two or three? Recommended: two'] };
    const script = [analysisEntry, answering('planner', open), work, reviewEntry].join('\n');
    const sample = await makeSample({ script, config: 'questions: recommended\n' });
    samples.push(sample);
    const said = await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    const { out } = await sample.slipway('show', 'pr');
    expect(out).toContain('## Answered by policy');
    expect(out).toContain('- Two or three? Recommended: two');
  });

  test('[P2] badly once mends it with the errors', async () => {
    const sample = await sampleWith(answering('planner', 'Certainly!', 1), answering('planner', plan));
    const said = await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('the merge gate')]);
  });

  test('[P2] without tasks twice has the splitter cut them', async () => {
    const { tasks: _none, ...draft } = plan;
    const sample = await sampleWith(answering('planner', draft), answering('splitter', plan));
    const said = await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    expect(said.err).toContain('the planner gave no tasks; the splitter cuts them');
    expect(await sample.json('show')).toMatchObject({ roles: { planner: 2, splitter: 1 } });
  });
});
