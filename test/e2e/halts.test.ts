// An agent that cannot log in, as a person meets it: found out by one run, mended once, for all of them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { shellProgram } from '../support/programs.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const made: Sample[] = [];

afterEach(async () => {
  for (const sample of made.splice(0)) await sample.remove();
});

const analysis = {
  type: 'analysis',
  analysis: 'The constant lives in a.js and nothing else reads it. '.repeat(5),
  relatedCode: [{ file: 'a.js', line: 1, why: 'holds it' }],
};
const refused = { type: 'result', subtype: 'success', is_error: true, api_error_status: 401, result: 'no' };
const answered = { type: 'result', subtype: 'success', is_error: false, structured_output: analysis };

/** A claude whose model refuses its key until there is a file beside it; each launch leaves a line. */
async function claudeIn(
  sample: Sample,
): Promise<{ readonly mend: () => void; readonly launches: () => number }> {
  const bin = path.join(sample.repository.root, 'bin');
  const file = await shellProgram(bin, 'claude', [
    'if [ "$1" = --version ]; then echo "2.1.325 (Claude Code)"; exit 0; fi',
    'cat > /dev/null',
    'echo launched >> "$0.launches"',
    `if [ -e "$0.mended" ]; then echo '${JSON.stringify(answered)}'; exit 0; fi`,
    `echo '${JSON.stringify(refused)}'; exit 1`,
  ]);
  return {
    mend: () => writeFileSync(`${file}.mended`, ''),
    launches: () =>
      existsSync(`${file}.launches`) ? readFileSync(`${file}.launches`, 'utf8').trim().split('\n').length : 0,
  };
}

test('one run finds out, the next waits without a launch, and mending it once lets both go on', async () => {
  const sample = await makeSample({
    config:
      '  c: { type: claude, program: ../bin/claude }\nroles: { default: s, investigator: c }\ngates: { plan: true }\n',
    env: { ANTHROPIC_API_KEY: 'dummy-key-4711-value' },
  });
  made.push(sample);
  const claude = await claudeIn(sample);
  const started = [
    await sample.json('run', 'Change a', '--trust', '--level', 'open'),
    await sample.json('run', 'Change a once more', '--level', 'open'),
  ];
  const runs = started.map((document) => document['run']);
  expect(started.map((document) => document['launches'])).toEqual([1, 0]);
  expect(claude.launches()).toBe(1);
  const asked = await sample.json('gates');
  expect(asked['gates']).toMatchObject([{ kind: 'login', subject: 'c', runs: expect.arrayContaining(runs) }]);
  expect((await sample.slipway('agents')).out).toContain(
    `The agent c is halted: its login did not work in run ${String(runs[0])}`,
  );

  claude.mend();
  const resumed = await sample.slipway('agents', 'resume', 'c');
  expect([resumed.exit, resumed.err]).toEqual([0, expect.stringContaining('waited for it and go on')]);
  expect(claude.launches()).toBe(3);
  const later = await sample.json('gates');
  expect(later['gates']).toMatchObject([{ kind: 'plan' }, { kind: 'plan' }]);
});
