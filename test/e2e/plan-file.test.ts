// A plan that comes with the ticket: it takes the place of the planner, and of nothing else.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, reviewEntry, smallTask } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

/** Nobody plans here: without a plan from outside the run would be blocked. */
const withoutPlanner = `${analysisEntry}
- role: implementer
  do:
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}
${reviewEntry}`;

async function sampleWith(script: string): Promise<Sample> {
  const sample = await makeSample({ script });
  samples.push(sample);
  return sample;
}

const plan = {
  summary: 'One small step.',
  confidence: 0.95,
  risks: [],
  tasks: [smallTask],
};

async function fileWith(sample: Sample, name: string, text: string): Promise<string> {
  const file = path.join(sample.repository.root, name);
  await writeFile(file, text);
  return file;
}

describe('run --plan', () => {
  test('works by the plan without a planner, and still asks about it', async () => {
    const sample = await sampleWith(withoutPlanner);
    const file = await fileWith(sample, 'plan.json', JSON.stringify(plan));
    const said = await sample.slipway('run', 'Change a', '--trust', '--until', 'plan', '--plan', file);
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
    expect((await sample.slipway('show', 'plan')).out).toContain('## Task one: Change a');
    expect(said.err).toContain('handed in a plan of 1 task');
    expect(said.err).toContain('a guess: no run has ended here yet');
    const approved = await sample.decides('approve');
    expect([approved.exit, approved.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    const next = await sample.slipway('run', 'Change a', '--again', '--until', 'plan', '--plan', file);
    expect(next.out).toContain('waiting: the plan gate');
    expect(next.err).toMatch(/likely +3 launches, 1 min of agent time, cost unknown \(from 1 run here/);
  });

  test('takes the tasks.yaml of another run', async () => {
    const first = await preparedSample(atPlanGate);
    samples.push(first);
    const { run } = await first.json('show');
    const table = path.join(first.home, 'runs', String(run), 'round-1', 'tasks.yaml');
    const second = await sampleWith(withoutPlanner);
    const file = await fileWith(second, 'tasks.yaml', await readFile(table, 'utf8'));
    const said = await second.slipway('run', 'Change a', '--trust', '--auto', '--plan', file);
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('the merge gate')]);
  });

  const [task] = plan.tasks;
  const broken: readonly (readonly [string, string, readonly string[]])[] = [
    ['prose', 'I would change a.', ['it is no plan: a plan is a mapping with summary, confidence and tasks']],
    ['half of it', JSON.stringify(plan).slice(0, 60), ['it is not YAML: ']],
    [
      'something put off, in no repository of this world',
      JSON.stringify({ ...plan, tasks: [{ ...task, files: ['gone.js'], description: 'TBD' }] }),
      ["puts something off: 'TBD'", "changes 'gone.js', which does not exist"],
    ],
    [
      'tasks without an executor',
      JSON.stringify({ ...plan, tasks: [{ ...task, executor: undefined }] }),
      ['tasks[0].executor'],
    ],
    ['no tasks', JSON.stringify({ ...plan, tasks: [] }), ['the plan has no task']],
  ];
  test('refuses what is no plan, or breaks its contract, with every problem, and starts nothing', async () => {
    const sample = await sampleWith(withoutPlanner);
    for (const [what, text, problems] of broken) {
      const file = await fileWith(sample, 'plan.yaml', text);
      const said = await sample.slipway('run', 'Change a', '--trust', '--auto', '--plan', file);
      expect(said.exit, what).toBe(2);
      for (const problem of problems) expect(said.err).toContain(problem);
      expect(said.err).toContain('nothing was started');
    }
    expect(await sample.json('list')).toMatchObject({ runs: [] });
    const said = await sample.slipway('run', 'Change a', '--trust', '--plan', 'nowhere.yaml');
    expect([said.exit, said.err]).toEqual([
      2,
      expect.stringMatching(/The plan .*nowhere\.yaml cannot be read/),
    ]);
  });
});
