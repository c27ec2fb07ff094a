import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { aPlan, aTask, aReview, evidenceOf, me, testCheck } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { pullRequestBody, pullRequestTitle } from './pull-request-text.ts';

let world: TestParts;
beforeAll(async () => {
  world = await startParts();
});
afterAll(() => world.close());

const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');

const integrated = (id: string, title: string): TaskState => ({
  task: aTask(id, { title, files: [`${id}.txt`] }),
  at: 'integrated',
  grants: [],
  evidence: [],
});

const accepted = aPlan([aTask('a', { files: ['a.txt'] }), aTask('b', { files: ['b.txt'] })], {
  risks: [
    { category: 'concurrency', impact: 'HIGH', resolved: true },
    { category: 'performance', impact: 'LOW', resolved: false },
  ],
});

async function runWith(change: Partial<Run> = {}): Promise<Run> {
  return world.run({
    accepted,
    tasks: [integrated('b', 'Water it'), integrated('a', 'Plant it')],
    evidence: [{ ...evidenceOf(testCheck, 't'), counts: { passed: 3, failed: 0, skipped: 1 } }],
    review: aReview('h', { criteria: [{ id: 'AC1', met: true }] }),
    ...change,
  });
}

const waiver: Gate = {
  id: 'g1',
  kind: 'waiver',
  subject: 'no-tests',
  digest: 'd',
  visit: 1,
  openedAt: 1,
  decision: { answer: 'approve', by: me },
};

const bodyOf = (run: Run) => pullRequestBody(world.parts, run, theRepository(run));

describe('the pull request', () => {
  test('is titled with the ticket', async () => {
    expect(pullRequestTitle(await runWith())).toBe('T-1: Change it');
  });

  test('has the ticket, the changes, how they were verified, the criteria and where it comes from', async () => {
    const run = await runWith();
    expect(await bodyOf(run)).toBe(`## Ticket

> Change it, please.

## Changes

- Plant it (\`a.txt\`)
- Water it (\`b.txt\`)

## Impact

TRIVIAL: 2 files planned.
- concurrency: HIGH, dealt with
- performance: LOW, open

## How it was verified

Slipway ran these checks itself, on a clean checkout of this tree.

| check | result | tests |
|---|---|---|
| test | PASS | 3 passed, 0 failed, 1 skipped |

## Acceptance criteria

- AC1: met, by the reviewer

Run r1 on base ${world.base}. Agents were not contained; what they left was audited afterwards.
`);
  });

  test('says it where the reviewer was silent on a criterion, or found it not met', async () => {
    const silent = await runWith({ review: aReview('h', { criteria: [] }) });
    expect(await bodyOf(silent)).toContain('- AC1: not answered by the reviewer');
    const unmet = await runWith({ review: aReview('h', { criteria: [{ id: 'AC1', met: false }] }) });
    expect(await bodyOf(unmet)).toContain('- AC1: not met, by the reviewer');
  });

  test('notes a dirty checkout, a waiver and a bug that was not reproduced, and nothing where there is nothing', async () => {
    expect(await bodyOf(await runWith())).not.toContain('## Notes');
    const run = await runWith({ dirty: 'dirty', gates: [waiver] });
    const ticket = run.ticket === undefined ? {} : { ticket: { ...run.ticket, type: 'bugfix' as const } };
    const body = await bodyOf({ ...run, ...ticket });
    expect(body).toContain('The checkout had uncommitted changes');
    expect(body).toContain('No test was found; a person waived that.');
    expect(await bodyOf({ ...run, checks: [] })).toContain(
      'No test was found at the base commit; a person waived that.',
    );
    expect(body).toContain('The bug was not reproduced');
  });

  test('notes which planned files the target changed meanwhile [P6]', async () => {
    const body = await bodyOf(await runWith({ drift: { base: 'c9', paths: ['a.txt'] } }));
    expect(body).toContain('- The target branch changed files of the plan after it was approved (`a.txt`)');
  });

  test('says nothing of a waiver that was refused', async () => {
    const refused = { ...waiver, decision: { answer: 'reject' as const, by: me } };
    const body = await bodyOf(await runWith({ gates: [refused] }));
    expect(body).not.toContain('waived');
  });

  test('leaves no secret in its text', async () => {
    const body = await bodyOf(await runWith({ tasks: [integrated('a', `Use ${token}`)] }));
    expect(body).not.toContain(token);
    expect(body).toMatch(/Use \[REDACTED:[a-z-]+\]/);
  });
});
