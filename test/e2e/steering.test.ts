// What a person does to a run beside saying yes and no: tells, takes, gives, opens, pauses, discards.

import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { StartingPoint } from '../support/prepared.ts';
import { atMergeGate, atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { makeSample, wholeScript } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function sampleWith(options: SampleOptions = {}): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

async function prepared(point: StartingPoint): Promise<Sample> {
  const sample = await preparedSample(point);
  samples.push(sample);
  return sample;
}

/** The implementer can never do it, so that the run stops in the middle of its work. */
const helpless = {
  script: `- role: implementer
  do:
    - fail: { exit: 3 }
${wholeScript}`,
  config: 'retries: { transient: 0 }\n',
};

async function stuck(): Promise<Sample> {
  const sample = await sampleWith(helpless);
  const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
  expect([said.exit, said.out]).toEqual([5, expect.stringContaining('blocked: a task used up its attempts')]);
  return sample;
}

describe('a person', () => {
  test('stops at the plan with --until plan, and tells the agents something', async () => {
    const sample = await sampleWith();
    const said = await sample.slipway('run', 'Change a', '--trust', '--until', 'plan');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
    const wrong = await sample.slipway('run', 'Change b', '--trust', '--until', 'merge');
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('--until knows one place')]);
    const mute = await sample.slipway('tell');
    expect([mute.exit, mute.err]).toEqual([2, expect.stringContaining('slipway tell "..."')]);
    const told = await sample.slipway('tell', 'Mind the dates');
    expect([told.exit, told.err]).toEqual([0, expect.stringMatching(/Told\.[\s\S]*Next: slipway/)]);
    const nobody = await sample.slipway('tell', 'x', '--task', 'nobody');
    expect([nobody.exit, nobody.err]).toEqual([6, expect.stringContaining('has no tasks yet')]);
    expect((await sample.decides('approve')).exit).toBe(7);
    expect(await sample.json('show')).toMatchObject({ status: 'waiting' });
  });

  test('takes a task the agents gave up on, works on it, and gives it back', async () => {
    const sample = await stuck();
    const nobody = await sample.slipway('take', 'nobody');
    expect([nobody.exit, nobody.err]).toEqual([6, expect.stringContaining('its tasks are one')]);
    const taken = await sample.slipway('take', 'one');
    expect(taken.exit).toBe(0);
    const folder = taken.out.trim();
    expect(await readFile(path.join(folder, 'a.js'), 'utf8')).toContain('a = 1');
    expect((await sample.slipway('open', '--task', 'one')).out.trim()).toBe(folder);
    const status = await sample.slipway('status');
    expect(status.out).toContain('in the hands of a person');
    expect(status.out).toMatch(
      /waiting for task one, which a person took since .*: `slipway give r-\w+ one`/is,
    );
    const explained = await sample.slipway('explain');
    expect(explained.out).toMatch(/A person, who took task one\.[\s\S]*slipway give r-\w+ one --drop/);

    const empty = await sample.slipway('give', 'one');
    expect([empty.exit, empty.err]).toEqual([6, expect.stringContaining('is yours still')]);
    await writeFile(path.join(folder, 'elsewhere.js'), 'export const b = 1;\n');
    const outside = await sample.slipway('give', 'one');
    expect([outside.exit, outside.err]).toEqual([6, expect.stringContaining('elsewhere.js')]);
    await rm(path.join(folder, 'elsewhere.js'));
    await writeFile(path.join(folder, 'a.js'), 'export const a = 2;\n');
    const given = await sample.slipway('give', 'one');
    expect([given.exit, given.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    expect((await sample.decides('land')).exit).toBe(0);
  });

  test('opens the tree of a run as it is now, without touching it', async () => {
    const sample = await prepared(atMergeGate);
    const folder = (await sample.slipway('open')).out.trim();
    expect(await readFile(path.join(folder, 'a.js'), 'utf8')).toBe('export const a = 2;\n');
    expect((await sample.slipway('open')).out.trim()).toBe(folder);
    const closed = await sample.slipway('open', '--task', 'one');
    expect([closed.exit, closed.err]).toEqual([6, expect.stringContaining('is not handed out')]);
  });

  test('pauses a run at its gate, and lets it go on', async () => {
    const sample = await prepared(atPlanGate);
    const paused = await sample.slipway('pause');
    expect([paused.exit, paused.out]).toEqual([0, expect.stringContaining('paused by a person')]);
    expect((await sample.slipway('pause')).exit).toBe(6);
    expect((await sample.slipway('resume')).exit).toBe(7);
  });

  test('cancels a run and takes back what it published', async () => {
    const sample = await prepared(atMergeGate);
    const kept = await sample.slipway('cancel');
    expect(kept.exit).toBe(0);
    expect(kept.out).toContain('pull request  #1');
    expect(kept.err).toMatch(/slipway cancel \S+ --discard +close its pull request and delete its branch/);
    const discarded = await sample.slipway('cancel', '--discard');
    expect([discarded.exit, discarded.err]).toEqual([
      0,
      expect.stringContaining('the pull request is closed and the branch deleted'),
    ]);
    expect(discarded.out).not.toContain('#1');
    expect(discarded.err).not.toContain('--discard');
    expect((await sample.slipway('show', 'pr')).out).toContain('closed');
    expect((await sample.slipway('cancel', '--discard')).exit).toBe(6);
  });
});
