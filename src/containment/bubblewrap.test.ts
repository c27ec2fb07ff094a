// Real boxes around real programs. Where bubblewrap cannot make a box, the tests are skipped, and their name says so.

import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeAway } from '../../test/support/take-away.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { type Box, writtenIn } from './box.ts';
import { bubblewrap } from './bubblewrap.ts';
import { containmentHere } from './levels.ts';
import { processRunner } from './process-runner.ts';
import type { Processes, ProcessRequest, ProcessResult } from './process.ts';
import { homeCredentials } from './system-places.ts';
import { viewMeans } from './overlays.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-levels-')));
const uid = process.getuid?.() ?? 0;
const gid = process.getgid?.() ?? 0;
const means = (): ReturnType<typeof viewMeans> => viewMeans(tmpdir());
const here = containmentHere({
  home: root,
  env: process.env,
  uid,
  gid,
  tmp: tmpdir(),
  slipwayHome: root,
  ownHosts: () => [],
  platform: process.platform,
  means,
}).found();
rmSync(root, { recursive: true, force: true });
const isHere = here.level === 'contained';
const reason = isHere ? 'bubblewrap' : `SKIPPED, no boxes here: ${here.why}`;

const PATH = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
const limits = { timeMs: 30_000, silenceMs: 30_000, outputBytesMax: 1e8, graceMs: 5_000 };

let dir = '';
let home = '';
let ws = '';
const servers: Server[] = [];

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-box-test-')));
  home = path.join(dir, 'home');
  ws = path.join(dir, 'slipway/workspaces/one');
  mkdirSync(home);
  mkdirSync(path.join(dir, 'boxes'));
  mkdirSync(ws, { recursive: true });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  takeAway(dir);
});

function runner(env: Readonly<Record<string, string>> = {}): Processes {
  const never = [path.join(dir, 'slipway')];
  const tmp = path.join(dir, 'boxes');
  const options = { bwrap: '/usr/bin/bwrap', home, env, uid, gid, tmp, never, ownHosts: [], means };
  return processRunner(systemClock(), bubblewrap(options));
}

type Changes = Partial<Omit<ProcessRequest, 'box'>> & { readonly box?: Partial<Box> };

function run(
  file: string,
  args: readonly string[],
  { box, ...changes }: Changes = {},
): Promise<ProcessResult> {
  return runner().run({
    file,
    args,
    cwd: ws,
    env: { PATH, HOME: path.join(dir, 'agent-home') },
    box: { writable: [ws], readable: [], hidden: [], egress: [], views: [], ...box },
    limits,
    signal: new AbortController().signal,
    ...changes,
  });
}

const shell = (script: string, changes: Changes = {}): Promise<ProcessResult> =>
  run('/bin/sh', ['-c', script], changes);

const node = (script: string, changes: Changes = {}): Promise<ProcessResult> =>
  run(process.execPath, ['-e', script], changes);

function plant(file: string, text = `secret of ${file}\n`): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function listening(server: Server): Promise<number> {
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** A length of sleep that nobody else sleeps: how processes are found that hide everything else about them. */
const sleeps = `1000${process.pid}.5`;

function alive(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`sleep\0${sleeps}`);
      } catch {
        return false;
      }
    }).length;
}

async function becomeAlive(count: number): Promise<boolean> {
  for (let turn = 0; turn < 300 && alive() !== count; turn += 1) await wait(10);
  return alive() === count;
}

describe.skipIf(!isHere)(`files in a box (${reason})`, () => {
  test('can be written in what is writable and nowhere else', async () => {
    const outside = plant(path.join(dir, 'outside/file'), 'as it was');
    const readable = plant(path.join(dir, 'readable/file'), 'as it was');
    const result = await shell(
      `echo in > inside; for f in ${outside} ${readable} ${home}/x /usr/x /etc/x /x /opt/x; do echo out > $f; done`,
      { box: { readable: [path.dirname(readable)] } },
    );
    expect(readFileSync(path.join(ws, 'inside'), 'utf8')).toBe('in\n');
    expect(readFileSync(outside, 'utf8')).toBe('as it was');
    expect(readFileSync(readable, 'utf8')).toBe('as it was');
    expect(readdirSync(home)).toEqual([]);
    for (const place of ['/usr/x', '/etc/x', '/x', '/opt/x']) expect(existsSync(place)).toBe(false);
    expect(result.stderrTail.match(/cannot create/g)).toHaveLength(7);
  });

  test('that hold secrets cannot be read, in any of more than twenty places', async () => {
    const places = [
      ...homeCredentials.map((name) => path.join(home, name, 'inner')),
      path.join(home, 'project/.env'),
      path.join(dir, 'slipway/slipway.db'),
      path.join(dir, 'slipway/workspaces/two/file'),
      path.join(dir, 'slipway/sessions/other'),
      path.join(tmpdir(), path.basename(dir), 'never-shown'),
    ];
    for (const place of places) plant(place);
    const looked = [
      ...places,
      '/etc/shadow',
      '/etc/gshadow',
      '/etc/npmrc',
      '/etc/pip.conf',
      '/etc/ssl/private',
    ];
    expect(places.length).toBeGreaterThan(20);
    const result = await node(
      `for (const file of ${JSON.stringify(looked)}) { try { console.log(require('fs').readFileSync(file, 'utf8')); } catch {} }`,
    );
    expect(result).toMatchObject({ how: 'exited', exit: 0, stdoutTail: '' });
  });

  test('with programs of the user are there, the credentials beside them are not', async () => {
    plant(path.join(home, '.tool/bin/tool'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/data"\n');
    plant(path.join(home, '.tool/lib/data'), 'data\n');
    plant(path.join(home, '.tool/etc/npmrc'));
    plant(path.join(home, '.cargo/bin/cargo'), 'program\n');
    plant(path.join(home, '.cargo/credentials.toml'));
    plant(path.join(home, '.ssh/id'));
    const env = { PATH: `${home}/.tool/bin:${home}/.cargo/bin:${PATH}` };
    const result = await shell(
      `sh ${home}/.tool/bin/tool; cat ${home}/.cargo/bin/cargo; cat ${home}/.tool/etc/npmrc ${home}/.cargo/credentials.toml; ls -A ${home}`,
      { env },
    );
    expect(result.stdoutTail).toBe('data\nprogram\n.cargo\n.tool\n');
  });

  test('can be hidden in what is writable: a file is empty, a folder has nothing in it', async () => {
    plant(path.join(ws, 'keep/file'));
    plant(path.join(ws, '.env'));
    const hidden = [path.join(ws, 'keep'), path.join(ws, '.env')];
    const result = await shell('ls -A keep; cat .env; echo x > .env; echo x > keep/y; ls -A', {
      box: { hidden },
    });
    expect(result.stdoutTail).toBe('.env\nkeep\n');
    expect(readFileSync(path.join(ws, '.env'), 'utf8')).toContain('secret');
    expect(existsSync(path.join(ws, 'keep/y'))).toBe(false);
  });

  test('of a workspace can be writable while its git folder is not', async () => {
    plant(path.join(ws, '.git/config'), 'as it was');
    const result = await shell('echo x > file; echo x > .git/config; rm -rf .git; mv .git other', {
      box: { readable: [path.join(ws, '.git')] },
    });
    expect(result.exit).not.toBe(0);
    expect(readFileSync(path.join(ws, '.git/config'), 'utf8')).toBe('as it was');
    expect(existsSync(path.join(ws, 'file'))).toBe(true);
  });

  test('are not followed out of the box through a link somebody left in a writable folder (BOX-PLACES-1)', async () => {
    plant(path.join(dir, 'outside/file'), 'outside\n');
    symlinkSync(path.join(dir, 'outside'), path.join(ws, 'link'));
    const result = await shell(`cat link/file ${dir}/outside/file; echo done`, {
      box: { readable: [path.join(ws, 'link')] },
    });
    expect(result.stdoutTail).toBe('done\n');
  });

  test('in the temporary folders are the box’s own and gone with it', async () => {
    const name = path.basename(dir);
    await shell(`for d in /tmp /var/tmp /run "$HOME"; do echo x > $d/${name}-left; done; ls /tmp`);
    for (const place of ['/tmp', '/var/tmp', '/run']) expect(existsSync(`${place}/${name}-left`)).toBe(false);
    expect(existsSync(path.join(dir, 'agent-home'))).toBe(false);
  });

  test.each([
    ['the user’s home', () => home],
    ['the home of Slipway', () => path.join(dir, 'slipway')],
    ['everything', () => '/'],
  ])('cannot be asked for as %s (B1)', async (_, place) => {
    const result = await shell('true', { box: { readable: [place()] } });
    expect(result.how).toBe('spawn-failed');
    expect(result.stderrTail).toContain('whole home');
  });
});

describe.skipIf(!isHere)(`processes in a box (${reason})`, () => {
  test('see none of the machine, and have no rights over it', async () => {
    const result = await node(`
      const fs = require('fs');
      const pids = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
      const status = fs.readFileSync('/proc/self/status', 'utf8');
      console.log(JSON.stringify({ pids: pids.length, caps: /CapEff:\\s+(\\w+)/.exec(status)[1], bound: /CapBnd:\\s+(\\w+)/.exec(status)[1], new: /NoNewPrivs:\\s+(\\d)/.exec(status)[1] }));
      try { process.kill(${process.pid}, 0); console.log('reached'); } catch (error) { console.log(error.code); }
    `);
    const [facts = '', kill] = result.stdoutTail.trim().split('\n');
    const none = '0000000000000000';
    expect(JSON.parse(facts)).toMatchObject({ caps: none, bound: none, new: '1' });
    expect(Number(/"pids":(\d+)/.exec(facts)?.[1])).toBeLessThan(5);
    expect(kill).toBe('ESRCH');
  });

  test('cannot make namespaces or mounts of their own', async () => {
    const result = await shell(
      'unshare -U true && echo made; mount -t tmpfs x /tmp && echo mounted; echo end',
    );
    expect(result.stdoutTail).toBe('end\n');
  });

  test('that leave their group, their session and their environment are gone when the program ends', async () => {
    const daemons = `
      setsid sleep ${sleeps} &
      (setsid nohup sleep ${sleeps} > /dev/null 2>&1 &)
      (env -i setsid sleep ${sleeps} < /dev/null > /dev/null 2>&1 &)
      sh -c 'sh -c "sleep ${sleeps} & disown 2> /dev/null" &'
      echo $(ls -d /proc/[0-9]* | wc -l)`;
    const result = await shell(daemons);
    expect(Number(result.stdoutTail)).toBeGreaterThan(4); // they were there
    expect(await becomeAlive(0)).toBe(true);
  });

  test('are all gone when the program is killed', async () => {
    const stop = new AbortController();
    const result = await shell(
      `trap '' TERM; setsid sh -c "trap '' TERM; sleep ${sleeps}" & echo ready; sleep ${sleeps}`,
      {
        signal: stop.signal,
        limits: { ...limits, graceMs: 50 },
        onOutput: () => {
          stop.abort();
        },
      },
    );
    expect(result.how).toBe('aborted');
    expect(await becomeAlive(0)).toBe(true);
  });

  test('are all gone when Slipway is killed', async () => {
    const script = `
      import { bubblewrap } from ${JSON.stringify(new URL('bubblewrap.ts', import.meta.url).href)};
      import { processRunner } from ${JSON.stringify(new URL('process-runner.ts', import.meta.url).href)};
      const options = JSON.parse(process.argv[1]);
      const clock = { monotonic: () => 0, now: () => 0 };
      await processRunner(clock, bubblewrap({ ...options, means: async () => undefined })).run({
        file: '/bin/sh', args: ['-c', 'setsid sleep ${sleeps} & echo ready; sleep ${sleeps}'], cwd: options.ws,
        env: { PATH: '/usr/bin:/bin', MARK: options.ws },
        box: { writable: [options.ws], readable: [], hidden: [], egress: ['example.org'], views: [] },
        limits: { timeMs: 60000, silenceMs: 60000, outputBytesMax: 1e6, graceMs: 1000 },
        signal: new AbortController().signal, onOutput: (piece) => process.stdout.write(piece),
      });`;
    const never = [path.join(dir, 'slipway')];
    const options = { bwrap: '/usr/bin/bwrap', home, env: {}, uid, gid, tmp: dir, never, ownHosts: [], ws };
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script, JSON.stringify(options)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await new Promise<void>((resolve) =>
      child.stdout.once('data', () => {
        resolve();
      }),
    );
    expect(await becomeAlive(2)).toBe(true);
    child.kill('SIGKILL');
    expect(await becomeAlive(0)).toBe(true);
  });
});

describe.skipIf(!isHere)(`a program in a box (${reason})`, () => {
  const ways = [{ egress: [] }, { egress: ['127.0.0.1:9'] }];

  test.each(ways)('has its own exit, signal and streams ($egress)', async (box) => {
    expect(await shell('echo out; echo err >&2; exit 3', { box })).toMatchObject({
      how: 'exited',
      exit: 3,
      stdoutTail: 'out\n',
      stderrTail: 'err\n',
    });
    expect(await shell('exit 100', { box })).toMatchObject({ how: 'exited', exit: 100 });
    expect((await shell('kill -SEGV $$', { box })).how).toBe('signalled');
    expect((await shell('kill -KILL $$', { box })).how).toBe('signalled');
  });

  test.each(ways)('gets its whole input, then its end ($egress)', async (box) => {
    const result = await shell('wc -c', { box, stdin: 'é'.repeat(300_000) });
    expect(result.stdoutTail.trim()).toBe('600000');
  });

  test.each(ways)('gets a SIGTERM and the time to act on it ($egress)', async (box) => {
    const stop = new AbortController();
    const result = await shell(
      'trap "sleep 0.3; echo saved > saved; exit 0" TERM; echo ready; while :; do sleep 0.02; done',
      {
        box,
        signal: stop.signal,
        onOutput: () => {
          stop.abort();
        },
      },
    );
    expect(result.how).toBe('aborted');
    expect(readFileSync(path.join(ws, 'saved'), 'utf8')).toBe('saved\n');
  });

  test('sees exactly the environment of the request, odd names included (BUBBLEWRAP-2)', async () => {
    const env = { 'odd.name': 'x', SECRET: 'not an argument', EMPTY: '' };
    const result = await run('/usr/bin/env', ['-0'], { env });
    expect(result.stdoutTail.split('\0').filter(Boolean).toSorted()).toEqual([
      'EMPTY=',
      'SECRET=not an argument',
      'odd.name=x',
    ]);
    const withPwd = await run('/usr/bin/env', [], { env: { PWD: '/elsewhere' } });
    expect(withPwd.stdoutTail).toBe('PWD=/elsewhere\n');
  });

  test('has no value of its environment among the arguments of any process (BUBBLEWRAP-2)', async () => {
    const stop = new AbortController();
    let seen = '';
    await shell('echo ready; sleep 1000', {
      env: { PATH, SECRET: 'very-secret-value' },
      box: { egress: ['example.org'] },
      signal: stop.signal,
      onOutput: () => {
        for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
          try {
            seen += readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          } catch {
            // It ended while we looked.
          }
        }
        stop.abort();
      },
    });
    expect(seen).toContain('slipway-box-');
    expect(seen).not.toContain('very-secret-value');
  });

  test('that is missing is missing, as it would be outside', async () => {
    expect((await run('no-such-program', [])).how).toBe('missing');
    expect((await run('/no/such/program', [])).how).toBe('missing');
    expect((await shell('true', { cwd: path.join(dir, 'gone') })).how).toBe('missing');
  });

  test('leaves nothing behind in the temporary folder', async () => {
    await shell('true', { box: { egress: ['example.org'] } });
    await run('no-such-program', []);
    await shell('true', { box: { readable: ['/'] } });
    await shell('true', { cwd: home });
    expect(readdirSync(path.join(dir, 'boxes'))).toEqual([]);
  });

  test('sees a layer as its own, writable dependencies', async (context) => {
    if ((await means()) === undefined) context.skip('no overlay can be mounted here');
    const view = {
      layer: path.join(dir, 'layer'),
      at: path.join(ws, 'deps'),
      scratch: path.join(dir, 'scratch'),
    };
    plant(path.join(view.layer, 'a'), 'old\n');
    mkdirSync(view.at);
    const script = 'cat deps/a; echo new > deps/a; cat deps/a; id -u; exit 4';
    const result = await shell(script, { box: { views: [view] } });
    expect(result).toMatchObject({ exit: 4, stdoutTail: `old\nnew\n${uid}\n` });
    expect(readFileSync(path.join(view.layer, 'a'), 'utf8')).toBe('old\n');
  });

  test('sees what was written through another view, where that was copied', async (context) => {
    if ((await means()) === undefined) context.skip('no overlay can be mounted here');
    const [layer, at] = [path.join(dir, 'layer'), path.join(ws, 'deps')];
    const first = { layer, at, scratch: path.join(dir, 'first') };
    const second = { layer, at, scratch: path.join(dir, 'second') };
    for (const name of ['a', 'gone', 'folder/old', 'emptied/old']) plant(path.join(layer, name), 'old\n');
    mkdirSync(at);
    const script = 'cd deps; rm gone; rm -r emptied; mkdir emptied; echo built > b; echo new > folder/new';
    await shell(script, { box: { views: [first] } });
    mkdirSync(second.scratch);
    execFileSync('cp', ['-a', writtenIn(first), writtenIn(second)]);
    const result = await shell('cd deps; ls -p . folder emptied; rm b; mv folder other', {
      box: { views: [second] },
    });
    expect(result.stdoutTail).toBe('.:\na\nb\nemptied/\nfolder/\n\nemptied:\n\nfolder:\nnew\nold\n');
    expect(readFileSync(path.join(writtenIn(first), 'b'), 'utf8')).toBe('built\n');
  });

  test('sees a copy in the place of its folder, with a view in it, and writes into the copy alone', async (context) => {
    if ((await means()) === undefined) context.skip('no overlay can be mounted here');
    const copy = path.join(dir, 'slipway/workspaces/two');
    const view = {
      layer: path.join(dir, 'layer'),
      at: path.join(copy, 'deps'),
      scratch: path.join(dir, 's'),
    };
    plant(path.join(view.layer, 'a'), 'dependency\n');
    plant(path.join(ws, 'file'), 'first\n');
    plant(path.join(copy, 'file'), 'second\n');
    mkdirSync(view.at);
    const script = 'pwd; cat file deps/a; echo mine > made; echo mine > file';
    const result = await shell(script, { box: { views: [view], copies: [{ copy, at: ws }] } });
    expect(result).toMatchObject({ exit: 0, stdoutTail: `${ws}\nsecond\ndependency\n` });
    expect([readdirSync(ws), readFileSync(path.join(ws, 'file'), 'utf8')]).toEqual([['file'], 'first\n']);
    expect(readFileSync(path.join(copy, 'made'), 'utf8')).toBe('mine\n');
  });

  test('is not made where a copy is gone, or stands for what it may not write', async () => {
    const gone = { copy: path.join(dir, 'gone'), at: ws };
    const foreign = { copy: ws, at: home };
    for (const copy of [gone, foreign]) {
      const { how, stderrTail } = await shell('touch made', { box: { copies: [copy] } });
      expect([how, stderrTail]).toEqual(['spawn-failed', expect.stringContaining('cannot be shown at')]);
    }
    expect(readdirSync(ws)).toEqual([]);
  });
});

describe.skipIf(!isHere)(`the network of a box (${reason})`, () => {
  test('reaches nothing of this machine where nothing is listed', async () => {
    let contacts = 0;
    const port = await listening(createSocketServer(() => (contacts += 1)));
    const abstract = createSocketServer(() => (contacts += 1));
    servers.push(abstract);
    abstract.listen(`\0${path.basename(dir)}`);
    const result = await node(`
      const net = require('net');
      const attempt = (options) => new Promise((resolve) => net.connect(options).once('connect', () => resolve('reached')).once('error', (error) => resolve(error.code)));
      Promise.all([attempt({ host: '127.0.0.1', port: ${port} }), attempt({ path: '\\0${path.basename(dir)}' }), attempt({ host: '192.0.2.1', port: 80 })]).then((all) => console.log(all.join()));
    `);
    expect(result.stdoutTail).toBe('ECONNREFUSED,ECONNREFUSED,ENETUNREACH\n');
    expect(contacts).toBe(0);
  });

  test('reaches what is listed, with or without asking the proxy, and refuses and records the rest', async () => {
    const open = await listening(
      createServer((request, response) => response.end(`hello ${request.headers.host}`)),
    );
    let contacts = 0;
    const closed = await listening(createSocketServer(() => (contacts += 1)));
    const script = `
      curl -sS -m 10 http://127.0.0.1:${open}/; echo
      curl -sS -m 10 -p http://127.0.0.1:${open}/; echo
      curl -sS -m 10 --noproxy '*' http://127.0.0.1:${open}/; echo
      curl -sS -m 10 -H 'Host: elsewhere.test' http://127.0.0.1:${open}/; echo
      curl -s -m 10 -o /dev/null -w '%{http_code}' http://127.0.0.1:${closed}/; echo
      curl -s -m 10 -o /dev/null --noproxy '*' http://127.0.0.1:${closed}/; echo $?
      curl -s -m 10 -o /dev/null -w '%{http_connect}' https://never-listed.invalid/; echo`;
    const result = await shell(script, { box: { egress: [`127.0.0.1:${open}`] } });
    const host = `hello 127.0.0.1:${open}`;
    expect(result.stdoutTail.trim().split('\n')).toEqual([host, host, host, host, '403', '7', '403']);
    expect(result.refused).toEqual([`127.0.0.1:${closed}`, 'never-listed.invalid:443']);
    expect(contacts).toBe(0);
  });

  test('is reached by the certificates of the surroundings', async () => {
    const file = plant(path.join(dir, 'corp/ca.pem'), 'a certificate\n');
    const result = await runner({ SSL_CERT_FILE: file }).run({
      file: '/bin/sh',
      args: ['-c', 'cat "$SSL_CERT_FILE"; ls -A ' + dir + '/corp'],
      cwd: ws,
      env: { PATH },
      box: { writable: [ws], readable: [], hidden: [], egress: ['example.org'], views: [] },
      limits,
      signal: new AbortController().signal,
    });
    expect(result.stdoutTail).toBe('a certificate\nca.pem\n');
  });
});

/** The smallest of several times for each, taken in turns, so that a busy machine slows all of them. */
async function fastest(works: readonly (() => Promise<ProcessResult>)[]): Promise<readonly number[]> {
  const times = works.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < 10; turn += 1) {
    for (const [index, work] of works.entries()) {
      const startedMs = performance.now();
      expect((await work()).exit).toBe(0);
      times[index] = Math.min(times[index] ?? 0, performance.now() - startedMs);
    }
  }
  return times;
}

describe.skipIf(!isHere)(`a box (${reason})`, () => {
  test('costs at most 60 ms, with egress 150 ms, or on a busy machine what a few starts of Node cost', async () => {
    const contained = runner();
    const outside = processRunner(systemClock());
    const { signal } = new AbortController();
    const usual = { cwd: ws, env: { PATH }, limits, signal };
    const boxed = (egress: readonly string[]): Promise<ProcessResult> =>
      contained.run({
        ...usual,
        file: '/bin/true',
        args: [],
        box: { writable: [ws], readable: [], hidden: [], egress, views: [] },
      });
    const [nodeMs = 0, plainMs = 0, egressMs = 0] = await fastest([
      () => outside.run({ ...usual, file: process.execPath, args: ['-e', '0'] }),
      () => boxed([]),
      () => boxed(['example.org']),
    ]);
    expect(plainMs).toBeLessThan(Math.max(60, 2 * nodeMs));
    expect(egressMs).toBeLessThan(Math.max(150, 5 * nodeMs));
  });
});
