// The engine outlives its terminals: they come and go, are closed and stopped, and what they ordered goes on, once.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { desk, engineOf, enginesIn, interrupt, until } from '../support/desk.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { startIn } from '../support/sample.ts';
import type { Terminal } from '../support/terminal.ts';
import { commandIn } from '../support/terminal.ts';
import { watched } from '../support/watched.ts';

const { atWork, folder, keep, sample: sampleWith, typed } = desk();

function start(sample: Sample, title = 'Change a'): Terminal {
  return typed(sample, 'run', title, '--auto', '--trust');
}

/** A run that nobody has decided about yet, and no engine. */
async function waiting(env: Readonly<Record<string, string>> = {}): Promise<Sample> {
  return keep(await preparedSample({ ...atPlanGate, env }));
}

async function runsOf(sample: Sample): Promise<readonly { readonly run: string; readonly status: string }[]> {
  const listed: { readonly runs: readonly { readonly run: string; readonly status: string }[] } = JSON.parse(
    (await sample.slipway('list', '--json')).out,
  );
  return listed.runs;
}

describe('at a terminal', () => {
  test('Ctrl-C detaches and says how to attach again; the run goes on, and is decided from another one', async () => {
    const { sample, isAtWork, goOn } = await atWork();
    const terminal = start(sample);
    await terminal.saw('Ctrl-C detaches');
    await isAtWork();
    terminal.press(interrupt);
    const said = (await terminal.ended).out;
    const [{ run } = { run: '' }] = await runsOf(sample);
    expect(said).toContain(`Detached. Run ${run} goes on; \`slipway watch ${run}\` attaches again.`);
    expect(await engineOf(sample)).toMatchObject({
      running: true,
      detached: true,
      attached: 0,
      due: [{ run }],
    });
    const other = typed(sample, 'watch', run);
    await goOn();
    expect((await other.ended).exit).toBe(7);
    expect((await sample.decides('land', run)).exit).toBe(0);
  });

  test('two that start at the same instant find one engine, and Ctrl-C in one is no word about the other', async () => {
    const { sample, goOn } = await atWork();
    const [one, two] = [start(sample, 'Change a'), start(sample, 'Change b')];
    await Promise.all([one.saw('Ctrl-C detaches'), two.saw('Ctrl-C detaches')]);
    const { pid, due } = await engineOf(sample);
    expect(due.length).toBe(2);
    // The one that came second may still be on its way out.
    await until(() => enginesIn(sample).join() === String(pid));
    one.press(interrupt);
    await one.ended;
    expect(await engineOf(sample)).toMatchObject({ pid, attached: 1, due: [{}, {}] });
    await goOn();
    expect((await two.ended).exit).toBe(7);
  });

  test('an engine that is killed under three of them is replaced by one other, which goes on without a retry', async () => {
    const { sample, isAtWork, goOn } = await atWork();
    const starting = start(sample);
    await isAtWork();
    const [{ run } = { run: '' }] = await runsOf(sample);
    const [resuming, watching] = [typed(sample, 'resume', run), typed(sample, 'watch', run)];
    await until(async () => (await engineOf(sample)).attached === 2);
    await watching.saw('attempt 1 began');
    const { pid } = await engineOf(sample);
    process.kill(pid, 'SIGKILL');
    await until(async () => {
      const now = await engineOf(sample);
      return now.running && now.pid !== pid && now.due.length === 1;
    });
    await until(() => enginesIn(sample).length === 1);
    await goOn();
    const ends = [await starting.ended, await resuming.ended, await watching.ended];
    expect(ends.map(({ exit }) => exit)).toEqual([7, 7, 7]);
    expect(await sample.json('status')).toMatchObject({ stage: 'merge', launches: 5 });
  });

  test('one that is stopped keeps nobody waiting: the engine goes on, and others decide', async () => {
    const { sample, isAtWork, goOn } = await atWork({ config: 'gates: { plan: true }\n' });
    const terminal = typed(sample, 'run', 'Change a', '--trust');
    await terminal.saw('[q]uit: ');
    const stopped = commandIn(terminal);
    process.kill(stopped, 'SIGSTOP');
    try {
      expect((await sample.decides('approve')).exit).toBe(0);
      await isAtWork();
    } finally {
      process.kill(stopped, 'SIGCONT');
    }
    await terminal.saw('was answered elsewhere');
    await goOn();
    expect((await terminal.ended).exit).toBe(7);
  });
});

test('a terminal that is closed at a question leaves it open, and it is answered from another', async () => {
  const sample = await waiting();
  const terminal = typed(sample, 'resume');
  await terminal.saw('[q]uit: ');
  terminal.child.kill('SIGKILL');
  await terminal.ended;
  const other = typed(sample, 'resume');
  await other.saw('[q]uit: ');
  other.press('a\n');
  expect((await other.ended).exit).toBe(7);
  expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
});

test('Ctrl-C while a plan is in the editor is for the editor: what is written there is taken', async () => {
  const signals = await folder();
  const editor = path.join(signals, 'editor.sh');
  const words = [
    "trap 'echo the editor heard it' INT",
    'echo it is edited',
    `while [ ! -e ${signals}/go-on ]; do sleep 0.05; done`,
    'sed -i s/to.two/to.three/ "$1"',
  ];
  await writeFile(editor, `${words.join('\n')}\n`);
  const sample = await waiting({ EDITOR: `sh ${editor}` });
  const terminal = typed(sample, 'resume');
  await terminal.saw('[q]uit: ');
  terminal.press('e\n');
  await terminal.saw('it is edited');
  terminal.press(interrupt);
  await terminal.saw('the editor heard it');
  await writeFile(path.join(signals, 'go-on'), '');
  await terminal.saw('The plan is changed');
});

test('approve and land at a terminal start an engine where none is, and show the run to where it rests', async () => {
  const sample = await waiting();
  const approving = typed(sample, 'approve');
  await approving.saw('Approve this? [y/N] ');
  approving.press('y\n');
  const { exit, out } = await approving.ended;
  expect([exit, out]).toEqual([7, expect.stringContaining(': the merge gate')]);
  expect(await engineOf(sample)).toMatchObject({ running: true, detached: true });
  const landing = typed(sample, 'land');
  await landing.saw('Merge this? [y/N] ');
  landing.press('y\n');
  expect((await landing.ended).exit).toBe(0);
  expect(await sample.json('status')).toMatchObject({ status: 'completed' });
});

describe('slipway engine', () => {
  test('stop saves what is at work, tells who is attached, and nobody starts another; resume does', async () => {
    const { sample, isAtWork, goOn } = await atWork();
    const terminal = start(sample);
    await isAtWork();
    const [{ run } = { run: '' }] = await runsOf(sample);
    await until(async () => (await engineOf(sample)).attached === 1);
    const stopped = await sample.slipway('engine', 'stop');
    expect([stopped.exit, stopped.err]).toEqual([0, expect.stringContaining(`${run} was at work`)]);
    const { exit, out } = await terminal.ended;
    expect([exit, out]).toEqual([143, expect.stringContaining('The engine was stopped.')]);
    expect(await engineOf(sample)).toMatchObject({ running: false });
    expect(enginesIn(sample)).toEqual([]);
    const resumed = typed(sample, 'resume', run);
    await goOn();
    expect((await resumed.ended).exit).toBe(7);
  });

  test('restart puts another in its place, and the terminal that is attached takes its run up there', async () => {
    const { sample, isAtWork, goOn } = await atWork();
    const terminal = start(sample);
    await isAtWork();
    await until(async () => (await engineOf(sample)).attached === 1);
    const { pid } = await engineOf(sample);
    const restarted = await sample.slipway('engine', 'restart');
    expect([restarted.exit, restarted.err]).toEqual([0, expect.stringContaining('takes its own run up')]);
    await until(async () => (await engineOf(sample)).due.length === 1);
    expect((await engineOf(sample)).pid).not.toBe(pid);
    await goOn();
    expect((await terminal.ended).exit).toBe(7);
  });

  test('leaves by itself when nothing is due and nobody is attached, and the next order finds another', async () => {
    const sample = await waiting({ SLIPWAY_ENGINE_GRACE: '0.2' });
    const terminal = typed(sample, 'resume');
    await terminal.saw('[q]uit: ');
    const { pid } = await engineOf(sample);
    terminal.press('q\n');
    expect((await terminal.ended).exit).toBe(7);
    await until(async () => !(await engineOf(sample)).running);
    const [{ run } = { run: '' }] = await runsOf(sample);
    const answering = typed(sample, 'resume', run);
    await answering.saw('[q]uit: ');
    expect((await engineOf(sample)).pid).not.toBe(pid);
    answering.press('a\n');
    expect((await answering.ended).exit).toBe(7);
  });

  test.each(['socket', 'folder'])('is reached again when its %s was taken away', async (what) => {
    const { sample, isAtWork, goOn } = await atWork();
    const terminal = start(sample);
    await isAtWork();
    const { pid } = await engineOf(sample);
    const address = path.join(sample.home, 'owner.address');
    const socket = readFileSync(address, 'utf8').trim();
    await rm(what === 'socket' ? socket : path.dirname(socket), { recursive: true });
    await until(() => existsSync(socket));
    expect((await engineOf(sample)).pid).toBe(pid);
    await goOn();
    expect((await terminal.ended).exit).toBe(7);
    expect(enginesIn(sample)).toEqual([pid]);
  });

  test('that is asked to end by a signal saves what is at work, and resume goes on there', async () => {
    const { sample, isAtWork, goOn } = await atWork();
    const terminal = start(sample);
    await isAtWork();
    const [{ run } = { run: '' }] = await runsOf(sample);
    process.kill((await engineOf(sample)).pid, 'SIGTERM');
    expect((await terminal.ended).exit).toBe(143);
    expect(await sample.json('status', run)).toMatchObject({
      status: 'running',
      interrupted: true,
      owned: false,
    });
    await goOn();
    expect((await sample.slipway('resume', run)).exit).toBe(7);
  });

  test('that was killed and left its socket behind is nobody: the next order starts another', async () => {
    const sample = await sampleWith();
    expect((await sample.slipway('engine', 'start')).exit).toBe(0);
    const { pid } = await engineOf(sample);
    process.kill(pid, 'SIGKILL');
    await until(async () => !(await engineOf(sample)).running);
    const terminal = start(sample);
    expect((await terminal.ended).exit).toBe(7);
    expect((await engineOf(sample)).pid).not.toBe(pid);
  });

  test('stop is refused where a command at a terminal owns the home, which attached ones never take over', async () => {
    const { sample, isAtWork, goOn } = await atWork();
    const owner = sample.start('run', 'Change a', '--auto', '--trust');
    await isAtWork();
    const refused = await sample.slipway('engine', 'stop');
    expect([refused.exit, refused.err]).toEqual([6, expect.stringContaining('Ctrl-C there ends it')]);
    const second = start(sample, 'Change b');
    await until(async () => (await engineOf(sample)).due.length === 2);
    expect(enginesIn(sample)).toEqual([]);
    await goOn();
    expect([(await owner.ended).exit, (await second.ended).exit]).toEqual([7, 7]);
  });
});

describe('a run that waits for a time', () => {
  const program = path.resolve(import.meta.dirname, '../fixtures/acp-agent.mjs');
  const steps = [{ error: { code: 1, message: 'You have reached your usage limit.' } }];
  const command = JSON.stringify(['node', program, JSON.stringify({ steps })]);
  const config = [
    `  q: { type: acp, command: ${command} }`,
    'roles: { default: s, planner: q }',
    'limits: { quotaWait: 30m }',
    '',
  ].join('\n');

  test('keeps the engine, which says until when; after a reboot one that is to see to timers takes it up', async () => {
    const sample = await sampleWith({ config, env: { SLIPWAY_ENGINE_GRACE: '0.2' } });
    const terminal = typed(sample, 'run', '--auto', '--trust', '--level', 'open', 'Change a to two');
    await terminal.saw('waits for the quota');
    terminal.press(interrupt);
    await terminal.ended;
    const [{ run } = { run: '' }] = await runsOf(sample);
    const { pid, due } = await engineOf(sample);
    expect(due).toEqual([{ run, until: expect.any(Number) }]);
    expect((await sample.slipway('engine')).out).toMatch(new RegExp(`due +${run} \\(waits until `));
    process.kill(pid, 'SIGKILL');
    await until(async () => !(await engineOf(sample)).running);
    const serving = sample.start('engine', 'serve', '--timers');
    await until(async () => {
      const now = await engineOf(sample);
      return now.running && now.due.length === 1;
    });
    expect((await engineOf(sample)).due).toEqual(due);
    serving.child.kill('SIGTERM');
    expect((await serving.ended).exit).toBe(0);
  });
});

test('runs that wait for another day keep any engine that begins, which says so, and a raise in one moves them all', async () => {
  const sample = await sampleWith({
    config: 'budget: { day: { launches: 3 } }\n',
    env: { SLIPWAY_ENGINE_GRACE: '0.2' },
  });
  for (const title of ['Change a', 'Change b']) {
    expect((await sample.slipway('run', title, '--auto', '--trust')).exit).toBe(8);
  }
  expect((await sample.slipway('engine', 'start')).exit).toBe(0);
  await until(async () => (await engineOf(sample)).awaits?.length === 2);
  const { pid, awaits } = await engineOf(sample);
  expect(awaits).toMatchObject([{ what: 'another-day', until: expect.any(Number) }, {}]);
  const [{ run: one } = { run: '' }, { run: other } = { run: '' }] = await runsOf(sample);
  const said = await sample.slipway('engine');
  const line = said.out.split('\n').find((text) => text.startsWith('awaits'));
  for (const run of [one, other]) expect(line).toContain(`${run} (another day, `);
  expect(said.out).toContain('after nothing is due or awaited');
  expect((await sample.decides('approve', one, '--raise', '20')).exit).toBe(0);
  for (const run of [one, other]) {
    await until(async () => (await sample.json('status', run))['stage'] === 'merge');
  }
  expect(sample.filesWith('"day.raised"')).not.toEqual([]);
  await until(async () => (await engineOf(sample)).pid !== pid); // nothing keeps it any more
});

test('a run whose time came while nobody looked after it is told by list, with what takes it up', async () => {
  const program = path.resolve(import.meta.dirname, '../fixtures/acp-agent.mjs');
  const steps = [{ error: { code: 1, message: 'You have reached your usage limit.' } }];
  const command = JSON.stringify(['node', program, JSON.stringify({ steps })]);
  const config = `  q: { type: acp, command: ${command} }\nroles: { default: s, planner: q }\nlimits: { quotaWait: 3s }\n`;
  const sample = await sampleWith({ config });
  const running = watched(sample.start('run', '--auto', '--trust', '--level', 'open', 'Change a to two'));
  await running.saw('waits for the quota');
  running.child.kill('SIGKILL');
  await running.ended;
  const [{ run } = { run: '' }] = await runsOf(sample);
  await until(async () => (await sample.slipway('list')).err.includes(`${run} could go on since`));
  expect((await sample.slipway('list')).err).toContain(
    `no process looks after it: \`slipway resume ${run}\``,
  );
  expect(await sample.json('list')).toMatchObject({ overdue: [{ run, since: expect.any(Number) }] });
});

test('a service is written for its user alone, says what enables it where that is not done, and is taken away', async () => {
  const sample = await sampleWith();
  const installed = await sample.slipway('service', 'install');
  const { file }: { readonly file: string } = JSON.parse((await sample.slipway('service', '--json')).out);
  expect(readFileSync(file, 'utf8')).toContain(`Environment="SLIPWAY_HOME=${sample.home}"`);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(installed.err).toContain('`loginctl enable-linger`');
  expect(installed.exit === 0 || installed.err.includes('systemctl --user enable slipway-')).toBe(true);
  expect((await sample.slipway('service', 'remove')).exit).toBe(0);
  expect(existsSync(file)).toBe(false);
});

test('an engine that cannot be started says why at the terminal, and nobody waits for it', async () => {
  const sample = await sampleWith();
  await mkdir(sample.home, { mode: 0o700 });
  await writeFile(path.join(sample.home, 'slipway.db'), 'this is no database, but long enough to look at');
  const { exit, out } = await start(sample).ended;
  expect(exit).toBe(4);
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /could not be started: \S+slipway\.db cannot be opened as a journal/,
  );
});

test('an engine that has just begun to listen is asked again, and not said to be silent', async () => {
  const sample = await sampleWith();
  const folder = path.join(sample.repository.root, 'rt', 'slipway', 'late');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(sample.home, { mode: 0o700 });
  const socket = path.join(folder, 'owner.sock');
  await writeFile(path.join(sample.home, 'owner.address'), `${socket}\n`);
  const facts = { pid: 1, build: 'x', startedAt: 0, detached: true, attached: 0, due: [] };
  let connections = 0;
  const server = createServer((connection) => {
    connections += 1;
    connection.on('error', () => undefined);
    const say = (frame: object): void => {
      connection.write(`${JSON.stringify({ protocol: 2, build: 'x', ...frame })}\n`);
    };
    if (connections === 1) connection.destroy();
    else say({ greeting: 'slipway' });
    connection.on('data', () => say({ output: facts }));
  });
  await new Promise<void>((resolve) => {
    server.listen(socket, resolve);
  });
  try {
    expect(await sample.json('engine')).toMatchObject({ running: true, pid: 1 });
  } finally {
    server.close();
    await rm(path.join(sample.home, 'owner.address'));
  }
});

test.each(['list', 'gates'])('%s loads nothing heavy to ask the engine', async (command) => {
  const sample = await sampleWith();
  expect((await sample.slipway('engine', 'start')).exit).toBe(0);
  const seen = await folder();
  const { repository, env } = sample;
  expect((await startIn(repository.dir, { ...env, NODE_V8_COVERAGE: seen }, [command]).ended).exit).toBe(0);
  const loaded = readdirSync(seen).flatMap((file) => filesLoaded(path.join(seen, file)));
  expect(loaded).toContain('base.js');
  expect(loaded.filter((name) => ['work.js', 'zod.js', 'yaml.js'].includes(name))).toEqual([]);
});

function filesLoaded(report: string): readonly string[] {
  const { result }: { readonly result: readonly { readonly url: string }[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return result.map(({ url }) => path.basename(url));
}

describe('whose environment', () => {
  const answering = [
    `echo '{"type":"work","status":"done","summary":"Changed it."}'`,
    'printf "export const a = 2;\\n" > a.js',
  ].join('\n');
  const agent = `echo "$MY_KEY $(whereami)" > "$OUT/$(whereami)"\n${answering}`;

  test('a run works with the PATH and the keys of its own terminal, and waits for what is missing after a restart', async () => {
    const out = await folder();
    const sample = await sampleWith({
      config:
        '  c: { type: command, command: [sh, agent.sh], env: [MY_KEY, OUT] }\nroles: { default: s, implementer: c }\n',
      files: { 'agent.sh': agent },
      env: { OUT: out },
    });
    const from = async (name: string, key: string): Promise<Sample> => {
      const bin = path.join(sample.repository.root, name);
      await sample.repository.write(`../${name}/whereami`, `#!/bin/sh\necho ${name}\n`);
      execFileSync('chmod', ['755', path.join(bin, 'whereami')]);
      return { ...sample, env: { ...sample.env, PATH: `${bin}:${sample.env['PATH'] ?? ''}`, MY_KEY: key } };
    };
    const [left, right] = [await from('left', 'secret-of-left-1'), await from('right', 'secret-of-right-2')];
    const runIn = (terminal: Sample, title: string): Terminal =>
      typed(terminal, 'run', title, '--auto', '--trust', '--level', 'open');
    const [one, two] = [runIn(left, 'Change a'), runIn(right, 'Change b')];
    expect([(await one.ended).exit, (await two.ended).exit]).toEqual([7, 7]);
    expect(readFileSync(path.join(out, 'left'), 'utf8')).toBe('secret-of-left-1 left\n');
    expect(readFileSync(path.join(out, 'right'), 'utf8')).toBe('secret-of-right-2 right\n');
    expect([...sample.filesWith('secret-of-left-1'), ...sample.filesWith('secret-of-right-2')]).toEqual([]);

    await sample.slipway('engine', 'restart');
    const [{ run } = { run: '' }] = await runsOf(sample);
    const refused = typed(sample, 'resume', run);
    const { exit, out: said } = await refused.ended;
    expect([exit, said]).toEqual([
      7,
      expect.stringMatching(/it\s+was\s+given\s+MY_KEY,\s+which\s+is\s+not\s+set\s+here/),
    ]);
    expect((await typed(left, 'resume', run).ended).exit).toBe(7);
    expect((await typed(sample, 'resume', run, '--without').ended).exit).toBe(7);
  });

  test('a key that is only named survives the engine, is read anew by the next, and is kept nowhere', async () => {
    const out = await folder();
    const sample = await sampleWith({
      config:
        '  c: { type: command, command: [sh, agent.sh], env: [MY_KEY, OUT] }\nroles: { default: s, implementer: c }\ngates: { plan: true }\n',
      files: { 'agent.sh': `echo "my key is $MY_KEY" >&2\necho "$MY_KEY" > "$OUT/key"\n${answering}` },
      env: { OUT: out },
    });
    const place = path.join(sample.repository.root, 'key');
    await writeFile(place, 'first-secret-of-a-file\n');
    const terminal = { ...sample, env: { ...sample.env, MY_KEY: `cmd:cat ${place}` } };
    const starting = typed(terminal, 'run', 'Change a', '--trust', '--level', 'open');
    await starting.saw('[q]uit: ');
    starting.press('q\n');
    await starting.ended;
    await sample.slipway('engine', 'stop');
    await writeFile(place, 'second-secret-of-a-file\n');
    expect((await sample.decides('approve')).exit).toBe(7);
    expect(readFileSync(path.join(out, 'key'), 'utf8')).toBe('second-secret-of-a-file\n');
    expect(sample.filesWith('secret-of-a-file')).toEqual([]);
    expect(sample.filesWith('my key is ')).not.toEqual([]);
  });
});
