import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { headsOf, must } from '../../core/run.ts';
import { aPlan, aTask, aReview, evidenceOf, me, testCheck } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { analysisText } from '../answers/texts.ts';
import { keepText } from '../parts.ts';
import { pullRequestText } from './pull-request-text.ts';

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

const step = (task: string, as: string) => ({ task, commit: 'c', parent: 'p', as: as.repeat(40) });

const textOf = (run: Run) => pullRequestText(world.parts, run, theRepository(run));
const bodyOf = async (run: Run) => (await textOf(run)).body;

describe('the pull request', () => {
  test('is titled with the ticket', async () => {
    expect(await textOf(await runWith())).toMatchObject({ title: 'T-1: Change it', redacted: [] });
  });

  test('does nothing that an agent’s words would have a forge do', async () => {
    const analysis = await keepText(
      world.parts,
      'It leaks [skip ci]. Closes #1 ![seen](https://spy.test/a.png) <img src=x>',
    );
    const run = await runWith({ tasks: [integrated('a', 'Fixes acme/shop#2')] });
    const body = await bodyOf({
      ...run,
      analysis: { blob: analysis, chars: 9, related: [], missing: [], reproduced: false, visit: 1 },
    });
    expect(body).toContain(
      'It leaks (skip ci). Closes issue 1 [seen](https://spy.test/a.png) &lt;img src=x>',
    );
    expect(body).toContain('- Fixes acme/shop issue 2 (');
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

  test('[D1] opens with what the investigator found and what the planner has done about it', async () => {
    const analysis = analysisText({
      type: 'analysis',
      analysis: 'The total is negative\nfor large vouchers: nothing looks at the sign.\n\nMore of it.',
      relatedCode: [{ file: 'a.txt', why: 'it' }],
    });
    const plan = '# Plan\n\nThe total stops at zero.\n\n- Size: 1 task\n';
    const run = await runWith();
    const [blob, planned] = await Promise.all([analysis, plan].map((text) => keepText(world.parts, text)));
    const analysed = { blob: blob ?? '', chars: 300, related: [], missing: [], reproduced: false, visit: 2 };
    const told: Run = { ...run, analysis: analysed, accepted: { ...accepted, blob: planned ?? '' } };
    const wrong = 'The total is negative for large vouchers: nothing looks at the sign.';
    const opening = `## Summary\n\n${wrong}\n\nWhat was done: The total stops at zero.\n\n## Ticket\n`;
    expect((await bodyOf(told)).startsWith(opening)).toBe(true);
    // A later round analyses a failure, and plans its repair: what the ticket is about was said before.
    const later = await keepText(world.parts, 'The check test fails.\n');
    const again = await bodyOf({
      ...told,
      analysis: { ...analysed, blob: later, first: analysed.blob },
      rounds: { ...run.rounds, bug: 1 },
    });
    expect(again.startsWith(`## Summary\n\n${wrong}\n\n## Ticket\n`)).toBe(true);
  });

  test.each(['- a list comes first\n', '| a | table |\n', '# A heading\n', '1. a number\n', ''])(
    'opens with the ticket where nobody wrote a sentence: %j',
    async (text) => {
      const run = await runWith();
      const plan = await keepText(world.parts, `# Plan\n\n${text}`);
      expect(await bodyOf({ ...run, accepted: { ...accepted, blob: plan } })).toMatch(/^## Ticket\n/);
    },
  );

  test('[D1] names the commits of every task', async () => {
    const run = await runWith();
    const body = await bodyOf({ ...run, steps: [step('a', '1'), step('b', '2'), step('a', '3')] });
    expect(body).toContain('- Plant it (`a.txt`): 111111111111 and 333333333333\n');
    expect(body).toContain('- Water it (`b.txt`): 222222222222\n');
  });

  test('[D1] says what is to be read with care, and nothing where nothing is', async () => {
    const run = await runWith();
    const [repository] = run.repositories;
    if (repository === undefined) throw new Error('a run has a repository');
    const careful = [
      { kind: 'distributed' as const, file: 'src/send.go', line: 7, what: 'retries' },
      { kind: 'concurrent' as const, file: 'src/send.go', line: 3, what: 'a lock' },
    ];
    const body = await bodyOf({
      ...run,
      repositories: [{ ...repository, compared: { tree: 't', careful, visit: 1 } }],
    });
    expect(body).toContain(
      '## To be read with care\n\nThis touches concurrent and distributed code, so it is labelled `needs-careful-review`: what tests show of it is not all there is.\n\n- `src/send.go:7`: retries\n- `src/send.go:3`: a lock\n',
    );
    expect(await bodyOf(run)).not.toContain('read with care');
  });

  test('[D1] says what was taken out of its words, where, and whether a person was asked', async () => {
    const run = await runWith();
    const blob = await keepText(world.parts, `Log in with ${token}.\n`);
    const told: Run = {
      ...run,
      ...(run.ticket && { ticket: { ...run.ticket, blob, title: `Use ${token}` } }),
    };
    const { title, body, redacted } = await textOf(told);
    expect(title).toBe('T-1: Use [REDACTED:github-token]');
    expect(redacted.map(({ place }) => place)).toEqual(['title', 'Ticket']);
    expect(body).toContain(
      '## Notes\n\n- What looks like a secret was taken out of these words: Ticket (github-token). No person was asked about it.\n',
    );
    const seen = { ...waiver, subject: 'redacted' };
    expect(await bodyOf({ ...told, gates: [seen] })).toContain('A person let it go out like this.\n');
  });

  test('[P7] tells what policy answered in the place of a person, and nothing where a person did', async () => {
    const run = await runWith();
    const plan = '# Plan\n\n## Open questions\n\n- Which word? Recommended: new\n\n## Order\n';
    const blob = await keepText(world.parts, plan);
    const open = { ...accepted, blob, openQuestions: 1, recommended: true as const };
    const policy = { ...run.policy, questions: 'recommended' as const };
    expect(await bodyOf({ ...run, accepted: open, policy })).toContain(
      '## Answered by policy\n\nThe plan left this open, and no person was asked: policy takes the recommended answer (`questions: recommended`).\n\n- Which word? Recommended: new\n',
    );
    expect(await bodyOf({ ...run, accepted: open })).not.toContain('Answered by policy');
  });

  test('tells where a person stood in for a review, and what nobody showed', async () => {
    const run = await runWith();
    const taken = { ...waiver, kind: 'review' as const };
    const body = await bodyOf({
      ...run,
      review: aReview('h', {
        conclusion: 'abstain',
        criteria: [{ id: 'AC1', met: false, unproven: true }],
      }),
      gates: [
        { ...taken, subject: 'change', digest: headsOf(run) },
        { ...taken, subject: 'a', digest: 'a.c.1' },
        { ...taken, subject: 'b', digest: 'b.c.1', decision: { answer: 'reject', by: me } },
      ],
    });
    expect(body).toContain('- AC1: called met by the reviewer, and not shown\n');
    expect(body).toContain('- No reviewer could judge this change; a person took it as it is.\n');
    expect(body).toContain('- No reviewer could judge 1 task alone (a); a person took what was delivered.\n');
    expect(await bodyOf(run)).not.toContain('No reviewer');
  });

  test('tells every criterion by its words, cut between words, and which the interpreter added', async () => {
    const run = await runWith();
    const long = `It is ${'very '.repeat(60)}long.`;
    const blob = await keepText(
      world.parts,
      `# T-1: Change it\n\n## Acceptance criteria\n\n- AC1: It differs.\n- AC2: ${long}\n`,
    );
    const more = await keepText(
      world.parts,
      '# The ticket, made clear\n\n## Acceptance criteria\n\n- AC3: It is one word.\n',
    );
    const refined = { blob: more, criteria: ['AC3'], openPoints: 0 };
    const body = await bodyOf({
      ...run,
      ...(run.ticket && { ticket: { ...run.ticket, blob, refined, criteria: ['AC1', 'AC2', 'AC3'] } }),
    });
    expect(body).toContain('\n- AC1: It differs. – met, by the reviewer\n');
    expect(body).toMatch(/\n- AC2: It is (very )+very… – not answered by the reviewer\n/);
    expect(body).toContain('\n- AC3: It is one word. – not answered by the reviewer\n');
  });

  test('says at which levels agents and checks worked, not where the run was started', async () => {
    const worked = { agents: { contained: 2, open: 1 }, checks: { contained: 1 } };
    expect(await bodyOf(await runWith({ level: 'contained', worked }))).toContain(
      'The run worked at more than one level: agents worked contained 2 times and open 1 time; checks ran contained 1 time.',
    );
  });

  test('fits what a forge takes, however long the ticket, and says what is left out and where it is [I1]', async () => {
    const run = await runWith();
    const long = Array.from({ length: 2_000 }, (_, n) => `Line ${n} of a long story.`.padEnd(70, '.'));
    const blob = await keepText(world.parts, `Change it, please.\n${long.join('\n')}`);
    const body = await bodyOf({ ...run, ...(run.ticket && { ticket: { ...run.ticket, blob } }) });
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body).toContain('> Change it, please.');
    expect(body).toMatch(/\*\d+ more lines are left out here: `slipway show r1 ticket` has all of them\.\*/);
    expect(body).toContain('## Acceptance criteria');
    expect(body).toContain('Run r1 on base');
  });

  test('fits too where everything in it is long', async () => {
    const tasks = Array.from({ length: 300 }, (_, n) => integrated(`t${n}`, 'Plant it '.repeat(20)));
    const findings = Array.from({ length: 30 }, () => ({
      severity: 'MINOR' as const,
      title: 'Name it '.repeat(200),
      validation: 'confirmed' as const,
    }));
    const blob = await keepText(world.parts, 'word '.repeat(40_000));
    const run = await runWith({ tasks, review: aReview('h', { findings }) });
    const body = await bodyOf({ ...run, ...(run.ticket && { ticket: { ...run.ticket, blob } }) });
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body).toContain('## What the reviewer would still change');
    expect(body).toContain('Run r1 on base');
  });

  test('says that no check ran, and which did not', async () => {
    const none = await bodyOf(await runWith({ evidence: [], checks: [] }));
    expect(none).toContain('No check ran: none is configured, and none was found.');
    expect(none).not.toContain('| check |');
    const silent = await bodyOf(await runWith({ evidence: [] }));
    expect(silent).toContain('| test | not run | – |');
  });

  test('says what did not run: checks that a person left out or replaced, and submodules that were empty', async () => {
    const plain = await runWith();
    expect(await bodyOf(plain)).not.toContain('What did not run');
    const [repository, ...rest] = plain.repositories;
    const first = [{ path: 'spec', commit: 'c'.repeat(40) }];
    const baseline = { tree: 't', evidence: [], unfilled: { count: 3, first } };
    const body = await bodyOf({
      ...plain,
      repositories: [{ ...must(repository, 'a run has one'), baseline }, ...rest],
      otherChecks: {
        turn: 1,
        checks: [
          { name: 'build', by: 'ann' },
          { name: 'setup', by: 'ann', spec: { ...testCheck, command: 'npm i' } },
        ],
      },
    });
    expect(body).toContain(
      '## What did not run\n\n- The check build was left out by ann.\n- 3 submodules were empty folders where checks ran (spec at cccccccccccc and 2 more)',
    );
    expect(body).toContain('- The check setup ran with a command that ann gave for this run: `npm i`.');
  });

  test('tells a WARN as what it is: a waiver, a failure of the base, a program that is missing, flaky tests by name', async () => {
    const test_ = evidenceOf(testCheck, 't');
    const body = await bodyOf(
      await runWith({
        evidence: [
          { ...test_, check: 'a', verdict: 'WARN', because: 'waived' },
          { ...test_, check: 'b', verdict: 'WARN', because: 'known-failures', exit: 1, known: 2 },
          { ...test_, check: 'c', verdict: 'WARN', because: 'known-failures', exit: 127 },
          { ...test_, check: 'd', verdict: 'WARN', because: 'flaky', flaky: 3, flakyTests: ['x > y', 'z'] },
        ],
      }),
    );
    expect(body).toContain('| a | WARN: no test was found, and a person waived that |');
    expect(body).toContain('| b | WARN: it fails only as it does at the base |');
    expect(body).toContain('| c | WARN: its program is not there, as at the base: nothing was checked |');
    expect(body).toContain('- The check c checked nothing: its program is not there, as at the base commit.');
    expect(body).toContain('failed once and passed once on this tree: x > y, z and 1 more.');
  });

  test('says what was learnt: risks, minor findings, rounds, grants, what the ticket has wrong, who did a taken task', async () => {
    const plan = await keepText(
      world.parts,
      '# Plan\n\n## Risks\n\n- concurrency (HIGH): Two may write.\n\n## Open questions\n\n- none\n',
    );
    const text = analysisText({
      type: 'analysis',
      analysis: 'It is so.',
      relatedCode: [],
      denied: [{ claim: 'The list is sorted.', reality: 'Nothing sorts\nit.' }],
    });
    const run = await runWith({
      accepted: { ...accepted, blob: plan, grants: ['package-lock.json'] },
      analysis: {
        blob: await keepText(world.parts, text),
        chars: 9,
        related: [],
        missing: [],
        reproduced: false,
        visit: 1,
      },
      tasks: [
        { ...integrated('a', 'Plant it'), takenBy: 'mia' },
        { ...integrated('b', 'Water it'), takenBy: 'mia', author: 'claude' },
      ],
      review: aReview('h', {
        findings: [
          { severity: 'MINOR', title: 'Name it better', file: 'a.txt', line: 3, validation: 'confirmed' },
          { severity: 'MINOR', title: 'Somewhere', validation: 'unvalidated' },
          { severity: 'MINOR', title: 'Not so', validation: 'rejected' },
        ],
      }),
    });
    const body = await bodyOf({ ...run, rounds: { ...run.rounds, bug: 1, review: 2 } });
    expect(body).toContain('- concurrency (HIGH): Two may write.\n\n## How');
    expect(body).toContain('- Plant it (`a.txt`), done by mia\n- Water it (`b.txt`)\n');
    expect(body).toContain('- The list is sorted. But: Nothing sorts it.');
    expect(body).toContain('- Name it better (`a.txt:3`)\n- Somewhere\n\n');
    expect(body).toContain('- It took more than one try: 1 bug round, 2 review rounds.');
    expect(body).toContain('checks this: `package-lock.json`.');
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
    expect(body).toContain('The bug was not reproduced by a test before it was fixed.\n');
    const reproduction = { commit: 'r', tree: 't', path: 'spec/bug.js', blob: 'b' };
    const found = { blob: 'b', chars: 9, related: [], missing: [], reproduced: false, visit: 1 };
    const unrun = { ...run, ...ticket, analysis: { ...found, reproduction, unrun: 'why' } };
    expect(await bodyOf(unrun)).toContain(
      'before it was fixed. The test that was to show it, `spec/bug.js`, was not run: no runner picked it up.',
    );
  });

  test('notes what was probed, and how that ended [P1]', async () => {
    const ran = [
      { name: 'parse 1 MB', because: 'ok' as const, exit: 0, ms: 1_234 },
      { name: 'parse 9 MB', because: 'timeout' as const, ms: 60_000 },
    ];
    const given = { line: 'l', probes: [], blob: 'b' };
    const body = await bodyOf(await runWith({ probes: [{ ...given, probed: { told: 't', ran } }] }));
    expect(body).toContain(
      'thrown away: parse 1 MB (exit 0, 1.2 s) and parse 9 MB (ended by its time limit after 60.0 s).',
    );
    expect(await bodyOf(await runWith({ probes: [given] }))).not.toContain('Probed');
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
