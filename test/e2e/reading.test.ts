// The commands that look, called as a person calls them, on homes that real runs made.

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlite } from '../support/journal-home.ts';
import { makeManyRuns } from '../support/many-runs.ts';
import type { StartingPoint } from '../support/prepared.ts';
import { preparedSample } from '../support/prepared.ts';
import { bareFolder } from '../support/programs.ts';
import { makeRepository } from '../support/repository.ts';
import type { Sample } from '../support/sample.ts';
import {
  analysisEntry,
  makeSample,
  planEntry,
  reviewEntry,
  sampleIn,
  startIn,
  whenFile,
} from '../support/sample.ts';
import { waitingWork, watched } from '../support/watched.ts';

const made: Sample[] = [];

async function fresh(...args: Parameters<typeof makeSample>): Promise<Sample> {
  const sample = await makeSample(...args);
  made.push(sample);
  return sample;
}

afterEach(async () => {
  for (const sample of made.splice(0)) await sample.remove();
});

const changed: StartingPoint = {
  after: [{ command: ['run', '--auto', '--trust', 'Change a to two'], exit: 7 }],
};

describe('a run that waits at its merge gate', () => {
  let sample: Sample;
  let run: string;

  beforeAll(async () => {
    sample = await preparedSample(changed);
    const { runs } = await sample.json('list');
    run = idIn(runs);
  });
  afterAll(() => sample.remove());

  test('[C9] is decided once more to the same journal', async () => {
    const { exit, out, err } = await sample.slipway('replay');
    expect(exit, out + err).toBe(0);
    expect(out).toMatch(
      new RegExp(`^same +run ${run}: \\d+ events, \\d+ decisions taken again, head [0-9a-f]+\\n$`),
    );
    expect(err).toBe('');
    expect(await sample.json('replay', run)).toMatchObject({ run, same: true, taken: 0 });
  });

  test('is listed, with its status and title, and the next command on stderr', async () => {
    const { exit, out, err } = await sample.slipway('list');
    expect(exit).toBe(0);
    expect(out).toMatch(
      new RegExp(`^RUN +STATUS.*\\n${run} +waiting +merge +1/1 +4\\? .*Change a to two\\n$`),
    );
    expect(err).toContain(`Next: slipway diff ${run}`);
  });

  test('is listed for the repository it belongs to and for no other', async () => {
    const here = await sample.json('list', '--repository', 'here');
    expect(here).toMatchObject({ total: 1 });
    expect(await sample.json('list', '--repository', 'another')).toMatchObject({ runs: [], total: 0 });
  });

  test('has a status in words and as data', async () => {
    const { out, exit } = await sample.slipway('status');
    expect(exit).toBe(0);
    expect(out).toMatch(/^Waiting at the merge gate since \d+ m?s: `slipway land /m);
    expect(out).toContain('integrated  Change a');
    const data = await sample.json('status', run);
    expect(data).toMatchObject({ run, status: 'waiting', stage: 'merge', pullRequest: 1, owned: false });
    expect(data['sentence']).toContain('waiting at the merge gate');
    expect(data['spend']).toMatchObject({ launches: 4, launchesWithoutUsd: 4 });
  });

  test('took as long as it took, whenever somebody watches it', async () => {
    const { updatedAt } = await sample.json('status');
    expect(updatedAt).toBeTypeOf('number');
    expect(await sample.json('watch')).toMatchObject({ updatedAt });
  });

  test('is found by the beginning of its id and by its ticket', async () => {
    expect(await sample.json('status', run.slice(0, 5))).toMatchObject({ run });
    const { ticket } = await sample.json('status');
    expect(await sample.json('status', String(ticket))).toMatchObject({ run });
  });

  test('shows its parts', async () => {
    const { out } = await sample.slipway('show');
    expect(out).toContain('Change a [a.js]');
    expect(out).toContain('whole change: pass by the reviewer');
    expect((await sample.slipway('show', 'plan')).out).toContain('## Task one: Change a');
    expect((await sample.slipway('show', run, 'analysis')).out).toContain('The constant lives in a.js');
    expect((await sample.slipway('show', 'ticket')).out).toContain('Change a to two');
    expect((await sample.slipway('show', 'review')).out).toContain('# Verdict: pass');
    expect((await sample.slipway('show', 'evidence')).out).toMatch(
      /whole change +test +PASS +1 passed, 0 failed/,
    );
    expect((await sample.slipway('show', 'gate')).out).toContain('the merge gate');
    const pullRequest = await sample.slipway('show', 'pr');
    expect(pullRequest.out).toMatch(/^#1 .*Change a to two\nopen, /);
    expect(pullRequest.out).toMatch(/slipway \/ test +success/);
    expect(await sample.json('show', 'pr')).toMatchObject({ part: 'pr', pullRequest: { number: 1 } });
  });

  test('refuses a part it does not have, and one that does not exist', async () => {
    const none = await sample.slipway('show', 'design');
    expect(none).toMatchObject({ exit: 6, out: '' });
    expect(none.err).toContain('has no design now. It has ticket, analysis, plan');
    expect((await sample.slipway('show', run, 'soul')).exit).toBe(2);
    const neither = await sample.slipway('show', 'soul');
    expect([neither.exit, neither.err]).toEqual([
      6,
      expect.stringMatching(
        /There is no run 'soul'.*It is no part either; the parts are ticket, analysis, .* and \w+\./,
      ),
    ]);
  });

  test('has a diff that git applies', async () => {
    const { out, exit } = await sample.slipway('diff');
    expect(exit).toBe(0);
    expect(out).toContain('-export const a = 1;\n+export const a = 2;\n');
    await sample.repository.write('../change.patch', out);
    await sample.repository.git('apply', '--check', '../change.patch');
    expect((await sample.slipway('diff', '--stat')).out).toBe(' a.js  +1  -1\n 1 file, +1 -1\n');
    expect((await sample.slipway('diff', '--task', 'one')).out).toBe(out);
    expect((await sample.slipway('diff', '--task', 'two')).exit).toBe(6);
  });

  test('has logs in order, by task and by check', async () => {
    const { out } = await sample.slipway('logs');
    const headings = out.split('\n').filter((line) => line.startsWith('== '));
    expect(headings.map((line) => line.slice(12).replace(/ after .*/, ''))).toEqual([
      'check test of the base commit: PASS',
      'asking the investigator, by s, done',
      'asking the planner, by s, done',
      'attempt 1 at task one, by s, done',
      'check test of task one: PASS',
      'check test of the whole change: PASS, not run again',
      'asking the reviewer, by s, done',
    ]);
    expect((await sample.slipway('logs', '--check', 'test')).out).toMatch(/^(?:#|ℹ) pass 1$/m); // by the Node it runs on
    expect((await sample.slipway('logs', '--task', 'one', '--follow')).out).toContain(
      'attempt 1 at task one',
    );
    expect((await sample.slipway('logs', '--task', 'nope')).exit).toBe(6);
    expect((await sample.slipway('logs', '--follow', '--json')).exit).toBe(2);
    expect(await sample.json('logs')).toMatchObject({ run });
  });

  test('is in the inbox, and waiting for a gate ends at once', async () => {
    const { out, exit } = await sample.slipway('gates');
    expect(exit).toBe(0);
    expect(out).toContain(`slipway land ${run}`);
    const waited = await sample.slipway('gates', '--wait', '--json');
    expect(waited.exit).toBe(0);
    expect(JSON.parse(waited.out)).toMatchObject({ gates: [{ run, kind: 'merge' }] });
  });

  test('explains itself, and each of its events', async () => {
    const { out, exit } = await sample.slipway('explain');
    expect(exit).toBe(0);
    expect(out).toContain('✓ the forge says this head can be merged');
    expect(out).toContain('✗ the merge of this head is ordered');
    const first = await sample.slipway('explain', run, '--event', '1');
    expect(first.out).toContain('event 1: run.started');
    expect((await sample.slipway('explain', '--event', '100000')).exit).toBe(2);
  });

  test('verifies, down to every text its events name', async () => {
    const { out, exit } = await sample.slipway('verify', '--all');
    expect(exit).toBe(0);
    expect(out).toMatch(
      new RegExp(
        `^ok +home .*\\nok +repository/.*\\nok +run/${run} +\\d+ events, \\d+ texts, head [0-9a-f]{12}\\n$`,
      ),
    );
  });

  test('whose command fails is told as JSON too, where that was asked for', async () => {
    const sample = await fresh();
    for (const [exit, code, ...words] of [
      ['refused', 6, 'status', 'r-nobody'],
      ['usage', 2, 'lst'],
      ['usage', 2, 'status', '--colour'],
      ['missing', 4, 'run', 'x', '-C', sample.repository.root],
    ] as const) {
      const said = await sample.slipway(...words, '--json');
      expect([words, said.exit]).toEqual([words, code]);
      expect(JSON.parse(said.out)).toEqual({ error: { message: said.err.trimEnd(), exit, code } });
    }
  });

  test('is refused by a word that names nothing', async () => {
    const { exit, err, out } = await sample.slipway('status', 'r-nothing');
    expect({ exit, out }).toEqual({ exit: 6, out: '' });
    expect(err).toBe("There is no run 'r-nothing' in this home. `slipway list` shows the runs there are.\n");
  });
});

describe('damage', () => {
  let sample: Sample;
  let run: string;
  const whole = (): string => path.join(sample.repository.root, 'whole');

  beforeAll(async () => {
    sample = await preparedSample(changed);
    run = idIn((await sample.json('list'))['runs']);
    cpSync(sample.home, whole(), { recursive: true });
  });
  beforeEach(() => {
    rmSync(sample.home, { recursive: true });
    cpSync(whole(), sample.home, { recursive: true });
  });
  afterAll(() => sample.remove());

  test('[C9] in an event is found where the run is decided once more, and nothing behind it is compared', async () => {
    const driver = await sqlite();
    const connection = driver.open(path.join(sample.home, 'slipway.db'), { readOnly: false });
    connection.exec(
      `update event set body = replace(body, 'TRIVIAL', 'SMALLER') where stream = 'run/${run}'`,
    );
    connection.close();
    const { exit, out, err } = await sample.slipway('replay', run);
    expect(exit, out + err).toBe(6);
    expect(out + err).toMatch(/event \d+/);
  });

  test('in an event is named by its number; the others can still be read', async () => {
    const driver = await sqlite();
    const connection = driver.open(path.join(sample.home, 'slipway.db'), { readOnly: false });
    connection.exec(
      `update event set body = replace(body, 'TRIVIAL', 'SMALLER') where stream = 'run/${run}'`,
    );
    const seq = Number(
      connection.prepare(`select min(seq) as seq from event where body like '%SMALLER%'`).get()?.['seq'],
    );
    connection.close();
    const { exit, out } = await sample.slipway('verify', run);
    expect(exit).toBe(6);
    expect(out).toBe(
      `damaged  run/${run}  event ${seq}: its content does not match its hash: it was changed after it was written\n`,
    );
    expect((await sample.slipway('verify', '--all')).out).toMatch(/^ok +home/);
  });

  test('of one byte in the file is found', async () => {
    flipByteIn(path.join(sample.home, 'slipway.db'), 'no check failed');
    const { exit, out } = await sample.slipway('verify', run, '--json');
    expect(exit).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ ok: false, streams: [{ stream: `run/${run}` }] });
  });

  test('of a text is named by the event that names it', async () => {
    const { plan } = await sample.json('show', 'plan');
    const hash = blobIn(plan).slice('sha256:'.length);
    writeFileSync(path.join(sample.home, 'blobs', hash.slice(0, 2), hash.slice(2)), 'another plan');
    const { exit, out } = await sample.slipway('verify');
    expect(exit).toBe(6);
    expect(out).toMatch(/event \d+: the text it names \(sha256:[0-9a-f]{64}\) is no longer what it was\n$/);
    expect((await sample.slipway('show', 'plan')).out).toContain('is gone; `slipway verify` says more');
  });
});

describe('a home', () => {
  test('without a journal says how to start, and is not made by looking', async () => {
    const sample = await fresh();
    const { exit, out, err } = await sample.slipway('list');
    expect({ exit, out }).toEqual({ exit: 0, out: '' });
    expect(err).toContain('slipway run "what you want"');
    expect(await sample.json('list')).toEqual({ runs: [], total: 0, owned: false });
    expect((await sample.slipway('gates')).exit).toBe(0);
    expect((await sample.slipway('verify', '--all')).exit).toBe(0);
    expect((await sample.slipway('doctor')).exit).toBe(0);
    for (const command of ['status', 'show', 'diff', 'logs', 'explain', 'verify']) {
      const said = await sample.slipway(command);
      expect(said, command).toMatchObject({ exit: 6, out: '' });
      expect(said.err).toContain('There is no run yet');
    }
    expect(existsSync(sample.home)).toBe(false);
  });

  test('that cannot be looked at is not one without runs: every command ends with 4 and says why', async () => {
    const sample = await fresh();
    writeFileSync(path.join(sample.repository.root, 'file'), '');
    const env = { ...sample.env, SLIPWAY_HOME: path.join(sample.repository.root, 'file', 'home') };
    for (const command of ['list', 'gates', 'status', 'land']) {
      const said = await startIn(sample.repository.dir, env, [command]).ended;
      expect([command, said.exit, said.out]).toEqual([command, 4, '']);
      expect(said.err).toContain('ENOTDIR');
    }
  });

  test('that the system refuses to make ends with 4 and a sentence, at once', async () => {
    const sample = await fresh();
    const env = { ...sample.env, SLIPWAY_HOME: '/proc/nowhere/home' };
    const said = await startIn(sample.repository.dir, env, ['run', 'Change a', '--trust', '--auto']).ended;
    expect([said.exit, said.err]).toEqual([
      4,
      expect.stringContaining('Slipway cannot write to its home /proc/nowhere/home'),
    ]);
  });

  test('of a newer version is left alone, and says so; it is read where its tables can be', async () => {
    const sample = await fresh();
    await makeManyRuns(sample.home, 1);
    const driver = await sqlite();
    const connection = driver.open(path.join(sample.home, 'slipway.db'), { readOnly: false });
    connection.exec('pragma user_version = 99');
    expect((await sample.slipway('list')).exit).toBe(0);
    const refused = await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect([refused.exit, refused.err]).toEqual([4, expect.stringContaining('can read it')]);
    connection.exec("update meta set value = 99 where key = 'readable-from'");
    connection.close();
    const { exit, err } = await sample.slipway('list');
    expect(exit).toBe(4);
    expect(err).toContain('because a newer Slipway has used it');
    const doctor = await sample.slipway('doctor');
    expect(doctor.exit).toBe(4);
    expect(doctor.out).toMatch(/fail +journal +not usable/);
  });

  test('with two runs that begin alike asks for more of the id', async () => {
    const sample = await fresh();
    await makeManyRuns(sample.home, 12);
    const { exit, err } = await sample.slipway('status', 'r-00001');
    expect(exit).toBe(2);
    expect(err).toBe("'r-00001' could be r-000011 or r-000010. Give more of the id.\n");
    expect(await sample.json('status', 'r-000011')).toMatchObject({ run: 'r-000011' });
  });

  test('with many runs is listed in part, and says how many more there are', async () => {
    const sample = await fresh();
    await makeManyRuns(sample.home, 60);
    const { out, err } = await sample.slipway('list');
    expect(out.trimEnd().split('\n')).toHaveLength(1 + 30 + 10);
    expect(err).toContain('20 more have ended: `slipway list --all`');
    expect((await sample.slipway('list', '--all')).out.trimEnd().split('\n')).toHaveLength(61);
  });

  test('that cannot be written is said by doctor', async () => {
    const sample = await fresh();
    writeFileSync(path.join(sample.repository.root, 'file'), '');
    const blocked = path.join(sample.repository.root, 'file', 'home');
    const there = await sampleIn(await makeRepository({ 'a.js': '' }), { SLIPWAY_HOME: blocked });
    made.push(there);
    const { exit, out } = await there.slipway('doctor');
    expect(exit).toBe(4);
    expect(out).toMatch(/fail +home .* cannot be written/);
  });
});

describe('logs --follow', () => {
  test('prints a transcript while it grows, no line twice, and ends when the run rests', async () => {
    const signals = await mkdtemp(path.join(tmpdir(), 'slipway-signals-'));
    const script = [analysisEntry, planEntry, waitingWork(signals), reviewEntry].join('\n');
    const sample = await fresh({ script });
    const running = sample.start('run', '--auto', '--trust', 'Change a to two');
    await whenFile(path.join(signals, 'at-work'));
    const following = watched(sample.start('logs', '--follow'));
    await following.saw('first words');
    expect(following.out()).not.toContain('last words');
    writeFileSync(path.join(signals, 'go-on'), '');
    expect((await following.ended).exit).toBe(0);
    expect((await running.ended).exit).toBe(7);
    expect(following.out().match(/first words/g)).toHaveLength(1);
    expect(following.out().match(/last words/g)).toHaveLength(1);
    expect(following.out()).toMatch(/attempt 1 at task one, by s, done after/);
    await rm(signals, { recursive: true });
  });

  test('of a run whose process was killed ends by itself and says how to go on', async () => {
    const signals = await mkdtemp(path.join(tmpdir(), 'slipway-signals-'));
    const script = [analysisEntry, planEntry, waitingWork(signals), reviewEntry].join('\n');
    const sample = await fresh({ script });
    const running = sample.start('run', '--auto', '--trust', 'Change a to two');
    await whenFile(path.join(signals, 'at-work'));
    const told = (): boolean => sample.filesWith('first words').some((file) => file.includes('transcripts'));
    await expect.poll(told, { timeout: 30_000 }).toBe(true);
    running.child.kill('SIGKILL');
    await running.ended;
    const { exit, out, err } = await sample.slipway('logs', '--follow');
    expect(exit).toBe(0);
    expect(out).toContain('first words');
    expect(err).toContain('No process works on this run now: `slipway resume r-');
    const status = await sample.slipway('status');
    expect(status.out).toContain('no process works on it now');
    // Whoever comes next ends the agent that was left behind.
    expect((await sample.slipway('cancel')).exit).toBe(0);
    await rm(signals, { recursive: true });
  });
});

test('doctor warns of a check whose program is not there, also one that nobody knows', async () => {
  const repository = await makeRepository({ 'slipway.yaml': 'checks: { test: nosuchtest --all }\n' });
  const sample = await sampleIn(repository);
  made.push(sample);
  const { out } = await sample.slipway('doctor');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    "check 'test' needs nosuchtest, which is not there. Install it, or name another command under `checks`",
  );
});

describe('init', () => {
  test('writes a configuration that doctor takes, and never overwrites one', async () => {
    const repository = await makeRepository({
      'package.json': '{"scripts":{"test":"node --test"}}',
      'a.js': '',
    });
    const sample = await sampleIn(repository, { PATH: await bareFolder(repository.root) });
    made.push(sample);
    const { exit, out, err } = await sample.slipway('init');
    expect({ exit, out }).toEqual({ exit: 0, out: 'slipway.yaml\n' });
    expect(err).toContain('Checks found: test.');
    // What is hinted at works from here: there is a slipway.yaml now.
    expect(err).not.toContain('--scripted');
    const text = readFileSync(path.join(repository.dir, 'slipway.yaml'), 'utf8');
    expect(text).toContain('command: "npm test --silent"');
    const again = await sample.slipway('init', '--scripted');
    expect(again.exit).toBe(6);
    expect(again.err).toContain('There is a slipway.yaml already');
    expect(existsSync(path.join(repository.dir, 'slipway-script.yaml'))).toBe(false);
    expect(readFileSync(path.join(repository.dir, 'slipway.yaml'), 'utf8')).toBe(text);
    const ran = await sample.slipway('run', 'Change a');
    expect([ran.exit, ran.err]).toEqual([4, expect.stringContaining('No agent is configured')]);
    const doctor = await sample.slipway('doctor');
    expect(doctor.exit).toBe(4);
    expect(doctor.out).toMatch(/ok +config +slipway.yaml/);
    expect(doctor.out).toMatch(/fail +agents +none configured/);
  });

  test('with --scripted makes a run work at once', async () => {
    const repository = await makeRepository({
      'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
      'a.test.js': "import test from 'node:test';\ntest('a', () => {});\n",
    });
    const sample = await sampleIn(repository);
    made.push(sample);
    const { exit, out } = await sample.slipway('init', '--scripted');
    expect({ exit, out }).toEqual({ exit: 0, out: 'slipway.yaml\nslipway-script.yaml\n' });
    expect((await sample.slipway('doctor')).exit).toBe(0);
    const ran = await sample.slipway('run', '--auto', '--trust', 'Try it out');
    expect(ran.exit, ran.err).toBe(7);
    expect((await sample.slipway('diff', '--stat')).out).toContain('SLIPWAY-REHEARSAL.md');
  });

  test('outside a repository says so', async () => {
    const sample = await fresh();
    const { exit, err } = await sample.slipway('init', '-C', '/');
    expect(exit).toBe(6);
    expect(err).toContain('is not in a git repository');
  });
});

function idIn(runs: unknown): string {
  const [first]: readonly { readonly run: string }[] = JSON.parse(JSON.stringify(runs));
  return first?.run ?? '';
}

function blobIn(plan: unknown): string {
  const { blob }: { readonly blob: string } = JSON.parse(JSON.stringify(plan));
  return blob;
}

/** Turns one bit of the first place where the text stands. */
function flipByteIn(file: string, text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
