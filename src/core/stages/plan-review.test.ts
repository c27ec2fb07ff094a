import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aPolicy,
  aRun,
  aTask,
  aTicket,
  answered,
  drive,
  dueNow,
  saying,
  verdictAnswer,
} from '../../../test/support/core.ts';
import type { Plan, Risk } from '../plan/plan.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';
import { auditsDue, inheritsApproval, isOverridden, planDigest } from './plan-review.ts';
import type { Gate } from '../gates/gate.ts';

const high: Risk = { category: 'concurrency', impact: 'HIGH', resolved: false };
const tasks = [aTask('a'), aTask('b'), aTask('c')];
const all = ['auditor', 'assumption-verifier', 'executability-verifier'];

const due = (plan: Plan) => auditsDue(plan, aRun()).length > 0;

describe('audits [P3]', () => {
  test.each([
    ['TRIVIAL', ['auditor']],
    ['SMALL', ['auditor']],
    ['MEDIUM', ['auditor', 'assumption-verifier']],
    ['LARGE', all],
  ] as const)('of a %s plan that triggers them are %j (A1)', (tier, roles) => {
    expect(auditsDue(aPlan(tasks, { tier }), aRun())).toEqual(roles);
  });

  test.each([
    ['TRIVIAL', []],
    ['SMALL', []],
    ['MEDIUM', ['auditor', 'assumption-verifier']],
    ['LARGE', all],
  ] as const)('of a %s plan that triggers none are %j: size alone brings them', (tier, roles) => {
    const plan = aPlan([aTask('a'), aTask('b')], { tier, confidence: 0.95 });
    expect(auditsDue(plan, aRun())).toEqual(roles);
    expect(auditsDue(plan, aRun({ ...aPolicy(), profile: 'quick' }))).toEqual(roles);
  });

  test.each([
    ['little confidence', { confidence: 0.7 }],
    ['a grant', { grants: ['go.sum'] }],
    ['a risky place behind a glob', { reach: { files: 2, risky: true as const } }],
    ['a task that destroys', { tasks: [aTask('a', { destructive: true })] }],
    ['a risky file', { tasks: [aTask('a', { files: ['src/auth/login.ts'] })] }],
  ])('of a TRIVIAL plan of one task are triggered by %s', (_name, change) => {
    expect(auditsDue(aPlan([aTask('a')], change), aRun())).toEqual(['auditor']);
  });

  test('are triggered by three tasks, by little confidence or by an open risk, and by nothing else', () => {
    const small = { tier: 'SMALL' as const };
    expect(due(aPlan(tasks.slice(1), small))).toBe(false);
    expect(due(aPlan(tasks, small))).toBe(true);
    expect(due(aPlan(tasks.slice(1), { ...small, confidence: 0.89 }))).toBe(true);
    expect(due(aPlan(tasks.slice(1), { ...small, confidence: 0.9 }))).toBe(false);
    expect(due(aPlan(tasks.slice(1), { ...small, risks: [{ ...high, resolved: true }] }))).toBe(false);
    expect(due(aPlan(tasks.slice(1), { ...small, risks: [{ ...high, impact: 'MEDIUM' }] }))).toBe(false);
  });

  test('are due for the smallest plan whose tool has to be seen working, and conclude it', () => {
    const ticket = { ...aTicket, mandates: ['M1'], tools: ['M1'] };
    const plans = [aPlan([aTask('a', { mandates: ['M1'] })], { tier: 'TRIVIAL' })];
    const driver = drive({ ticket, plans }).to('plan-review');
    expect(dueNow(driver.run())).toContain('ask auditor');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('are all due for an unresolved HIGH risk, whatever the size', () => {
    expect(auditsDue(aPlan([aTask('a')], { risks: [high] }), aRun())).toEqual(all);
  });

  test('run side by side, and the walk only after the others passed', () => {
    const driver = drive({ plans: [aPlan([aTask('a')], { risks: [high] })] }).to('plan-review');
    expect(dueNow(driver.run())).toEqual(['ask auditor', 'ask assumption-verifier']);
    driver.perform('ask', 'auditor');
    expect(dueNow(driver.run())).toEqual(['ask assumption-verifier']);
    driver.perform('ask', 'assumption-verifier');
    expect(dueNow(driver.run())).toEqual(['ask executability-verifier']);
    driver.perform('ask', 'executability-verifier');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan' }]);
  });

  test('wait for each other before a revision, so that one round answers them all', () => {
    const driver = drive({ plans: [aPlan([aTask('a')], { risks: [high] })] }).to('plan-review');
    const other = driver.begin('ask', 'assumption-verifier');
    driver.perform('ask', 'auditor', answered(verdictAnswer({ conclusion: 'revise', concerns: 'plan' })));
    expect(driver.run().visit.stage).toBe('plan-review');
    driver.end(other);
    expect(driver.run()).toMatchObject({ visit: { stage: 'planning' }, rounds: { plan: 1 } });
    expect(driver.run().visit.carry).toHaveLength(2);
  });

  test.each([
    ['auditor', 0.69, false],
    ['auditor', 0.7, true],
    ['executability-verifier', 0.59, false],
    ['executability-verifier', 0.6, true],
  ] as const)('by the %s with confidence %d count: %s (A2)', (role, confidence, counts) => {
    const driver = drive({ plans: [aPlan([aTask('a')], { risks: [high] })] }).to('plan-review');
    driver.go((run) => run.visit.verdicts.length === all.indexOf(role));
    driver.perform('ask', role, answered(verdictAnswer({ confidence })));
    expect(driver.run().visit.verdicts.some((item) => item.subject === role)).toBe(counts);
  });

  test('that abstain are asked once more, and then a person is (PLAN-REVIEW-2)', () => {
    const driver = drive({
      plans: [aPlan([aTask('a')], { tier: 'SMALL', confidence: 0 })],
      script: (effect) =>
        effect.subject === 'auditor' ? answered(verdictAnswer({ conclusion: 'abstain' })) : undefined,
    }).go((run) => openGates(run).length > 0);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan', subject: 'abstained' }]);
    expect(driver.run().spend.launches).toBe(4);
  });
});

const risky = (resolved: boolean): Plan =>
  aPlan([aTask('a')], { tier: 'MEDIUM', risks: [{ ...high, resolved }] });
const reasonsIn = (driver: ReturnType<typeof drive>): readonly string[] =>
  driver.events().flatMap((event) => (event.type === 'failure.recorded' ? [event.reason] : []));

describe('a HIGH risk', () => {
  const silent = answered(verdictAnswer({ role: 'auditor', blob: 'silent', marks: { correctness: 5 } }));

  test.each([false, true])(
    'that the auditor says nothing of is asked about once more, with what was left out; resolved: %s (AUDIT-4)',
    (resolved) => {
      const driver = drive({ plans: [risky(resolved)] }).to('plan-review');
      driver.perform('ask', 'auditor', silent);
      expect(reasonsIn(driver)).toEqual(['risk-unanswered']);
      expect(driver.run().visit.verdicts).toEqual([]);
      const again = driver.begin('ask', 'auditor');
      expect(again.kind === 'ask' && again.input.inputs).toContainEqual({
        name: 'why the last verdict did not count',
        blob: 'silent',
      });
    },
  );

  test('that stays unanswered makes the audit an abstention, which a person hears of (PLAN-REVIEW-2)', () => {
    const driver = drive({
      plans: [risky(false)],
      script: (effect) => (effect.subject === 'auditor' ? silent : undefined),
    }).go((run) => openGates(run).length > 0);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan', subject: 'abstained' }]);
    expect(driver.run().visit.verdicts).toMatchObject([
      { verdict: { conclusion: 'abstain' } },
      { verdict: { conclusion: 'pass' } },
    ]);
  });

  test('is answered by the auditor alone, and then it holds nothing up', () => {
    const driver = drive({ plans: [risky(false)] }).go((run) => openGates(run).length > 0);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan', subject: 'plan' }]);
    expect(reasonsIn(driver)).toEqual([]);
  });
});

describe('the plan gate [P6]', () => {
  test('is bound to the plan, the base and the policy', () => {
    const driver = drive().to('plan-review');
    expect(openGates(driver.run())).toMatchObject([{ digest: 'plan of a.c0.policy', blob: 'plan' }]);
  });

  test('is not asked where policy does not want it', () => {
    const driver = drive({ policy: { gates: { plan: false } } }).to('implementation');
    expect(driver.run().gates).toEqual([]);
  });

  test('is asked all the same where the plan wants leave for a protected path (PLAN-REVIEW-3)', () => {
    const plans = [aPlan([aTask('a')], { grants: ['.github/workflows/ci.yml'] })];
    const driver = drive({ plans, policy: { gates: { plan: false } } }).go(
      (run) => openGates(run).length > 0,
    );
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan' }]);
    driver.decide('plan', saying('approve'));
    driver.to('implementation');
    expect(driver.run().tasks).toMatchObject([{ grants: ['.github/workflows/ci.yml'] }]);
  });

  test('is asked again for a plan that was revised', () => {
    const driver = drive().to('plan-review');
    driver.decide('plan', saying('revise', 'smaller'));
    driver.to('plan-review');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan', visit: driver.run().visit.n }]);
  });
});

describe('a fix round inherits the approval', () => {
  const approved = aPlan([aTask('a', { files: ['x', 'y', 'z'] })], { tier: 'SMALL', grants: ['go.sum'] });
  const inherits = (change: Partial<Plan>, accepted: Plan = approved): boolean => {
    const plan = { ...aPlan([aTask('fix', { files: ['x'] })]), ...change, visit: 1 };
    const run: Run = { ...aRun(), accepted, plan };
    return inheritsApproval(run);
  };

  test('while it stays inside what was approved', () => {
    expect(inherits({})).toBe(true);
    expect(inherits({ grants: ['go.sum'], tier: 'SMALL' })).toBe(true);
  });

  test('also in the folders and globs that were approved, and not in wider ones', () => {
    const wide = aPlan([aTask('a', { files: ['src/', 'test/*.ts'] })]);
    const within = (...files: string[]): boolean => inherits({ tasks: [aTask('fix', { files })] }, wide);
    expect(within('src/x.ts', 'src/deep/', 'test/x.ts', 'test/a*.ts')).toBe(true);
    expect(within('test/**/*.ts')).toBe(false);
    expect(within('lib/x.ts')).toBe(false);
  });

  test.each([
    ['another file', { tasks: [aTask('fix', { files: ['x', 'new'] })] }],
    ['another grant', { grants: ['CODEOWNERS'] }],
    ['a larger tier', { tier: 'MEDIUM' as const }],
    ['an open HIGH risk', { risks: [high] }],
  ])('but not with %s', (_name, change) => {
    expect(inherits(change)).toBe(false);
  });

  test('but not where no plan was accepted yet', () => {
    expect(inheritsApproval({ ...aRun(), plan: { ...approved, visit: 1 } })).toBe(false);
  });

  test('and so opens no second gate', () => {
    const driver = drive({
      script: (effect, run) =>
        effect.kind === 'check' && run.visit.stage === 'evaluation' && run.rounds.bug === 0
          ? {
              type: 'done',
              kind: 'check',
              result: {
                evidence: [
                  {
                    check: 'test',
                    kind: 'test',
                    tree: effect.input.tree,
                    verdict: 'FAIL',
                    because: 'exit',
                    ms: 1,
                    log: 'l',
                  },
                ],
              },
            }
          : undefined,
    }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', rounds: { bug: 1 } });
    expect(driver.run().gates.filter((gate) => gate.kind === 'plan')).toHaveLength(1);
  });
});

describe('a plan whose audits did not pass', () => {
  const run: Run = { ...aRun(), plan: { ...aPlan(tasks), visit: 1 } };
  const gate: Gate = {
    id: 'g1',
    kind: 'plan',
    subject: 'rounds',
    digest: planDigest(run),
    visit: run.visit.n,
    openedAt: 0,
    decision: saying('approve'),
  };
  const { decision: _none, ...undecided } = gate;
  const taken = (...gates: readonly Gate[]): boolean => isOverridden({ ...run, gates });

  test('is taken where a person approved it at the gate that said so, whatever else was asked', () => {
    expect(taken(gate)).toBe(true);
    expect(taken({ ...gate, kind: 'question' }, gate, undecided)).toBe(true);
  });

  test.each([
    ['at the ordinary plan gate', { ...gate, subject: 'plan' }],
    ['in another visit', { ...gate, visit: 9 }],
    ['about another plan', { ...gate, digest: 'another' }],
    ['of another kind', { ...gate, kind: 'destructive' }],
    ['with another answer', { ...gate, decision: saying('revise') }],
    ['that nobody answered', undecided],
  ] as const)('is not taken by a gate %s', (_name, other) => {
    expect(taken(other)).toBe(false);
  });
});
