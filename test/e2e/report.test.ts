// `slipway report`, as a person calls it.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atMergeGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { startIn } from '../support/sample.ts';

let sample: Sample;
let run: string;

beforeAll(async () => {
  sample = await preparedSample(atMergeGate);
  run = (await sample.slipway('completions', 'runs')).out.split('\t')[0] ?? '';
});
afterAll(() => sample.remove());

test('it is written among the files of the run, as new as its journal, and the place is printed', async () => {
  const file = path.join(sample.home, 'runs', run, 'report.html');
  writeFileSync(file, 'old');
  const { exit, out, err } = await sample.slipway('report');
  expect(exit, err).toBe(0);
  expect(out).toBe(`${file}\n`);
  expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*Change a/i);
});

test('it is written where it is asked for, and a program is told where', async () => {
  const file = path.join(sample.repository.root, 'page.html');
  const told = await sample.json('report', run, '--to', file);
  expect(told).toEqual({ run, file });
  expect(readFileSync(file, 'utf8')).toBe((await sample.slipway('report', '--to', '-')).out);
});

test('it is shown by the program that BROWSER names', async () => {
  const shown = path.join(sample.repository.root, 'shown');
  const browser = path.join(sample.repository.root, 'browser');
  writeFileSync(browser, `#!/bin/sh\necho "$1" > '${shown}'\n`);
  chmodSync(browser, 0o755);
  const said = await startIn(sample.repository.dir, { ...sample.env, BROWSER: browser }, ['report', '--open'])
    .ended;
  expect(said.exit, said.err).toBe(0);
  expect(readFileSync(shown, 'utf8')).toBe(said.out);
});

test('where nothing shows it, that is said, and the file is there all the same', async () => {
  const env = { ...sample.env, BROWSER: '/nowhere/browser' };
  const said = await startIn(sample.repository.dir, env, ['report', '--open']).ended;
  expect(said.exit).toBe(0);
  expect(said.err).toContain('`/nowhere/browser` did not show it: open ');
  expect(existsSync(said.out.trim())).toBe(true);
});

test('a place that cannot be written to is named', async () => {
  const said = await sample.slipway('report', '--to', '/dev/null/page.html');
  expect(said.exit).toBe(4);
  expect(said.err).toContain('The report cannot be written to /dev/null/page.html');
  expect(said.err).toContain('Name another file with --to.');
});
