import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  answered,
  drive,
  failing,
  planAnswer,
  aPolicy,
  question,
  saying,
  checkedAs,
  testCheck,
  verdictAnswer,
} from '../../../test/support/core.ts';
import { eventful, startAt, tell, textOf, texts } from '../../../test/support/told.ts';
import { fold } from '../../core/evolve/evolve.ts';
import type { Run } from '../../core/run.ts';
import { must, openGates } from '../../core/run.ts';
import { detailsOf } from '../../views/run/details.ts';
import { explanationOf } from '../../views/run/explanation.ts';
import { logsOf } from '../../views/run/logs.ts';
import { inboxOf, summarise } from '../../views/run/summarise.ts';
import { nextFor } from './next.ts';
import { styleOf } from './style.ts';
import { renderDiff, renderStat, statOf } from './diff-text.ts';
import { renderDiagnosis } from './diagnosis-columns.ts';
import { renderExplanation } from './explain-text.ts';
import { factsAt } from './gate-texts.ts';
import { renderGates } from './gates-text.ts';
import { saidOf } from './run-said.ts';
import { inOrder, renderList } from './list-text.ts';
import { heading } from './logs-text.ts';
import {
  existing,
  renderAsked,
  renderOverview,
  renderPullRequest,
  renderReviews,
  verdictsOf,
} from './show-text.ts';
import { renderStatus, sentenceOf } from './status-text.ts';
import type { RecordedEvent } from '../../views/events/recorded-event.ts';

const plain = styleOf(false);
const now = startAt + 86_400_000;

interface Seen {
  readonly run: Run;
  readonly events: readonly RecordedEvent[];
}

/** The run as its journal tells it, with the times of `tell`. */
function seen(driver: Driver): Seen {
  const events = tell(driver.events());
  return { run: must(fold(events), 'a run has events'), events };
}

function status({ run, events }: Seen, owned = true): string {
  const summary = summarise(run, now);
  const input = { summary, details: detailsOf(run, events), gates: inboxOf(run), owned, now };
  return renderStatus(input, { style: plain, width: 100 });
}

function explain({ run, events }: Seen, more: Readonly<Record<string, string>> = {}): string {
  const summary = summarise(run, now);
  const gates = inboxOf(run);
  const sentence = sentenceOf({ summary, details: detailsOf(run, events), gates, owned: true, now });
  const next = nextFor(summary, gates).filter((item) => !item.command.startsWith('slipway explain '));
  const explanation = explanationOf(run, events);
  const known = new Map(Object.entries({ ...texts, ...more }));
  return renderExplanation(
    { run: run.id, title: run.title, sentence, explanation, texts: known, next, now },
    plain,
  );
}

const twoTasks = aPlan([aTask('a'), aTask('b'), aTask('c', { dependsOn: ['a'] })]);

const atPlanGate = (): Seen => seen(drive().go((run) => run.gates.length > 0));
const atWork = (): Seen => {
  const driver = drive({ plans: [twoTasks] }).to('implementation');
  driver.begin('attempt', 'a');
  driver.begin('attempt', 'b');
  return seen(driver);
};
const blocked = (): Seen =>
  seen(
    drive({
      script: (effect) =>
        effect.kind === 'attempt' ? failing('agent-missing', { detail: 'timeout' }) : undefined,
    }).go(),
  );
const held = (): Seen => {
  const driver = drive({ policy: { slots: 2 } }).to('implementation');
  driver.perform('attempt', 'a', failing('network'));
  driver.begin('wait-until');
  return seen(driver);
};

describe('status', () => {
  test('of a run that was interrupted says since when, and of no task that it is running', () => {
    const interrupted = atWork();
    const { run, events } = interrupted;
    const last = must(events.at(-1), 'a run has events').at;
    const details = detailsOf(run, events);
    const shown = renderStatus(
      { summary: summarise(run, last), details, gates: [], owned: false, now: last + 9_000 },
      { style: plain, width: 100 },
    );
    expect(shown).toContain('Interrupted in implementation since 9 s: no process works on it now');
    expect(shown).toMatch(/^a +1 +1 +interrupted +task a$/m);
    expect(shown).not.toContain('running');
  });

  test('of a run at the plan gate names the command that answers it', () => {
    expect(status(atPlanGate())).toMatchInlineSnapshot(`
      "r1  Add a thing
      Waiting at the plan gate since 23 h 57 min: \`slipway approve r1 --seen 3c1ed0514d\`.

      ticket    T-1
      stage     plan-review: the plan holds
      last act  plan-review: waits for you: the plan gate (g1) (23 h 57 min ago)
      next act  a person decides: the plan gate
      level     open
      spend     $0.00 of $10.00, and 2 launches of unknown cost
                2 of 40 launches
                0 ms of 2 h agent time
      base      trunk at c0
      branch    feature/T-1_add_thing at c0
      "
    `);
  });

  test('of a run at work shows waves, tasks and agents', () => {
    expect(status(atWork())).toMatchInlineSnapshot(`
      "r1  Add a thing
      Running in implementation since 21 h 55 min, 2 agents at work.

      ticket    T-1
      stage     implementation: the plan is approved
      last act  implementation begins: the plan is approved (21 h 55 min ago)
      level     open
      spend     $0.00 of $10.00, and 3 launches of unknown cost
                5 of 40 launches
                0 ms of 2 h agent time
      base      trunk at c0
      branch    feature/T-1_add_thing at c0

      Wave 1 of 2
      TASK  WAVE  ATTEMPT  STATUS   TITLE
      a     1     1        running  task a
      b     1     1        running  task b
      c     2     1        pending  task c

      At work now
        attempt 1 at task a, since 21 h 55 min
        attempt 1 at task b, since 21 h 55 min
      "
    `);
  });

  test('of a run whose process went away says how to take it up', () => {
    const text = status(atWork(), false);
    expect(text).toContain('no process works on it now, `slipway resume r1` takes it up');
    expect(text).toContain('Begun, and not ended when the process went away');
  });

  test('of a blocked run shows why and counts failures by class', () => {
    expect(status(blocked())).toMatchInlineSnapshot(`
      "r1  Add a thing
      Blocked in implementation since 21 h 54 min: a task used up its attempts: task a (the agent program is missing).

      ticket    T-1
      stage     implementation: the plan is approved
      last act  blocked in implementation: a task used up its attempts: task a (the agent program is miss…
      failures  escalate 1
      level     open
      spend     $0.00 of $10.00, and 3 launches of unknown cost
                3 of 40 launches
                0 ms of 2 h agent time
      base      trunk at c0
      branch    feature/T-1_add_thing at c0

      Wave 1 of 1
      TASK  WAVE  ATTEMPT  STATUS  TITLE
      a     1     1        failed  task a
      "
    `);
  });

  test('of an eventful run shows rounds and the pull request', () => {
    expect(status(seen(eventful().go()))).toMatchInlineSnapshot(`
      "r1  Add a thing
      Completed 15 h 15 min ago; the change is not in your repository yet.

      ticket        T-1
      stage         merge, for the 2nd time: nothing is open on the pull request
      rounds        triage round 1 of 3: changes are asked for on the pull request
                    fix round 1 of 1: the reviewer asks for a revision
                    bug round 1 of 3: failed check test and failed check lint
                    plan revision 1 of 2: what a person asked for and audit by auditor
      last act      completed (15 h 15 min ago)
      failures      transient 1, fixable 1
      level         open
      spend         $0.70 of $10.00, and 13 launches of unknown cost
                    20 of 40 launches
                    3 min 7 s of 2 h agent time
      base          trunk at c0
      branch        feature/T-1_add_thing at t.7.2+route.
      pull request  #7

      TASK    WAVE  ATTEMPT  STATUS      TITLE
      limit   1     2        integrated  Count failed sign-ins by address
      route   1     2        integrated  Answer 429 once the limit is reached
      docs    1     1        integrated  Tell operators how to change the limit
      fix-10  1     1        integrated  task fix-10
      "
    `);
  });

  test('cannot be drawn over by a title', () => {
    const { run, events } = atPlanGate();
    const text = status({ run: { ...run, title: 'x\u001b[2J\u202eevil\r\nsecond' }, events });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('x\\u{202e}evil second');
  });
});

describe('explain', () => {
  test('of a run that pre-flight stopped says what it found', () => {
    const problems = ['the disk has 39 MB left; make room for at least 200 MB'];
    const survey = { tree: 't', checks: [testCheck], dirty: 'clean', problems } as const;
    const stopped = drive({
      script: (effect) =>
        effect.kind === 'survey' ? { type: 'done', kind: 'survey', result: survey } : undefined,
    }).go((run) => run.blocked !== undefined);
    expect(explain(seen(stopped))).toContain(`What pre-flight found\n  ${problems.join('')}\n`);
  });

  test('at a gate says who ends the wait and which condition is missing', () => {
    expect(explain(atPlanGate())).toMatchInlineSnapshot(`
      "r1  Add a thing
      Waiting at the plan gate since 23 h 57 min: \`slipway approve r1 --seen 3c1ed0514d\`.

      It came to plan-review from planning 23 h 57 min ago, because: the plan holds.

      What it waits for
        A person: the plan gate (g1), open since 23 h 57 min. Only an answer ends this.

      What would move it out of plan-review
        to design, when an audit asks for another design
          ✓ a design round is left
          ✗ an audit asks for a revision, and a revision can still mend it
          ✗ the revision concerns the design
        to planning, when an audit asks for a revision
          ✗ an audit asks for a revision, and a revision can still mend it
        to planning, when a person asked for a revision at the plan gate
          ✗ a person asked for a revision at the plan gate
        to implementation, when the plan is approved
          ✓ every audit that is due passed, or a person took the plan as it is
          ✗ the plan gate approved this plan, or policy asks for no gate

      What you can do
        slipway show r1 plan                                 read the plan
        slipway approve r1 --seen 3c1ed0514d                 go on with it
        slipway revise r1 --seen 3c1ed0514d --comment "..."  ask for changes
        slipway reject r1 --seen 3c1ed0514d                  stop here
      "
    `);
  });

  test('of a blocked run shows what failed, in its own words, and what a person can do', () => {
    expect(explain(blocked())).toMatchInlineSnapshot(`
      "r1  Add a thing
      Blocked in implementation since 21 h 54 min: a task used up its attempts: task a (the agent program is missing).

      It came to implementation from plan-review 21 h 57 min ago, because: the plan is approved.

      What went wrong here
        task a: agent-missing (escalate, event 29); a person has to decide
          | The agent was stopped after 3600 s.

      What would move it out of implementation after a retry
        to planning, when a person wants another plan for the target as it is now
          ✗ a person asked for a revision at the drift gate
        to planning, when a task has to be planned again
          ✓ a replan round is left
          ✗ a task has to be planned again
        to evaluation, when every task is integrated
          ✓ documents that go into the pull request are on the branch, or given up on
          ✗ every task is accepted and integrated

      What you can do
        slipway retry r1 --comment "..."  let it go on, with a hint
        slipway cancel r1                 end it
      "
    `);
  });

  test('of a run that waits for a time says for how long', () => {
    const { run, events } = held();
    const begun = must(events.at(-1), 'a wait was begun').at;
    const summary = summarise(run, begun);
    const explanation = explanationOf(run, events);
    const text = renderExplanation(
      {
        run: run.id,
        title: '',
        sentence: summary.status,
        explanation,
        texts: new Map(),
        next: [],
        now: begun + 500,
      },
      plain,
    );
    expect(text).toContain('before it is tried again (network), 1 s left. It ends by itself');
  });

  test('tells what changed in a plan that was revised, and that it grows', () => {
    const driver = drive({
      script: (effect, run) =>
        effect.kind === 'ask' && effect.input.role === 'planner'
          ? answered(planAnswer(run.rounds.plan === 0 ? aPlan([aTask('a')]) : twoTasks))
          : undefined,
      person: (gate, run) => (gate.kind === 'plan' && run.rounds.plan === 0 ? saying('revise') : undefined),
    }).go((run) => run.rounds.plan === 1 && run.gates.length > 1);
    expect(explain(seen(driver))).toContain(`What changed in version 2 of the plan
  the plan has grown from 1 task and 1 file in its first version to 3 tasks and 3 files, more than twice as much
  task b is new: task b
  task c is new: task c
  tier: TRIVIAL → SMALL
`);
    expect(explain(atPlanGate())).not.toContain('What changed');
  });

  test('of a run blocked by its review tells what was found, worst first as the reviewer had it, and no trifles', () => {
    const driver = drive({
      policy: aPolicy({ rounds: { fix: 0 } }),
      script: (effect) =>
        effect.kind === 'ask' && effect.subject === 'reviewer'
          ? answered(
              verdictAnswer({
                conclusion: 'revise',
                findings: [
                  {
                    severity: 'CRITICAL',
                    file: 'a.ts',
                    line: 3,
                    title: 'One case only',
                    validation: 'confirmed',
                  },
                  { severity: 'MAJOR', file: 'b.ts', title: 'No test', validation: 'unvalidated' },
                  { severity: 'MAJOR', title: 'Too much at once', validation: 'confirmed' },
                  { severity: 'MAJOR', file: 'c.ts', title: 'Not so', validation: 'rejected' },
                  { severity: 'MINOR', file: 'a.ts', title: 'A name', validation: 'confirmed' },
                ],
              }),
            )
          : undefined,
    }).go((run) => run.blocked !== undefined);
    expect(explain(seen(driver))).toContain(`What the review found
  CRITICAL a.ts:3: One case only
  MAJOR b.ts: No test
  MAJOR: Too much at once

`);
    expect(explain(atPlanGate())).not.toContain('What the review found');
  });

  test('of a run blocked by its checks names them', () => {
    const driver = drive({
      policy: aPolicy({ rounds: { bug: 0 } }),
      script: (effect) =>
        effect.kind === 'check' && effect.subject === 'run' ? checkedAs('FAIL', effect) : undefined,
    }).go((run) => run.blocked !== undefined);
    expect(explain(seen(driver))).toContain('Which checks failed\n  test: exit\n');
    expect(explain(atPlanGate())).not.toContain('Which checks failed');
  });

  test('of a run blocked by its checks names the tests that fail, those of the change where that is known', () => {
    const namesOf = {
      'fresh-names': 'failed, as at the base\twas red before\nfailed, new\tcart > adds up\npassed\tother\n',
      'all-names': 'failed\tone\nfailed\ttwo\n',
    };
    const blocked = (names: keyof typeof namesOf): string => {
      const { run, events } = seen(
        drive({
          policy: aPolicy({ rounds: { bug: 0 } }),
          script: (effect) =>
            effect.kind === 'check' && effect.subject === 'run' ? checkedAs('FAIL', effect) : undefined,
        }).go((at) => at.blocked !== undefined),
      );
      const evidence = run.evidence.map((item) => ({ ...item, tests: names }));
      return explain({ run: { ...run, evidence }, events }, namesOf);
    };
    expect(blocked('fresh-names')).toContain('Which checks failed\n  test: exit\n    cart > adds up\n');
    expect(blocked('fresh-names')).not.toContain('was red before');
    expect(blocked('all-names')).toContain('  test: exit\n    one\n    two\n');
  });

  test('of a change that weakens its checks says which file, and how', () => {
    const findings = [{ kind: 'test-removed', file: 'test/a.test.js', line: 3 }] as const;
    const driver = drive({
      script: (effect) =>
        effect.kind === 'compare'
          ? {
              type: 'done',
              kind: 'compare',
              result: { tree: effect.input.tree, weakened: { findings, blob: 'words' } },
            }
          : undefined,
    }).go((run) => run.visit.stage === 'evaluation' && run.gates.length > 1);
    expect(explain(seen(driver))).toContain('What weakens the checks\n  test/a.test.js:3: a test is gone\n');
  });

  test('keeps a long text short and shows its end', () => {
    const { run, events } = blocked();
    const long = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    const explanation = explanationOf(run, events);
    const text = renderExplanation(
      {
        run: run.id,
        title: '',
        sentence: '',
        explanation,
        texts: new Map([['timeout', long]]),
        next: [],
        now,
      },
      plain,
    );
    expect(text).toContain('| line 499');
    expect(text).not.toContain('| line 480');
  });

  test('at the merge gate says that the forge allows it and a person has to order it', () => {
    const text = explain(seen(drive().go((run) => run.gates.some((gate) => gate.kind === 'merge'))));
    expect(text).toContain('✓ the forge says this head can be merged');
    expect(text).toContain('✗ the merge of this head is ordered');
  });

  test('of a paused run says that only a person ends it', () => {
    const driver = drive().to('analysis');
    driver.send({ type: 'run.pause', by: saying('approve').by });
    expect(explain(seen(driver))).toContain('A person paused it. Only resuming it ends this.');
  });
});

const summaries = [
  { ...summarise(atPlanGate().run, now), run: 'r-open', startedAt: 1 },
  { ...summarise(seen(drive().go()).run, now), run: 'r-done', startedAt: 3, title: 'Done\nlong ago' },
  { ...summarise(blocked().run, now), run: 'r-stuck', startedAt: 2 },
];

function listAt(width: number): string {
  return renderList(inOrder(summaries, 10), { now: 3_600_003, style: plain, width });
}

describe('list', () => {
  test('shows open runs first, then the newest', () => {
    expect(inOrder(summaries, 10).map((item) => item.run)).toEqual(['r-stuck', 'r-open', 'r-done']);
    expect(inOrder(summaries, 0).map((item) => item.run)).toEqual(['r-stuck', 'r-open']);
  });

  test('says of a run that nobody moves that it was interrupted', () => {
    const runs = [summarise(atWork().run, now)];
    const shown = (driven: boolean): string => {
      const said = runs.map((run) => saidOf(run, driven));
      return renderList(said, { now, style: plain, width: 80 });
    };
    expect([shown(true), shown(false)]).toEqual([
      expect.stringMatching(/r1 +running /),
      expect.stringMatching(/r1 +interrupted /),
    ]);
  });

  test('lines up its columns', () => {
    expect(listAt(90)).toMatchInlineSnapshot(`
      "RUN      STATUS     STAGE           TASKS  SPEND     AGE  REPOSITORY  TITLE
      r-stuck  blocked    implementation  0/1    3?        1 h  repo        Add a thing
      r-open   waiting    plan-review     -      2?        1 h  repo        Add a thing
      r-done   completed  merge           1/1    $0.10+3?  1 h  repo        Done long ago
      "
    `);
    expect(listAt(80)).toMatchInlineSnapshot(`
      "RUN      STATUS     STAGE           AGE  REPOSITORY  TITLE
      r-stuck  blocked    implementation  1 h  repo        Add a thing
      r-open   waiting    plan-review     1 h  repo        Add a thing
      r-done   completed  merge           1 h  repo        Done long ago
      "
    `);
    expect(listAt(60)).toMatchInlineSnapshot(`
      "RUN      STATUS     REPOSITORY  TITLE
      r-stuck  blocked    repo        Add a thing
      r-open   waiting    repo        Add a thing
      r-done   completed  repo        Done long ago
      "
    `);
  });
});

test('gates name what is asked, since when, and the commands', () => {
  const items = [
    ...inboxOf(atPlanGate().run),
    ...inboxOf(
      seen(
        drive({
          script: (effect) =>
            effect.kind === 'ask' && effect.input.role === 'planner' ? question('ask') : undefined,
        }).go((run) => run.questions.length > 0),
      ).run,
    ).map((item) => ({ ...item, run: 'r2' })),
  ];
  expect(renderGates(items, { now, style: plain })).toMatchInlineSnapshot(`
    "r1  Add a thing
      plan gate (g1), since 23 h 57 min, digest 3c1ed0514d
      slipway show r1 plan                                 read the plan
      slipway approve r1 --seen 3c1ed0514d                 go on with it
      slipway revise r1 --seen 3c1ed0514d --comment "..."  ask for changes
      slipway reject r1 --seen 3c1ed0514d                  stop here

    r2  Add a thing
      answer to a question (g1), since 23 h 57 min, digest c64769b3f3
      slipway show r2 gate                       read the question
      slipway answer r2 --seen c64769b3f3 "..."  answer it
    "
  `);
});

/** The gates of a run as the verb hands them on. */
function asked(run: Run, of: (blob: string) => Promise<string | undefined>) {
  return Promise.all(
    openGates(run).map(async (gate) => ({
      ...gate,
      text: gate.blob === undefined ? undefined : await of(gate.blob),
      facts: factsAt(run, gate),
    })),
  );
}

describe('show', () => {
  test('gives an overview of the parts that exist', () => {
    const { run, events } = seen(eventful().go());
    const verdicts = verdictsOf(events);
    expect(existing(run, verdicts)).toEqual(['ticket', 'analysis', 'plan', 'review', 'evidence', 'pr']);
    expect(renderOverview(run, verdicts, plain)).toMatchInlineSnapshot(`
      "
      Ticket
        T-1, feature, screening CLEAN, 1 acceptance criterion

      Plan
        1 task, tier TRIVIAL, confidence 1
        limit (integrated): Count failed sign-ins by address [src/limit.ts, src/limit.test.ts]
        route (integrated): Answer 429 once the limit is reached [src/routes/login.ts]
        docs (integrated): Tell operators how to change the limit [docs/operations.md]
        fix-10 (integrated): task fix-10 [src/limit.ts, src/limit.test.ts]

      Verdicts
        auditor: pass by the auditor (0 findings)
        task limit: pass by the reviewer (0 findings)
        task route: pass by the reviewer (0 findings)
        task docs: pass by the reviewer (0 findings)
        whole change: revise by the reviewer (2 findings, 1 blocking)
        whole change: pass by the reviewer (0 findings)
        whole change: pass by the reviewer (0 findings)

      Evidence
        task limit    test  PASS  ok  1 ms  tree tree limit.7
        task route    test  PASS  ok  1 ms  tree tree route.7
        task docs     test  PASS  ok  1 ms  tree tree docs.7.
        task fix-10   test  PASS  ok  1 ms  tree tree fix-10.
        whole change  test  PASS  ok  1 ms  tree tree fix-10.
        whole change  lint  PASS  ok  1 ms  tree tree fix-10.

      Decisions
        g1, plan gate: revise by me
        g2, plan gate: approve by me
        g3, merge gate: revise by me
        g4, merge gate: approve by me

      Pull request
        #7 into trunk, merged
      "
    `);
  });

  test('says of a young run only what is there', () => {
    const { run, events } = seen(drive());
    expect(existing(run, verdictsOf(events))).toEqual([]);
    expect(renderOverview(run, verdictsOf(events), plain)).toBe('\nTicket\n  not read yet (local)\n');
  });

  test('prints reviews in order, and what code did not confirm', async () => {
    const { events } = seen(eventful().go());
    const verdicts = verdictsOf(events).map(async (item) => ({
      ...item,
      text: await textOf(item.verdict.blob),
    }));
    const text = renderReviews(await Promise.all(verdicts));
    expect(text).toContain('The window never forgets an address');
    expect(text).toContain('- not confirmed by code (unvalidated): A name could be shorter');
  });

  test('prints the gate with its text, its digest and its commands', async () => {
    const { run } = atPlanGate();
    expect(renderAsked(run.id, await asked(run, textOf), now)).toMatchInlineSnapshot(`
      "g1: the plan gate, open since 23 h 57 min
      digest 3c1ed0514d

      # Plan

      Count failures by address, answer 429 past the limit.

      ## Task limit: Count failed sign-ins by address

      Keep a window of one minute in memory.

      - Files: \`src/limit.ts\`
      - Done when: five failures pass and the sixth does not

      ## Task route: Answer 429 once the limit is reached

      Ask the counter first.

      - Files: \`src/routes/login.ts\`
      - Done when: the answer is 429

      Scope: 1 task, 1 file, tier TRIVIAL.
      Estimate: 2 to 4 launches (a guess: no run has ended here yet); 38 launches left in the budget.

        slipway show r1 plan                                 read the plan
        slipway approve r1 --seen 3c1ed0514d                 go on with it
        slipway revise r1 --seen 3c1ed0514d --comment "..."  ask for changes
        slipway reject r1 --seen 3c1ed0514d                  stop here
      "
    `);
  });

  test('says of a text that is gone that it is gone', async () => {
    const { run } = atPlanGate();
    const gates = await asked(run, () => Promise.resolve(undefined));
    expect(renderAsked(run.id, gates, now)).toContain('[this text (plan) is gone');
  });

  test('prints a pull request with its checks and comments', () => {
    const record = {
      number: 7,
      branch: 'feature/x',
      target: 'main',
      title: 'T-1: X',
      body: 'Body \u001b[31mred\u001b[0m\n',
      state: 'open' as const,
      head: 'c'.repeat(40),
      labels: ['auto-generated'],
      comments: [{ marker: 'm', body: 'Hello' }],
      checks: [{ name: 'slipway / test', head: 'c'.repeat(40), conclusion: 'success' as const }],
    };
    expect(renderPullRequest(record, plain)).toMatchInlineSnapshot(`
      "#7 T-1: X
      open, feature/x into main, head cccccccccccc
      labels: auto-generated

      Body red

      Checks
        slipway / test  success  head cccccccccccc

      Comment
      Hello
      "
    `);
  });
});

describe('logs', () => {
  test('name every launch and check, and how it ended', () => {
    const { events } = seen(eventful().go());
    const lines = logsOf(events).map((entry) => heading(entry, plain).replace(/\d\d:\d\d:\d\d/, 'TIME'));
    expect(lines.slice(0, 14).join('')).toMatchInlineSnapshot(`
      "== TIME check test of the base commit: PASS after 1 ms
      == TIME check lint of the base commit: PASS after 1 ms
      == TIME asking the investigator, by scripted, done after 1 min 11 s
      == TIME asking the planner, by scripted, done after 1 min 11 s
      == TIME asking the auditor, by scripted, done after 1 min 11 s
      == TIME asking the planner, by scripted, done after 1 min 11 s
      == TIME attempt 1 at task limit, failed (agent-timeout) after 3 min 4 s
      == TIME attempt 2 at task limit, by scripted, done after 3 min 4 s, $0.10
      == TIME check test of task limit: PASS after 1 ms
      == TIME asking the reviewer about task limit (attempt 2), by scripted, done after 1 min 11 s
      == TIME attempt 1 at task route, by scripted, done after 3 min 4 s, $0.10
      == TIME check test of task route: FAIL (exit) after 27 s
      == TIME attempt 2 at task route, by scripted, done after 3 min 4 s, $0.10
      == TIME check test of task route: PASS after 1 ms
      "
    `);
  });

  test('of a task or a check are only theirs', () => {
    const { events } = seen(eventful().go());
    const ofTask = logsOf(events, { task: 'limit' });
    expect(ofTask.length).toBeGreaterThan(3);
    expect(ofTask.every((entry) => heading(entry, plain).includes('task limit'))).toBe(true);
    const ofCheck = logsOf(events, { check: 'lint' });
    expect(ofCheck.every((entry) => entry.type === 'check' && entry.evidence.check === 'lint')).toBe(true);
    expect(ofCheck.length).toBeGreaterThan(0);
  });

  test('of a launch at work say so', () => {
    const last = must(logsOf(atWork().events).at(-1), 'something is at work');
    expect(heading(last, plain)).toContain('attempt 1 at task b, at work');
  });
});

describe('a diff', () => {
  const diff = [
    'diff --git a/a.js b/a.js',
    'index 1..2 100644',
    '--- a/a.js',
    '+++ b/a.js',
    '@@ -1,2 +1,2 @@',
    '--- looks like a header, is a removed line',
    '+++ looks like one too',
    '+\u001b[31mnot red\u001b[0m',
    ' same',
    'diff --git a/old name.txt b/old name.txt',
    'deleted file mode 100644',
    '--- a/old name.txt\t',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-gone',
    'diff --git a/run.sh b/run.sh',
    'old mode 100644',
    'new mode 100755',
    'diff --git a/logo.png b/logo.png',
    'Binary files a/logo.png and b/logo.png differ',
    '',
  ].join('\n');

  test('is counted by its hunks, not by what lines look like', () => {
    expect(renderStat(statOf(diff), plain)).toMatchInlineSnapshot(`
      " a.js          +2      -1
       old name.txt  +0      -1
       run.sh        +0      -0
       logo.png      binary
       4 files, +2 -2
      "
    `);
  });

  test('is coloured by us only', () => {
    const coloured = renderDiff(diff, styleOf(true));
    expect(coloured).toContain('\u001b[32m+not red\u001b[39m');
    expect(coloured).toContain('\u001b[31m--- looks like a header, is a removed line\u001b[39m');
    expect(coloured).toContain('\u001b[1m--- a/a.js\u001b[22m');
    expect(renderDiff(diff, plain)).not.toContain('\u001b');
  });
});

test('a diagnosis says what to do under each line that needs it', () => {
  const text = renderDiagnosis(
    [
      { name: 'git', level: 'ok', found: '2.45' },
      {
        name: 'repository',
        level: 'fail',
        found: 'not usable',
        todo: 'Make a first commit.\nThen try again.',
      },
      { name: 'disk', level: 'warn', found: '900 MB free', todo: 'Make room.' },
    ],
    plain,
  );
  expect(text).toMatchInlineSnapshot(`
    "ok    git         2.45
    fail  repository  not usable
                      Make a first commit.
                      Then try again.
    warn  disk        900 MB free
                      Make room.
    "
  `);
});
