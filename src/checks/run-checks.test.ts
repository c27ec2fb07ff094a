import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processRunner } from '../containment/process-runner.ts';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import { createScreener } from '../screening/screen.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { CheckResult, ChecksRun } from './checks.ts';
import { createChecks } from './run-checks.ts';

let root = '';
let dir = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'slipway-checks-'));
  dir = path.join(root, 'checkout');
  await mkdir(dir);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

// As it would be under a test runner that was started by a person with secrets.
const environment = {
  PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  NODE_TEST_CONTEXT: 'child-v8',
  FORCE_COLOR: '1',
};
const checks = createChecks({
  processes: processRunner(systemClock()),
  screener: createScreener(),
  environment,
});

const spec = (kind: CheckKind, command: string, timeoutMs = 30_000): CheckSpec => ({
  name: kind,
  kind,
  command,
  timeoutMs,
  when: 'task',
});
const run = (specs: readonly CheckSpec[], signal = new AbortController().signal): Promise<ChecksRun> =>
  checks.run({ dir, checks: specs, tag: 'tag-1', signal });
const resultsOf = async (...specs: readonly CheckSpec[]): Promise<readonly CheckResult[]> => {
  const ran = await run(specs);
  if (ran.ended !== 'ran') throw new Error('the checks were stopped');
  return ran.results;
};
const only = async (check: CheckSpec): Promise<CheckResult> => {
  const [result] = await resultsOf(check);
  if (result === undefined) throw new Error('no result');
  return result;
};
const put = (file: string, ...lines: readonly string[]): Promise<void> =>
  writeFile(path.join(dir, file), `${lines.join('\n')}\n`);

test('a check on a full disk is no result, and whoever asked hears why (RUN-CHECKS-6)', async () => {
  const real = processRunner(systemClock());
  const full = createChecks({
    processes: {
      ...real,
      level: 'open',
      run: (request) =>
        real.run({ ...request, limits: { ...request.limits, roomBytesMin: Number.MAX_SAFE_INTEGER } }),
    },
    screener: createScreener(),
    environment,
  });
  const { signal } = new AbortController();
  const ran = full.run({ dir, checks: [spec('test', 'exit 1')], tag: 'tag-1', signal });
  await expect(ran).rejects.toMatchObject({ code: 'ENOSPC', message: expect.stringContaining('"test"') });
  expect(await readdir(root)).toEqual(['checkout']);
});

describe('a test check', () => {
  test('passes with the counts of the tests that ran, also under another test runner', async () => {
    await put(
      'a.test.mjs',
      `import test from 'node:test';`,
      `test('a', () => {});`,
      `test.skip('b', () => {});`,
    );
    expect(await only(spec('test', 'node --test'))).toMatchObject({
      verdict: 'PASS',
      because: 'ok',
      exit: 0,
      counts: { passed: 1, failed: 0, skipped: 1 },
    });
  });

  test('fails with the counts of the tests that failed', async () => {
    await put('a.test.mjs', `import test from 'node:test';`, `test('a', () => { throw new Error('no'); });`);
    const result = await only(spec('test', 'node --test'));
    expect(result).toMatchObject({
      verdict: 'FAIL',
      because: 'exit',
      exit: 1,
      counts: { passed: 0, failed: 1 },
    });
    expect(result.log.text).toContain('not ok 1 - a');
  });

  test.each([
    ['an empty folder', 'node --test'],
    ['a program that finds no test file', 'echo "No test files found, exiting with code 0"'],
    ['a program that says so and fails', 'echo "No tests found"; exit 1'],
    ['only skipped tests', 'printf "1..1\\nok 1 # SKIP later\\n"'],
    ['a command that says nothing', 'true'],
    ['a command that ran 0 tests', 'echo "Ran 0 tests in 0.000s"'],
  ])('fails for want of tests with %s', async (_name, command) => {
    expect(await only(spec('test', command))).toMatchObject({ verdict: 'FAIL', because: 'no-tests' });
  });

  test.each([
    ['a failed test that the exit code hides', 'printf "  3 passing (1ms)\\n  1 failing\\n"; exit 0'],
    ['a failure without a word', 'exit 3'],
    ['a suite that does not load', 'printf " Test Files  1 failed (1)\\n      Tests  no tests\\n"; exit 1'],
    [
      'failed tests beside a word that there are none',
      'printf "No tests found\\n  0 passing (1ms)\\n  1 failing\\n"; exit 1',
    ],
    ['an end by a signal', 'echo hello; kill -9 $$'],
  ])('fails, and not for want of tests, with %s', async (_name, command) => {
    expect(await only(spec('test', command))).toMatchObject({ verdict: 'FAIL', because: 'exit' });
  });

  test('passes without counts when a program that is not known here says something', async () => {
    const result = await only(spec('test', 'echo "12 rules, all of them kept"'));
    expect(result).toMatchObject({ verdict: 'PASS', because: 'ok' });
    expect(result).not.toHaveProperty('counts');
  });

  test('that detection found in a package runs and is counted', async () => {
    await put('package.json', JSON.stringify({ scripts: { test: 'node --test', build: 'node -e ""' } }));
    await put('a.test.mjs', `import test from 'node:test';`, `test('a', () => {});`);
    const found = await checks.survey(async (file) => {
      const full = path.join(dir, file);
      return existsSync(full) ? readFile(full, 'utf8') : undefined;
    }, []);
    expect(await resultsOf(...found.checks)).toMatchObject([
      { check: 'build', verdict: 'PASS' },
      { check: 'test', verdict: 'PASS', counts: { passed: 1 } },
    ]);
  });
});

describe('checks', () => {
  test('make nothing of what a test left, wherever the build stands, and tell in their order (RUN-CHECKS-10)', async () => {
    const order: readonly CheckSpec[] = [
      spec('test', 'echo wrong > part.txt; echo 1 passed in 0.1s'),
      spec('build', 'cat part.txt > built.txt 2>/dev/null; true'),
      spec('custom', 'test ! -s built.txt'),
    ];
    const results = await resultsOf(...order);
    expect(results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([
      'test PASS',
      'build PASS',
      'custom PASS',
    ]);
  });

  test('that stand before a build run though it fails, and those after it do not', async () => {
    const order = [spec('lint', 'true'), spec('build', 'exit 1'), spec('test', 'echo 1 passed in 0.1s')];
    const results = await resultsOf(...order);
    expect(results.map(({ check, because }) => `${check} ${because}`)).toEqual([
      'lint ok',
      'build exit',
      'test not-run',
    ]);
  });

  test('all run after one fails, and a silent one that is no test passes', async () => {
    const results = await resultsOf(
      spec('lint', 'exit 2'),
      spec('security', 'true'),
      spec('test', 'echo done'),
    );
    expect(results.map((result) => [result.check, result.verdict, result.exit])).toEqual([
      ['lint', 'FAIL', 2],
      ['security', 'PASS', 0],
      ['test', 'PASS', 0],
    ]);
  });

  test.each(['setup', 'build'] as const)('after a failed %s are recorded as not run', async (kind) => {
    const results = await resultsOf(
      spec(kind, 'exit 1'),
      spec('test', 'touch ran'),
      spec('lint', 'touch ran'),
    );
    expect(results.map((result) => [result.check, result.verdict, result.because])).toEqual([
      [kind, 'FAIL', 'exit'],
      ['test', 'FAIL', 'not-run'],
      ['lint', 'FAIL', 'not-run'],
    ]);
    expect(results[1]?.log.text).toContain(`the check "${kind}" failed`);
    expect(existsSync(path.join(dir, 'ran'))).toBe(false);
  });

  test.each([
    ['go on past a build that need not go well', 'build', 'ok'],
    ['go on past no other', 'another', 'not-run'],
  ])('%s', async (_what, past, because) => {
    const { signal } = new AbortController();
    const specs = [spec('build', 'exit 1'), spec('lint', 'true')];
    const ran = await checks.run({ dir, checks: specs, goesOnPast: [past], tag: 'tag-1', signal });
    expect(ran.ended === 'ran' && ran.results.map((result) => result.because)).toEqual(['exit', because]);
  });

  test('see a clean environment with a home of their own that is gone afterwards', async () => {
    const result = await only(spec('custom', 'pwd; env; touch "$HOME/kept"; ls -a "$HOME"'));
    const names = result.log.text.split('\n').flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    const ofTheShell = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
    expect(names.filter((name) => !ofTheShell.has(name)).toSorted()).toEqual([
      'CI',
      'HOME',
      'PATH',
      'SLIPWAY_PROCESS_TAG',
    ]);
    expect(result.log.text).toContain('SLIPWAY_PROCESS_TAG=tag-1');
    const home = /^HOME=(.*)$/m.exec(result.log.text)?.[1] ?? '';
    expect(path.dirname(home)).toBe(root);
    expect(await readdir(root)).toEqual(['checkout']);
  });

  test('that print in colour are read and kept as if they did not (RUN-CHECKS-7)', async () => {
    await put(
      'loud.sh',
      String.raw`printf '\033[32m✔\033[39m \033]8;;file:///a\033\\adds\033]8;;\033\\ (1ms)\n'`,
      String.raw`printf '✖ \033[31mtakes\033[39m away (1ms)\n\033[34mℹ tests 2\n\033[34mℹ pass 1\033[0m\n'`,
      String.raw`printf 'ℹ fail 1\nlast \033[1mwords\033[0m\n'`,
      'exit 1',
    );
    const result = await only(spec('test', 'sh loud.sh'));
    expect(result).toMatchObject({
      verdict: 'FAIL',
      counts: { passed: 1, failed: 1, skipped: 0 },
      tests: { failed: ['takes away'], passed: ['adds'] },
    });
    expect(result.log.text).toBe(
      '✔ adds (1ms)\n✖ takes away (1ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\nlast words\n',
    );
  });

  test('keep no secret whose letters are coloured one by one', async () => {
    const token = ['gh', 'p_', 'a1B2c3D4e5F6'.repeat(3)].join('');
    const painted = token.replaceAll(/./g, (letter) => String.raw`\033[31m` + letter);
    await put('painted.sh', `printf '${painted} out\n'`);
    const { log } = await only(spec('custom', 'sh painted.sh'));
    expect(log.text).toBe('[REDACTED:github-token] out\n');
  });

  test('end at their time limit, and say so', async () => {
    const result = await only(spec('test', 'echo begun; sleep 600', 300));
    expect(result).toMatchObject({ verdict: 'FAIL', because: 'timeout' });
    expect(result.log.text).toContain('begun');
    expect(result.log.text).toContain('the limit of this check');
  });

  test('read the results of a test from more than the log keeps', async () => {
    await put(
      'tap.sh',
      'echo 1..60; for n in $(seq 60); do for m in $(seq 300); do echo "    ok $m - a nested assertion of some length here"; done; ' +
        'if [ $n = 30 ]; then echo "not ok $n - the one in the middle"; else echo "ok $n - n$n"; fi; done; exit 1\n',
    );
    const result = await only(spec('test', 'sh tap.sh'));
    expect(result.log.text).toContain('bytes left out');
    expect(result.log.text).not.toContain('not ok 30');
    expect(result.counts).toMatchObject({ passed: 59, failed: 1 });
    expect(result.tests?.failed).toEqual(['the one in the middle']);
  });

  test('that print too much are ended', async () => {
    const result = await only(spec('custom', 'yes "a line of text that is repeated"'));
    expect(result).toMatchObject({ verdict: 'FAIL', because: 'output-limit' });
    expect(Buffer.byteLength(result.log.text)).toBeLessThan(600 * 1024);
    expect(result.log.text).toContain('bytes left out');
  });

  test('stop when they are told to, whether one runs or not', async () => {
    const controller = new AbortController();
    const stopped = run(
      [spec('test', 'touch begun; sleep 600'), spec('lint', 'touch late')],
      controller.signal,
    );
    await expect.poll(() => existsSync(path.join(dir, 'begun')), { timeout: 20_000 }).toBe(true);
    controller.abort();
    expect(await stopped).toEqual({ ended: 'stopped' });
    expect(await run([spec('lint', 'touch late')], controller.signal)).toEqual({ ended: 'stopped' });
    expect(existsSync(path.join(dir, 'late'))).toBe(false);
    expect(await readdir(root)).toEqual(['checkout']);
  });

  test('keep no secret in their log, on whichever stream and in whatever pieces it was printed', async () => {
    const token = ['gh', 'p_', 'a1B2c3D4e5F6'.repeat(3)].join('');
    const [start, end] = [token.slice(0, 15), token.slice(15)];
    await put(
      'leak.sh',
      `printf '${start}'`,
      `printf 'noise' >&2`,
      `printf '${end} out\\n'`,
      `echo 'err ${token}' >&2`,
    );
    const { log } = await only(spec('custom', 'sh leak.sh'));
    expect(log.text).not.toContain(start);
    expect(log.text).not.toContain(end);
    expect(log.text).toContain('[REDACTED:github-token] out');
    expect(log.text).toContain('err [REDACTED:github-token]');
  });

  test('keep a log with a private key in it, without the key', async () => {
    const name = ['PRIVATE', 'KEY'].join(' ');
    await put('key', `-----BEGIN ${name}-----`, 'a1B2c3D4e5F6'.repeat(5), `-----END ${name}-----`);
    const { log } = await only(spec('custom', 'echo before; cat key; echo after'));
    expect(log.text).toBe('before\n[REDACTED:private-key]\nafter\n');
  });

  test('are not run where their folder is gone, and say so', async () => {
    await rm(dir, { recursive: true });
    const gone = await only(spec('test', 'true'));
    expect(gone).toMatchObject({ verdict: 'FAIL', because: 'not-run' });
    expect(gone.log.text).toContain('does not exist');
    await rm(root, { recursive: true });
    const noHome = await only(spec('test', 'true'));
    expect(noHome).toMatchObject({ verdict: 'FAIL', because: 'not-run' });
    expect(noHome.log.text).toContain('no temporary home');
  });

  test('still give results, without a word of their output, when the screener has no rules', async () => {
    const screener = createScreener({ rules: [] });
    const closed = createChecks({ processes: processRunner(systemClock()), screener, environment });
    const request = {
      dir,
      checks: [spec('custom', 'echo hello')],
      tag: 't',
      signal: new AbortController().signal,
    };
    expect(await closed.run(request)).toMatchObject({
      ended: 'ran',
      results: [{ verdict: 'PASS', log: { text: '[REDACTED:broken-rules]' } }],
    });
  });
});

const part = (at: number, parts: number, more: Partial<CheckSpec> = {}): CheckSpec => ({
  ...spec('custom', 'npm test --silent'),
  name: `test-${at}`,
  script: { name: 'test', part: at, parts, text: 'whatever it was', besides: ['lint'] },
  ...more,
});

describe('a part of a script', () => {
  const scripts = {
    pretest: 'echo before',
    test: 'npm run lint && npm run show $npm_lifecycle_event && exit-2',
    posttest: 'echo after',
    lint: 'echo linted',
    show: 'echo shown && echo $npm_package_version $npm_lifecycle_event $INIT_CWD',
  };
  const install = async (changed: object = {}): Promise<void> => {
    await put(
      'package.json',
      JSON.stringify({ name: 'a', version: '1.2.3', scripts: { ...scripts, ...changed } }),
    );
    await mkdir(path.join(dir, 'node_modules/.bin'), { recursive: true });
    await put('node_modules/.bin/exit-2', '#!/bin/sh', 'env | grep -c script_shell', 'exit 2');
    await chmod(path.join(dir, 'node_modules/.bin/exit-2'), 0o755);
  };

  test("runs by itself in npm's own environment, what comes before the script with the first and what comes after with the last", async () => {
    await install();
    const [first, second] = await resultsOf(part(1, 2), part(2, 2));
    expect(first).toMatchObject({ verdict: 'PASS' });
    expect(first?.log.text).toBe(`before\nshown\n1.2.3 show ${dir} test\n`);
    expect(second).toMatchObject({ verdict: 'FAIL', exit: 2 });
    expect(second?.log.text).toBe('0\n');
  });

  test('is read from the tree that is checked', async () => {
    await install({
      test: 'npm run lint && echo new && echo newer',
      pretest: 'npm run lint',
      posttest: 'true',
    });
    const results = await resultsOf(part(1, 2), part(2, 2));
    expect(results.map(({ log }) => log.text)).toEqual(['new\n', 'newer\n']);
  });

  test('runs without what comes before it where that is a check of its own', async () => {
    await install({ pretest: 'echo judged && echo judging', test: 'echo tested' });
    const script = { name: 'test', part: 1, parts: 1, text: 'echo tested', besides: ['pretest'] };
    const [result] = await resultsOf(part(1, 1, { script }));
    expect(result?.log.text).toBe('tested\nafter\n');
  });

  test('runs with the whole script where that has other parts now', async () => {
    await install({ test: 'echo only' });
    const results = await resultsOf(part(1, 2), part(2, 2, { kind: 'test' }));
    expect(results.map(({ verdict, log }) => [verdict, log.text])).toEqual([
      ['PASS', 'before\nonly\nafter\n'],
      ['PASS', expect.stringContaining('the check of its first part runs all of it')],
    ]);
  });
});
