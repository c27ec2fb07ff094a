// The examples that are small projects with a runner of their own: each from its ticket to a landed change, contained
// where this machine can do that, with the checks that were found in its files. Where a program is missing the example is
// left out and says so; with SLIPWAY_EXAMPLES=all it fails instead, and those that compile for seconds are played as well.

import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesOf } from '../support/files-of.ts';
import { makeRepository } from '../support/repository.ts';
import { sampleIn } from '../support/sample.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const isAll = process.env['SLIPWAY_EXAMPLES'] === 'all';
const playMsMax = 180_000;

interface Example {
  readonly name: string;
  /** What its checks need of the machine. */
  readonly programs: readonly string[];
  /** Takes seconds to compile, again for each tree. */
  readonly compiles?: true;
  /** The checks that are found, as the run tells them. */
  readonly checks: string;
  /** What the run says of the ticket's test before the work, and of the tests after it. */
  readonly before: string;
  readonly after: string;
  readonly changes: readonly string[];
}

const shown = 'analysis: the bug was seen failing';

const all: readonly Example[] = [
  {
    name: 'node-durations',
    programs: ['npm'],
    checks: 'test: npm test --silent',
    before: shown,
    after: 'test PASS (4 passed, 0 failed) and bug-fix-proof PASS',
    changes: ['src/duration.js', 'test/parts.test.js'],
  },
  {
    name: 'python-shares',
    programs: ['python3'],
    checks: 'test: python3 -m unittest discover --start-directory tests',
    before: shown,
    after: 'test PASS (5 passed, 0 failed) and bug-fix-proof PASS',
    changes: ['shares.py', 'tests/test_cents.py'],
  },
  {
    name: 'perl-fields',
    programs: ['perl', 'prove'],
    checks: 'test: prove -l -r -v t',
    before: shown,
    after: 'test PASS (4 passed, 0 failed) and bug-fix-proof PASS',
    changes: ['lib/Fields.pm', 't/quoted.t'],
  },
  {
    name: 'make-totals',
    programs: ['make', 'awk'],
    checks: 'test: make test',
    before: 'intake: the base commit: test PASS (2 passed, 0 failed)',
    after: 'test PASS (3 passed, 0 failed)',
    changes: ['test/totals.sh', 'totals.awk'],
  },
  {
    name: 'go-versions',
    programs: ['go'],
    compiles: true,
    checks: 'test: go test -v ./...',
    before: 'intake: the base commit: build PASS, test FAIL (2 passed, 1 failed) and lint PASS',
    after: 'build PASS, test PASS (4 passed, 0 failed) and lint PASS',
    changes: ['short_test.go', 'versions.go'],
  },
  {
    name: 'rust-packing',
    programs: ['cargo', 'rustc'],
    compiles: true,
    checks: 'test: cargo test --workspace --no-fail-fast',
    before: 'intake: the base commit: build PASS and test PASS (2 passed, 0 failed)',
    after: 'build PASS and test PASS (4 passed, 0 failed)',
    changes: ['src/lib.rs', 'tests/unpack.rs'],
  },
];

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why an example is not played here; nothing where it is. */
function leftOut({ programs, compiles }: Example): string | undefined {
  if (isAll) return undefined;
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) return `SKIPPED, not installed here: ${missing.join(', ')}`;
  return compiles === true
    ? 'SKIPPED, it compiles for seconds: set SLIPWAY_EXAMPLES=all to play it'
    : undefined;
}

describe.concurrent('an example goes from its ticket to a landed change', () => {
  for (const example of all) {
    const why = leftOut(example);
    const title = why === undefined ? example.name : `${example.name} (${why})`;
    test.skipIf(why !== undefined)(title, { timeout: playMsMax }, async ({ expect }) => {
      expect(example.programs.filter((program) => !isInstalled(program))).toEqual([]);
      const repository = await makeRepository(filesOf(path.join(examples, example.name, 'repository')));
      try {
        const sample = await sampleIn(repository, { SLIPWAY_LEVEL: '' });
        const ticket = path.join(examples, example.name, 'ticket.md');
        const run = await sample.slipway('run', '--auto', '--trust', '--file', ticket);
        expect(run.err).toContain(`check ${example.checks}\n`);
        expect(run.err).toContain(`${example.before}\n`);
        // What passed on the task's very tree stands for the whole change.
        const told = run.err.replaceAll('; not run again)', ')').replaceAll(' (not run again)', '');
        expect(told).toContain(`evaluation: ${example.after}\n`);
        expect(run.exit, run.err).toBe(7);
        const landed = await sample.decides('land');
        expect(landed.exit, landed.err).toBe(0);
        const branch = / landed on (\S+)/.exec(landed.err)?.[1] ?? '';
        const changed = await repository.git('diff', '--name-only', 'main', branch);
        expect(changed.split('\n')).toEqual(example.changes);
      } finally {
        await repository.remove();
      }
    });
  }
});

test('no example with a runner of its own names its checks', () => {
  const configs = all.map(({ name }) =>
    readFileSync(path.join(examples, name, 'repository/slipway.yaml'), 'utf8'),
  );
  expect(configs.filter((text) => /^checks\s*:/m.test(text))).toEqual([]);
});
