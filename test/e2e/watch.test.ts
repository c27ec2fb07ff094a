// A run that somebody looks at while another process moves it, and what reaches a person who looks elsewhere.

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { command as run } from '../../src/cli/commands/run.ts';
import { personAt } from '../support/person.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry, whenFile } from '../support/sample.ts';
import { waitingWork, watched } from '../support/watched.ts';

const [bell, escape] = ['\u0007', '\u001B'];
const folders: string[] = [];
const samples: Sample[] = [];

async function sampleWith(options: SampleOptions): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

async function signalsFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-signals-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const sample of samples.splice(0)) await sample.remove();
});

const edit = { type: 'tool_use', name: 'Edit', input: { file_path: 'a.js' } };
const lines = [
  { type: 'system', subtype: 'init', session_id: 's' },
  {
    type: 'assistant',
    session_id: 's',
    message: { content: [{ type: 'text', text: 'I change it.' }, edit] },
  },
].map((line) => JSON.stringify(line));

/** An implementer that prints as claude does, and then waits. */
async function atWork(): Promise<{ readonly sample: Sample; readonly signals: string }> {
  const signals = await signalsFolder();
  const work = waitingWork(signals, `stream: ${JSON.stringify({ lines })}`);
  return {
    sample: await sampleWith({ script: [analysisEntry, planEntry, work, reviewEntry].join('\n') }),
    signals,
  };
}

/** And as they were printed with --raw and in JSON. */
async function logsAreInWords(sample: Sample): Promise<void> {
  const { out } = await sample.slipway('logs', '--task', 'one');
  expect(out).toContain('\nI change it.\nedits a.js\n');
  expect(out).not.toContain('session_id');
  const raw = await sample.slipway('logs', '--task', 'one', '--raw');
  expect(raw.out).toContain(`\n${lines.join('\n')}\n`);
  expect(await sample.json('logs', '--task', 'one')).toMatchObject({
    entries: [{ text: expect.stringContaining(lines[1] ?? '') }, {}],
  });
}

describe('watch and logs', () => {
  test('tell what happens and what agents say in words, and end as the run does, whoever stops looking before', async () => {
    const { sample, signals } = await atWork();
    const running = sample.start('run', '--auto', '--trust', 'Change a to two');
    await whenFile(path.join(signals, 'at-work'));
    const [first, second] = [watched(sample.start('watch')), watched(sample.start('watch'))];
    await Promise.all([first, second].map((one) => one.saw('  one | edits a.js\n')));
    expect(first.err()).toContain('implementation: task one, attempt 1 began\n  one | I change it.\n');
    first.child.kill('SIGINT');
    expect((await first.ended).exit).toBe(130);
    expect(first.err()).toContain('Stopped watching. Run r-');
    writeFileSync(path.join(signals, 'go-on'), '');
    const [seen, moved] = await Promise.all([second.ended, running.ended]);
    expect([seen.exit, moved.exit]).toEqual([7, 7]);
    expect(seen.out).toMatch(/^r-\w+ waiting: the merge gate\n/);
    const words = seen.err.indexOf('  one | last words\n');
    expect(words).toBeGreaterThan(0);
    expect(words).toBeLessThan(seen.err.indexOf('task one delivered 1 file'));
    expect(seen.err.match(/edits a\.js/g)).toHaveLength(1);
    expect(seen.err).not.toContain('session_id');
    expect(seen.err).not.toContain(bell);
    const later = await sample.slipway('watch');
    expect([later.exit, later.out]).toEqual([7, expect.stringMatching(/waiting: the merge gate/)]);
    expect(later.err).not.toContain('last words');
    expect(JSON.parse((await sample.slipway('watch', '--json')).out)).toMatchObject({ status: 'waiting' });
    await logsAreInWords(sample);
  });

  test('of a run whose process was killed say how to go on', async () => {
    const { sample, signals } = await atWork();
    const running = sample.start('run', '--auto', '--trust', 'Change a to two');
    await whenFile(path.join(signals, 'at-work'));
    const watching = watched(sample.start('watch'));
    await watching.saw('  one | edits a.js\n');
    running.child.kill('SIGKILL');
    await running.ended;
    const { exit, out, err } = await watching.ended;
    expect([exit, out]).toEqual([0, expect.stringMatching(/^r-\w+ interrupted\n/)]);
    expect(err).toContain('No process works on this run now: `slipway resume r-');
    // Which is true, and ends the agent that was left behind.
    writeFileSync(path.join(signals, 'go-on'), '');
    expect((await sample.slipway('resume')).exit).toBe(7);
  });
});

describe('a run that waits for a quota', () => {
  const program = path.resolve(import.meta.dirname, '../fixtures/acp-agent.mjs');
  const steps = [{ error: { code: 1, message: 'You have reached your usage limit.' } }];
  const command = JSON.stringify(['node', program, JSON.stringify({ steps })]);
  const config = [
    `  q: { type: acp, command: ${command} }`,
    'roles: { default: s, planner: q }',
    'limits: { quotaWait: 30m }',
    '',
  ].join('\n');

  test('says until when, whose quota it is and how long that still is', async () => {
    const sample = await sampleWith({ config });
    const running = watched(sample.start('run', '--auto', '--trust', '--level', 'open', 'Change a to two'));
    await running.saw('planning: waits for the quota and tries again in 30 min');
    const countdown = /the planner waits for the quota of q until [\d: -]+, (29|30) min left/i;
    const watching = watched(sample.start('watch'));
    await watching.saw('min left');
    expect(watching.err()).toMatch(countdown);
    watching.child.kill('SIGINT');
    await watching.ended;
    const status = await sample.slipway('status');
    expect(status.out).toMatch(countdown);
    expect(status.out).toMatch(/^Waiting: the planner waits/m);
    expect((await sample.slipway('explain')).out).toMatch(countdown);
    expect(await sample.json('status')).toMatchObject({ waits: [{ reason: 'quota', agent: 'q' }] });
    running.child.kill('SIGINT');
    expect((await running.ended).exit).toBe(130);
    expect((await sample.slipway('status')).out).toMatch(
      /no process works on this run now: `slipway resume r-/,
    );
  });
});

test('a person at a terminal is rung for once at a gate, with a notice', async () => {
  const sample = await sampleWith({});
  const person = personAt(sample, ['a'], true);
  expect(await person.types(run, ['Change a'], { trust: true })).toBe(7);
  const notices = person
    .err()
    .split(`${escape}]9;`)
    .slice(1)
    .map((text) => text.split(`${bell}${bell}`)[0]);
  expect(notices).toHaveLength(2);
  expect(notices[0]).toMatch(/waits for you: the plan gate of r-\w+ \(Change a\)/);
  expect(notices[1]).toMatch(/waits for you: the merge gate of r-\w+ \(Change a\)/);
});
