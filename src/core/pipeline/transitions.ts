// The transition table: the only thing that moves a run between stages.
//
// Invariants
//   T1. Rows are tried in order; the first whose conditions all hold wins.
//   T2. Overlapping rows are meant: an earlier row is always the one intended (property-tested).
//   T3. A row says why in words, and what text goes along.

import {
  auditReports,
  failedChecks,
  falseClaims,
  personsWords,
  reviewReport,
  taskReports,
} from './carried.ts';
import type { Condition } from './conditions.ts';
import * as when from './conditions.ts';
import type { NamedBlob } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { ontoMovedBase } from '../tasks/replay.ts';
import { reopenLast, reopenNamed } from '../tasks/reopen.ts';
import type { RoundName, Run } from '../run.ts';
import type { StageName } from './stage.ts';
import { committedFirst } from '../stages/reproduction-first.ts';
import { handedIn } from '../stages/planning.ts';
import { coverageWords, leftOut, nothingNew, plannedRound, skippedCoverage } from '../stages/coverage.ts';
import { reopenWeakened } from '../stages/tampering.ts';

export interface Move {
  readonly from: StageName | 'any';
  readonly to: StageName | 'completed' | 'blocked';
  readonly because: string;
  readonly when: readonly Condition[];
  readonly round?: RoundName;
  readonly carry?: (run: Run) => readonly NamedBlob[];
  /** Events that belong to the move itself, after the stage is entered. */
  readonly also?: (run: Run) => readonly RunEvent[];
}

const passOn = (run: Run): readonly NamedBlob[] => run.visit.carry;

export const moves: readonly Move[] = [
  // anywhere
  { from: 'any', to: 'blocked', because: 'a person said no at a gate', when: [when.gateRefused] },
  { from: 'any', to: 'blocked', because: 'nothing is left to try', when: [when.lineDead] },

  {
    from: 'any',
    to: 'coverage',
    because: 'a person wants no more of the coverage round',
    when: [when.roundUnwanted],
    also: leftOut,
  },

  { from: 'intake', to: 'blocked', because: 'pre-flight failed', when: [when.preflightFailed] },
  {
    from: 'intake',
    to: 'analysis',
    because: 'the ticket is recorded and pre-flight passed',
    when: [
      when.ticketRecorded,
      when.preflightPassed,
      when.reserved,
      when.testsOrWaiver,
      when.ticketUnderstood,
    ],
    also: (run) =>
      when.plansFromTicket.holds(run)
        ? [{ type: 'stage.skipped', stage: 'analysis', because: when.plansFromTicket.name }]
        : [],
  },
  {
    from: 'analysis',
    to: 'planning',
    because: 'the profile plans straight from the ticket',
    when: [when.stageSkipped],
    carry: passOn,
    also: handedIn,
  },

  {
    from: 'analysis',
    to: 'planning',
    because: 'the analysis is long enough and what it cites exists',
    when: [when.analysed, when.baselineKnown, when.reproductionSettled],
    carry: passOn,
    also: handedIn,
  },
  {
    from: 'planning',
    to: 'planning',
    because: 'the plan says that a check fails at the base commit, and it did not',
    when: [when.planHolds, when.baselineKnown, when.falseClaim, when.planRoundLeft],
    round: 'plan',
    carry: (run) => [...passOn(run), ...falseClaims(run)],
  },
  {
    from: 'planning',
    to: 'design',
    because: 'the plan holds and its size calls for a design',
    when: [
      when.planHolds,
      when.baselineKnown,
      when.wantsDesign,
      when.roundsLeft('design', (run) => run.policy.rounds.design),
    ],
    round: 'design',
    carry: passOn,
  },
  {
    from: 'planning',
    to: 'plan-review',
    because: 'the plan holds',
    when: [when.planHolds, when.baselineKnown, when.noDesign],
    carry: passOn,
  },
  {
    from: 'planning',
    to: 'plan-review',
    because: 'design revisions are used up, so the design stays as it is',
    when: [when.planHolds, when.baselineKnown],
    carry: passOn,
  },
  {
    from: 'design',
    to: 'plan-review',
    because: 'the design exists',
    when: [when.designExists],
    carry: passOn,
  },

  {
    from: 'plan-review',
    to: 'design',
    because: 'an audit asks for another design',
    when: [when.auditRevises, when.designMeant, when.roundsLeft('design', (run) => run.policy.rounds.design)],
    round: 'design',
    carry: auditReports,
  },
  {
    from: 'plan-review',
    to: 'planning',
    because: 'an audit asks for a revision',
    when: [when.auditRevises],
    round: 'plan',
    carry: auditReports,
  },
  {
    from: 'plan-review',
    to: 'planning',
    because: 'a person asked for a revision at the plan gate',
    when: [when.gateRevises('plan')],
    round: 'plan',
    carry: (run) => [...personsWords(run), ...auditReports(run)],
  },
  {
    from: 'plan-review',
    to: 'implementation',
    because: 'the plan is approved',
    when: [when.auditsPassed, when.planApproved],
    also: committedFirst,
  },

  {
    from: 'implementation',
    to: 'coverage',
    because: 'no tester added anything',
    when: [when.coverageRound, when.allIntegrated, when.docsSettled, when.nothingAdded],
    also: nothingNew,
  },
  {
    from: 'implementation',
    to: 'coverage',
    because: 'what the reviewer asked of the coverage round was not done',
    when: [when.coverageRound, when.taskGaveUp, when.nothingUnderWay],
    also: leftOut,
  },
  {
    from: 'implementation',
    to: 'planning',
    because: 'a person wants another plan for the target as it is now',
    when: [when.gateRevises('drift')],
    round: 'plan',
    carry: personsWords,
  },
  {
    from: 'implementation',
    to: 'planning',
    because: 'a task has to be planned again',
    when: [when.replanAsked, when.roundsLeft('replan', (run) => run.policy.rounds.replan)],
    round: 'replan',
    carry: taskReports,
  },
  {
    from: 'implementation',
    to: 'blocked',
    because: 'a task has to be planned again, and that was done already',
    when: [when.replanAsked],
  },
  {
    from: 'implementation',
    to: 'blocked',
    because: 'a task used up its attempts',
    when: [when.taskFailed, when.nothingUnderWay],
  },
  {
    from: 'implementation',
    to: 'evaluation',
    because: 'every task is integrated',
    when: [when.allIntegrated, when.docsSettled],
  },

  {
    from: 'evaluation',
    to: 'review',
    because: 'every check passed',
    when: [when.evaluated, when.checksGood, when.untampered],
  },
  {
    from: 'evaluation',
    to: 'implementation',
    because: 'a person wants back what was weakened',
    when: [when.tamperingRevised, when.roundsLeft('bug', (run) => run.policy.rounds.bug)],
    round: 'bug',
    carry: personsWords,
    also: reopenWeakened,
  },
  {
    from: 'evaluation',
    to: 'blocked',
    because: 'what was weakened is still there, and bug rounds are used up',
    when: [when.tamperingRevised],
  },
  {
    from: 'evaluation',
    to: 'coverage',
    because: 'a check failed with the tests of the coverage round',
    when: [when.coverageRound, when.evaluated, when.checksBad],
    also: leftOut,
  },
  {
    from: 'evaluation',
    to: 'analysis',
    because: 'bug round',
    when: [when.evaluated, when.checksBad, when.roundsLeft('bug', (run) => run.policy.rounds.bug)],
    round: 'bug',
    carry: failedChecks,
  },
  {
    from: 'evaluation',
    to: 'analysis',
    because: 'simplification pass',
    when: [when.evaluated, when.checksBad, when.maySimplify],
    round: 'simplify',
    carry: failedChecks,
  },
  {
    from: 'evaluation',
    to: 'blocked',
    because: 'bug rounds are used up',
    when: [when.evaluated, when.checksBad],
  },

  {
    from: 'review',
    to: 'implementation',
    because: 'the reviewer asks for a revision',
    when: [when.reviewRevises, when.roundsLeft('fix', (run) => run.policy.rounds.fix)],
    round: 'fix',
    also: reopenNamed,
  },
  {
    from: 'review',
    to: 'coverage',
    because: 'the reviewer did not pass the tests of the coverage round',
    when: [when.coverageRound, when.reviewNotPassed],
    also: leftOut,
  },
  {
    from: 'review',
    to: 'planning',
    because: 'the reviewer rejected the change',
    when: [when.reviewRejects, when.roundsLeft('review', (run) => run.policy.rounds.review)],
    round: 'review',
    carry: reviewReport,
  },
  {
    from: 'review',
    to: 'planning',
    because: 'a person asked for a revision at the delivery gate',
    when: [when.gateRevises('delivery')],
    round: 'review',
    carry: personsWords,
  },
  {
    from: 'review',
    to: 'completion',
    because: 'the change is reviewed',
    when: [when.reviewPasses, when.deliveryApproved],
  },
  { from: 'review', to: 'blocked', because: 'the fix round is used up', when: [when.reviewRevises] },
  { from: 'review', to: 'blocked', because: 'review rounds are used up', when: [when.reviewRejects] },

  {
    from: 'completion',
    to: 'blocked',
    because: 'screening found a secret in what would be delivered',
    when: [when.screeningBlocked],
  },
  {
    from: 'completion',
    to: 'coverage',
    because: 'the pull request exists',
    when: [when.pullRequestExists, when.courtesiesSettled],
    also: skippedCoverage,
  },
  {
    from: 'coverage',
    to: 'implementation',
    because: 'changed lines are not executed by any test',
    when: [when.coverageRoundDue],
    round: 'coverage',
    carry: coverageWords,
    also: plannedRound,
  },
  {
    from: 'coverage',
    to: 'triage',
    because: 'coverage is done or skipped',
    when: [when.coverageSettled],
    carry: passOn,
  },
  {
    from: 'triage',
    to: 'implementation',
    because: 'changes are asked for on the pull request',
    when: [when.personWantsChanges],
    round: 'triage',
    also: reopenLast,
  },
  {
    from: 'triage',
    to: 'implementation',
    because: 'the target branch has moved on',
    when: [when.baseMoved, when.roundsLeft('rebase', (run) => run.policy.rounds.rebase)],
    round: 'rebase',
    also: ontoMovedBase,
  },
  { from: 'triage', to: 'blocked', because: 'the target branch keeps moving', when: [when.baseMoved] },
  {
    from: 'triage',
    to: 'implementation',
    because: 'a red check or a conflict is open',
    when: [when.pullRequestTroubled, when.roundsLeft('triage', (run) => run.policy.rounds.triage)],
    round: 'triage',
    also: reopenLast,
  },
  {
    from: 'triage',
    to: 'blocked',
    because: 'triage rounds are used up',
    when: [when.pullRequestTroubled],
  },
  {
    from: 'triage',
    to: 'merge',
    because: 'nothing is open on the pull request',
    when: [when.pullRequestSeen],
    also: () => [{ type: 'stage.skipped', stage: 'triage', because: 'nothing is open on the pull request' }],
  },

  {
    from: 'merge',
    to: 'completed',
    because: 'the pull request is merged',
    when: [when.pullRequestMerged, when.ticketClosed],
  },
  {
    from: 'merge',
    to: 'blocked',
    because: 'the pull request was closed',
    when: [when.pullRequestClosed],
  },
  {
    from: 'merge',
    to: 'blocked',
    because: 'somebody else pushed to the pull request',
    when: [when.headMoved],
  },
  {
    from: 'merge',
    to: 'triage',
    because: 'the target branch has moved on',
    when: [when.baseMoved],
  },
  {
    from: 'merge',
    to: 'triage',
    because: 'a red check or a conflict is open',
    when: [when.pullRequestTroubled, when.roundsLeft('triage', (run) => run.policy.rounds.triage)],
  },
  {
    from: 'merge',
    to: 'blocked',
    because: 'triage rounds are used up',
    when: [when.pullRequestTroubled],
  },
  {
    from: 'merge',
    to: 'triage',
    because: 'a person asked for changes at the merge gate',
    when: [when.gateRevises('merge')],
    carry: personsWords,
  },
];

/** T1. */
export function nextMove(run: Run): Move | undefined {
  return moves.find(
    (move) =>
      (move.from === 'any' || move.from === run.visit.stage) && move.when.every((item) => item.holds(run)),
  );
}

/** Rows of a coverage round say nothing to somebody whose run is in none. */
function isAbout(move: Move, run: Run): boolean {
  return !move.when.includes(when.coverageRound) || when.coverageRound.holds(run);
}

/** Why the run is where it is: every move out of its stage, and which conditions hold. */
export function movesOut(
  run: Run,
): readonly { readonly move: Move; readonly missing: readonly string[]; readonly held: readonly string[] }[] {
  return moves
    .filter((move) => move.from === run.visit.stage && move.to !== 'blocked' && isAbout(move, run))
    .map((move) => ({
      move,
      missing: move.when.filter((item) => !item.holds(run)).map((item) => item.name),
      held: move.when.filter((item) => item.holds(run)).map((item) => item.name),
    }));
}
