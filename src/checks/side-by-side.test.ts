// Checks side by side, in real boxes, on a real checkout that shows a real layer.

import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import { bubblewrap } from '../containment/bubblewrap.ts';
import { processRunner } from '../containment/process-runner.ts';
import type { Processes } from '../containment/process.ts';
import { viewMeans } from '../containment/overlays.ts';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import { createScreener } from '../screening/screen.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { gitRunner } from '../workspace/git-runner.ts';
import { probeReflink } from '../workspace/layer-show.ts';
import type { Layers } from '../workspace/layer.ts';
import { createLayers } from '../workspace/layers.ts';
import type { Checks, ChecksRun } from './checks.ts';
import { createChecks } from './run-checks.ts';

let repository: TestRepository;
let started: TestWorkspaces;
let dir = '';
let borrowed: readonly string[] = [];
let processes: Processes;
let checks: Checks;
let layers: Layers;
/** What began and what ended, in order, by a word in the command. */
let seen: string[] = [];

const means = await viewMeans(tmpdir());
const isHere = existsSync('/usr/bin/bwrap') && means !== undefined;

const environment = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` };

beforeAll(async () => {
  repository = await makeRepository({
    'package.json': '{}\n',
    'package-lock.json': '{}\n',
    'src/a.js': 'a\n',
  });
  started = await startWorkspaces(repository);
  processes = watched(boxes());
  checks = createChecks({ processes, screener: createScreener(), environment });
  layers = layersOf(environment);
});
beforeEach(async () => {
  ({ dir, borrowed } = await started.workspaces.checkout(started.id, started.base, 'one'));
});
afterEach(async () => {
  await Promise.all(['one', 'one-copies'].map((name) => started.workspaces.discard(name)));
});
afterAll(() => repository.remove());

function layersOf(given: Readonly<Record<string, string>>): Layers {
  return createLayers({
    home: started.home,
    git: gitRunner(),
    checks,
    processes,
    clock: systemClock(),
    environment: given,
    canMount: () => Promise.resolve(true),
  });
}

function boxes(): Processes {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const options = { bwrap: '/usr/bin/bwrap', home: repository.root, env: {}, uid, gid, tmp: repository.root };
  return processRunner(
    systemClock(),
    bubblewrap({ ...options, never: [started.home], ownHosts: [], means: () => Promise.resolve(means) }),
  );
}

function watched(inner: Processes): Processes {
  return {
    ...inner,
    run: async (request) => {
      const name = /^: (\w+);/.exec(request.args[1] ?? '')?.[1];
      if (name !== undefined) seen.push(`+${name}`);
      const result = await inner.run({
        ...request,
        onOutput: (piece, from) => {
          if (piece === 'begun\n') seen.push(`${name ?? ''} has begun`);
          request.onOutput?.(piece, from);
        },
      });
      if (name !== undefined) seen.push(`-${name}`);
      return result;
    },
  };
}

const spec = (
  name: string,
  kind: CheckKind,
  command: string,
  change: Partial<CheckSpec> = {},
): CheckSpec => ({
  name,
  kind,
  command: `: ${name}; ${command}`,
  timeoutMs: 30_000,
  when: 'task',
  ...change,
});

/** Writes its name everywhere, and says what it finds there. */
const marks = (name: string, kind: CheckKind, change: Partial<CheckSpec> = {}): CheckSpec =>
  spec(
    name,
    kind,
    `for place in . dist node_modules "$HOME"; do echo ${name} > "$place/by-${name}"; (cd "$place" && ls -d by-*); done; echo ${name} > /tmp/by-${name}; (cd /tmp && ls -d by-*); pwd; cat src/a.js; echo ${name} > src/a.js; echo ok 1; echo 1..1`,
    change,
  );

/** Leaves a report of so many tests. */
const report = (tests: number): string =>
  `mkdir -p out/test-results && printf '<testsuite tests="${tests}" failures="0" errors="0" skipped="0">${'<testcase name="a" classname="b"/>'.repeat(tests)}</testsuite>' > out/test-results/a.xml; echo ran`;

const long = (name: string): CheckSpec => spec(name, 'test', 'echo begun; sleep 600 & sleep 600');

interface Running {
  readonly atOnce?: number;
  readonly signal?: AbortSignal;
  readonly layers?: Layers;
}

async function run(specs: readonly CheckSpec[], given: Running = {}): Promise<ChecksRun> {
  const { atOnce = 4, signal = new AbortController().signal } = given;
  const tag = 'side-by-side-test';
  const setup = spec('setup', 'setup', 'mkdir node_modules && echo a > node_modules/a');
  const { id: repositoryId, base: commit } = started;
  const layer = await layers.prepare({
    repository: repositoryId,
    commit,
    base: commit,
    run: 'r-1',
    setup: [setup],
    tag,
    signal: new AbortController().signal,
  });
  if (layer === undefined) throw new Error('no layer was made');
  const { views } = await layers.show({ layer, workspace: dir, tag, signal });
  seen = [];
  return checks.run({
    dir,
    borrowed,
    checks: specs,
    views,
    tag,
    signal,
    sideBySide: {
      atOnce,
      places: (of, count) => (given.layers ?? layers).places({ of, count, name: 'one-copies', tag, signal }),
    },
  });
}

async function logs(specs: readonly CheckSpec[], given: Running = {}): Promise<readonly string[]> {
  const ran = await run(specs, given);
  if (ran.ended !== 'ran') throw new Error('the checks were stopped');
  expect(ran.results.map(({ check }) => check)).toEqual(specs.map(({ name }) => name));
  return ran.results.map(({ log, verdict }) => `${verdict}\n${log.text}`);
}

/** What one sees that builds and its own marks alone can explain. */
const found = (names: readonly string[], left: readonly string[], self: string, source: string): string =>
  `PASS\n${names.map(() => left.map((name) => `by-${name}\n`).join('')).join('')}by-${self}\n${dir}\n${source}\nok 1\n1..1\n`;
const places = ['.', 'dist', 'node_modules', 'HOME'];

describe.skipIf(!isHere)('checks side by side', () => {
  test('run at the same time on what build left, and none sees what another writes', async () => {
    const build = {
      ...marks('build', 'build'),
      command: `: build; mkdir dist; ${marks('build', 'build').command}`,
    };
    const after = marks('after', 'custom');
    const told = await logs([
      build,
      marks('unit', 'test'),
      marks('lint', 'lint'),
      marks('more', 'test'),
      after,
    ]);
    expect(told).toEqual([
      found(places, ['build'], 'build', 'a'),
      found(places, ['build', 'unit'], 'unit', 'build'),
      found(places, ['build', 'lint'], 'lint', 'build'),
      found(places, ['build', 'more'], 'more', 'build'),
      found(places, ['after', 'build', 'unit'], 'after', 'unit'), // in the first checkout, by itself
    ]);
    expect(seen.slice(0, 5)).toEqual(['+build', '-build', '+unit', '+lint', '+more']);
    expect(seen.slice(-2)).toEqual(['+after', '-after']);
  });

  test('are at most as many as is said, and one by one where it is one', async () => {
    const three = [marks('unit', 'test'), marks('lint', 'lint'), marks('more', 'test')].map((check) => ({
      ...check,
      command: `mkdir -p dist; ${check.command}`.replace(/^(.*); (: \w+);/, '$2; $1;'),
    }));
    await logs(three, { atOnce: 2 });
    const most = seen.map((_, at) => seen.slice(0, at + 1)).map((until) => open(until));
    expect(Math.max(...most)).toBe(2);
    const told = await logs(three, { atOnce: 1 });
    expect(seen).toEqual(['+unit', '-unit', '+lint', '-lint', '+more', '-more']);
    expect(told[2]).toContain('by-lint\nby-more\nby-unit\n');
  });

  test('each have the same port for themselves', async () => {
    const command = `node -e "require('net').createServer().listen(4000, '127.0.0.1', () => { console.log('heard'); process.exit(0); }).on('error', (error) => { console.log(error.code); process.exit(1); })"`;
    const told = await logs([spec('unit', 'test', command), spec('more', 'test', command)]);
    expect(told).toEqual(['PASS\nheard\n', 'PASS\nheard\n']);
  });

  test('each count only the reports that they wrote themselves', async () => {
    const junit = { parser: 'junit' } as const;
    const ran = await run([
      spec('unit', 'test', report(1), junit),
      spec('more', 'test', report(3), junit),
      spec('none', 'test', 'echo ran', junit),
    ]);
    expect(ran).toMatchObject({
      results: [
        { counts: { passed: 1 }, verdict: 'PASS' },
        { counts: { passed: 3 }, verdict: 'PASS' },
        { verdict: 'FAIL', because: 'no-tests' },
      ],
    });
  });

  test('all go on when one fails or is too slow, and are told in their order', async () => {
    const ran = await run([
      spec('slow', 'test', 'sleep 600', { timeoutMs: 300 }),
      spec('red', 'lint', 'exit 3'),
      spec('green', 'lint', 'echo fine'),
    ]);
    expect(ran).toMatchObject({
      results: [
        { check: 'slow', because: 'timeout' },
        { check: 'red', because: 'exit', exit: 3 },
        { check: 'green', verdict: 'PASS', log: { text: 'fine\n' } },
      ],
    });
  });

  test('are not run after a build that failed', async () => {
    const told = await logs([
      spec('build', 'build', 'exit 1'),
      spec('unit', 'test', 'echo ok'),
      spec('lint', 'lint', 'echo ok'),
    ]);
    expect(told.map((log) => log.split('\n', 1)[0])).toEqual(['FAIL', 'FAIL', 'FAIL']);
    expect(seen).toEqual(['+build', '-build']);
  });

  test('all end when they are told to, and nobody is left behind', async () => {
    const controller = new AbortController();
    const stopped = run([long('unit'), long('more'), long('last')], {
      atOnce: 2,
      signal: controller.signal,
    });
    const begun = ['more has begun', 'unit has begun'];
    await expect.poll(() => seen.slice(2).toSorted(), { timeout: 20_000 }).toEqual(begun);
    controller.abort();
    expect(await stopped).toEqual({ ended: 'stopped' });
    expect(seen.slice(0, 2)).toEqual(['+unit', '+more']);
    expect(seen.slice(4).toSorted()).toEqual(['-more', '-unit']);
    expect(await boxes().endSurvivors('side-by-side-test')).toBe(0);
  });

  test('follow one another in the checkout where no copy can be made, as on a full disk', async () => {
    // Without the system's program it is Node that copies, and Node refuses a pipe.
    const told = await logs(
      [
        spec('build', 'build', 'mkfifo pipe'),
        spec('unit', 'test', 'echo mine > mark; echo ok'),
        spec('lint', 'lint', 'cat mark'),
      ],
      { layers: layersOf({ PATH: '/nowhere' }) },
    );
    expect(told).toEqual(['PASS\n', 'PASS\nok\n', 'PASS\nmine\n']);
    expect(seen).toEqual(['+build', '-build', '+unit', '-unit', '+lint', '-lint']);
    expect(existsSync(path.join(started.home, 'workspaces', 'one-copies'))).toBe(false);
  });

  test('follow one another where copies would cost more than they gain', async () => {
    const signal = new AbortController().signal;
    const request = {
      of: { dir, home: path.join(dir, 'src'), views: [] },
      name: 'one-copies',
      tag: 'side-by-side-test',
      signal,
    };
    await writeFile(path.join(dir, 'large'), '');
    await truncate(path.join(dir, 'large'), 2 * 1024 ** 3);
    const sharesBlocks = await probeReflink({ home: started.home, git: gitRunner() });
    expect(await layers.places({ ...request, count: 2 })).toHaveLength(sharesBlocks ? 2 : 1);
    await rm(path.join(dir, 'large'));
    expect(await layers.places({ ...request, count: 2 })).toHaveLength(2);
  });

  test('leave their layer as it was, and nothing but what is deleted with the checkout', async () => {
    await logs([marks('unit', 'test'), marks('lint', 'lint')].map((check) => ({ ...check, kind: 'lint' })));
    const [key = ''] = await readdir(path.join(started.home, 'cache/layers'));
    const kept = await readdir(path.join(started.home, 'cache/layers', key), { recursive: true });
    expect(kept.filter((name) => path.basename(name).startsWith('by-'))).toEqual([]);
    await Promise.all(['one', 'one-copies'].map((name) => started.workspaces.discard(name)));
    const left = await readdir(path.join(started.home, 'workspaces'), { recursive: true });
    expect(left.filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(await readFile(path.join(repository.dir, 'src/a.js'), 'utf8')).toBe('a\n');
  });
});

function open(until: readonly string[]): number {
  return until.reduce((sum, each) => sum + (each.startsWith('+') ? 1 : -1), 0);
}
