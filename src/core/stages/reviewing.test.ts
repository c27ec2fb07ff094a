// What a reviewer's verdict comes to: it neither waves through what nobody showed, nor blocks for what code refuted, and where
// it is none at all, a person is asked.

import { describe, expect, test } from 'vitest';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  answered,
  coverageDefaults,
  coverageSpec,
  drive,
  dueNow,
  happy,
  measuredOf,
  refinedAnswer,
  saying,
  taskOf,
  verdictAnswer,
} from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';
import type { Verdict } from '../roles/verdict.ts';
import { isVouched } from '../evidence/vouched.ts';
import { review } from './review.ts';
import { judgedByPerson, owedTests, owingTasks } from './reviewing.ts';

const refuted = {
  severity: 'MAJOR',
  title: 'Not so',
  validation: 'rejected',
  doubt: 'another-text',
} as const;
const confirmed = { severity: 'MAJOR', title: 'So', file: 'src/a.ts', validation: 'confirmed' } as const;

const hollow: readonly (readonly [string, Partial<Verdict>])[] = [
  ['asks for a revision and names only what code refuted', { conclusion: 'revise', findings: [refuted] }],
  ['rejects and names only what code refuted', { conclusion: 'reject', findings: [refuted] }],
  ['asks for a revision and names nothing', { conclusion: 'revise', findings: [] }],
  [
    'asks for a revision over what is minor',
    { conclusion: 'revise', findings: [{ ...confirmed, severity: 'MINOR' }] },
  ],
  ['passes by evidence that names nothing', { criteria: [{ id: 'c1', met: false, unproven: true }] }],
];

const founded: readonly (readonly [string, Partial<Verdict>])[] = [
  ['a finding that was confirmed', { findings: [refuted, confirmed] }],
  ['a finding nobody could look up', { findings: [{ ...confirmed, validation: 'unvalidated' }] }],
  ['a criterion that is not met', { findings: [refuted], criteria: [{ id: 'c1', met: false }] }],
  ['a mandate that is not followed', { findings: [refuted], mandates: [{ id: 'M1', followed: false }] }],
];

const two = [aPlan([aTask('a'), aTask('b')])];

/** A run whose task `a` is about to be reviewed. */
function atTask(options: Options = {}): Driver {
  const driver = drive({ plans: two, ...options }).to('implementation');
  driver.begin('attempt', 'b');
  driver.perform('attempt', 'a');
  driver.perform('check', 'task-a');
  return driver;
}

function says(driver: Driver, subject: string, change: Partial<Verdict>): void {
  driver.perform('ask', subject, answered(verdictAnswer(change)));
}

function reasonsIn(driver: Driver): readonly string[] {
  return driver.events().flatMap((event) => (event.type === 'failure.recorded' ? [event.reason] : []));
}

function asked(run: Run): readonly (readonly [string, string])[] {
  return openGates(run).map(({ kind, subject }) => [kind, subject] as const);
}

function unjudged(options: Options = {}): Driver {
  const driver = drive(options).to('review');
  says(driver, 'reviewer', { conclusion: 'abstain' });
  says(driver, 'reviewer', { conclusion: 'abstain' });
  return driver;
}

function unjudgedTask(): Driver {
  const driver = atTask();
  says(driver, 'reviewer-a', { conclusion: 'abstain' });
  says(driver, 'reviewer-a', { conclusion: 'abstain' });
  return driver;
}

describe('a reviewer of the whole change', () => {
  test.each(hollow)('who %s uses no round and is asked once more', (_how, change) => {
    const driver = drive().to('review');
    says(driver, 'reviewer', change);
    expect(driver.run().visit.stage).toBe('review');
    expect(driver.run().rounds).toMatchObject({ fix: 0, review: 0 });
    expect(reasonsIn(driver)).toEqual(['unfounded-verdict']);
    const again = driver.begin('ask', 'reviewer');
    expect(again.input).toMatchObject({
      ordinal: 2,
      inputs: expect.arrayContaining([{ name: 'why the last verdict did not count', blob: 'verdict' }]),
    });
    driver.end(again, answered(verdictAnswer()));
    expect(driver.run().visit.stage).not.toBe('review');
  });

  test.each(hollow)('who %s twice has abstained, and a person is asked', (_how, change) => {
    const driver = drive().to('review');
    says(driver, 'reviewer', change);
    says(driver, 'reviewer', change);
    expect(driver.run().review).toMatchObject({ conclusion: 'abstain' });
    expect(asked(driver.run())).toEqual([['review', 'change']]);
    expect(driver.run().blocked).toBeUndefined();
    expect(dueNow(driver.run())).toEqual([]);
  });

  test.each(founded)('who asks for a revision over %s gets it', (_what, change) => {
    const driver = drive().to('review');
    says(driver, 'reviewer', { ...change, conclusion: 'revise' });
    expect(driver.run().rounds.fix).toBe(1);
    expect(driver.run().visit.stage).toBe('implementation');
  });

  test.each(['pass', 'revise', 'reject'] as const)(
    'who says %s and is less sure than policy wants has abstained',
    (conclusion) => {
      const driver = drive().to('review');
      says(driver, 'reviewer', { conclusion, confidence: 0.69, findings: [confirmed] });
      expect(reasonsIn(driver)).toEqual(['abstained']);
      expect(driver.run().visit.stage).toBe('review');
    },
  );

  test('who is as sure as policy wants has not abstained', () => {
    const driver = drive().to('review');
    says(driver, 'reviewer', { confidence: 0.7 });
    expect(reasonsIn(driver)).toEqual([]);
    expect(driver.run().visit.stage).toBe('completion');
  });

  test('who abstains makes room for another agent, and then a person is asked', () => {
    const driver = drive({ policy: { alternatives: { reviewer: 1 } } }).to('review');
    says(driver, 'reviewer', { conclusion: 'abstain' });
    expect(driver.events().findLast((event) => event.type === 'failure.recorded')).toMatchObject({
      remedy: { type: 'fail-over', rank: 1 },
    });
    says(driver, 'reviewer', { conclusion: 'abstain' });
    expect(asked(driver.run())).toEqual([['review', 'change']]);
  });
});

describe('the gate of a change nobody could judge', () => {
  test('names the head and shows the verdict', () => {
    const driver = unjudged();
    const head = theRepository(driver.run()).head.commit;
    expect(openGates(driver.run())).toMatchObject([{ kind: 'review', digest: head, blob: 'verdict' }]);
    expect(isVouched(driver.run())).toBe(false);
  });

  test('lets a person take exactly this head, and then the run goes on to its end', () => {
    const driver = unjudged();
    driver.decide('review');
    expect(driver.run().visit.stage).toBe('completion');
    expect(isVouched(driver.run())).toBe(true);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('stands before the delivery gate, which is asked all the same', () => {
    const driver = unjudged({ policy: { gates: { delivery: true } } });
    expect(asked(driver.run())).toEqual([['review', 'change']]);
    driver.decide('review');
    expect(asked(driver.run())).toEqual([['delivery', 'delivery']]);
  });

  test('sends it back to planning with the words of a person who wants it otherwise', () => {
    const driver = unjudged();
    driver.decide('review', saying('revise', 'do it so'));
    expect(driver.run().visit).toMatchObject({
      stage: 'planning',
      carry: [{ name: 'what a person asked for', blob: 'do it so' }],
    });
    expect(driver.run().rounds.review).toBe(1);
  });

  test('stops the run where a person says no', () => {
    const driver = unjudged();
    driver.decide('review', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
  });

  test('is asked by nobody for a repository of which another reviewer wants something mended', () => {
    const repositories = ['main', 'other'].map((alias) => ({
      alias,
      repository: alias,
      base: { branch: 'trunk', commit: 'c0' },
    }));
    const driver = drive({
      repositories,
      plans: [aPlan([aTask('a'), aTask('b', { repository: 'other' })])],
    }).to('review');
    const inOther = answered(verdictAnswer({ conclusion: 'revise', findings: [confirmed] }));
    const abstains = answered(verdictAnswer({ conclusion: 'abstain' }));
    for (let time = 0; time < 3; time += 1) {
      const effect = driver.begin('ask', 'reviewer');
      driver.end(effect, effect.repository === 'main' ? abstains : inOther);
    }
    expect(driver.run().visit.stage).toBe('implementation');
  });

  test('is not opened in a coverage round: the tests of it are left out', () => {
    const driver = drive({
      policy: { coverage: { ...coverageDefaults, enabled: true } },
      coverage: coverageSpec,
      script: (effect, run) => {
        if (effect.kind === 'measure') {
          const measured = measuredOf(effect.input.tree, 5);
          return { type: 'done', kind: 'measure', result: { measured } };
        }
        return run.rounds.coverage > 0 && effect.subject === 'reviewer'
          ? answered(verdictAnswer({ conclusion: 'abstain' }))
          : undefined;
      },
    }).go();
    expect(driver.run().gates.map(({ kind }) => kind)).not.toContain('review');
    expect(driver.run().ended).toBe('completed');
  });
});

describe('a reviewer of a task', () => {
  test.each(hollow)('who %s sends nothing back and is asked once more', (_how, change) => {
    const driver = atTask();
    says(driver, 'reviewer-a', change);
    expect(taskOf(driver.run(), 'a').at).toBe('reviewing');
    expect(driver.begin('ask', 'reviewer-a').input).toMatchObject({
      inputs: expect.arrayContaining([{ name: 'why the last verdict did not count', blob: 'verdict' }]),
    });
  });

  test.each(hollow)('who %s twice has abstained, and a person is asked', (_how, change) => {
    const driver = atTask();
    says(driver, 'reviewer-a', change);
    says(driver, 'reviewer-a', change);
    expect(asked(driver.run())).toEqual([['review', 'a']]);
    expect(taskOf(driver.run(), 'a').at).toBe('reviewing');
    expect(dueNow(driver.run())).not.toContain('ask reviewer-a');
  });

  test('who is less sure than policy wants has abstained', () => {
    const driver = atTask();
    says(driver, 'reviewer-a', { confidence: 0.69 });
    expect(reasonsIn(driver)).toEqual(['abstained']);
    expect(taskOf(driver.run(), 'a').at).toBe('reviewing');
  });

  test('who judges the next attempt is not told of a verdict on the one before', () => {
    const driver = atTask();
    says(driver, 'reviewer-a', { conclusion: 'revise', findings: [refuted] });
    says(driver, 'reviewer-a', { conclusion: 'revise', findings: [confirmed], blob: 'what to mend' });
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    expect(driver.begin('ask', 'reviewer-a').input).not.toMatchObject({
      inputs: expect.arrayContaining([
        expect.objectContaining({ name: 'why the last verdict did not count' }),
      ]),
    });
  });
});

describe('the gate of a task nobody could judge', () => {
  test('is about that task: an answer about anything else accepts nothing', () => {
    const driver = unjudgedTask();
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a person is asked');
    const answer = saying('approve');
    expect(judgedByPerson(driver.run(), gate, answer)).toHaveLength(1);
    for (const subject of ['b', 'change'])
      expect(judgedByPerson(driver.run(), { ...gate, subject }, answer)).toEqual([]);
  });

  test('lets a person accept it as it was delivered', () => {
    const driver = unjudgedTask();
    driver.decide('review');
    expect(taskOf(driver.run(), 'a').at).toBe('accepted');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('gives it back to its implementer with the words of a person', () => {
    const driver = unjudgedTask();
    driver.decide('review', saying('revise', 'do it so'));
    expect(driver.begin('attempt', 'a').input).toMatchObject({
      inputs: expect.arrayContaining([{ name: 'what a person asked for', blob: 'do it so' }]),
    });
  });

  test('gives it back without a word, too', () => {
    const driver = unjudgedTask();
    driver.decide('review', saying('revise'));
    expect(taskOf(driver.run(), 'a').at).toBe('todo');
  });

  test('is asked anew, after its reviewers, for what is delivered then', () => {
    const driver = unjudgedTask();
    driver.decide('review', saying('revise', 'do it so'));
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    expect(dueNow(driver.run())).toContain('ask reviewer-a');
    says(driver, 'reviewer-a', { conclusion: 'abstain' });
    expect(openGates(driver.run()).map(({ digest }) => digest)).toEqual(['a.a.5.2.2']);
  });

  test('stops the run where a person says no, and a retry asks the reviewer again', () => {
    const driver = unjudgedTask();
    driver.decide('review', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
    driver.retry();
    expect(dueNow(driver.run())).toContain('ask reviewer-a');
  });
});

const owing = (task: string | undefined, of: Run): readonly string[] =>
  owingTasks(of, task).map((state) => state.task.id);

describe('planned tests that were not delivered', () => {
  const undelivered = { paths: ['test/a.test.ts'], blob: 'owed' };
  const undelivering: Script = (effect, run) => {
    const outcome = effect.kind === 'attempt' ? happy(run, effect) : undefined;
    return outcome?.type === 'done' && outcome.kind === 'attempt' && outcome.result.answer === 'delivered'
      ? { ...outcome, result: { ...outcome.result, undelivered } }
      : undefined;
  };
  const shown = {
    inputs: expect.arrayContaining([{ name: 'planned tests that task a did not deliver', blob: 'owed' }]),
  };

  test('are told to the reviewer of the task', () => {
    const driver = atTask({ script: undelivering });
    expect(taskOf(driver.run(), 'a').delivered).toMatchObject({ undelivered });
    expect(driver.begin('ask', 'reviewer-a').input).toMatchObject(shown);
  });

  test('are told to the reviewer of the change where the plan has one task, and only there', () => {
    expect(drive({ script: undelivering }).to('review').begin('ask').input).toMatchObject(shown);
    expect(drive({ plans: two, script: undelivering }).to('review').begin('ask').input).not.toMatchObject(
      shown,
    );
  });

  test('are owed by the task that is reviewed, or by the only one; by none before there is a plan', () => {
    const run = drive({ plans: two }).to('review').run();
    expect([owing('b', run), owing(undefined, run)]).toEqual([['b'], []]);
    expect(owing(undefined, drive().to('review').run())).toEqual(['a']);
    expect(owing(undefined, drive().run())).toEqual([]);
  });
});

test('a verdict that was recorded is not wanted again', () => {
  const driver = drive().to('review');
  says(driver, 'reviewer', { conclusion: 'abstain' });
  says(driver, 'reviewer', { conclusion: 'abstain' });
  expect(review.wanted(driver.run())).toEqual([]);
});

test('[M10] a reviewer is told which planned tests a task did not deliver', () => {
  const state = { task: aTask('a'), at: 'checking' as const, grants: [], evidence: [] };
  const delivered = { commit: 'c', tree: 't', parent: 'p' };
  const undelivered = { paths: ['a.test.js'], blob: 'told' };
  expect(
    owedTests([
      { ...state, delivered: { ...delivered, undelivered } },
      { ...state, task: aTask('b'), delivered },
    ]),
  ).toEqual([{ name: 'planned tests that task a did not deliver', blob: 'told' }]);
});

test('a reviewer who answers with something else has given a malformed answer', () => {
  const driver = drive().to('review');
  driver.perform('ask', 'reviewer', answered(refinedAnswer()));
  expect(reasonsIn(driver)).toEqual(['malformed-answer']);
});
