// What breaks if X happens before Y: each test here is a way in which a run once stood still, worked twice or
// forgot something, told from the outside through commands.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../test/support/the-repository.ts';
import {
  aPlan,
  aTask,
  answered,
  approval,
  checkedAs,
  drive,
  dueNow,
  failing,
  happy,
  me,
  planAnswer,
  question,
  saying,
  seenAs,
  taskOf,
  testCheck,
  verdictAnswer,
} from '../../test/support/core.ts';
import { isInside } from './fence/paths.ts';
import { openGates } from './run.ts';
import { statusOf } from './status.ts';
import type { Finding } from './roles/verdict.ts';

const findingIn = (file: string): Finding => ({
  severity: 'MAJOR',
  file,
  title: 't',
  validation: 'confirmed',
});
const longFiles = (id: string) => Array.from({ length: 10 }, (_, n) => `${id}/${n}/${'x'.repeat(390)}`);
const two = [aPlan([aTask('a'), aTask('b')])];

const heard = (stage: 'implementation' | 'plan-review' | 'review', kind: 'attempt' | 'ask') => {
  let broken = true;
  const driver = drive({
    plans: [aPlan([aTask('a')], { tier: 'SMALL', confidence: 0 })],
    script: (effect, run) =>
      broken && run.visit.stage === stage && effect.kind === kind ? failing('agent-missing') : undefined,
  }).go();
  expect(driver.run().blocked).toBeDefined();
  broken = false;
  driver.retry('words');
  const { input } = driver.begin(kind);
  return 'inputs' in input ? input.inputs : [];
};

describe('a retry', () => {
  test('looks again at what pre-flight found missing', () => {
    let missing = true;
    const driver = drive({
      script: (effect) =>
        effect.kind === 'survey' && missing
          ? {
              type: 'done',
              kind: 'survey',
              result: { tree: 't', checks: [testCheck], dirty: 'clean', problems: ['git is missing'] },
            }
          : undefined,
    }).go();
    expect(driver.run().blocked).toBe('pre-flight failed');
    missing = false;
    driver.retry();
    expect(driver.go().run().ended).toBe('completed');
  });

  test('starts a task again whose attempt was under way when the run was blocked', () => {
    const driver = drive({ plans: [aPlan([aTask('a'), aTask('b', { destructive: true })])] });
    driver.to('implementation');
    const attempt = driver.begin('attempt', 'a');
    driver.decide('destructive', saying('reject'));
    driver.retry();
    driver.end(attempt, { type: 'stopped' });
    driver.decide('destructive');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('carries the person’s words to the next attempt, audit or review', () => {
    const words = { name: 'what a person asked for', blob: 'words' };
    expect(heard('implementation', 'attempt')).toContainEqual(words);
    expect(heard('plan-review', 'ask')).toContainEqual(words);
    expect(heard('review', 'ask')).toContainEqual(words);
  });

  test('asks again about a protected path, although an earlier breach of the task was approved', () => {
    let breaches = 0;
    const driver = drive({
      script: (effect) => {
        if (effect.kind !== 'attempt' || breaches >= 3) return undefined;
        breaches += 1;
        return breaches === 2
          ? failing('agent-missing')
          : failing('protected-path', { paths: [`.github/${breaches}`] });
      },
    });
    driver.to('implementation');
    driver.perform('attempt');
    driver.decide('widen-scope');
    driver.go();
    expect(driver.run().blocked).toBe('a task used up its attempts');
    driver.retry();
    driver.perform('attempt');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'widen-scope', paths: ['.github/3'] }]);
    expect(driver.go().run().ended).toBe('completed');
  });
});

describe('a question', () => {
  test('of one task leaves the slot to the next', () => {
    const driver = drive({ policy: { slots: 1 }, plans: two }).to('implementation');
    driver.perform('attempt', 'a', question('attempt'));
    expect(dueNow(driver.run())).toEqual(['attempt b']);
  });

  test('that was not answered is asked again after a retry', () => {
    const driver = drive({ plans: two }).to('implementation');
    driver.perform('attempt', 'a', question('attempt'));
    driver.perform('attempt', 'b', failing('agent-missing'));
    expect(driver.run().blocked).toBe('a task used up its attempts');
    driver.retry();
    expect(openGates(driver.run())).toMatchObject([{ kind: 'question', subject: 'task/a' }]);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('that is asked a second time in the same words is put to the person a second time', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', question('attempt'));
    driver.decide('question', { ...approval, choice: 1, comment: 'first' });
    driver.perform('attempt', 'a', question('attempt'));
    driver.decide('question', { ...approval, choice: 2, comment: 'second' });
    const { input } = driver.begin('attempt', 'a');
    expect(input).toMatchObject({
      inputs: expect.arrayContaining([
        { name: 'answer', blob: 'first' },
        { name: 'answer', blob: 'second' },
      ]),
    });
  });

  test('of a task that was planned anew does not stand in the way of its successor', () => {
    const plans = [aPlan([aTask('a'), aTask('b')]), aPlan([aTask('a'), aTask('c')], { hash: 'again' })];
    let plan = 0;
    const driver = drive({
      script: (effect) => {
        if (effect.kind !== 'ask' || effect.input.role !== 'planner') return undefined;
        plan += 1;
        return answered(planAnswer(plans[plan - 1] ?? aPlan([])));
      },
    }).to('implementation');
    driver.perform('attempt', 'a', question('attempt'));
    driver.perform('attempt', 'b', failing('replan-asked'));
    expect(driver.run().visit.stage).toBe('planning');
    expect(driver.go().run().ended).toBe('completed');
  });
});

describe('a wait', () => {
  test('of one task leaves the slot to the next', () => {
    const driver = drive({ policy: { slots: 1 }, plans: two }).to('implementation');
    driver.perform('attempt', 'a', failing('network'));
    expect(dueNow(driver.run())).toEqual(['wait-until task-a', 'attempt b']);
  });
});

const atTheCap = () => {
  const driver = drive({ policy: { budget: { launches: 2 } } }).to('plan-review');
  driver.decide('plan');
  expect(openGates(driver.run())).toMatchObject([{ kind: 'budget', subject: 'launches' }]);
  return driver;
};

describe('a budget', () => {
  test('refuses a new cap that is no higher than the one that was reached', () => {
    const driver = atTheCap();
    const gate = openGates(driver.run())[0];
    for (const choice of [0, 2, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const decision = { ...approval, choice };
      expect(
        driver.refused({
          type: 'gate.decide',
          gate: gate?.id ?? '',
          seen: gate?.digest ?? '',
          decision,
        }),
      ).toEqual({ refused: 'STATE_MISMATCH', expected: 'a cap above 2', actual: String(choice) });
    }
    driver.decide('budget', { ...approval, choice: 3 });
    expect(driver.run().budget.launches).toBe(3);
  });

  test('of nothing can be raised by an approval', () => {
    const driver = drive({ policy: { budget: { launches: 0 } } });
    expect(driver.go().run().ended).toBe('completed');
  });
});

describe('tasks side by side', () => {
  test('are integrated one after the other, also when an earlier one is accepted later', () => {
    const driver = drive({ plans: two }).to('implementation');
    const late = driver.begin('attempt', 'a');
    driver.perform('attempt', 'b');
    driver.perform('check', 'task-b');
    driver.perform('ask', 'reviewer-b');
    const integration = driver.begin('integrate');
    driver.end(late);
    driver.perform('check', 'task-a');
    driver.perform('ask', 'reviewer-a');
    expect(dueNow(driver.run())).toEqual(['integrate queue']);
    driver.end(integration);
    expect(driver.begin('integrate')).toMatchObject({
      input: { onto: theRepository(driver.run()).head.commit },
    });
  });

  test('wait with an integration until one of an earlier visit has ended', () => {
    const tasks = [aTask('a'), aTask('b', { destructive: true })];
    const driver = drive({ plans: [aPlan(tasks)] }).to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    driver.perform('ask', 'reviewer-a');
    const integration = driver.begin('integrate');
    driver.decide('destructive', saying('reject'));
    driver.retry();
    driver.decide('destructive');
    expect(dueNow(driver.run())).toEqual(['attempt b']);
    driver.end(integration);
    expect(dueNow(driver.run())).toContain('integrate queue');
  });

  test('finish what they delivered before the run goes back to planning for another', () => {
    const driver = drive({ plans: two }).to('implementation');
    const other = driver.begin('attempt', 'b');
    driver.perform('attempt', 'a', failing('replan-asked'));
    driver.end(other);
    driver.perform('check', 'task-b');
    driver.perform('ask', 'reviewer-b');
    expect(driver.run().visit.stage).toBe('implementation');
    driver.perform('integrate');
    expect(driver.run().visit.stage).toBe('planning');
    expect(taskOf(driver.run(), 'b').at).toBe('integrated');
  });
});

/** The task a is reopened by the reviewer, rejected, and planned anew; c, which built on a, is integrated already. */
const replanned = (successor: string, dependsOn: readonly string[]) => {
  const plans = [
    aPlan([aTask('a'), aTask('c', { dependsOn: ['a'] })]),
    aPlan([aTask(successor, { dependsOn, files: ['src/a.ts'] })], { hash: 'again' }),
  ];
  let plan = 0;
  let reviews = 0;
  const findings = [[findingIn('src/a.ts')], [findingIn('src/a.ts'), findingIn('src/c.ts')], []];
  return drive({
    policy: { rounds: { fix: 2 } },
    script: (effect, run) => {
      if (effect.kind !== 'ask') return undefined;
      if (effect.input.role === 'planner') {
        plan += 1;
        return answered(planAnswer(plans[plan - 1] ?? aPlan([])));
      }
      if (run.visit.stage === 'review') {
        reviews += 1;
        return answered(verdictAnswer({ findings: findings[reviews - 1] ?? [] }));
      }
      const first = effect.subject === 'reviewer-a' && run.rounds.fix === 1 && run.rounds.replan === 0;
      return first ? answered(verdictAnswer({ conclusion: 'reject' })) : undefined;
    },
  });
};

describe('a task that is reopened', () => {
  test('starts although a task it once depended on was dropped since', () => {
    const driver = replanned('d', []).go();
    expect(driver.run().blocked).toBeUndefined();
    expect(driver.run().ended).toBe('completed');
  });

  test('starts although the successor of what it built on now builds on it', () => {
    expect(replanned('a', ['c']).go().run().ended).toBe('completed');
  });
});

describe('an answer that is not what was asked for', () => {
  test.each([
    ['analysis', 'investigator'],
    ['planning', 'planner'],
    ['design', 'designer'],
    ['plan-review', 'auditor'],
    ['review', 'reviewer'],
  ] as const)('blocks %s after one more try instead of being asked for again and again', (stage, subject) => {
    const design = { agent: 'x', transcript: 't', answer: 'design' as const, blob: 'd' };
    const driver = drive({
      plans: [aPlan([aTask('a')], { tier: 'MEDIUM', confidence: 0 })],
      script: (effect, run) =>
        effect.subject === subject && run.visit.stage === stage
          ? answered(stage === 'design' ? verdictAnswer() : design)
          : undefined,
    }).go();
    expect(driver.run().blocked).toBe('nothing is left to try');
    expect(driver.run().visit.stage).toBe(stage);
  });

  test('is one more malformed answer of a task’s reviewer', () => {
    const driver = drive({
      plans: two,
      script: (effect) =>
        effect.subject === 'reviewer-a'
          ? answered({ agent: 'x', transcript: 't', answer: 'design', blob: 'd' })
          : undefined,
    }).go();
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('of another kind than the effect is refused', () => {
    const driver = drive();
    const effect = driver.begin('reserve');
    expect(
      driver.refused({
        type: 'effect.end',
        key: effect.key,
        outcome: { type: 'done', kind: 'land', result: { branch: 'x', commit: 'y' } },
      }),
    ).toEqual({ refused: 'STATE_MISMATCH', expected: 'reserve', actual: 'land' });
  });
});

describe('evidence', () => {
  test('of another tree accepts no task', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a');
    const check = driver.begin('check');
    const elsewhere = checkedAs('PASS', check);
    if (elsewhere.type !== 'done' || elsewhere.kind !== 'check') throw new Error('a check was done');
    const evidence = elsewhere.result.evidence.map((item) => ({ ...item, tree: 'another' }));
    driver.end(check, { type: 'done', kind: 'check', result: { evidence } });
    expect(taskOf(driver.run(), 'a').at).toBe('todo');
  });

  test('is not asked for where a person waived the tests and there is no other check', () => {
    const driver = drive({ checks: [], plans: [aPlan([aTask('a', { verification: [] })])] });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('that lacks a check the run has is no pass', () => {
    const lint = { ...testCheck, name: 'lint', kind: 'lint' as const, when: 'run' as const };
    const driver = drive({
      checks: [testCheck, lint],
      script: (effect, run) =>
        effect.kind === 'check' && run.visit.stage === 'evaluation'
          ? checkedAs('PASS', { ...effect, input: { ...effect.input, checks: [testCheck] } })
          : undefined,
    }).go();
    expect(driver.run()).toMatchObject({ visit: { stage: 'evaluation' } });
    expect(statusOf(driver.run())).toBe('blocked');
  });
});

describe('a pull request', () => {
  test('that somebody else merged completes the run, also where the forge names no merge commit', () => {
    const driver = drive({
      script: (effect, run) => (effect.kind === 'inspect' ? seenAs({ state: 'merged' })(run) : undefined),
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is not merged because the forge tried the merge out', () => {
    const driver = drive({
      script: (effect, run) =>
        effect.kind === 'inspect' ? seenAs({ mergeCommit: 'tried' })(run) : undefined,
    }).to('merge');
    driver.perform('inspect');
    expect(theRepository(driver.run()).pullRequest?.merged).toBeUndefined();
  });

  test('is watched for as long as it takes, with a network that fails now and then', () => {
    let polls = 0;
    const driver = drive({
      script: (effect, run) => {
        if (effect.kind !== 'inspect' || run.visit.stage !== 'triage') return undefined;
        polls += 1;
        if (polls > 40) return undefined;
        return polls % 3 === 0 ? failing('network') : seenAs({ checks: 'pending' })(run);
      },
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('goes back to work when a person asks for changes without saying which', () => {
    let asked = false;
    const driver = drive({
      person: (gate) => {
        if (gate.kind !== 'merge' || asked) return undefined;
        asked = true;
        return saying('revise');
      },
    });
    driver.go((run) => run.rounds.triage === 1);
    expect(driver.run().visit.stage).toBe('implementation');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('whose head is not ours stops the run with that reason', () => {
    const driver = drive({
      script: (effect, run) => (effect.kind === 'inspect' ? seenAs({ head: 'theirs' })(run) : undefined),
    }).go();
    expect(driver.run().blocked).toBe('somebody else rewrote the branch of the pull request');
  });
});

describe('a decision', () => {
  test('at a gate of an earlier visit is refused, because the gate was asked again', () => {
    const driver = drive({ plans: [aPlan([aTask('a', { destructive: true }), aTask('b')])] });
    driver.to('implementation');
    const [old] = openGates(driver.run());
    driver.perform('attempt', 'b', failing('agent-missing'));
    driver.retry();
    expect(
      driver.refused({
        type: 'gate.decide',
        gate: old?.id ?? '',
        seen: old?.digest ?? '',
        decision: { answer: 'approve', by: me },
      }),
    ).toEqual({ refused: 'STATE_MISMATCH', expected: 'visit 5', actual: 'visit 6' });
  });
});

describe('the plan contract', () => {
  test('keeps the table of tasks small enough for an event', () => {
    const tasks = Array.from({ length: 10 }, (_, n) => aTask(`t${n}`, { files: longFiles(`t${n}`) }));
    expect(tasks.every((task) => task.files.every(isInside))).toBe(true);
    const driver = drive({
      script: (effect) =>
        effect.kind === 'ask' && effect.input.role === 'planner'
          ? answered(planAnswer(aPlan(tasks)))
          : undefined,
    }).go();
    expect(driver.run().plan).toBeUndefined();
    expect(driver.run().visit).toMatchObject({ stage: 'planning', dead: { reason: 'malformed-answer' } });
  });
});

describe('pausing', () => {
  test('keeps what ends meanwhile, and resuming goes on from there', () => {
    const driver = drive({ plans: two }).to('implementation');
    const attempt = driver.begin('attempt', 'a');
    driver.send({ type: 'run.pause', by: me });
    driver.end(attempt, happy(driver.run(), attempt));
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
    driver.send({ type: 'run.resume', by: me });
    expect(driver.go().run().ended).toBe('completed');
  });
});
