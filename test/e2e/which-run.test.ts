// Which run is meant where nobody names one: one of the repository a person stands in, and never another's.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { StartingPoint } from '../support/prepared.ts';
import { atMergeGate, atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

interface Two extends Sample {
  /** A repository beside the sample, with the same files and no run. */
  readonly other: string;
}

async function withOther(point: StartingPoint): Promise<Two> {
  const sample = await preparedSample(point);
  samples.push(sample);
  const other = path.join(sample.repository.root, 'other');
  await sample.repository.git('clone', '--quiet', sample.repository.dir, other);
  return { ...sample, other };
}

const commands = [
  ['land'],
  ['merge'],
  ['cancel'],
  ['resume'],
  ['approve'],
  ['answer', '1'],
  ['take', 'one'],
  ['status'],
  ['watch'],
] as const;

describe('in a repository without a run, while another one has some', () => {
  test('every command that would need a name is refused, and nothing happens to the run elsewhere', async () => {
    const sample = await withOther(atMergeGate);
    const before = await sample.json('verify');
    for (const [command, ...words] of commands) {
      const said = await sample.slipway(command, '-C', sample.other, ...words);
      expect([command, said.exit, said.out, said.err]).toEqual([
        command,
        6,
        '',
        `There is no run of the repository at ${sample.other}. ` +
          'Name the run you mean; `slipway list` shows those of every repository.\n',
      ]);
    }
    expect(await sample.json('verify')).toEqual(before);
  });

  test('a name is enough from anywhere', async () => {
    const sample = await withOther(atMergeGate);
    const { run } = await sample.json('status');
    const landed = await sample.decides('land', '-C', sample.other, String(run));
    expect([landed.exit, landed.err]).toEqual([
      0,
      expect.stringContaining('The change is in your repository'),
    ]);
  });

  test('outside of any repository nothing is guessed either', async () => {
    const sample = await withOther(atMergeGate);
    const said = await sample.decides('land', '-C', sample.repository.root);
    expect([said.exit, said.err]).toEqual([
      6,
      expect.stringMatching(/is in no git repository, so it is not/),
    ]);
  });
});

describe('where both have runs', () => {
  test('resume takes up, tells and asks about those of this repository alone', async () => {
    const sample = await withOther(atPlanGate);
    const started = await sample.slipway('run', '-C', sample.other, 'Change a', '--trust', '--json');
    const mine: unknown = JSON.parse(started.out).run;
    const { run: theirs } = await sample.json('status');
    expect(mine).not.toBe(theirs);
    const resumed = await sample.slipway('resume', '-C', sample.other);
    expect([resumed.exit, resumed.out]).toEqual([7, expect.stringContaining(String(mine))]);
    expect(resumed.out + resumed.err).not.toContain(String(theirs));
    expect((await sample.slipway('cancel', '-C', sample.other)).exit).toBe(0);
    expect(await sample.json('status')).toMatchObject({ run: theirs, status: 'waiting' });
    const nothing = await sample.slipway('resume', '-C', sample.other);
    expect([nothing.exit, nothing.err]).toEqual([
      0,
      'No run of this repository waits to be taken up. Runs of other repositories do: `slipway list` shows them.\n',
    ]);
  });

  test('list says which repository each run is of, and takes that name', async () => {
    const sample = await withOther(atPlanGate);
    await sample.slipway('run', '-C', sample.other, 'Change a too', '--trust');
    const { out } = await sample.slipway('list');
    const [head = '', ...rows] = out.trimEnd().split('\n');
    const at = head.indexOf('REPOSITORY');
    expect(rows.map((row) => row.slice(at).split(' ')[0])).toEqual(['other', 'project']);
    expect((await sample.slipway('list', '--repository', 'other')).out).not.toContain('project');
  });
});

test('in the folder of a task that was taken, its run is meant', async () => {
  const sample = await withOther(atMergeGate);
  const folder = (await sample.slipway('open')).out.trim();
  expect(await readdir(folder)).toContain('a.js');
  const { run } = await sample.json('status');
  expect(JSON.parse((await sample.slipway('status', '-C', folder, '--json')).out)).toMatchObject({ run });
});

describe('without a name, in a repository of several runs', () => {
  test('what is asked of a run is asked of the newest that is left, not of one that was cancelled', async () => {
    const sample = await withOther(atMergeGate);
    const { run } = await sample.json('status');
    await sample.slipway('run', 'Say goodbye politely', '--trust', '--until', 'plan');
    const cancelled = (await sample.json('status'))['run'];
    expect(cancelled).not.toBe(run);
    await sample.slipway('cancel', String(cancelled));
    expect((await sample.slipway('approve')).err).toContain(`of run ${String(run)} `);
    expect((await sample.slipway('land')).err).toContain(`of run ${String(run)} `);
    expect((await sample.json('status'))['run']).toBe(cancelled);
  });
});
