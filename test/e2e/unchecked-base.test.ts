// A repository whose base cannot be checked, as a person meets it: nobody is launched, they are told what is in the way, and
// every way on leads somewhere.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { command as doctor } from '../../src/cli/commands/doctor.ts';
import { command as run } from '../../src/cli/commands/run.ts';
import { personAt } from '../support/person.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function sampleWith(options: SampleOptions): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

/** Its setup fails, and leaves a line beside its checkout each time it runs. */
const broken: SampleOptions = {
  config: 'checks: { setup: sh setup.sh, test: node a.test.js }\n',
  files: { 'setup.sh': 'echo x >> ../setups\necho no such registry\nexit 3\n' },
};

const setups = async (sample: Sample): Promise<number> =>
  (await readFile(path.join(sample.home, 'workspaces', 'setups'), 'utf8')).length / 2;

const started = ['run', 'Change a', '--auto', '--trust'] as const;

describe('a run whose setup fails', () => {
  test('asks before anybody is paid, runs it once, and shows its log', async () => {
    const sample = await sampleWith(broken);
    const asked = await sample.slipway(...started);
    expect([asked.exit, asked.out]).toEqual([
      7,
      expect.stringContaining('waiting: the waiver gate (the base commit cannot be checked)'),
    ]);
    expect(asked.err).toContain('it cannot be checked: setup fails (exit 3)');
    expect(asked.err).not.toContain('analysis begins');
    expect(asked.err).toMatch(/slipway checks r-\w+ --setup '\.\.\.'/);
    expect(await setups(sample)).toBe(1);
    expect(await sample.json('status')).toMatchObject({ launches: 0, stage: 'intake' });
    const shown = await sample.slipway('show', 'gate');
    expect(shown.out).toContain('Setup fails (exit 3): sh setup.sh\n    no such registry');
    const log = await sample.slipway('logs', '--check', 'setup');
    expect(log.out).toMatch(/check setup of the base commit: FAIL \(exit\).*\nno such registry/);
  });

  test('goes on with other commands for this run, which are offered for slipway.yaml', async () => {
    const sample = await sampleWith(broken);
    await sample.slipway(...started);
    const wrong = await sample.slipway('checks', 'nothing=true');
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('Its checks are setup and test.')]);
    const again = await sample.slipway('checks');
    expect([again.exit, await setups(sample)]).toEqual([7, 2]);
    const given = await sample.slipway('checks', '--setup', 'true', 'test=node a.test.js');
    expect([given.exit, given.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    expect(given.err).toContain('checks:\n  setup: "true"\n  test: "node a.test.js"\n');
    expect(given.err).toContain('gave other commands for this run: setup is true');
    const late = await sample.slipway('checks');
    expect([late.exit, late.err]).toEqual([6, expect.stringContaining('does not wait for commands')]);
  });

  test('goes on with a waiver, and every result says so', async () => {
    const sample = await sampleWith(broken);
    await sample.slipway(...started);
    const waived = await sample.decides('approve');
    expect([waived.exit, waived.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    const shown = await sample.slipway('show', 'evidence');
    expect(shown.out).toMatch(/setup\s+WARN/);
    expect(shown.out).toMatch(/test\s+WARN/);
    const words = 'The check setup shows nothing of the change: it fails, as at the base commit';
    expect(sample.filesWith(words).length).toBeGreaterThan(0);
  });

  test('stops where a person says no', async () => {
    const sample = await sampleWith(broken);
    await sample.slipway(...started);
    const rejected = await sample.decides('reject');
    expect([rejected.exit, rejected.out]).toEqual([0, expect.stringContaining('blocked: a person said no')]);
  });

  test('is given another command at a terminal', async () => {
    const sample = await sampleWith(broken);
    const person = personAt(sample, ['c', 'true', 'a']);
    expect(await person.types(run, ['Change a'], { trust: true })).toBe(7);
    expect(person.asked().slice(0, 2)).toEqual([
      '[c]ommands, [a]pprove, re[j]ect, [q]uit: ',
      'setup [sh setup.sh]: ',
    ]);
    expect(person.err()).toContain('no such registry');
    expect(person.out()).toContain('waiting: the merge gate');
  });
});

describe('a run whose build fails at the base', () => {
  test('asks nobody where tests pass without it, and says what is red', async () => {
    const sample = await sampleWith({
      config: 'checks: { build: sh build.sh, test: node a.test.js }\n',
      files: { 'build.sh': 'echo types do not fit\nexit 2\n' },
    });
    const { err } = await sample.slipway(...started);
    expect(err).toMatch(/the base commit: build FAIL and test PASS/);
    expect(err).toContain('merge: waits for you');
    const { out } = await sample.slipway('show', 'pr');
    expect(out).toMatch(/\| build \| WARN[^|]*\|/);
    expect(out).toContain('The check build fails only as it does at the base commit.');
  });
});

describe('a run whose tests break before one of them can pass', () => {
  const loads = "import './not-there.js';\nimport test from 'node:test';\ntest('a', () => {});\n";

  test('asks before anybody is paid: against such a base every change would pass', async () => {
    const sample = await sampleWith({
      config: 'checks: { test: node --test }\n',
      files: { 'a.test.js': loads },
    });
    const asked = await sample.slipway(...started);
    expect([asked.exit, asked.out]).toEqual([
      7,
      expect.stringContaining('waiting: the waiver gate (the base commit cannot be checked)'),
    ]);
    expect(asked.err).toContain(
      'it cannot be checked: test fails (exit 1) and not one test passes (1 failed)',
    );
    expect(await sample.json('status')).toMatchObject({ launches: 0, stage: 'intake' });
    // The gate advises what status and explain do: another command for the check that is in the way.
    for (const words of [['show', 'gate'], ['status'], ['explain']]) {
      const { out, err } = await sample.slipway(...words);
      expect(`${out}${err}`).not.toContain('--setup');
      expect([words, `${out}${err}`]).toEqual([
        words,
        expect.stringMatching(/--test '\.\.\.'|show \S+ gate/),
      ]);
    }
  });
});

describe('a base that was seen checkable', () => {
  test('is checked beside the first agent of the next run', async () => {
    const sample = await sampleWith({});
    const first = await sample.slipway(...started);
    expect(first.err).toMatch(/intake: the base commit: test PASS[^]*analysis begins/);
    const next = await sample.slipway(...started, '--again');
    expect(next.err).not.toContain('intake: the base commit');
    expect(next.err).toContain('analysis: the base commit: test PASS');
  });
});

const left = async (sample: Sample): Promise<readonly string[]> => {
  const folder = path.join(sample.home, 'workspaces');
  return existsSync(folder) ? (await readdir(folder)).filter((name) => name.startsWith('doctor')) : [];
};

describe('doctor --checks', () => {
  test('asks for trust, says what is in the way, and leaves nothing behind', async () => {
    const sample = await sampleWith(broken);
    const mute = await sample.slipway('doctor', '--checks');
    expect([mute.exit, mute.err]).toEqual([7, expect.stringContaining('try again with --trust')]);
    const tried = await sample.slipway('doctor', '--checks', '--trust');
    expect(tried.exit).toBe(4);
    expect(tried.out).toMatch(/FAIL {2}setup .*sh setup\.sh\n {2}FAIL {2}test {3}not run/);
    expect(tried.err).toContain('Setup fails (exit 3): sh setup.sh\n    no such registry');
    expect([await setups(sample), await left(sample)]).toEqual([1, []]);
    const list = await sample.slipway('list');
    expect(list.out).toBe('');
  });

  test('finds a red base checkable, asks once, and the next run knows both', async () => {
    const red = {
      'a.test.js':
        "import test from 'node:test';\ntest('a', () => { throw new Error('red'); });\ntest('b', () => {});\n",
    };
    const sample = await sampleWith({ files: red });
    const person = personAt(sample, ['y']);
    expect(await person.types(doctor, [], { checks: true })).toBe(0);
    expect(person.asked()).toEqual(['Run them? [y/N] ']);
    expect(person.err()).toContain('What is red in it (test) is known');
    expect(await sample.json('doctor', '--checks')).toMatchObject({
      checkable: true,
      results: [{ check: 'test', verdict: 'FAIL', counts: { passed: 1, failed: 1 } }],
    });
    const next = await sample.slipway('run', 'Change a', '--auto');
    expect(next.err).toContain('analysis: the base commit: test FAIL');
    expect(await left(sample)).toEqual([]);
  });
});
