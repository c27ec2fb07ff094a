// An agent that deletes what others use, in a task that nobody marked: code sees it, and nothing but a person lets it pass.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, reviewEntry, smallPlan, smallTask } from '../support/sample.ts';

let sample: Sample;
beforeAll(async () => {
  const plan = { ...smallPlan, tasks: [{ ...smallTask, files: ['a.js', 'rates.js'] }] };
  sample = await makeSample({
    files: {
      'rates.js': 'export const rate = 3;\n',
      'report.js': "import { rate } from './rates.js';\nexport const report = rate;\n",
    },
    config: 'rounds: { bug: 0 }\n',
    script: [
      analysisEntry,
      `- role: planner\n  do: [{ answer: ${JSON.stringify(plan)} }]`,
      `- role: implementer\n  do: ${JSON.stringify([
        { write: { path: 'a.js', text: 'export const a = 2;\n' } },
        { delete: 'rates.js' },
        { answer: { type: 'work', status: 'done', summary: 'Changed it.' } },
      ])}`,
      reviewEntry,
    ].join('\n'),
  });
});
afterAll(() => sample.remove());

test(
  'a used file that is deleted unmarked waits for a person; a no blocks the run, a yes is told in the pull request',
  { timeout: 120_000 },
  async () => {
    const gate = 'waiting: the leave for what the change destroys';
    const asked = await sample.slipway('run', 'Change a to two', '--auto', '--trust');
    expect([asked.exit, asked.out]).toEqual([7, expect.stringContaining(gate)]);
    expect(asked.err).toContain('the change destroys something: 1 finding (a file is deleted in rates.js');

    const shown = await sample.slipway('show', 'gate');
    expect(shown.out).toContain('`rates.js` (file-deleted): It is deleted, and `report.js:1` uses it');

    const no = await sample.decides('reject');
    expect(no.out).toContain('blocked: a person said no at a gate');
    const again = await sample.slipway('retry', '--comment', 'It is meant to go');
    expect([again.exit, again.out]).toEqual([7, expect.stringContaining(gate)]);

    const yes = await sample.decides('approve');
    expect([yes.exit, yes.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    const { out } = await sample.slipway('show', 'pr');
    expect(out).toContain('**A person let this pass.** The change destroys something:');
    expect(out).toContain('`rates.js` (file-deleted)');
  },
);
