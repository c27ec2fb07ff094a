// The stages in which one role answers: analysis, planning, design, review. What they have in common is told
// here once for all of them; what a plan or a verdict means has tests of its own.

import { describe, expect, test } from 'vitest';
import type { Run } from '../run.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import {
  aPlan,
  aTask,
  answered,
  drive,
  dueNow,
  failing,
  planAnswer,
  verdictAnswer,
} from '../../../test/support/core.ts';
import type { Outcome } from '../effects.ts';
import { evolve } from '../evolve/evolve.ts';
import { analysis } from './analysis.ts';
import { design } from './design.ts';
import { planning } from './planning.ts';
import { review } from './review.ts';

const medium = [aPlan([aTask('a')], { tier: 'MEDIUM' })];
const found = (change: { chars?: number; related?: { file: string }[]; missing?: string[] }): Outcome =>
  answered({
    agent: 'x',
    transcript: 't',
    answer: 'analysis',
    analysis: { blob: 'b', chars: 201, related: [{ file: 'a' }], missing: [], reproduced: false, ...change },
  });

describe('a stage that asks', () => {
  test.each([
    ['analysis', 'investigator', ['ticket']],
    ['planning', 'planner', ['ticket', 'analysis']],
    ['design', 'designer', ['ticket', 'analysis', 'plan']],
    ['review', 'reviewer', ['ticket', 'plan']],
  ] as const)('gives %s’s %s what is known so far', (stage, role, names) => {
    const driver = drive({ plans: medium }).to(stage);
    const { input } = driver.begin('ask', role);
    expect(input).toMatchObject({ role, ordinal: 1, inputs: names.map((name) => ({ name })) });
  });

  test('tells the second attempt what went wrong with the first, and that it is the second', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', failing('max-turns', { detail: 'too many turns' }));
    expect(driver.begin('ask').input).toMatchObject({
      ordinal: 2,
      inputs: [{ name: 'ticket' }, { name: 'last failure', blob: 'too many turns' }],
    });
  });

  test('wants nothing more once it has its answer', () => {
    const run = drive({ plans: medium }).to('planning').run();
    const n = run.visit.n;
    const analysed = { blob: 'b', chars: 1, related: [], missing: [], reproduced: false, visit: n };
    expect(analysis.wanted({ ...run, analysis: analysed })).toEqual([]);
    expect(planning.wanted({ ...run, plan: { ...aPlan([aTask('a')]), visit: n } })).toEqual([]);
    expect(design.wanted({ ...run, design: { blob: 'd', visit: n } })).toEqual([]);
  });

  test('asks nothing of a person by itself', () => {
    const { run } = drive();
    expect([analysis, planning, design].flatMap((stage) => stage.gates(run()))).toEqual([]);
  });
});

describe('an analysis', () => {
  test.each([
    ['of 200 characters', found({ chars: 200 })],
    ['without related code', found({ related: [] })],
    ['that cites what does not exist', found({ missing: ['src/gone.ts:9'] })],
  ])('%s is malformed', (_name, outcome) => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', outcome);
    expect(driver.run().visit.stage).toBe('analysis');
    expect(driver.events().at(-1)).toMatchObject({ type: 'failure.recorded', reason: 'malformed-answer' });
  });

  test('of 201 characters with code that exists is enough', () => {
    const driver = drive().to('analysis');
    driver.perform('check', 'baseline');
    driver.perform('ask', 'investigator', found({}));
    expect(driver.run()).toMatchObject({ visit: { stage: 'planning' }, analysis: { chars: 201 } });
  });
});

describe('a plan', () => {
  test('that breaks the contract is asked for once more, and then a person is', () => {
    const driver = drive({ plans: [aPlan([aTask('a', { dependsOn: ['a'] })])] }).to('planning');
    driver.perform('ask', 'planner');
    expect(dueNow(driver.run())).toEqual(['ask planner']);
    driver.perform('ask', 'planner');
    expect(driver.run()).toMatchObject({ blocked: 'nothing is left to try', visit: { stage: 'planning' } });
  });

  test('that follows another one is shown it', () => {
    const driver = drive({
      script: (effect) => (effect.kind === 'attempt' ? failing('replan-asked') : undefined),
    });
    driver.go((run) => run.rounds.replan === 1);
    expect(driver.begin('ask').input).toMatchObject({
      inputs: [{ name: 'ticket' }, { name: 'analysis' }, { name: 'plan before', blob: 'plan' }],
    });
  });
});

const shown = (name: string) => ({
  inputs: expect.arrayContaining([expect.objectContaining({ name })]),
});

const isReviewing = (run: Run) => run.tasks.some(({ at, task }) => at === 'reviewing' && task.id === 'a');

describe('a review', () => {
  const revise = answered(verdictAnswer({ conclusion: 'revise', concerns: 'change' }));

  test('of a change that was revised is shown the verdict before it', () => {
    const driver = drive().to('review');
    const first = driver.begin('ask', 'reviewer');
    expect(first.input).not.toMatchObject(shown('earlier verdict'));
    driver.end(first, revise);
    driver.to('review');
    expect(driver.begin('ask', 'reviewer').input).toMatchObject(shown('earlier verdict'));
  });

  test('of a task that was sent back is shown what was said of the attempt before', () => {
    const driver = drive({ plans: [aPlan([aTask('a'), aTask('b')])] });
    driver.go(isReviewing);
    const first = driver.begin('ask', 'reviewer-a');
    expect(first.input).not.toMatchObject(shown('earlier verdict'));
    driver.end(first, revise);
    driver.go(isReviewing);
    expect(driver.begin('ask', 'reviewer-a').input).toMatchObject(shown('earlier verdict'));
  });
});

describe('an attempt', () => {
  test('is shown what an audit let pass but would have otherwise', () => {
    const minor = { severity: 'MINOR', title: 'Name it', validation: 'confirmed' } as const;
    const rejected = { severity: 'MINOR', title: 'Not so', validation: 'rejected' } as const;
    const driver = drive({
      plans: [aPlan([aTask('a')], { tier: 'SMALL', confidence: 0 })],
      script: (effect) => {
        if (effect.subject === 'auditor') return answered(verdictAnswer({ findings: [minor] }));
        return effect.subject === 'assumption-verifier'
          ? answered(verdictAnswer({ findings: [rejected] }))
          : undefined;
      },
    }).to('implementation');
    expect(driver.run().visit.carry).toMatchObject([
      { name: 'findings of the audit by auditor, which let the plan pass' },
    ]);
    expect(driver.begin('attempt').input).toMatchObject(
      shown('findings of the audit by auditor, which let the plan pass'),
    );
  });
});

describe('a design', () => {
  test('that follows another one is shown it', () => {
    const driver = drive({
      plans: [aPlan([aTask('a')], { tier: 'MEDIUM', confidence: 0 })],
      script: (effect) =>
        effect.subject === 'auditor'
          ? answered(verdictAnswer({ conclusion: 'revise', concerns: 'design' }))
          : undefined,
    });
    driver.go((run) => run.rounds.design === 2);
    expect(driver.begin('ask').input).toMatchObject({
      inputs: [
        { name: 'ticket' },
        { name: 'analysis' },
        { name: 'plan' },
        { name: 'design before' },
        { name: 'audit by auditor' },
        { name: 'audit by assumption-verifier' },
      ],
    });
  });
});

describe('the review of a change', () => {
  test('looks at everything between the base and the head', () => {
    const driver = drive().to('review');
    const head = theRepository(driver.run()).head.commit;
    expect(driver.begin('ask').input).toMatchObject({
      mode: 'review',
      commit: head,
      diff: { from: 'c0', to: head },
    });
  });

  test('opens the delivery gate for this head, where policy asks and the verdict is a pass', () => {
    const driver = drive({ policy: { gates: { delivery: true } } }).to('review');
    expect(review.gates(driver.run())).toEqual([]);
    driver.perform('ask', 'reviewer');
    expect(driver.run().gates.at(-1)).toMatchObject({
      kind: 'delivery',
      digest: theRepository(driver.run()).head.commit,
      blob: 'verdict',
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('asks for delivery again after a triage round, because the head is another one', () => {
    let asked = 0;
    const driver = drive({
      policy: { gates: { delivery: true } },
      person: (gate) => {
        if (gate.kind !== 'merge') return undefined;
        asked += 1;
        return asked === 1
          ? { answer: 'revise', by: { who: 'me', authenticated: 'os', channel: 'cli' }, comment: 'x' }
          : undefined;
      },
    }).go();
    const heads = driver.run().gates.filter((gate) => gate.kind === 'delivery');
    expect(new Set(heads.map((gate) => gate.digest)).size).toBe(2);
    expect(driver.run().gates.filter((gate) => gate.kind === 'merge')).toHaveLength(2);
    expect(driver.run().ended).toBe('completed');
  });

  test('wants no second verdict', () => {
    const driver = drive().to('review');
    const verdict = { type: 'verdict.recorded' as const, subject: 'run', verdict: verdictOf() };
    expect(review.wanted(evolve(driver.run(), verdict, 1))).toEqual([]);
  });
});

function verdictOf() {
  const answer = verdictAnswer();
  if (answer.answer !== 'verdict') throw new Error('a verdict is a verdict');
  return answer.verdict;
}

describe('a planner’s answer', () => {
  test('that holds moves the run on', () => {
    const driver = drive().to('planning');
    driver.perform('ask', 'planner', answered(planAnswer(aPlan([aTask('z')]))));
    expect(driver.run().plan).toMatchObject({ tasks: [{ id: 'z' }] });
    expect(driver.run().visit.stage).toBe('plan-review');
  });
});
