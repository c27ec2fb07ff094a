// The whole table: for each row a scenario in which it is the row that is taken, and a check that no row is
// without one. Rows that hold at the same time are listed here, so that every overlap is one somebody meant.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import {
  aPlan,
  aRemark,
  aTask,
  aTicket,
  analysisAnswer,
  answered,
  checkedAs,
  coverageSpec,
  drive,
  failing,
  me,
  measuredOf,
  nameOf,
  saying,
  seenAs,
  sortedAnswer,
  testCheck,
  verdictAnswer,
} from '../../../test/support/core.ts';
import type { Driver, Options, Person, Script } from '../../../test/support/core.ts';
import { walkOf } from '../../../test/support/core-walk.ts';
import { isRefusal } from '../commands.ts';
import { evolve } from '../evolve/evolve.ts';
import type { Effect, Outcome } from '../effects.ts';
import type { MovedBase, Seen } from '../remarks/seen.ts';
import type { Gate } from '../gates/gate.ts';
import type { Run } from '../run.ts';
import { must } from '../run.ts';
import type { PipelineName } from './pipeline.ts';
import { pipelines } from './pipeline.ts';
import type { StageName } from './stage.ts';
import { moves, movesOut, nextMove } from './transitions.ts';
import type { Verdict } from '../roles/verdict.ts';

const medium = [aPlan([aTask('a')], { tier: 'MEDIUM' })];
const validation = { workingDirectory: '.', checksPerTask: [], knownFailures: ['test'] };
const claiming = aPlan([aTask('a')], { hash: 'claiming', validation });
const audited = [aPlan([aTask('a')], { tier: 'SMALL', confidence: 0.5 })];
const auditedDesign = [aPlan([aTask('a')], { tier: 'MEDIUM', confidence: 0.5 })];

/** A role concludes something in a stage, every time it is asked there. */
const says =
  (subject: string, stage: StageName, verdict: Partial<Verdict>): Script =>
  (effect, run) =>
    effect.kind === 'ask' && effect.subject === subject && run.visit.stage === stage
      ? answered(verdictAnswer(verdict))
      : undefined;

/** The investigator gives a test that lies where no runner looks. */
const passedOver: Script = (effect) => {
  const reproduction = { commit: 'r', tree: 't', path: 'spec/bug.js', blob: 'bug' };
  if (effect.subject === 'investigator') return answered(analysisAnswer({ reproduction }));
  const checked = effect.subject === 'reproduction' ? checkedAs('PASS', effect) : undefined;
  return checked?.type === 'done' && checked.kind === 'check'
    ? { ...checked, result: { ...checked.result, unrun: 'why' } }
    : undefined;
};

const answers =
  (kind: Gate['kind'], decision: ReturnType<typeof saying>): Person =>
  (gate) =>
    gate.kind === kind ? decision : undefined;

const redChecks: Script = (effect, run) =>
  effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined;

const redIn =
  (stage: StageName): Script =>
  (effect, run) =>
    effect.kind === 'inspect' && run.visit.stage === stage ? seenAs({ checks: 'failure' })(run) : undefined;

const movedBase = { commit: 'c9', tree: 'tree c9' };

/** Somebody committed to the target while the run was under way. */
const movedIn =
  (stage: StageName, drift: Pick<MovedBase, 'drift'> = {}): Script =>
  (effect, run) => {
    const isOld = theRepository(run).base.commit !== movedBase.commit;
    return effect.kind === 'inspect' && run.visit.stage === stage && isOld
      ? seenAs({ base: { ...movedBase, ...drift } })(run)
      : undefined;
  };

/** What somebody committed to the target is just what the run was about. */
const sameAsTarget: Script = (effect, run) =>
  effect.kind === 'integrate' && theRepository(run).base.commit === movedBase.commit
    ? {
        type: 'done',
        kind: 'integrate',
        result: { chain: [{ task: 'a', commit: 'empty', tree: movedBase.tree }] },
      }
    : undefined;

/** The second push, of what was done after the pull request was there, finds another head. */
const overtakes: Script = (effect, run) =>
  effect.kind === 'push' && theRepository(run).pushed !== undefined ? failing('ref-moved') : undefined;
const atThePushed: Script = (effect, run) => {
  const { pushed, head } = theRepository(run);
  return effect.kind === 'inspect' && pushed !== undefined && pushed !== head.commit
    ? seenAs({ head: pushed })(run)
    : undefined;
};
const theirs = { commit: 'theirs', tree: 'tree theirs' };
const theyPush =
  (stage: StageName): Script =>
  (effect, run) =>
    effect.kind === 'inspect' && run.visit.stage === stage && theRepository(run).pushed !== theirs.commit
      ? seenAs({ head: theirs.commit, foreign: { ...theirs, isOnTop: true } })(run)
      : undefined;

const attemptFails =
  (reason: 'agent-missing' | 'replan-asked'): Script =>
  (effect) =>
    effect.kind === 'attempt' ? failing(reason) : undefined;

const weakens: Script = (effect) =>
  effect.kind === 'compare'
    ? {
        type: 'done',
        kind: 'compare',
        result: {
          tree: effect.input.tree,
          weakened: { findings: [{ kind: 'test-removed', file: 'test/a.ts' }], blob: 'weakened' },
        },
      }
    : undefined;

const destroys: Script = (effect) =>
  effect.kind === 'compare'
    ? {
        type: 'done',
        kind: 'compare',
        result: {
          tree: effect.input.tree,
          destroyed: {
            findings: [{ kind: 'file-deleted', file: 'src/a.ts', what: 'the file' }],
            blob: 'destroyed',
          },
        },
      }
    : undefined;

const uncovered: Options = { coverage: coverageSpec };

const halfCovered: Script = (effect) =>
  effect.kind === 'measure'
    ? { type: 'done', kind: 'measure', result: { measured: measuredOf(effect.input.tree, 5) } }
    : undefined;

const testersSay = (effect: Effect, outcome: Outcome): Outcome | undefined =>
  effect.kind === 'attempt' && effect.subject.startsWith('coverage') ? outcome : undefined;

/** The reviewer of the round wants the planned task changed, and its implementer cannot. */
const fixFails: Script = (effect, run) => {
  if (run.rounds.coverage === 0) return undefined;
  if (effect.kind === 'attempt' && effect.subject === 'a') return failing('agent-missing');
  const findings = [{ severity: 'MAJOR', title: 't', validation: 'confirmed', file: 'src/a.ts' }] as const;
  return says('reviewer', 'review', { conclusion: 'revise', findings })(effect, run);
};

interface Scenario extends Options {
  /** Rows that follow from this one without anything else happening. */
  readonly followedBy?: readonly string[];
}

/** The forge says this the first time it is asked in a stage, and nothing of the kind after. */
function seenIn(stage: StageName, change: Partial<Seen>): Script {
  return (effect, run) =>
    effect.kind === 'inspect' && run.visit.stage === stage && run.rounds.triage === 0
      ? seenAs(change)(run)
      : undefined;
}

/** Somebody wants something, and it is sorted as that. */
function wished(stage: StageName): Script {
  return (effect, run) =>
    effect.kind === 'ask' && effect.input.remarks !== undefined
      ? answered(sortedAnswer(effect.input.remarks))
      : seenIn(stage, { remarks: [aRemark('c-1')] })(effect, run);
}

const scenarios: Readonly<Record<string, Scenario>> = {
  'any → blocked: a person said no at a gate': { person: answers('plan', saying('reject')) },
  'any → blocked: nothing is left to try': {
    script: (effect) => (effect.kind === 'fetch-ticket' ? failing('screening-blocked') : undefined),
  },

  'any → coverage: a person wants no more of the coverage round': { ...uncovered, script: halfCovered },

  'intake → blocked: pre-flight failed': {
    script: (effect) =>
      effect.kind === 'survey'
        ? {
            type: 'done',
            kind: 'survey',
            result: { tree: 't', checks: [testCheck], dirty: 'clean', problems: ['no git'] },
          }
        : undefined,
  },
  'intake → analysis: the ticket is recorded and the run can begin': {},
  'analysis → planning: the profile plans straight from the ticket': { policy: { profile: 'quick' } },
  'analysis → planning: the analysis is long enough and what it cites exists': {},
  // A plan that was handed in is there before the checks have run on the base.
  'planning → planning: the plan says that a check fails at the base commit, and it did not': {
    policy: { profile: 'quick' },
    given: claiming,
  },
  'planning → planning: the plan has the test added that no runner picks up': {
    ticket: { ...aTicket, type: 'bugfix', workType: 'fix' },
    plans: [aPlan([aTask('a', { tests: ['spec/bug.js'] })])],
    script: passedOver,
  },
  'planning → design: the plan holds and its size calls for a design': { plans: medium },
  'planning → plan-review: the plan holds': {},
  'planning → plan-review: design revisions are used up, so the design stays as it is': {
    plans: medium,
    policy: { rounds: { design: 0 } },
  },
  'design → plan-review: the design exists': { plans: medium },

  'plan-review → design: an audit asks for another design': {
    plans: auditedDesign,
    script: says('auditor', 'plan-review', { conclusion: 'revise', concerns: 'design' }),
  },
  'plan-review → planning: an audit asks for a revision': {
    plans: audited,
    script: says('auditor', 'plan-review', { conclusion: 'revise', concerns: 'plan' }),
  },
  'plan-review → planning: a person asked for a revision at the plan gate': {
    person: answers('plan', saying('revise', 'smaller')),
  },
  'plan-review → implementation: the plan is approved': {},

  'implementation → planning: a person wants another plan for the target as it is now': {
    script: movedIn('triage', { drift: ['src/a.ts'] }),
    person: answers('drift', saying('revise', 'the file is gone')),
  },
  'implementation → planning: a task has to be planned again': { script: attemptFails('replan-asked') },
  'implementation → blocked: a task has to be planned again, and that was done already': {
    policy: { rounds: { replan: 0 } },
    script: attemptFails('replan-asked'),
  },
  'implementation → blocked: a task used up its attempts': { script: attemptFails('agent-missing') },
  'implementation → blocked: nothing of the change is left: the target branch has all of it already': {
    script: (effect, run) => movedIn('triage')(effect, run) ?? sameAsTarget(effect, run),
  },
  'implementation → evaluation: every task is integrated': {},

  'implementation → coverage: no tester added anything': {
    ...uncovered,
    script: (effect, run) => testersSay(effect, failing('no-change')) ?? halfCovered(effect, run),
  },
  'implementation → coverage: what the reviewer asked of the coverage round was not done': {
    ...uncovered,
    script: (effect, run) => fixFails(effect, run) ?? halfCovered(effect, run),
  },

  'evaluation → review: no check failed': {},
  'evaluation → coverage: a check failed with the tests of the coverage round': {
    ...uncovered,
    script: (effect, run) =>
      run.rounds.coverage === 1 && run.visit.stage === 'evaluation' && effect.kind === 'check'
        ? checkedAs('FAIL', effect)
        : halfCovered(effect, run),
  },
  'evaluation → implementation: a person wants back what was weakened': {
    script: weakens,
    person: answers('waiver', saying('revise', 'put it back')),
  },
  'evaluation → blocked: what was weakened is still there, and bug rounds are used up': {
    policy: { rounds: { bug: 0 } },
    script: weakens,
    person: answers('waiver', saying('revise')),
  },
  'evaluation → implementation: a person wants back what was destroyed': {
    script: destroys,
    person: answers('destructive', saying('revise', 'put it back')),
  },
  'evaluation → blocked: what was destroyed is not back, and bug rounds are used up': {
    policy: { rounds: { bug: 0 } },
    script: destroys,
    person: answers('destructive', saying('revise')),
  },
  'evaluation → analysis: bug round': { script: redChecks },
  'evaluation → analysis: simplification pass': {
    policy: { onBlocked: 'simplify', rounds: { bug: 0 } },
    script: redChecks,
  },
  'evaluation → blocked: bug rounds are used up': { policy: { rounds: { bug: 0 } }, script: redChecks },

  'review → implementation: the reviewer asks for a revision': {
    script: says('reviewer', 'review', { conclusion: 'revise' }),
  },
  'review → coverage: the reviewer did not pass the tests of the coverage round': {
    ...uncovered,
    script: (effect, run) =>
      (run.rounds.coverage === 1
        ? says('reviewer', 'review', { conclusion: 'reject' })(effect, run)
        : undefined) ?? halfCovered(effect, run),
  },
  'review → planning: the reviewer rejected the change': {
    script: says('reviewer', 'review', { conclusion: 'reject' }),
  },
  'review → planning: a person asked for a revision at the delivery gate': {
    policy: { gates: { delivery: true } },
    person: answers('delivery', saying('revise', 'rename it')),
  },
  'review → planning: a person asked for a revision of what no reviewer could judge': {
    script: says('reviewer', 'review', { conclusion: 'abstain' }),
    person: answers('review', saying('revise', 'do it so')),
  },
  'review → completion: the change is reviewed': {},
  'review → blocked: the fix round is used up': {
    policy: { rounds: { fix: 0 } },
    script: says('reviewer', 'review', { conclusion: 'revise' }),
  },
  'review → blocked: review rounds are used up': {
    policy: { rounds: { review: 0 } },
    script: says('reviewer', 'review', { conclusion: 'reject' }),
  },

  'completion → blocked: screening found a secret in what would be delivered': {
    script: (effect) =>
      effect.kind === 'screen'
        ? { type: 'done', kind: 'screen', result: { verdict: 'BLOCKED', rules: ['npm-token'] } }
        : undefined,
  },
  'completion → coverage: the pull request exists': {
    followedBy: ['coverage → triage: coverage is done or skipped'],
  },
  'coverage → implementation: changed lines are not executed by any test': {
    ...uncovered,
    script: halfCovered,
  },
  'coverage → triage: coverage is done or skipped': {},
  'triage → implementation: changes are asked for on the pull request': {
    person: answers('merge', saying('revise', 'shorter names')),
  },
  'triage → blocked: the pull request goes into another branch now': {
    script: seenIn('triage', { target: 'release' }),
  },
  'completion → triage: somebody else pushed meanwhile': {
    person: answers('merge', saying('revise', 'shorter names')),
    script: overtakes,
  },
  'triage → completion: what was done is not on the pull request': {
    person: answers('merge', saying('revise', 'shorter names')),
    script: (effect, run) => overtakes(effect, run) ?? atThePushed(effect, run),
  },
  'triage → implementation: somebody else pushed to the pull request': {
    script: theyPush('triage'),
    followedBy: ['implementation → evaluation: every task is integrated'],
  },
  'triage → blocked: somebody else keeps pushing to the pull request': {
    policy: { rounds: { pushes: 0 } },
    script: theyPush('triage'),
  },
  'triage → blocked: somebody else rewrote the branch of the pull request': {
    script: (effect, run) => (effect.kind === 'inspect' ? seenAs({ head: 'theirs' })(run) : undefined),
  },
  'triage → implementation: something is asked for on the pull request': { script: wished('triage') },
  'triage → blocked: more is asked for on the pull request, and triage rounds are used up': {
    policy: { rounds: { triage: 0 } },
    script: wished('triage'),
  },
  'triage → implementation: the target branch has moved on': { script: movedIn('triage') },
  'triage → blocked: the target branch keeps moving': {
    policy: { rounds: { rebase: 0 } },
    script: movedIn('triage'),
  },
  'triage → implementation: a red check or a conflict is open': { script: redIn('triage') },
  'triage → blocked: triage rounds are used up': {
    policy: { rounds: { triage: 0 } },
    script: redIn('triage'),
  },
  'triage → merge: nothing is open on the pull request': {},

  'merge → completed: the pull request is merged': {},
  'merge → blocked: the pull request was closed': {
    script: (effect, run) => (effect.kind === 'inspect' ? seenAs({ state: 'closed' })(run) : undefined),
  },
  'merge → implementation: somebody else pushed to the pull request': {
    script: theyPush('merge'),
    followedBy: ['implementation → evaluation: every task is integrated'],
  },
  'merge → blocked: somebody else keeps pushing to the pull request': {
    policy: { rounds: { pushes: 0 } },
    script: theyPush('merge'),
  },
  'merge → blocked: somebody else rewrote the branch of the pull request': {
    script: seenIn('merge', { head: 'theirs' }),
  },
  'merge → triage: somebody else pushed meanwhile': {
    script: (effect) => (effect.kind === 'merge' ? failing('ref-moved') : undefined),
  },
  'merge → blocked: the pull request goes into another branch now': {
    script: seenIn('merge', { target: 'release' }),
  },
  'merge → triage: somebody said something on the pull request': { script: wished('merge') },
  'merge → triage: the target branch has moved on': { script: movedIn('merge') },
  'merge → triage: a red check or a conflict is open': { script: redIn('merge') },
  'merge → blocked: triage rounds are used up': {
    policy: { rounds: { triage: 0 } },
    script: redIn('merge'),
  },
  'merge → triage: a person asked for changes at the merge gate': {
    person: answers('merge', saying('revise', 'shorter names')),
    followedBy: ['triage → implementation: changes are asked for on the pull request'],
  },
};

function played(row: string): Driver {
  const driver = drive(scenarios[row] ?? {});
  if (row.startsWith('any → coverage')) {
    driver.go((run) => run.rounds.coverage === 1).send({ type: 'coverage.skip', by: me });
  }
  return driver.go(() => driver.taken().includes(row));
}

/** An earlier row wins over a later one that holds as well; every such pair is meant. */
const overlaps: readonly (readonly [winner: string, loser: string])[] = [
  // A person's no, and a line with nothing left to try, stop the run whatever else could follow.
  ['a person said no at a gate', 'nothing is left to try'],
  ['a person said no at a gate', 'pre-flight failed'],
  ['nothing is left to try', 'pre-flight failed'],
  ['a person said no at a gate', 'a task has to be planned again'],
  ['a person said no at a gate', 'a task has to be planned again, and that was done already'],
  ['a person said no at a gate', 'a task used up its attempts'],
  ['nothing is left to try', 'an audit asks for a revision'],
  // The last row of a group is what is left when the ones before it do not hold.
  [
    'the plan holds and its size calls for a design',
    'design revisions are used up, so the design stays as it is',
  ],
  ['the plan says that a check fails at the base commit, and it did not', 'the plan holds'],
  [
    'the plan says that a check fails at the base commit, and it did not',
    'design revisions are used up, so the design stays as it is',
  ],
  ['the plan has the test added that no runner picks up', 'the plan holds'],
  [
    'the plan has the test added that no runner picks up',
    'design revisions are used up, so the design stays as it is',
  ],
  ['the plan holds', 'design revisions are used up, so the design stays as it is'],
  ['a task has to be planned again', 'a task has to be planned again, and that was done already'],
  // Who was asked about missing tests and said no is not answered with another round.
  ['a person said no at a gate', 'bug round'],
  ['a person said no at a gate', 'simplification pass'],
  ['a person said no at a gate', 'bug rounds are used up'],
  ['a person wants back what was weakened', 'what was weakened is still there, and bug rounds are used up'],
  ['a person wants back what was destroyed', 'what was destroyed is not back, and bug rounds are used up'],
  ['bug round', 'simplification pass'],
  ['bug round', 'bug rounds are used up'],
  ['simplification pass', 'bug rounds are used up'],
  ['the reviewer asks for a revision', 'the fix round is used up'],
  ['the reviewer rejected the change', 'review rounds are used up'],
  // What a coverage round brings is left out sooner than the change it was for is worked on again.
  ['what the reviewer asked of the coverage round was not done', 'a task has to be planned again'],
  [
    'what the reviewer asked of the coverage round was not done',
    'a task has to be planned again, and that was done already',
  ],
  ['what the reviewer asked of the coverage round was not done', 'a task used up its attempts'],
  ['no tester added anything', 'every task is integrated'],
  ['no tester added anything', 'nothing of the change is left: the target branch has all of it already'],
  ['nothing of the change is left: the target branch has all of it already', 'every task is integrated'],
  ['a check failed with the tests of the coverage round', 'bug round'],
  ['a check failed with the tests of the coverage round', 'simplification pass'],
  ['a check failed with the tests of the coverage round', 'bug rounds are used up'],
  ['a person said no at a gate', 'a check failed with the tests of the coverage round'],
  ['a person said no at a gate', 'what the reviewer asked of the coverage round was not done'],
  ['the reviewer asks for a revision', 'the reviewer did not pass the tests of the coverage round'],
  ['the reviewer did not pass the tests of the coverage round', 'the fix round is used up'],
  ['the reviewer did not pass the tests of the coverage round', 'the reviewer rejected the change'],
  ['the reviewer did not pass the tests of the coverage round', 'review rounds are used up'],
  ['a red check or a conflict is open', 'triage rounds are used up'],
  ['a red check or a conflict is open', 'nothing is open on the pull request'],
  ['the target branch has moved on', 'the target branch keeps moving'],
  // What conflicts with a target that moved is brought together on it.
  ['the target branch has moved on', 'a red check or a conflict is open'],
  ['the target branch keeps moving', 'a red check or a conflict is open'],
  ['the target branch has moved on', 'triage rounds are used up'],
  ['the target branch keeps moving', 'triage rounds are used up'],
  ['the target branch has moved on', 'nothing is open on the pull request'],
  ['the target branch keeps moving', 'nothing is open on the pull request'],
  ['triage rounds are used up', 'nothing is open on the pull request'],
  ['the pull request goes into another branch now', 'nothing is open on the pull request'],
  [
    'something is asked for on the pull request',
    'more is asked for on the pull request, and triage rounds are used up',
  ],
  ['something is asked for on the pull request', 'nothing is open on the pull request'],
  ['somebody else pushed meanwhile', 'nothing is left to try'],
  ['what was done is not on the pull request', 'somebody else rewrote the branch of the pull request'],
  ['what was done is not on the pull request', 'nothing is open on the pull request'],
  ['somebody else pushed to the pull request', 'somebody else keeps pushing to the pull request'],
  ['somebody else pushed to the pull request', 'somebody else rewrote the branch of the pull request'],
  ['somebody else pushed to the pull request', 'nothing is open on the pull request'],
  ['somebody else keeps pushing to the pull request', 'somebody else rewrote the branch of the pull request'],
  ['somebody else keeps pushing to the pull request', 'nothing is open on the pull request'],
  ['somebody else rewrote the branch of the pull request', 'nothing is open on the pull request'],
  [
    'more is asked for on the pull request, and triage rounds are used up',
    'nothing is open on the pull request',
  ],
  // A design alone is cheaper to revise than the plan; a plan is cheaper to mend than a task to give up.
  ['an audit asks for another design', 'an audit asks for a revision'],
  ['a task has to be planned again', 'a task used up its attempts'],
  ['a task has to be planned again, and that was done already', 'a task used up its attempts'],
];

const built: readonly PipelineName[] = ['deliver'];
const deliver = must(moves.deliver, 'the deliver pipeline has moves');

describe('the transition tables', () => {
  test('are those of the pipelines that are told of here', () => {
    expect(Object.keys(moves)).toEqual(built);
  });

  test.each(built)('of %s names the stages of its pipeline, and all of them (TRANSITIONS-4)', (name) => {
    const rows = must(moves[name], 'it has moves');
    const stages = pipelines[name].stages.map((stage) => stage.name);
    const named = rows.flatMap(({ from, to }) => [from, to]);
    const outside = ['any', 'completed', 'blocked'];
    expect(new Set(named.filter((stage) => !outside.includes(stage)))).toEqual(new Set(stages));
  });

  test('of a pipeline without rows moves nothing', () => {
    const run: Run = { ...drive().run(), pipeline: 'review' };
    expect(nextMove(run)).toBeUndefined();
    expect(movesOut(run)).toEqual([]);
  });
});

describe('the transition table', () => {
  test('has a scenario for each of its rows, and no scenario is left over', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(deliver.map(nameOf).toSorted());
  });

  test.each(Object.keys(scenarios))('%s', (row) => {
    const driver = played(row);
    const [first, ...rest] = driver.taken().slice(driver.taken().indexOf(row));
    expect(first).toBe(row);
    expect(rest).toEqual(scenarios[row]?.followedBy ?? []);
  });

  test('sends to the design only what concerns it: an audit of the plan goes to planning', () => {
    const taken = played('plan-review → planning: an audit asks for a revision').taken();
    expect(taken).not.toContain('plan-review → design: an audit asks for another design');
  });

  test('lets no two rows hold together that were not meant to, and the earlier one wins (TRANSITIONS-2)', () => {
    const meant = new Set(overlaps.map(([winner, loser]) => `${winner} > ${loser}`));
    const found = new Set<string>();
    for (const run of reachable()) {
      const [winner, ...losers] = holding(run);
      if (winner === undefined) continue;
      expect(nextMove(run)).toBe(winner);
      for (const loser of losers) found.add(`${winner.because} > ${loser.because}`);
    }
    expect([...found].filter((pair) => !meant.has(pair))).toEqual([]);
    expect(found.size).toBeGreaterThan(10);
  });

  test('names every overlap in the order of its rows', () => {
    for (const [winner, loser] of overlaps) {
      const first = deliver.findIndex((move) => move.because === winner);
      const last = deliver.findLastIndex((move) => move.because === loser);
      expect([winner, first >= 0 && first < last]).toEqual([winner, true]);
    }
  });

  test('never moves a run that was just moved by a person’s no', () => {
    const driver = played('any → blocked: a person said no at a gate');
    expect(driver.run().visit.stage).toBe('plan-review');
    expect(driver.run().blocked).toBe('a person said no at a gate');
  });
});

const carried = (row: string) => played(row).run().visit.carry;

const script: Script = (effect) =>
  effect.kind === 'attempt' ? failing('replan-asked', { detail: 'impossible' }) : undefined;

describe('what goes along with a move', () => {
  test('is the log of each failed check, in a bug round', () => {
    expect(carried('evaluation → analysis: bug round')).toEqual([
      { name: 'failed check test', blob: 'log of test' },
    ]);
  });

  test('is what a check said of the base, against a plan that says it fails there', () => {
    const row = 'planning → planning: the plan says that a check fails at the base commit, and it did not';
    expect(carried(row)).toEqual([
      { name: 'check test at the base commit, which the plan says fails', blob: 'log of test' },
    ]);
  });

  test('is a round of the plan, where the plan claims what the base does not say', () => {
    const row = 'planning → planning: the plan says that a check fails at the base commit, and it did not';
    expect(
      must(
        deliver.find((move) => nameOf(move) === row),
        'it is a row',
      ).round,
    ).toBe('plan');
  });

  test('is every audit, when one asks for a revision', () => {
    expect(carried('plan-review → planning: an audit asks for a revision')).toEqual([
      { name: 'audit by auditor', blob: 'verdict' },
    ]);
  });

  test('is the report, when the reviewer rejects', () => {
    expect(carried('review → planning: the reviewer rejected the change')).toEqual([
      { name: 'review report', blob: 'verdict' },
    ]);
  });

  test('is what the person said, when they ask for a revision', () => {
    expect(carried('plan-review → planning: a person asked for a revision at the plan gate')).toEqual([
      { name: 'what a person asked for', blob: 'smaller' },
    ]);
  });

  test('is why a task has to change, where that is known', () => {
    const driver = drive({ script, plans: [aPlan([aTask('a')])] }).go((run) => run.rounds.replan === 1);
    expect(driver.run().visit.carry).toEqual([{ name: 'why task a has to change', blob: 'impossible' }]);
    expect(carried('implementation → planning: a task has to be planned again')).toEqual([]);
  });
});

const reopened = (findings: Verdict['findings'], criteria: Verdict['criteria'] = []) => {
  const tasks = [aTask('a'), aTask('b', { files: ['src/b.ts', 'lib/'] }), aTask('c')];
  const driver = drive({
    plans: [aPlan(tasks)],
    script: says('reviewer', 'review', { conclusion: 'revise', findings, criteria }),
  });
  driver.go((run) => run.rounds.fix === 1);
  return driver
    .run()
    .tasks.filter((state) => state.at === 'todo')
    .map((state) => state.task.id);
};

describe('a revision asked for by the reviewer', () => {
  const confirmed = { severity: 'MAJOR' as const, title: 't', validation: 'confirmed' as const };

  test('reopens the task that may touch the file it is about', () => {
    expect(reopened([{ ...confirmed, file: 'lib/x.ts' }])).toEqual(['b']);
  });

  test('reopens each task once, however many findings it has', () => {
    const files = ['src/a.ts', 'lib/x.ts', 'src/b.ts'];
    expect(reopened(files.map((file) => ({ ...confirmed, file })))).toEqual(['a', 'b']);
  });

  test('reopens the last task where the file, or the finding, belongs to none', () => {
    expect(reopened([{ ...confirmed, file: 'README.md' }])).toEqual(['c']);
    expect(reopened([confirmed])).toEqual(['c']);
    expect(reopened([], [{ id: 'c1', met: false }])).toEqual(['c']);
  });
});

describe('explaining where a run is', () => {
  test('names what is missing for each way out, and what holds already', () => {
    const driver = drive();
    driver.perform('survey');
    expect(movesOut(driver.run())).toMatchObject([
      {
        missing: ['the ticket is recorded and screened', 'the budget is reserved'],
        held: [
          'pre-flight passed',
          'a test check exists, or a person waived it',
          'the base was seen checkable before, is now, or a person waived that',
          'the ticket is clear, or the interpreter made it so',
        ],
      },
    ]);
  });

  test('leaves out the ways into a block', () => {
    expect(movesOut(drive().run()).map((out) => nameOf(out.move))).toEqual([
      'intake → analysis: the ticket is recorded and the run can begin',
    ]);
  });

  test('works in every stage', () => {
    const stages = new Set<StageName>();
    for (const run of reachable()) {
      if (stages.has(run.visit.stage)) continue;
      stages.add(run.visit.stage);
      expect(movesOut(run).length).toBeGreaterThan(0);
    }
    expect(stages.size).toBe(12);
  });
});

function holding(run: Run) {
  return deliver.filter(
    (move) =>
      (move.from === 'any' || move.from === run.visit.stage) && move.when.every((item) => item.holds(run)),
  );
}

/** Every state that the scenarios and a set of random walks go through, those in the middle of a command too. */
function* reachable(): Generator<Run> {
  for (const row of Object.keys(scenarios)) {
    for (const { before, event } of played(row).steps()) {
      yield before;
      if (event.type !== 'run.started') yield evolve(before, event, 1);
    }
  }
  for (let seed = 0; seed < 44; seed += 1) {
    for (const { before, answer } of walkOf({ seed, stepsMax: 160 }).steps) {
      let run = before;
      for (const event of isRefusal(answer) ? [] : answer) {
        run = evolve(run, event, 1);
        yield run;
      }
    }
  }
}
