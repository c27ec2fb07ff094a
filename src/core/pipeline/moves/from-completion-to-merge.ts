// Moves of the deliver pipeline from a reviewed change to a pull request that is merged.

import { coverageWords, plannedRound, skippedCoverage } from '../../stages/coverage.ts';
import { reopenLast } from '../../tasks/reopen.ts';
import { reopenWished, triageWords } from '../../stages/triage.ts';
import { ontoForeign, ontoMovedBase } from '../../tasks/joining.ts';
import { personsWords } from '../carried.ts';
import * as when from '../conditions.ts';
import type { Move } from './move.ts';
import { passOn } from './move.ts';

export const toAMerge: readonly Move[] = [
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
    to: 'blocked',
    because: 'the pull request goes into another branch now',
    when: [when.retargeted],
  },
  {
    from: 'triage',
    to: 'implementation',
    because: 'somebody else pushed to the pull request',
    when: [when.pushedOnTop, when.roundsLeft('pushes')],
    round: 'pushes',
    also: ontoForeign,
  },
  {
    from: 'triage',
    to: 'blocked',
    because: 'somebody else keeps pushing to the pull request',
    when: [when.pushedOnTop],
  },
  {
    from: 'triage',
    to: 'completion',
    because: 'what was done is not on the pull request',
    when: [when.notPushedYet, when.roundsLeft('pushes')],
    round: 'pushes',
  },
  {
    from: 'triage',
    to: 'blocked',
    because: 'somebody else rewrote the branch of the pull request',
    when: [when.headMoved],
  },
  {
    from: 'triage',
    to: 'implementation',
    because: 'something is asked for on the pull request',
    when: [when.wishesOpen, when.roundsLeft('triage')],
    round: 'triage',
    carry: triageWords,
    also: reopenWished,
  },
  {
    from: 'triage',
    to: 'blocked',
    because: 'more is asked for on the pull request, and triage rounds are used up',
    when: [when.wishesOpen],
  },
  {
    from: 'triage',
    to: 'implementation',
    because: 'the target branch has moved on',
    when: [when.baseMoved, when.remarksSorted, when.roundsLeft('rebase')],
    round: 'rebase',
    also: ontoMovedBase,
  },
  {
    from: 'triage',
    to: 'blocked',
    because: 'the target branch keeps moving',
    when: [when.baseMoved, when.remarksSorted],
  },
  {
    from: 'triage',
    to: 'implementation',
    because: 'a red check or a conflict is open',
    when: [when.pullRequestTroubled, when.remarksSorted, when.roundsLeft('triage')],
    round: 'triage',
    carry: triageWords,
    also: reopenLast,
  },
  {
    from: 'triage',
    to: 'blocked',
    because: 'triage rounds are used up',
    when: [when.pullRequestTroubled, when.remarksSorted],
  },
  {
    from: 'triage',
    to: 'merge',
    because: 'nothing is open on the pull request',
    when: [when.pullRequestSeen, when.remarksAnswered],
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
    because: 'the pull request goes into another branch now',
    when: [when.retargeted],
  },
  {
    from: 'merge',
    to: 'implementation',
    because: 'somebody else pushed to the pull request',
    when: [when.pushedOnTop, when.roundsLeft('pushes')],
    round: 'pushes',
    also: ontoForeign,
  },
  {
    from: 'merge',
    to: 'blocked',
    because: 'somebody else keeps pushing to the pull request',
    when: [when.pushedOnTop],
  },
  {
    from: 'merge',
    to: 'blocked',
    because: 'somebody else rewrote the branch of the pull request',
    when: [when.headMoved],
  },
  {
    from: 'merge',
    to: 'triage',
    because: 'somebody said something on the pull request',
    when: [when.remarksUnsorted],
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
    when: [when.pullRequestTroubled, when.roundsLeft('triage')],
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
