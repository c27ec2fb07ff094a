// [D5] What is said about a pull request, through the whole program: pasted by a person, sorted by a scripted dispatcher, mended by a
// scripted implementer, merged.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

import type { Sample } from '../support/sample.ts';
import { makeSample, wholeScript } from '../support/sample.ts';

const samples: Sample[] = [];
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

const sorts = (id: string, kind: string): string => `- role: dispatcher
  do:
    - answer:
        type: sorted
        remarks:
          - { id: ${id}, class: ${kind}, severity: medium, outside: false, why: It was asked for. }
`;

const mends = `- role: implementer
  round: 2
  do:
    - write: { path: a.js, text: "export const a = 3; // as Ann asked\\n" }
    - answer: { type: work, status: done, summary: Mended. }
`;

async function waiting(script: string): Promise<Sample> {
  const sample = await makeSample({ script: `${script}${wholeScript}` });
  samples.push(sample);
  const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
  expect([said.exit, said.err]).toEqual([7, expect.stringContaining('merge')]);
  return sample;
}

describe('what is said about a pull request elsewhere', () => {
  test('is mended by the task it is about, on the same pull request, and then merged', async () => {
    const sample = await waiting(sorts('pasted-1', 'bug_fix') + mends);
    const file = path.join(sample.repository.dir, '..', 'review.txt');
    await writeFile(file, 'Ann: a should be 3.\n');
    const said = await sample.slipway('triage', '--file', file);
    expect([said.exit, said.err]).toEqual([7, expect.stringContaining('merge')]);
    const diff = await sample.slipway('diff');
    expect(diff.out).toContain('as Ann asked');
    expect((await sample.decides('land')).exit).toBe(0);
    expect(await sample.json('show')).toMatchObject({ status: 'completed' });
  });

  test('is put to the person where it asks for another design, and a no leaves the change as it is', async () => {
    const sample = await waiting(sorts('pasted-1', 'architecture'));
    const said = await sample.slipway('triage', 'Use another database');
    expect([said.exit, said.out + said.err]).toEqual([
      7,
      expect.stringContaining('said on the pull request'),
    ]);
    const before = (await sample.slipway('diff')).out;
    expect((await sample.decides('reject')).exit).toBe(7);
    expect((await sample.slipway('diff')).out).toBe(before);
    expect((await sample.decides('land')).exit).toBe(0);
  });

  test('is refused with a sentence where there is nothing to say it about', async () => {
    const sample = await makeSample();
    samples.push(sample);
    const mute = await sample.slipway('triage');
    expect([mute.exit, mute.err]).toEqual([2, expect.stringContaining('Paste what was said')]);
    await sample.slipway('run', 'Change a', '--trust', '--until', 'plan');
    const early = await sample.slipway('triage', 'Shorter');
    expect([early.exit, early.err]).toEqual([6, expect.stringContaining('pull request')]);
    const lost = await sample.slipway('triage', '--file', 'nowhere.txt');
    expect([lost.exit, lost.err]).toEqual([2, expect.stringContaining('nowhere.txt')]);
  });
});
