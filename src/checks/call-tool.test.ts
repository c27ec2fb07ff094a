// A tool of an MCP server as a check, against servers that are right and servers that are wrong.

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, toolServer } from '../../test/support/tool-server.ts';
import { bubblewrap } from '../containment/bubblewrap.ts';
import { processRunner } from '../containment/process-runner.ts';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import type { ToolCall } from '../core/evidence/tool-call.ts';
import { toolWords } from '../core/evidence/tool-call.ts';
import { lackOf } from '../core/evidence/checkable.ts';
import { createScreener } from '../screening/screen.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { mcpServers } from '../tool-servers/mcp-servers.ts';
import type { CheckResult } from './checks.ts';
import { createChecks } from './run-checks.ts';

let root = '';
let dir = '';
let server: Server | undefined;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'slipway-tools-'));
  dir = path.join(root, 'checkout');
  await mkdir(dir);
});

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  await rm(root, { recursive: true, force: true });
});

const processes = processRunner(systemClock());
const checks = createChecks({
  processes,
  screener: createScreener(),
  environment: { PATH: process.env['PATH'] ?? '' },
  toolServers: mcpServers({ processes, clock: systemClock() }),
});

interface Wanted extends Partial<Omit<ToolCall, 'server'>> {
  readonly fault?: Fault;
  readonly server?: ToolCall['server'];
  readonly kind?: CheckKind;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

async function ran(wanted: Wanted): Promise<CheckResult | 'stopped'> {
  const { fault, kind = 'custom', timeoutMs = 20_000, signal = new AbortController().signal } = wanted;
  const call: ToolCall = {
    server: wanted.server ?? (await toolServer(root, fault)),
    tool: wanted.tool ?? 'look',
    arguments: wanted.arguments ?? {},
    ...(wanted.expect === undefined ? {} : { expect: wanted.expect }),
  };
  const check: CheckSpec = {
    name: 'licences',
    kind,
    command: toolWords(call),
    timeoutMs,
    when: 'task',
    tool: call,
  };
  const all = await checks.run({ dir, checks: [check], tag: 'tag-1', signal });
  if (all.ended === 'stopped') return 'stopped';
  const [result] = all.results;
  if (result === undefined) throw new Error('no result');
  return result;
}

async function result(wanted: Wanted): Promise<CheckResult & { readonly text: string }> {
  const ended = await ran(wanted);
  if (ended === 'stopped') throw new Error('it was stopped');
  return { ...ended, text: ended.log.text };
}

/** That nothing of it is left running is seen by what still holds its folder. */
const atWork = async (): Promise<readonly string[]> => {
  const found = await Promise.all(
    (await readdir('/proc').catch(() => []))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => readCommand(pid)),
  );
  return found.filter((command) => command.includes(root));
};

function readCommand(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

describe('a tool as a check [E1]', () => {
  test('passes with what it answered, about the checkout, in the surroundings of every check', async () => {
    await writeFile(path.join(dir, 'found.txt'), 'all licences are allowed\n');
    const look = await result({});
    expect(look).toMatchObject({ verdict: 'PASS', because: 'ok', exit: 0, kind: 'custom' });
    expect(look.text).toContain('all licences are allowed');
    expect(look.text).toContain('the server was started');
    const where = JSON.parse((await result({ tool: 'where' })).text.split('\n')[1] ?? '');
    expect(where).toEqual({ home: `${dir}-home`, ci: 'true', cwd: dir });
    expect(await atWork()).toEqual([]);
  });

  test('fails where the tool says that it failed', async () => {
    const failed = await result({ tool: 'fails' });
    expect(failed).toMatchObject({ verdict: 'FAIL', because: 'exit', exit: 1 });
    expect(failed.text).toContain('two licences are not allowed');
    expect(failed.text).toContain('The tool fails says that it failed');
  });

  test('is judged by its data where some is expected, be there more in it', async () => {
    const given = { clean: true, found: { high: 0, low: 4 }, list: [1, 2] };
    const expecting = (expect: ToolCall['expect']): Promise<CheckResult & { readonly text: string }> =>
      result({ tool: 'data', arguments: given, ...(expect === undefined ? {} : { expect }) });
    expect(await expecting({ clean: true, found: { high: 0 } })).toMatchObject({ verdict: 'PASS' });
    const wrong = await expecting({ found: { high: 0, low: 0 } });
    expect(wrong).toMatchObject({ verdict: 'FAIL', because: 'exit', exit: 1 });
    expect(wrong.text).toContain('"found" in its data is not {"high":0,"low":0}');
    expect(await expecting({ toString: 'x' })).toMatchObject({ verdict: 'FAIL' });
    const none = await result({ tool: 'fails', expect: { clean: true } });
    expect(none).toMatchObject({ verdict: 'FAIL', exit: 1 });
  });

  test('of kind test is counted by its data, or by its words, and never passes with nothing', async () => {
    const counted = await result({ kind: 'test', tool: 'data', arguments: { passed: 3, failed: 0 } });
    expect(counted).toMatchObject({ verdict: 'PASS', counts: { passed: 3, failed: 0, skipped: 0 } });
    const red = await result({ kind: 'test', tool: 'data', arguments: { passed: 3, failed: 1 } });
    expect(red).toMatchObject({ verdict: 'FAIL', because: 'exit', counts: { failed: 1 } });
    const none = await result({ kind: 'test', tool: 'data', arguments: { passed: 0, failed: 0 } });
    expect(none).toMatchObject({ verdict: 'FAIL', because: 'no-tests' });
    await writeFile(path.join(dir, 'found.txt'), '');
    // What the server told beside its answer is no sign that a test ran.
    expect(await result({ kind: 'test' })).toMatchObject({ verdict: 'FAIL', because: 'no-tests' });
  });

  test('is screened and bounded', async () => {
    expect((await result({ tool: 'secret' })).text).not.toContain('AKIAZ7QK4MWE3XHJ5TNB');
    const { text } = await result({ tool: 'large' });
    expect(text.length).toBeLessThan(600_000);
    expect(text).toContain('bytes left out');
  });

  test('is nothing that a shell reads', async () => {
    const command = await toolServer(root);
    const marked = path.join(root, 'marked');
    const args = { server: [...command, `; touch ${marked}`, `$(touch ${marked})`], tool: 'data' };
    expect(await result(args)).toMatchObject({ verdict: 'PASS' });
    expect(await readdir(root)).not.toContain('marked');
  });
});

test.runIf(existsSync('/usr/bin/bwrap'))(
  'the program of a server is held to the box of a check [E1]',
  async () => {
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const boxed = processRunner(
      systemClock(),
      bubblewrap({
        bwrap: '/usr/bin/bwrap',
        home: root,
        env: {},
        uid,
        gid,
        tmp: root,
        never: [],
        ownHosts: [],
        means: () => Promise.resolve(undefined),
      }),
    );
    const held = createChecks({
      processes: boxed,
      screener: createScreener(),
      environment: { PATH: process.env['PATH'] ?? '' },
      toolServers: mcpServers({ processes: boxed, clock: systemClock() }),
    });
    await toolServer(dir);
    await writeFile(path.join(dir, 'found.txt'), 'inside\n');
    await writeFile(path.join(root, 'outside.txt'), 'of somebody else\n');
    const asked = async (file: string): Promise<CheckResult | undefined> => {
      const call: ToolCall = { server: ['node', 'tool-server.mjs'], tool: 'look', arguments: { file } };
      const check: CheckSpec = {
        name: 'a',
        kind: 'custom',
        command: toolWords(call),
        timeoutMs: 20_000,
        when: 'task',
        tool: call,
      };
      const all = await held.run({
        dir,
        checks: [check],
        tag: 'tag-1',
        signal: new AbortController().signal,
      });
      return all.ended === 'ran' ? all.results[0] : undefined;
    };
    expect(await asked('found.txt')).toMatchObject({
      verdict: 'PASS',
      log: { text: expect.stringContaining('inside') },
    });
    const outside = await asked('../outside.txt');
    expect(outside).toMatchObject({ verdict: 'FAIL', log: { text: expect.stringContaining('ENOENT') } });
    expect(outside?.log.text).not.toContain('of somebody else');
  },
);

describe('a server that is wrong is no pass, ends in time and leaves nothing:', () => {
  const faults: readonly (readonly [Fault, string, Partial<CheckResult>])[] = [
    ['does-not-start', 'it ended with exit 3 before it had answered', { because: 'exit' }],
    ['says-nothing', 'it did not answer in time', { because: 'timeout' }],
    [
      'lies-about-its-version',
      'speaks no version of the protocol that is spoken here',
      { because: 'not-run' },
    ],
    ['floods-with-a-line', 'it said more than anybody reads', { because: 'output-limit' }],
    ['floods-with-messages', 'it said more than anybody reads', { because: 'output-limit' }],
    ['floods-beside', 'it said more than anybody reads', { because: 'output-limit' }],
    ['pages-without-end', 'it said more than anybody reads', { because: 'output-limit' }],
    ['leaves-in-mid-call', 'it ended with exit 9 before it had answered', { because: 'exit' }],
    ['leaves-well-in-mid-call', 'it ended with exit 0 before it had answered', { because: 'exit' }],
    ['answers-nonsense', 'it answered, but with no result', { because: 'not-run' }],
  ];
  test.each(faults)('%s', async (fault, words, as) => {
    const wrong = await result({ fault, timeoutMs: fault === 'says-nothing' ? 1_000 : 20_000 });
    expect(wrong).toMatchObject({ verdict: 'FAIL', ...as });
    expect(wrong.exit).toBeUndefined();
    expect(wrong.text).toContain(words);
    expect(lackOf({ ...wrong, tree: 't', log: '', tests: '' })).not.toBe(undefined);
    expect(wrong.text.length).toBeLessThan(600_000);
    expect(await atWork()).toEqual([]);
  });

  test('has no such tool', async () => {
    const wrong = await result({ tool: 'scan' });
    expect(wrong).toMatchObject({ verdict: 'FAIL', because: 'not-run' });
    expect(wrong.text).toContain('The tool scan gave no answer: it has no such tool');
  });

  test('refuses the call', async () => {
    const wrong = await result({ tool: 'throws' });
    expect(wrong).toMatchObject({ verdict: 'FAIL', because: 'not-run' });
    expect(wrong.text).toContain('bad arguments');
  });

  test('is no program', async () => {
    const wrong = await result({ server: ['no-such-tool-server'] });
    expect(wrong).toMatchObject({ verdict: 'FAIL', because: 'not-run', exit: 127 });
    expect(wrong.text).toContain('it cannot be reached');
  });

  test('asks something of us, and hears that we have nothing for it', async () => {
    const asked = await result({ fault: 'asks-of-us' });
    expect(asked).toMatchObject({ verdict: 'PASS' });
    expect(asked.text).toContain('we were told: Method not found');
  });

  test('greets on its output, and is heard all the same', async () => {
    expect(await result({ fault: 'greets', tool: 'data' })).toMatchObject({ verdict: 'PASS' });
  });

  test('is stopped with the run', async () => {
    expect(await ran({ fault: 'says-nothing', signal: AbortSignal.timeout(300) })).toBe('stopped');
    expect(await atWork()).toEqual([]);
  });
});

async function at(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((resolve) => void made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
  return `http://127.0.0.1:${address.port}/mcp`;
}
describe('a server at an address', () => {
  const initialized = {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'far', version: '1' },
  };
  /** Answers the call as `answer` does, and everything before it as it should. */
  const speaking =
    (
      answer: (reply: (result: object) => void, response: Parameters<RequestListener>[1]) => void,
    ): RequestListener =>
    (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        const { id, method } = JSON.parse(body);
        const reply = (result: object): void => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        };
        if (method === 'initialize') return reply(initialized);
        if (method === 'tools/list')
          return reply({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] });
        if (method === 'tools/call') return answer(reply, response);
        response.writeHead(202).end();
      });
    };

  test('answers', async () => {
    const address = await at(
      speaking((reply) => reply({ content: [{ type: 'text', text: 'the window is open' }] })),
    );
    const far = await result({ server: address });
    expect(far).toMatchObject({ verdict: 'PASS', exit: 0 });
    expect(far.text).toContain('the window is open');
  });

  test.each<readonly [string, Parameters<typeof speaking>[0], Partial<CheckResult>]>([
    [
      'cuts the answer off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 9 });
        response.write('{', () => response.destroy());
      },
      { because: 'exit' },
    ],
    [
      'cuts its stream off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: 1\nevent: message\ndata:\n\n', () => response.destroy());
      },
      { verdict: 'FAIL' },
    ],
    [
      'sends us elsewhere',
      (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      { because: 'not-run' },
    ],
    ['does not answer', () => undefined, { because: 'timeout' }],
    ['is broken', (_, response) => void response.writeHead(500).end('no'), { because: 'not-run' }],
    [
      'floods',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const more = (): void => {
          if (response.destroyed) return;
          if (response.write(`: ${'x'.repeat(1_000_000)}\n`)) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      },
      { because: 'output-limit' },
    ],
  ])('that %s is no pass', async (_, answer, as) => {
    const wrong = await result({ server: await at(speaking(answer)), timeoutMs: 2_000 });
    expect(wrong).toMatchObject({ verdict: 'FAIL', ...as });
  });

  test('where nobody is, is no pass', async () => {
    const address = await at(() => undefined);
    server?.close();
    const nobody = await result({ server: address });
    expect(nobody).toMatchObject({ verdict: 'FAIL', because: 'not-run' });
    expect(nobody.text).toContain('it cannot be reached');
  });
});
