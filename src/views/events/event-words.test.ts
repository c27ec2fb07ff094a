import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver } from '../../../test/support/core.ts';
import {
  aPlan,
  aPolicy,
  aTask,
  aTicket,
  analysisAnswer,
  answered,
  drive,
  evidenceOf,
  failing,
  me,
  question,
  saying,
  probesAnswer,
  searchAnswer,
  testCheck,
} from '../../../test/support/core.ts';
import { nothingSpent } from '../../core/budget/budget.ts';
import { effectsDue } from '../../core/effects-due.ts';
import { openGates } from '../../core/run.ts';
import type { RunEvent } from '../../core/events.ts';
import { eventful, tell } from '../../../test/support/told.ts';
import { eventMeaning, eventWords, isTold } from './event-words.ts';
import { short } from '../words/words.ts';
import { detailsOf } from '../run/details.ts';
import { inboxOf } from '../run/summarise.ts';
import { explanationOf } from '../run/explanation.ts';

const wordsOf = (driver: Driver): readonly string[] =>
  driver.steps().flatMap(({ before, event }) => (isTold(event, before) ? [eventWords(event, before)] : []));

describe('the lines of a run', () => {
  test('say why a person is asked about a plan where the run was to ask about none', () => {
    const plans = [aPlan([aTask('a')], { grants: ['.ci/run'] })];
    const driver = drive({ policy: { gates: { plan: false } }, plans }).go(
      (run) => openGates(run).length > 0,
    );
    const why = /it wants leave to touch what is protected or what checks the change/;
    expect(wordsOf(driver).at(-1)).toMatch(
      /^plan-review: waits for you: the plan gate \(g1\)\. This run asks about no plan/,
    );
    expect(inboxOf(driver.run())[0]?.why).toMatch(why);
    expect(explanationOf(driver.run(), tell(driver.events())).waits).toMatchObject([
      { type: 'gate', why: expect.stringMatching(why) },
    ]);
  });

  test('call no pull request closed where there was none', () => {
    const taken: RunEvent = { type: 'change.discarded' };
    expect(eventWords(taken, drive().to('analysis').run())).toBe(
      'nothing that it published is left; there was no pull request',
    );
    expect(eventWords(taken, drive().to('merge').run())).toBe(
      'the pull request is closed and the branch deleted',
    );
  });

  test('say that somebody merged another head than the one that is checked', () => {
    const driver = drive().to('merge');
    const merged: RunEvent = { type: 'pull-request.merged', commit: 'abc', found: true };
    const { pullRequest, head } = theRepository(driver.run());
    expect(eventWords(merged, driver.run())).toBe(
      'merge: the forge says that the pull request was merged, as abc',
    );
    if (pullRequest?.seen === undefined) throw new Error('it was looked at');
    const seen = { ...pullRequest.seen, head: 'fff' };
    const run = {
      ...driver.run(),
      repositories: [{ ...theRepository(driver.run()), pullRequest: { ...pullRequest, seen } }],
    };
    expect(eventWords(merged, run)).toBe(
      `merge: the forge says that the pull request was merged, as abc, at fff: what is checked here is ${short(head.commit)}`,
    );
  });

  test('say of a test that no runner picked up that it was not run', () => {
    const reproduction = { commit: 'r', tree: 't', path: 'spec/bug.js', blob: 'bug' };
    const driver = drive({
      ticket: { ...aTicket, type: 'bugfix', workType: 'fix' },
      policy: { reproduction: 'require' },
      script: (effect) => {
        if (effect.subject === 'investigator') return answered(analysisAnswer({ reproduction }));
        if (effect.kind !== 'check' || effect.subject !== 'reproduction') return undefined;
        const evidence = [evidenceOf(testCheck, 't')];
        return { type: 'done', kind: 'check', result: { evidence, unrun: 'why' } };
      },
    }).go((run) => openGates(run).length > 0);
    expect(wordsOf(driver)).toContain(
      'analysis: the test that should show the bug was not run: no runner picked up spec/bug.js',
    );
  });

  test('name the level where a box was in the way of an agent', () => {
    const refused = failing('box-refused', { level: 'contained' });
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', refused);
    driver.perform('ask', 'investigator', refused);
    const way =
      'the agent what it wanted to write (the run works contained; SLIPWAY_LEVEL=open has it work without a box)';
    expect(wordsOf(driver)).toContain(`analysis: box refused ${way}; it is tried again`);
    expect(wordsOf(driver)).toContain(`analysis: box refused ${way}; nothing is left to try`);
    expect(detailsOf(driver.run(), tell(driver.events())).level).toBe(
      'contained; its box was in the way of an agent: SLIPWAY_LEVEL=open has it work without one',
    );
  });

  test('tell a run that goes well from its start to its landing', () => {
    const driver = drive({ plans: [aPlan([aTask('greet')])] }).go();
    driver.send({ type: 'run.land', by: me, head: theRepository(driver.run()).head.commit, how: 'branch' });
    driver.go();
    expect(wordsOf(driver)).toMatchInlineSnapshot(`
      [
        "run r1 started: Add a thing",
        "intake: ticket T-1 recorded, branch feature/T-1_add_thing",
        "intake: checks are test",
        "analysis begins: the ticket is recorded and the run can begin",
        "analysis: checks run: test",
        "analysis: the base commit: test PASS",
        "analysis: the investigator is at work",
        "analysis: written, 1 piece of related code",
        "planning begins: the analysis is long enough and what it cites exists",
        "planning: the planner is at work",
        "planning: a TRIVIAL plan of 1 task, confidence 1",
        "plan-review begins: the plan holds",
        "plan-review: waits for you: the plan gate (g1)",
        "plan-review: me answered approve to the plan gate",
        "implementation begins: the plan is approved",
        "implementation: task greet, attempt 1 began",
        "implementation: task greet delivered 1 file (attempt 1)",
        "implementation: task greet: checks run: test",
        "implementation: task greet: test PASS",
        "implementation: task greet accepted",
        "implementation: task greet integrated",
        "evaluation begins: every task is integrated",
        "evaluation: checks run: test",
        "evaluation: test PASS",
        "evaluation: nothing that checks the change was weakened",
        "review begins: no check failed",
        "review: the reviewer is at work",
        "review: the reviewer says pass",
        "completion begins: the change is reviewed",
        "completion: screening of what leaves: CLEAN",
        "completion: branch feature/T-1_add_thing pushed at head c0+gree",
        "completion: pull request #7 opened",
        "coverage begins: the pull request exists",
        "coverage: skipped, no coverage command is configured or found",
        "triage begins: coverage is done or skipped",
        "merge begins: nothing is open on the pull request",
        "merge: waits for you: the merge gate (g2)",
        "merge: me answered approve to the merge gate",
        "merge: pull request merged as merged head ",
        "completed",
        "merge: me ordered the landing",
        "landed on feature/T-1_add_thing in your repository",
      ]
    `);
  });

  test('tell at the start what only a later stage may miss', () => {
    const survey = { tree: 't0', checks: [], dirty: 'clean', problems: [], warnings: ['no codex'] } as const;
    const event = { type: 'survey.recorded', repository: 'main', survey } as const;
    expect(eventWords(event, drive().run())).toBe(
      'intake: no check was found; may be missed later: no codex',
    );
  });

  test('tell that a quota is waited for although nobody said until when', () => {
    const driver = drive({ policy: { quotaWaitMs: 300_000 } }).to('planning');
    driver.perform('ask', 'planner', failing('quota'));
    driver.begin('wait-until');
    expect(wordsOf(driver).at(-1)).toMatch(/waits for the quota and tries again in 5 ?m/);
  });

  test('tell which planned files a target that moved on has changed', () => {
    const base = { commit: 'c9c9c9c9', tree: 't' };
    const moved = (drift: { readonly drift?: readonly string[] }) =>
      eventWords({ type: 'base.moved', base: { ...base, ...drift } }, drive().run());
    expect(moved({})).toMatch(/put onto it and checked again$/);
    expect(moved({ drift: ['a.ts', 'b.ts'] })).toMatch(
      /on the way it changed planned files: a\.ts(?: and|,) b\.ts$/,
    );
  });

  test('tell what failed and what is done about it', () => {
    const driver = drive({ plans: [aPlan([aTask('greet')])] }).to('implementation');
    driver.perform('attempt', 'greet', failing('agent-timeout'));
    driver.perform('wait-until');
    driver.perform('attempt', 'greet', failing('no-change'));
    driver.perform('attempt', 'greet', failing('protected-path', { paths: ['.github/ci.yml'] }));
    driver.decide('widen-scope');
    driver.perform('attempt', 'greet', question('attempt'));
    expect(wordsOf(driver).slice(-13)).toMatchInlineSnapshot(`
      [
        "implementation: task greet, attempt 1 began",
        "implementation: task greet: agent timeout; it is tried again",
        "implementation: task greet: tries again in 1 s",
        "implementation: task greet, attempt 2 began",
        "implementation: task greet: no change; it is tried again",
        "implementation: task greet, attempt 3 began",
        "implementation: task greet: protected path; a person decides",
        "implementation: waits for you: the wider scope for task greet (g2)",
        "implementation: me answered approve to the wider scope for task greet",
        "implementation: task greet may touch .github/ci.yml",
        "implementation: task greet, attempt 4 began",
        "implementation: task greet: asks a question",
        "implementation: waits for you: the answer to a question (g3)",
      ]
    `);
  });

  test('tell a stop, a block, a retry and an end', () => {
    const driver = drive();
    driver.to('analysis').perform('ask', 'investigator', { type: 'stopped' });
    driver.send({ type: 'run.pause', by: me });
    driver.send({ type: 'run.resume', by: me });
    driver.go((run) => run.gates.length > 0).decide('plan', saying('reject'));
    driver.retry();
    driver.send({ type: 'run.cancel', by: me });
    expect(wordsOf(driver).filter((line) => /stopped|me |blocked|cancel/.test(line))).toMatchInlineSnapshot(`
      [
        "analysis: the investigator was stopped",
        "me paused the run",
        "me let the run go on",
        "plan-review: me answered reject to the plan gate",
        "blocked in plan-review: a person said no at a gate: the plan gate (g1)",
        "me asked the run to go on",
        "me cancelled the run",
      ]
    `);
  });
});

type Step = ReturnType<Driver['steps']>[number];

/** Runs that between them live through almost everything. */
function told(): readonly Step[] {
  const landed = drive().go((run) => run.gates.some((gate) => gate.kind === 'merge'));
  const head = theRepository(landed.run()).head.commit;
  landed.send({ type: 'run.land', by: me, head, how: 'branch' });
  const stopped = drive({
    script: (effect) => (effect.kind === 'attempt' ? failing('agent-missing') : undefined),
  }).go();
  stopped.retry('again');
  stopped.send({ type: 'run.pause', by: me });
  stopped.send({ type: 'run.resume', by: me });
  stopped.send({ type: 'run.cancel', by: me });
  const asking = drive({
    script: (effect) =>
      effect.kind === 'ask' && effect.visit === 2 && effect.n === 1 ? question('ask') : undefined,
    policy: { budget: { launches: 2 } },
    person: () => saying('approve', 'words'),
  }).to('implementation');
  asking.perform('attempt', 'a', { type: 'stopped', saved: 'c9' });
  asking.send({ type: 'run.fail', because: 'invariant: x' });
  return [eventful().go(), landed.go(), stopped, asking].flatMap((driver) => driver.steps());
}

test('everything that happens is said in words, with nothing left out', () => {
  const steps = told();
  expect(new Set(steps.map(({ event }) => event.type)).size).toBeGreaterThan(30);
  for (const { event, before } of steps) {
    const words = eventWords(event, before);
    expect(words).not.toMatch(/undefined|\[object|NaN|\n/);
    expect(words.length).toBeGreaterThan(5);
    expect(eventMeaning(event.type)).toMatch(/^[A-Z].*\.$/);
  }
});

test('a search on the web is told with what it found and what failed', () => {
  const driver = drive({ policy: { search: { searxng: 'http://127.0.0.1/' } } }).to('planning');
  driver.perform('ask', 'planner', answered(searchAnswer()));
  driver.perform('search', 'planner', {
    type: 'done',
    kind: 'search',
    result: { results: 'r', found: 1, failed: 2 },
  });
  expect(wordsOf(driver).slice(-2)).toEqual([
    'planning: the planner wants something looked up on the web',
    'planning: the web search found 1 page; 2 searches failed, and the run goes on',
  ]);
});

test('probes are told with their names and how they ended', () => {
  const driver = drive({ level: 'contained' }).to('analysis');
  driver.perform('ask', 'investigator', answered(probesAnswer()));
  driver.perform('run-probes');
  expect(wordsOf(driver).slice(-3)).toEqual([
    'analysis: the investigator wants to know what reading does not tell: how long',
    'analysis: running probes of the investigator (how long) began',
    'analysis: probed: how long (exit 0, 1.2 s)',
  ]);
});

test('what nobody waits for is said where it is asked for', () => {
  const quiet = told().filter(({ event, before }) => !isTold(event, before));
  const said = quiet.map(({ event, before }) => eventWords(event, before));
  expect(said).toContain('intake: looking at the repository began');
  expect(said).toContain('implementation: task limit: the attempt is done');
  expect(said.filter((words) => words.includes(': skipped, '))).not.toEqual([]);
  expect(said.filter((words) => words.includes('the forge says: open'))).not.toEqual([]);
});

test('what was not done again, or left to somebody else, is told as that', () => {
  const run = drive().to('evaluation').run();
  const told = (event: RunEvent): string => eventWords(event, run);
  const evidence = [{ ...evidenceOf(testCheck, 'tree'), reused: true as const }];
  expect(told({ type: 'evidence.recorded', subject: 'run', evidence })).toBe(
    'evaluation: test PASS (not run again)',
  );
  const red = {
    ...evidenceOf(testCheck, 'tree', 'WARN'),
    counts: { passed: 1, failed: 2, skipped: 0 },
    known: 2,
  };
  expect(told({ type: 'evidence.recorded', subject: 'run', evidence: [red] })).toBe(
    'evaluation: test WARN (1 passed, 2 failed; 2 red at the base already)',
  );
  const head = { commit: 'c'.repeat(40), tree: 'tree' };
  const left = ['docs/FINDINGS.md'];
  const documents = [{ path: 'docs/CODE_STYLE.md', blob: 'words' }];
  expect(told({ type: 'docs.committed', documents, head, left })).toBe(
    'evaluation: docs/CODE_STYLE.md committed as cccccccccccc; docs/FINDINGS.md left as somebody wrote it on the target meanwhile',
  );
  expect(told({ type: 'docs.committed', documents: [], head, left })).toContain(
    'no document committed; docs',
  );
});

test('a day that is used up is told with what was used of it, and what else ends the wait', () => {
  const { budget } = aPolicy();
  const driver = drive({ policy: { budget: { ...budget, day: { launches: 3 } } } }).to('planning');
  const { key } = effectsDue(driver.run()).find(({ subject }) => subject === 'planner') ?? { key: '' };
  const reached = { day: '2026-11-16', cap: 'launches', spent: { ...nothingSpent, launches: 13 } } as const;
  driver.send({ type: 'launch.refuse', key, reached });
  expect(wordsOf(driver)).toContainEqual(
    'planning: the budget of the day is used up (13 of 3 launches, over all runs); it goes on tomorrow, or when the cap is raised',
  );
  expect(explanationOf(driver.run(), []).waits).toMatchObject([{ type: 'gate', ofDay: true }]);
});
