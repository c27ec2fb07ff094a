// The rules of plan review, one row each, named after the SPEC.

import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aTask,
  aVerdict,
  answered,
  drive,
  dueNow,
  everyRisk,
  fullMarks,
  provenance,
  saying,
  verdictAnswer,
} from '../../test/support/core.ts';
import type { Audited } from './plan/audit.ts';
import { auditConclusion, bestOf, gravestOf, roundScore, stagnates } from './plan/audit.ts';
import { isRefusal } from './commands.ts';
import { decide } from './decide.ts';
import { isExpired } from './gates/gate.ts';
import { scoreOf } from './plan/audit-score.ts';
import type { Plan, Risk, Tier } from './plan/plan.ts';
import { tierOf } from './plan/plan.ts';
import { defaultPolicy } from './policy.ts';
import type { Run } from './run.ts';
import { openGates } from './run.ts';
import { auditsFor } from './plan/when-audited.ts';
import type { Conclusion, Finding, Verdict } from './roles/verdict.ts';
import { effective } from './roles/verdict.ts';

const limits = defaultPolicy.plan;
const open: Risk = { category: 'concurrency', impact: 'HIGH', resolved: false };
const three = [aTask('a'), aTask('b'), aTask('c')];
const finding = (severity: Finding['severity'], change: Partial<Finding> = {}): Finding => ({
  severity,
  title: 'something',
  validation: 'confirmed',
  ...change,
});

describe('[P3] tiers', () => {
  test.each([
    [1, 'TRIVIAL'],
    [2, 'TRIVIAL'],
    [3, 'SMALL'],
    [5, 'SMALL'],
    [6, 'MEDIUM'],
    [14, 'MEDIUM'],
    [15, 'LARGE'],
    [400, 'LARGE'],
  ] as const)('[P3] %d files are %s', (files, tier) => {
    expect(tierOf(files)).toBe(tier);
  });
});

describe('[P3] audits', () => {
  const small = { tier: 'SMALL' as const };
  const triggers: readonly (readonly [name: string, plan: Plan, audits: number])[] = [
    ['nothing', aPlan([aTask('a')], small), 0],
    ['two tasks', aPlan(three.slice(1), small), 0],
    ['three tasks', aPlan(three, small), 1],
    ['confidence 0.9', aPlan([aTask('a')], { ...small, confidence: 0.9 }), 0],
    ['confidence under 0.9', aPlan([aTask('a')], { ...small, confidence: 0.89 }), 1],
    ['a destructive task', aPlan([aTask('a', { destructive: true })], small), 1],
    ['leave for a protected path', aPlan([aTask('a')], { ...small, grants: ['go.sum'] }), 1],
    ['a risky path', aPlan([aTask('a', { files: ['src/auth/login.ts'] })], small), 1],
    ['one risky path of two', aPlan([aTask('a', { files: ['src/a.ts', 'src/auth/login.ts'] })], small), 1],
    [
      'a risky path a glob stands for',
      aPlan([aTask('a', { files: ['src/*'] })], { ...small, reach: { files: 1, risky: true } }),
      1,
    ],
    [
      'a glob that stands for none',
      aPlan([aTask('a', { files: ['src/*'] })], { ...small, reach: { files: 1 } }),
      0,
    ],
    ['a risky path, in the plural', aPlan([aTask('a', { files: ['db/migrations/7.sql'] })], small), 1],
    ['a word that only begins like a risky one', aPlan([aTask('a', { files: ['src/author.ts'] })], small), 0],
    ['a resolved HIGH risk', aPlan([aTask('a')], { ...small, risks: [{ ...open, resolved: true }] }), 0],
    ['an open HIGH risk', aPlan([aTask('a')], { ...small, risks: [open] }), 3],
    ['an open HIGH risk in a TRIVIAL plan', aPlan([aTask('a')], { tier: 'TRIVIAL', risks: [open] }), 3],
  ];
  test.each(triggers)('[P3] are triggered by %s as they should', (_name, plan, audits) => {
    expect(auditsFor(plan, defaultPolicy)).toHaveLength(audits);
  });

  test('[P3] are never too few for a task whose tool the ticket says must be used, in any profile', () => {
    const keeps = aPlan([aTask('a', { mandates: ['M1'] })], { tier: 'TRIVIAL' });
    const quick = { ...defaultPolicy, profile: 'quick' as const };
    expect(auditsFor(keeps, defaultPolicy, ['M1'])).toEqual(['auditor']);
    expect(auditsFor(keeps, quick, ['M1'])).toEqual(['auditor']);
    expect(auditsFor(keeps, defaultPolicy, ['M2'])).toEqual([]);
    expect(auditsFor(aPlan([aTask('a')], { tier: 'TRIVIAL' }), defaultPolicy, ['M1'])).toEqual([]);
  });

  const routes: readonly (readonly [Tier, readonly string[]])[] = [
    ['TRIVIAL', ['auditor']],
    ['SMALL', ['auditor']],
    ['MEDIUM', ['auditor', 'assumption-verifier']],
    ['LARGE', ['auditor', 'assumption-verifier', 'executability-verifier']],
  ];
  test.each(routes)('[P3] of a %s plan are %j', (tier, roles) => {
    expect(auditsFor(aPlan(three, { tier }), defaultPolicy)).toEqual(roles);
  });

  test.each([
    ['TRIVIAL', 2],
    ['SMALL', 2],
    ['MEDIUM', 5],
    ['LARGE', 5],
  ] as const)('[P3] of a %s plan have %d rounds', (tier, rounds) => {
    expect(defaultPolicy.rounds.plan[tier]).toBe(rounds);
  });

  test('[P3] are not left out where one task of several has to be seen using a tool', () => {
    const quick = { ...defaultPolicy, profile: 'quick' as const };
    const plan = aPlan([aTask('a', { mandates: ['M1'] }), aTask('b')], { tier: 'SMALL' });
    expect(auditsFor(plan, quick, ['M1'])).toEqual(['auditor']);
    expect(auditsFor(plan, quick, ['M2'])).toEqual([]);
  });

  test('[P3] of a small plan are left out by the profile quick, but not with an open HIGH risk', () => {
    const quick = { ...defaultPolicy, profile: 'quick' as const };
    expect(auditsFor(aPlan(three, small), quick)).toEqual([]);
    expect(auditsFor(aPlan(three, { ...small, risks: [open] }), quick)).toHaveLength(3);
    expect(auditsFor(aPlan(three, { tier: 'LARGE' }), quick)).toHaveLength(3);
  });
});

describe('[P4] marks', () => {
  const none = { mirages: 0, blockedTasks: 0 };
  test.each([
    ['all of them', fullMarks, none, 100],
    ['none', {}, none, 0],
    ['weighed', { correctness: 0, quality: 5 }, none, 14.3],
    ['with the conditional ones', { correctness: 5, security: 0, performance: 0 }, none, 54.5],
    ['with one mirage: correctness at most 4', { correctness: 5 }, { ...none, mirages: 1 }, 80],
    ['with two: 3', { correctness: 5 }, { ...none, mirages: 2 }, 60],
    ['with three: 3', { correctness: 5 }, { ...none, mirages: 3 }, 60],
    ['with four: 2', { correctness: 5 }, { ...none, mirages: 4 }, 40],
    ['with a blocked task: executability at most 3', { executability: 5 }, { ...none, blockedTasks: 1 }, 60],
    ['with two: 1', { executability: 5 }, { ...none, blockedTasks: 2 }, 20],
    ['under the cap already', { correctness: 1 }, { ...none, mirages: 1 }, 20],
  ] as const)('[P4] come to a score: %s', (_name, marks, found, score) => {
    expect(scoreOf(marks, found)).toBe(score);
  });

  test('[P4] of the auditor are capped by what the others found', () => {
    const auditor = aVerdict({ role: 'auditor' });
    expect(roundScore([])).toBeUndefined();
    expect(roundScore([auditor])).toBe(100);
    expect(roundScore([auditor, aVerdict({ role: 'assumption-verifier', mirages: 4 })])).toBe(82);
    const walk = aVerdict({ role: 'executability-verifier', walk: { unclear: 0, blocked: 2 } });
    expect(roundScore([auditor, walk])).toBe(80);
  });
});

const byAuditor = (change: Partial<Verdict>): Verdict => aVerdict({ role: 'auditor', score: 100, ...change });
const walk = (unclear: number, blocked: number): Verdict =>
  aVerdict({ role: 'executability-verifier', walk: { unclear, blocked } });

describe('[P4] verdicts', () => {
  const rows: readonly (readonly [name: string, verdict: Verdict, conclusion: Conclusion])[] = [
    ['an auditor with nothing against it passes', byAuditor({}), 'pass'],
    ['a score of 75 passes', byAuditor({ score: 75 }), 'pass'],
    ['a score under 75 does not', byAuditor({ score: 74.9 }), 'revise'],
    ['two MAJOR findings pass', byAuditor({ findings: [finding('MAJOR'), finding('MAJOR')] }), 'pass'],
    [
      'three MAJOR findings do not',
      byAuditor({ findings: [finding('MAJOR'), finding('MAJOR'), finding('MAJOR')] }),
      'revise',
    ],
    ['a CRITICAL finding does not', byAuditor({ findings: [finding('CRITICAL')] }), 'revise'],
    [
      'a CRITICAL finding that code found to be wrong does not count',
      byAuditor({ findings: [finding('CRITICAL', { validation: 'rejected' })] }),
      'pass',
    ],
    ['MINOR findings pass', byAuditor({ findings: [finding('MINOR'), finding('MINOR')] }), 'pass'],
    ['an auditor without marks does not pass', { ...aVerdict({}), role: 'auditor' }, 'revise'],
    ['revise stays revise, whatever the marks', byAuditor({ conclusion: 'revise' }), 'revise'],
    ['reject stays reject', byAuditor({ conclusion: 'reject' }), 'reject'],
    ['abstain stays abstain', byAuditor({ conclusion: 'abstain' }), 'abstain'],
    ['a clean walk passes', walk(0, 0), 'pass'],
    ['an unclear point does not', walk(1, 0), 'revise'],
    ['a blocked task does not', walk(0, 1), 'revise'],
    [
      'a reviewer may pass with no MAJOR finding at all',
      aVerdict({ findings: [finding('MAJOR')] }),
      'revise',
    ],
    ['an unmet criterion never passes', aVerdict({ criteria: [{ id: 'AC1', met: false }] }), 'revise'],
  ];
  test.each(rows)('[P4] %s', (_name, verdict, conclusion) => {
    expect(effective(verdict)).toBe(conclusion);
  });

  test('[P4] a pass falls with the capped score of its round, and with a point that came back', () => {
    const pass = byAuditor({});
    const round = { score: 80, regressions: 0 };
    expect(auditConclusion(pass, round, limits)).toBe('pass');
    expect(auditConclusion(pass, { ...round, score: 74 }, limits)).toBe('revise');
    expect(auditConclusion(pass, { score: undefined, regressions: 0 }, limits)).toBe('pass');
    expect(auditConclusion(pass, { ...round, regressions: 1 }, limits)).toBe('revise');
    expect(auditConclusion(byAuditor({ conclusion: 'reject' }), round, limits)).toBe('reject');
  });

  test.each([
    [['pass', 'pass'], 'pass'],
    [['pass', 'revise'], 'revise'],
    [['revise', 'abstain'], 'abstain'],
    [['abstain', 'reject', 'pass'], 'reject'],
    [[], 'pass'],
  ] as const)('[P4] %j come to %s together', (all, together) => {
    expect(gravestOf(all)).toBe(together);
  });
});

const scored = (...scores: readonly (number | undefined)[]): readonly Audited[] =>
  scores.map((score, visit) => ({
    visit,
    plan: aPlan([aTask('a')], { hash: `plan ${visit}` }),
    conclusion: 'revise',
    open: 1,
    passed: [],
    ...(score === undefined ? {} : { score }),
  }));

describe('[P4] convergence', () => {
  test.each([
    ['two rounds are never stagnation', scored(50, 50), false],
    ['no gain over two rounds is', scored(50, 50, 50), true],
    ['less than five percent of the score is', scored(50, 52, 52.4), true],
    ['five percent of it are not', scored(50, 50, 52.5), false],
    ['a bad plan that gets better is not measured by the points of a good one', scored(20, 20, 22), false],
    ['nor a good one by those of a bad one', scored(90, 92, 94), true],
    ['a plan without any score gains with the first points', scored(0, 0, 1), false],
    ['and stagnates without', scored(0, 0, 0), true],
    ['only the last two rounds count', scored(10, 60, 61, 62), true],
    ['a loss is', scored(70, 60, 50), true],
    ['rounds without a score tell nothing', scored(undefined, 50, undefined), false],
  ])('[P4] %s', (_name, audits, stagnant) => {
    expect(stagnates(audits, limits)).toBe(stagnant);
  });

  test('[P4] the best-scored version is the one to choose, the later one of equals', () => {
    expect(bestOf([])).toBeUndefined();
    expect(bestOf(scored(50, 70, 60))?.plan.hash).toBe('plan 1');
    expect(bestOf(scored(50, 70, 70))?.plan.hash).toBe('plan 2');
    expect(bestOf(scored(undefined, undefined))?.plan.hash).toBe('plan 1');
  });
});

const audited = [aPlan([aTask('a')], { tier: 'SMALL', confidence: 0, hash: 'first' })];
const auditor = (change: (run: Run) => Partial<Verdict>) => ({
  plans: audited,
  script: (effect: { readonly subject: string }, run: Run) =>
    effect.subject === 'auditor' && run.visit.stage === 'plan-review'
      ? answered(verdictAnswer({ role: 'auditor', ...change(run) }))
      : undefined,
});
const atGate = (run: Run): boolean => openGates(run).length > 0;

describe('[P4] what the audits leave to a person', () => {
  test('[P4] a rejected plan, with this version', () => {
    const driver = drive(auditor(() => ({ conclusion: 'reject' }))).go(atGate);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'plan', subject: 'rejected' }]);
    expect(openGates(driver.run())[0]?.digest).toContain('first');
  });

  test('[P4] rounds that are used up, with the best version and what is open in it', () => {
    const scores = [3, 5, 4];
    const driver = drive(
      auditor((run) => ({ conclusion: 'revise', marks: { correctness: scores[run.rounds.plan] ?? 0 } })),
    ).go(atGate);
    expect(driver.run().rounds.plan).toBe(2);
    expect(driver.run().audits.map((item) => item.score)).toEqual([60, 100, 80]);
    const best = driver.run().audits[1]?.plan;
    expect(openGates(driver.run())).toMatchObject([{ subject: 'rounds' }]);
    driver.decide('plan', saying('approve'));
    expect(driver.run()).toMatchObject({
      visit: { stage: 'implementation' },
      accepted: { hash: best?.hash },
    });
    expect(driver.run()).toMatchObject({ audits: [], points: [] });
  });

  test('[P4] a plan that stagnates, before its rounds are used up', () => {
    const driver = drive({
      ...auditor(() => ({ conclusion: 'revise', marks: { correctness: 3 } })),
      policy: { rounds: { plan: { TRIVIAL: 5, SMALL: 5, MEDIUM: 5, LARGE: 5 } } },
    }).go(atGate);
    expect(openGates(driver.run())).toMatchObject([{ subject: 'stagnation' }]);
    expect(driver.run().rounds.plan).toBe(2);
  });

  test('[P4] who may take this version, and then no audit is asked again', () => {
    const driver = drive(auditor(() => ({ conclusion: 'reject' }))).go(atGate);
    driver.decide('plan', saying('approve'));
    expect(driver.run()).toMatchObject({ visit: { stage: 'implementation' }, accepted: { hash: 'first' } });
  });

  test('[P4] who may ask for one more round, and the planner is told why', () => {
    const driver = drive(auditor(() => ({ conclusion: 'reject' }))).go(atGate);
    driver.decide('plan', saying('revise', 'leave the cache alone'));
    expect(driver.run().visit.stage).toBe('planning');
    expect(driver.run().visit.carry.map((item) => item.name)).toEqual([
      'what a person asked for',
      'audit by auditor',
    ]);
  });

  test('[P4] who may say no, and the run is blocked', () => {
    const driver = drive(auditor(() => ({ conclusion: 'reject' }))).go(atGate);
    driver.decide('plan', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
  });

  test('[P4] an abstention, after another agent was asked once', () => {
    const driver = drive({
      ...auditor(() => ({ conclusion: 'abstain' })),
      policy: { alternatives: { auditor: 1 } },
    }).go(atGate);
    expect(openGates(driver.run())).toMatchObject([{ subject: 'abstained' }]);
    expect(driver.events().filter((event) => event.type === 'failure.recorded')).toMatchObject([
      { reason: 'abstained', remedy: { type: 'fail-over', rank: 1 } },
    ]);
  });
});

describe('[P4] points of earlier rounds', () => {
  const major = finding('MAJOR', { id: 'A1' });
  test('[P4] that were settled and are open again block, whatever the verdict says', () => {
    const rounds: readonly Partial<Verdict>[] = [
      { conclusion: 'revise', findings: [major] },
      { conclusion: 'revise', earlier: [{ id: 'A1', settled: true }] },
      { conclusion: 'pass', earlier: [{ id: 'A1', settled: false }] },
    ];
    const driver = drive(auditor((run) => rounds[run.rounds.plan] ?? {})).go(atGate);
    expect(driver.run().points).toMatchObject([{ id: 'A1', state: 'open', regressed: driver.run().visit.n }]);
    expect(driver.run().audits.at(-1)).toMatchObject({ conclusion: 'revise' });
    expect(openGates(driver.run())).not.toMatchObject([{ subject: 'plan' }]);
  });

  test('[P4] that are still open do not block a pass: the auditor saw them and says so', () => {
    const rounds: readonly Partial<Verdict>[] = [
      { conclusion: 'revise', findings: [major, finding('MINOR', { id: 'A2' })] },
      { conclusion: 'pass', earlier: [{ id: 'A1', settled: false }] },
    ];
    const driver = drive(auditor((run) => rounds[run.rounds.plan] ?? {})).go(atGate);
    expect(driver.run().points).toMatchObject([{ id: 'A1', state: 'open' }]);
    expect(openGates(driver.run())).toMatchObject([{ subject: 'plan' }]);
  });

  test('[P4] are answered by the role that raised them', () => {
    const driver = drive({
      plans: [aPlan(three, { tier: 'MEDIUM' })],
      script: (effect, run) =>
        run.rounds.plan > 1 || run.visit.stage !== 'plan-review' || effect.kind !== 'ask'
          ? undefined
          : answered(
              verdictAnswer({
                role: effect.input.role,
                ...(effect.subject === 'auditor'
                  ? { conclusion: 'revise', findings: run.rounds.plan === 0 ? [major] : [] }
                  : { earlier: [{ id: 'A1', settled: true }] }),
              }),
            ),
    }).go((run) => run.rounds.plan === 2);
    expect(driver.run().points).toMatchObject([{ id: 'A1', role: 'auditor', state: 'open' }]);
  });
});

const revised = (change: Partial<Plan>, designs: readonly string[] = []) =>
  revisedTo({ ...aPlan(three, { tier: 'MEDIUM', hash: 'second' }), ...change }, designs);

const revisedTo = (plan: Plan, designs: readonly string[] = []) =>
  drive({
    plans: [aPlan(three, { tier: 'MEDIUM', hash: 'first' })],
    script: (effect, run) => {
      const blob = effect.subject === 'designer' ? designs[run.rounds.plan] : undefined;
      if (blob !== undefined) return answered({ ...provenance, answer: 'design', blob });
      if (effect.subject === 'auditor' && run.rounds.plan === 0) {
        return answered(verdictAnswer({ role: 'auditor', conclusion: 'revise', concerns: 'plan' }));
      }
      return effect.subject === 'planner' && run.rounds.plan === 1
        ? answered({ ...provenance, answer: 'plan', plan })
        : undefined;
    },
  }).go((run) => run.rounds.plan === 1 && run.visit.stage === 'plan-review');

/** A journal may hold an auditor's verdict without marks. */
const markless: Verdict = (({ marks: _marks, ...rest }) => rest)(aVerdict({ role: 'auditor' }));

describe('[P4] a revision', () => {
  test('[P4] of the wording alone reruns only the audits that did not pass', () => {
    const driver = revised({ blob: 'other words', source: 'other source' }, ['one way', 'one way']);
    expect(dueNow(driver.run())).toEqual(['ask auditor']);
    driver.go(atGate);
    expect(openGates(driver.run())).toMatchObject([{ subject: 'plan' }]);
    expect(driver.run().audits.at(-1)?.passed).toEqual(['assumption-verifier', 'auditor']);
  });

  const others: readonly (readonly [name: string, change: Partial<Plan>])[] = [
    ['a file', { tasks: [...three.slice(1), aTask('a', { files: ['other'] })] }],
    ['a title', { tasks: three.map((task) => ({ ...task, title: `better: ${task.title}` })) }],
    ['what its tasks say', { substance: 'another description' }],
    [
      'its validation policy',
      { validation: { workingDirectory: '.', checksPerTask: [], knownFailures: [] } },
    ],
    ['a risk', { risks: everyRisk([{ category: 'performance', impact: 'LOW', resolved: true }]) }],
    ['its confidence', { confidence: 0.95 }],
    ['a grant', { grants: ['go.sum'] }],
    ['what its globs stand for', { reach: { files: 4 } }],
  ];
  test.each(others)('[P4] of %s reruns the whole tier (WHEN-AUDITED-2)', (_name, change) => {
    expect(dueNow(revised(change).run())).toEqual(['ask auditor', 'ask assumption-verifier']);
  });

  test('[P4] of the design reruns the whole tier, and carries no score over (WHEN-AUDITED-2)', () => {
    const driver = revised({}, ['one way', 'another way']);
    expect(dueNow(driver.run())).toEqual(['ask auditor', 'ask assumption-verifier']);
    driver.perform('ask', 'assumption-verifier');
    driver.perform('ask', 'auditor', answered({ ...provenance, answer: 'verdict', verdict: markless }));
    expect(driver.run().audits.map((audit) => audit.score)).toEqual([100, undefined]);
    expect(dueNow(revised({}, ['one way', 'one way']).run())).toEqual(['ask auditor']);
  });

  test('[P4] of a plan that does not say what its substance is reruns the whole tier', () => {
    const { substance: _substance, ...old } = aPlan(three, { tier: 'MEDIUM', hash: 'second' });
    const driver = revisedTo(old);
    expect(dueNow(driver.run())).toEqual(['ask auditor', 'ask assumption-verifier']);
  });
});

const atWork = (run: Run): readonly string[] => dueNow(run).filter((item) => item.startsWith('attempt'));

describe('[M2] the wave gate', () => {
  const plans = [aPlan([aTask('a'), aTask('b'), aTask('c', { dependsOn: ['a'] })])];
  test('[M2] opens when the first task of a wave is ready, and only that wave waits', () => {
    const driver = drive({ plans, policy: { gates: { wave: true } } }).to('implementation');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'wave', subject: 'wave-1' }]);
    expect(atWork(driver.run())).toEqual([]);
    driver.decide('wave', saying('approve'));
    expect(atWork(driver.run())).toEqual(['attempt a', 'attempt b']);
    const slow = driver.begin('attempt', 'b');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    driver.perform('ask', 'reviewer-a');
    driver.perform('integrate');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'wave', subject: 'wave-2' }]);
    driver.end(slow);
    driver.decide('wave', saying('approve'));
    expect(driver.go().run()).toMatchObject({ ended: 'completed' });
  });

  test('[M2] is not asked where policy does not want it', () => {
    expect(openGates(drive({ plans }).to('implementation').run())).toEqual([]);
  });

  test('[M7] is not asked for a plan of one task', () => {
    const driver = drive({ policy: { gates: { wave: true } } }).to('implementation');
    expect(openGates(driver.run())).toEqual([]);
  });

  test('[M2] of a plan that mends something counts its own waves', () => {
    const driver = drive({
      plans: [aPlan([aTask('a'), aTask('b')]), aPlan([aTask('x'), aTask('y', { dependsOn: ['a'] })])],
      policy: { gates: { wave: true } },
      script: (effect, run) =>
        effect.subject === 'reviewer' && run.rounds.review === 0
          ? answered(verdictAnswer({ conclusion: 'reject' }))
          : undefined,
    }).go((run) => run.rounds.review === 1 && openGates(run).some((gate) => gate.kind === 'wave'));
    expect(openGates(driver.run())).toMatchObject([{ subject: 'wave-1' }]);
  });
});

const asked = () => drive().go(atGate);

describe('[P6] a gate that stood open too long', () => {
  const week = defaultPolicy.gateMs;
  test.each([
    ['is answered within its time', week, false],
    ['is refused after it', week + 1, true],
  ])('[P6] %s', (_name, later, refused) => {
    const run = asked().run();
    const gate = openGates(run)[0];
    const command = {
      type: 'gate.decide' as const,
      gate: gate?.id ?? '',
      seen: gate?.digest ?? '',
      decision: saying('approve'),
    };
    const answer = decide(run, command, (gate?.openedAt ?? 0) + later);
    expect(isRefusal(answer)).toBe(refused);
    if (isRefusal(answer)) expect(answer).toMatchObject({ refused: 'gate-expired', gate: gate?.id });
  });

  test('[P6] is asked again when a person asks to go on', () => {
    const run = asked().run();
    const opened = openGates(run)[0]?.openedAt ?? 0;
    const retry = { type: 'run.retry' as const, by: run.by };
    expect(decide(run, retry, opened + week)).toMatchObject({ refused: 'STATE_MISMATCH' });
    const events = decide(run, retry, opened + week + 1);
    expect(isRefusal(events) ? [] : events.map((event) => event.type)).toEqual([
      'run.retried',
      'stage.entered',
      'gate.opened',
    ]);
  });

  test('[P6] can be answered for ever where policy sets no limit, and so can a question', () => {
    const [gate] = openGates(asked().run());
    if (gate === undefined) throw new Error('a gate is open');
    expect(isExpired(gate, week, gate.openedAt + week + 1)).toBe(true);
    expect(isExpired(gate, 0, gate.openedAt + 100 * week)).toBe(false);
    expect(isExpired({ ...gate, kind: 'question' }, week, gate.openedAt + week + 1)).toBe(false);
    expect(isExpired({ ...gate, decision: saying('approve') }, week, gate.openedAt + week + 1)).toBe(false);
  });
});
