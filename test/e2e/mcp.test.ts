// Slipway as a server of MCP, driven by the official client: what a program may do, and what it never does alone.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import type { Program } from '../support/mcp-client.ts';
import { programAt, programOver } from '../support/mcp-client.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { main } from '../support/sample.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).toReversed()) await one();
});

async function sampleHere(): Promise<Sample> {
  const sample = await preparedSample(atPlanGate);
  undo.push(async () => {
    await sample.slipway('engine', 'stop');
    await sample.remove();
  });
  return sample;
}

async function programHere(sample: Sample, ...args: readonly string[]): Promise<Program> {
  const program = await programAt(sample, ...args);
  undo.push(() => program.close());
  return program;
}

interface Waits {
  readonly run: string;
  readonly gate: string;
  readonly digest: string;
}

/** What waits in a run, once something does. */
async function waiting(program: Program, run?: string): Promise<Waits> {
  const clock = systemClock();
  const late = AbortSignal.timeout(60_000);
  for (;;) {
    late.throwIfAborted();
    const { gates } = (await program.call('gate_list')).data;
    for (const gate of Array.isArray(gates) ? gates : []) {
      if (isRecord(gate) && (run === undefined || gate['run'] === run))
        return { run: String(gate['run']), gate: String(gate['gate']), digest: String(gate['digest']) };
    }
    await clock.until(clock.now() + 100, late);
  }
}

async function codeFor({ slipway }: Sample, { run, gate, digest }: Waits): Promise<string> {
  const said = await slipway('code', run, gate, '--seen', digest, '--json');
  const document = parseJson(said.out);
  if (!isRecord(document)) throw new Error(`no code: ${said.err}`);
  return String(document['code']);
}

async function started(program: Program, text: string): Promise<string> {
  const { data, text: words } = await program.call('run_start', { ticket: { text } });
  const { ordered } = data;
  if (!isRecord(ordered)) throw new Error(`nothing was started: ${words}`);
  return String(ordered['run']);
}

test('a program looks, and finds nothing that it could change with', async () => {
  const program = await programHere(await sampleHere());
  const { tools } = await program.client.listTools();
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(tools.map(({ name }) => name)).toContain('run_status');
  const { run, gate } = await waiting(program);
  expect((await program.call('run_status', { run })).text).toContain('Waiting at the plan gate');
  expect((await program.call('gate_show', { run, gate })).data['seen']).toEqual(expect.any(String));
  const { contents } = await program.client.readResource({ uri: `slipway://runs/${run}/plan` });
  expect(JSON.stringify(contents)).toContain('Change a');
  const { resources } = await program.client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain(`slipway://runs/${run}`);
  await expect(program.call('gate_decide', { run, gate, answer: 'approve' })).rejects.toThrow();
});

test('a program approves what somebody started at the terminal, with the code of a person who looked, once', async () => {
  const sample = await sampleHere();
  const program = await programHere(sample, '--allow', 'steer');
  const waits = await waiting(program);
  const { run, gate, digest: seen } = waits;
  const approve = { run, gate, answer: 'approve', seen };
  const without = await program.call('gate_decide', approve);
  expect(without).toMatchObject({ isError: true, text: expect.stringContaining('slipway code') });
  const wrong = await program.call('gate_decide', { ...approve, code: '00000-00000' });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('not the code') });
  const code = await codeFor(sample, waits);
  expect(sample.filesWith(code)).toEqual([]);
  const unseen = await program.call('gate_decide', { run, gate, answer: 'approve', code });
  expect(unseen).toMatchObject({ isError: true, text: expect.stringContaining('gate_show') });
  const approved = await program.call('gate_decide', { ...approve, code });
  expect(approved).toMatchObject({ isError: false, data: { run, answer: 'approve' } });
  const again = await program.call('gate_decide', { ...approve, code });
  expect(again).toMatchObject({ isError: true, text: expect.stringContaining('decided already') });
});

test('what a program started stops at its plan, and the program does not approve it, whatever code it has, until policy allows it', async () => {
  const sample = await sampleHere();
  const program = await programHere(sample, '--allow', 'steer');
  const own = await waiting(program, await started(program, 'Change a once more'));
  const plan = await program.client.readResource({ uri: `slipway://runs/${own.run}/plan` });
  expect(JSON.stringify(plan.contents)).toContain('Change a');
  const approve = { run: own.run, gate: own.gate, answer: 'approve', seen: own.digest };
  const code = await codeFor(sample, own);
  expect(await program.call('gate_decide', { ...approve, code })).toMatchObject({
    isError: true,
    text: expect.stringContaining('what started it does not approve it'),
  });
  const { dir, write, commit } = sample.repository;
  const config = await readFile(path.join(dir, 'slipway.yaml'), 'utf8');
  await write('slipway.yaml', `${config}mcp: { decidesOwn: true }\n`);
  await commit('a program may decide what it started');
  const allowed = await waiting(program, await started(program, 'Change a a third time'));
  const coded = { code: await codeFor(sample, allowed), seen: allowed.digest };
  const decided = await program.call('gate_decide', {
    run: allowed.run,
    gate: allowed.gate,
    answer: 'approve',
    ...coded,
  });
  expect(decided).toMatchObject({ isError: false, data: { run: allowed.run } });
});

test('a program says nothing that is a person’s to say', async () => {
  const program = await programHere(await sampleHere(), '--allow', 'start');
  for (const more of [{ auto: true }, { trust: true }, { level: 'open' }, { dir: '/' }]) {
    const { isError, text } = await program.call('run_start', { ticket: { text: 'Change a' }, ...more });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('a person says it') });
  }
  expect((await program.client.listTools()).tools.map(({ name }) => name)).not.toContain('run_cancel');
});

/** The command as a child that says what it likes: the official client would not. */
function liar(sample: Sample, ...args: readonly string[]): Liar {
  const child = spawn(process.execPath, [main, 'mcp', ...args], {
    cwd: sample.repository.dir,
    env: { ...sample.env },
  });
  child.stdin.on('error', () => undefined);
  const heard: unknown[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => heard.push(parseJson(line)));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const say = (message: object): boolean =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    child,
    say,
    heard,
    said: () => said,
    call: (id, name, args = {}) => say({ id, method: 'tools/call', params: { name, arguments: args } }),
    greet: async (protocolVersion) => {
      const clientInfo = { name: 'liar', version: '0' };
      const answered = once(lines, 'line', { signal: AbortSignal.timeout(20_000) });
      say({ id: 'hello', method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } });
      await answered;
      say({ method: 'notifications/initialized' });
      return JSON.stringify(heard[0]);
    },
    exit: async () => {
      const [exit] = await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
      return exit;
    },
  };
}

interface Liar {
  readonly child: ChildProcessWithoutNullStreams;
  readonly say: (message: object) => boolean;
  readonly call: (id: number, name: string, args?: object) => boolean;
  /** What it answered, message by message. */
  readonly heard: readonly unknown[];
  /** What it said to the person. */
  readonly said: () => string;
  readonly greet: (protocolVersion: string) => Promise<string>;
  readonly exit: () => Promise<unknown>;
}

test('a client that lies about its protocol is answered in one that there is, and what is no message is passed over', async () => {
  const { child, greet, exit } = liar(await sampleHere());
  child.stdin.write('not a message\n{"jsonrpc":"2.0"}\n[]\n');
  expect(await greet('1066-10-14')).toContain('"protocolVersion":"20');
  child.stdin.end();
  expect(await exit()).toBe(0);
});

test('a client that disconnects in mid-call leaves its order, once, and nothing else', async () => {
  const sample = await sampleHere();
  const { child, greet, call, exit } = liar(sample, '--allow', 'start');
  await greet('2025-06-18');
  call(2, 'run_start', { id: 'mine', ticket: { text: 'Change a, and go' } });
  child.stdin.end();
  expect(await exit()).toBe(0);
  // Whoever comes again with the same id hears of the run that they ordered, or orders it now: never a second one.
  const again = await programHere(sample, '--allow', 'start');
  const answer = await again.call('run_start', { id: 'mine', ticket: { text: 'Change a, and go' } });
  expect(answer.isError).toBe(false);
  const { runs } = (await again.call('run_list')).data;
  const own = (Array.isArray(runs) ? runs : []).filter((run) =>
    JSON.stringify(run).includes('Change a, and go'),
  );
  expect(own).toHaveLength(1);
});

test('a client that floods with calls is told so, each time', async () => {
  const { child, greet, call, heard, exit } = liar(await sampleHere());
  await greet('2025-06-18');
  for (let id = 1; id <= 400; id += 1) call(id, 'run_list');
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(401);
  const refused = heard.filter((message) => JSON.stringify(message).includes('Ask less often'));
  const waited = heard.filter((message) =>
    JSON.stringify(message).includes('More than 16 calls are under way'),
  );
  expect(refused.length + waited.length).toBeGreaterThanOrEqual(100);
  child.stdin.end();
  expect(await exit()).toBe(0);
});

test('a client that asks and reads no answers is hung up on', async () => {
  const { child, greet, call, said, exit } = liar(await sampleHere());
  await greet('2025-06-18');
  child.stdout.pause();
  const gone = exit();
  // Each answer is an error with the name in it, which makes the answer as long as the question.
  for (let id = 1; child.exitCode === null && id < 200; id += 1) {
    call(id, 'x'.repeat(500_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect({ exit: await gone, said: said() }).toEqual({
    exit: 2,
    said: expect.stringMatching(/^Answers.* not read.*$/m),
  });
  expect(said()).not.toContain('Warning');
});

test('a client that floods with a message without an end is hung up on', async () => {
  const sample = await sampleHere();
  const child = spawn(process.execPath, [main, 'mcp'], {
    cwd: sample.repository.dir,
    env: { ...sample.env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.on('error', () => undefined);
  child.stdin.write('{"'.padEnd(5 * 1024 * 1024, 'x'));
  const [exit] = await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
  expect({ exit, said }).toEqual({ exit: 2, said: expect.stringContaining('more than 4 MB') });
});

interface Served {
  readonly url: string;
  readonly token: (name: string, ...args: readonly string[]) => Promise<string>;
}

async function served(sample: Sample): Promise<Served> {
  const { child, ended } = sample.start('serve', '--port', '0', '--json');
  undo.push(() => {
    child.kill('SIGINT');
    return ended;
  });
  if (child.stdout === null) throw new Error('it says nothing');
  const [line] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(20_000) });
  const said = parseJson(String(line));
  if (!isRecord(said)) throw new Error(`it said ${String(line)}`);
  return {
    url: String(said['url']),
    token: async (name, ...args) =>
      (await sample.slipway('people', 'add', name, '--program', ...args)).out.trim(),
  };
}

test('over HTTP a program has the rights of the person whose token it brings, and comes nowhere else with it', async () => {
  const sample = await sampleHere();
  const { url, token } = await served(sample);
  const looking = await programOver(url, await token('reader'));
  undo.push(() => looking.close());
  expect((await looking.client.listTools()).tools.map(({ name }) => name)).not.toContain('run_start');
  const waits = await waiting(looking);
  const deciding = await token('helper', '--access', 'decide');
  const program = await programOver(url, deciding);
  undo.push(() => program.close());
  const { run, gate, digest: seen } = waits;
  const approve = { run, gate, answer: 'approve', seen };
  expect(await program.call('gate_decide', approve)).toMatchObject({ isError: true });
  const elsewhere = await program.call('run_start', { dir: '/tmp', ticket: { text: 'Change it' } });
  expect(elsewhere).toMatchObject({ isError: true, text: expect.stringContaining('No run was started') });
  const authorization = `Bearer ${deciding}`;
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (at: string, headers: object, body = '{}'): Promise<Response> =>
    fetch(`${url}${at}`, { method: 'POST', headers: { ...json, ...headers }, body });
  const decide = JSON.stringify({ id: 'x', seen, input: { run, gate, answer: 'approve' } });
  expect((await post('/api/verbs/decide', { authorization }, decide)).status).toBe(403);
  expect((await post('/api/session', { origin: url }, JSON.stringify({ token: deciding }))).status).toBe(401);
  expect((await post('/mcp', {})).status).toBe(403);
  expect((await post('/mcp', { origin: url })).status).toBe(401);
  expect((await post('/mcp', { authorization, origin: 'http://evil.example' })).status).toBe(403);
  const flood = JSON.stringify({ more: 'x'.repeat(5 * 1024 * 1024) });
  expect((await post('/mcp', { authorization }, flood)).status).toBe(413);
  const coded = { ...approve, code: await codeFor(sample, waits) };
  const { isError, text } = await program.call('gate_decide', coded);
  expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining(run) });
  await sample.slipway('people', 'remove', 'helper');
  await expect(program.call('run_list')).rejects.toThrow();
});
