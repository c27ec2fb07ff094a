// Moves of the deliver pipeline from an approved plan to a change that is checked and reviewed.

import { leftOut, nothingNew } from '../../stages/coverage.ts';
import { reopenDestroying } from '../../stages/destroying.ts';
import { reopenWeakened } from '../../stages/tampering.ts';
import { reopenNamed } from '../../tasks/reopen.ts';
import { failedChecks, personsWords, reviewReport, taskReports } from '../carried.ts';
import * as when from '../conditions.ts';
import type { Move } from './move.ts';

export const toAChange: readonly Move[] = [
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
    when: [when.replanAsked, when.roundsLeft('replan')],
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
    to: 'blocked',
    because: 'nothing of the change is left: the target branch has all of it already',
    when: [when.allIntegrated, when.docsSettled, when.nothingLeft],
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
    because: 'no check failed',
    when: [when.evaluated, when.checksGood, when.untampered, when.spared],
  },
  {
    from: 'evaluation',
    to: 'implementation',
    because: 'a person wants back what was weakened',
    when: [when.tamperingRevised, when.roundsLeft('bug')],
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
    to: 'implementation',
    because: 'a person wants back what was destroyed',
    when: [when.destructionRevised, when.roundsLeft('bug')],
    round: 'bug',
    carry: personsWords,
    also: reopenDestroying,
  },
  {
    from: 'evaluation',
    to: 'blocked',
    because: 'what was destroyed is not back, and bug rounds are used up',
    when: [when.destructionRevised],
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
    when: [when.evaluated, when.checksBad, when.roundsLeft('bug')],
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
    when: [when.reviewRevises, when.roundsLeft('fix')],
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
    when: [when.reviewRejects, when.roundsLeft('review')],
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
    to: 'planning',
    because: 'a person asked for a revision of what no reviewer could judge',
    when: [when.gateRevises('review')],
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
];
