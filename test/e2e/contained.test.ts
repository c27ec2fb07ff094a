// A whole run with its agents and checks in boxes, where this machine can make them: the same command line, the same
// scripts, and a world around the workspace that they try to get at.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { boxesHere } from '../support/boxes-here.ts';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry } from '../support/sample.ts';

const here = boxesHere();
const reason = here.level === 'contained' ? 'bubblewrap' : `SKIPPED, no boxes here: ${here.why}`;

const samples: Sample[] = [];
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

/** A length of sleep that nobody else sleeps. */
const sleeps = `1001${process.pid}`;

/** What an agent, and a test it wrote, do about the world outside. The names are of this test's own. */
const tries = (root: string, who: string): string =>
  [
    `echo ${who} > ${root}/${who}-was-here`,
    `cat ${root}/.ssh/id_test ${root}/project/.env ${root}/home/slipway.db`,
    `cp -r ${root}/.ssh ./stolen-${who}`,
    `(setsid sleep ${sleeps} > /dev/null 2>&1 &)`,
    'true',
  ].join('; ');

function sleeping(): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${sleeps}`);
    } catch {
      return false;
    }
  }).length;
}

describe.skipIf(here.level !== 'contained')(`a contained run (${reason})`, () => {
  test('lands its change, and neither its agents nor its checks get at anything else', async () => {
    const sample = await makeSample({ env: { SLIPWAY_LEVEL: '' } });
    samples.push(sample);
    const { root, dir } = sample.repository;
    mkdirSync(path.join(root, '.ssh'));
    writeFileSync(path.join(root, '.ssh/id_test'), 'the-planted-key\n');
    writeFileSync(path.join(dir, '.gitignore'), '.env\n');
    writeFileSync(path.join(dir, '.env'), 'the-planted-value\n');
    writeFileSync(
      path.join(dir, 'script.yaml'),
      [
        analysisEntry,
        planEntry,
        `
- role: implementer
  do:
    - run: ${JSON.stringify(tries(root, 'agent'))}
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`,
        reviewEntry,
      ].join('\n'),
    );
    writeFileSync(
      path.join(dir, 'package.json'),
      JSON.stringify({
        name: 'sample',
        type: 'module',
        scripts: { test: `${tries(root, 'check')}; node --test` },
      }),
    );
    await sample.repository.commit('what the run works with');
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
    expect(said.err).toContain('level       contained (bubblewrap)');
    expect(said.err).toContain('test PASS (1 passed, 0 failed)');
    expect(said.out).toContain('waiting: the merge gate');
    expect(readdirSync(root).filter((name) => name.endsWith('-was-here'))).toEqual([]);
    expect(sleeping()).toBe(0);
    expect(sample.filesWith('the-planted-key')).toEqual([]);
    expect(sample.filesWith('the-planted-value')).toEqual([]);
    expect(existsSync(path.join(sample.home, 'cache/level'))).toBe(true);
    expect((await sample.decides('land')).exit).toBe(0);
  });
});
