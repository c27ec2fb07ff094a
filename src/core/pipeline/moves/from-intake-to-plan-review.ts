// Moves of the deliver pipeline from the ticket to a plan that is approved.

import { handedIn } from '../../stages/planning.ts';
import { committedFirst } from '../../stages/reproduction-first.ts';
import { auditRemarks, auditReports, falseClaims, personsWords } from '../carried.ts';
import * as when from '../conditions.ts';
import type { Move } from './move.ts';
import { passOn } from './move.ts';

export const toAPlan: readonly Move[] = [
  { from: 'intake', to: 'blocked', because: 'pre-flight failed', when: [when.preflightFailed] },
  {
    from: 'intake',
    to: 'analysis',
    because: 'the ticket is recorded and the run can begin',
    when: [
      when.ticketRecorded,
      when.preflightPassed,
      when.reserved,
      when.testsOrWaiver,
      when.baseSettled,
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
    when: [when.planHolds, when.baselineKnown, when.reproductionTried, when.falseClaim, when.planRoundLeft],
    round: 'plan',
    carry: (run) => [...passOn(run), ...falseClaims(run)],
  },
  {
    from: 'planning',
    to: 'planning',
    because: 'the plan has the test added that no runner picks up',
    when: [when.planHolds, when.baselineKnown, when.reproductionTried, when.addsUnrun, when.planRoundLeft],
    round: 'plan',
    carry: passOn,
  },
  {
    from: 'planning',
    to: 'design',
    because: 'the plan holds and its size calls for a design',
    when: [
      when.planHolds,
      when.baselineKnown,
      when.reproductionTried,
      when.wantsDesign,
      when.roundsLeft('design'),
    ],
    round: 'design',
    carry: passOn,
  },
  {
    from: 'planning',
    to: 'plan-review',
    because: 'the plan holds',
    when: [when.planHolds, when.baselineKnown, when.reproductionTried, when.noDesign],
    carry: passOn,
  },
  {
    from: 'planning',
    to: 'plan-review',
    because: 'design revisions are used up, so the design stays as it is',
    when: [when.planHolds, when.baselineKnown, when.reproductionTried],
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
    when: [when.auditRevises, when.designMeant, when.roundsLeft('design')],
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
    carry: auditRemarks,
    also: committedFirst,
  },
];
