// The named conditions that guard the moves between stages. `explain` prints the names, so each reads
// as the end of the sentence "the run moves on when …".

import type { Seen } from '../remarks/seen.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isTrialGood } from '../stages/trial.ts';
import { allGood, completeFor } from '../evidence/evidence.ts';
import { hasReports, isAboutHead, isGood, isPassed } from '../evidence/vouched.ts';
import { areDocsSettled } from '../repository/docs.ts';
import type { Gate, GateKind } from '../gates/gate.ts';
import { asksForOrdinary } from '../gates/gate.ts';
import { planFiles, needsDesign } from '../plan/plan.ts';
import { isUnderWay } from '../tasks/replay.ts';
import { isRoundLeft } from './rounds.ts';
import type { Repository, RoundName, Run } from '../run.ts';
import { areIntegrated, endedHere, gatesHere, headsOf, isIn, isTaskLine, must } from '../run.ts';
import { awaitsBase, hasBaseline, isBaseSettled } from '../stages/baseline.ts';
import { isReproduced, isTried, needsReproduction } from '../stages/analysis.ts';
import { areCourtesiesSettled } from '../stages/completion.ts';
import { inRound, isCoverageSettled, isRoundDue, isRoundUnwanted } from '../stages/coverage.ts';
import { areChecked } from '../stages/evaluation.ts';
import { areSurveyed, needsInterpreter } from '../stages/intake.ts';
import { closing, isMergeable, isOrdered } from '../stages/merge.ts';
import {
  auditHere,
  auditsPass,
  inheritsApproval,
  isOverridden,
  needsApproval,
  planDigest,
  troubleWith,
} from '../stages/plan-review.ts';
import { finalVerdict } from '../stages/review.ts';
import { isTakenUnjudged } from '../stages/reviewing.ts';
import { asksAboutChange, isSpared } from '../stages/destroying.ts';
import { isTampering, isUntampered } from '../stages/tampering.ts';
import { asksAboutRemarks, fixesDue, isAnswered, isSorted, seenHere, unsorted } from '../stages/triage.ts';
import { changeAwaitsWaiver, hasWaiver, isWaived } from '../stages/waiver.ts';
import { checksIn, falselyKnown } from '../tasks/task-checks.ts';
import type { Conclusion } from '../roles/verdict.ts';
import { effective } from '../roles/verdict.ts';

export interface Condition {
  readonly name: string;
  readonly holds: (run: Run) => boolean;
}

const condition = (name: string, holds: (run: Run) => boolean): Condition => ({ name, holds });

const not = (other: Condition, name: string): Condition => condition(name, (run) => !other.holds(run));

// intake
export const ticketRecorded = condition(
  'the ticket is recorded and screened',
  (run) => run.ticket !== undefined,
);
export const ticketUnderstood = condition(
  'the ticket is clear, or the interpreter made it so',
  (run) => !needsInterpreter(run),
);
/** What the survey of this visit found; a retry looks again. */
const problemsHere = (run: Run): number | undefined => (areSurveyed(run) ? run.preflight?.length : undefined);
export const preflightPassed = condition('pre-flight passed', (run) => problemsHere(run) === 0);
export const preflightFailed = condition('pre-flight failed', (run) => (problemsHere(run) ?? 0) > 0);
export const reserved = condition('the budget is reserved', (run) =>
  endedHere(run, { kind: 'reserve', subject: 'run' }),
);
export const testsOrWaiver = condition(
  'a test check exists, or a person waived it',
  (run) => run.checks.some((check) => check.kind === 'test') || hasWaiver(run),
);

export const baseSettled = condition(
  'the base was seen checkable before, is now, or a person waived that',
  isBaseSettled,
);

// analysis
/** A bug that has to be reproduced is looked into whatever the profile. */
export const plansFromTicket = condition(
  'the profile is quick and no reproduction is required',
  (run) =>
    run.policy.profile === 'quick' &&
    !(run.policy.reproduction === 'require' && run.ticket?.type === 'bugfix'),
);
const analysisHere = (run: Run): Run['analysis'] =>
  run.analysis?.visit === run.visit.n ? run.analysis : undefined;
export const analysed = condition(
  'an analysis of this round exists',
  (run) => analysisHere(run) !== undefined,
);
export const reproductionSettled = condition(
  'the bug was seen failing, or policy or a person does not demand that',
  (run) =>
    !needsReproduction(run) ||
    (isTried(run) && (isReproduced(run) || isWaived(run, `reproduction.${run.visit.n}`))),
);
export const reproductionTried = condition(
  'the test that is to show the bug was tried, if there is one',
  isTried,
);

export const baselineKnown = condition(
  'the checks have run on the base commit, and it can be checked or a person waived that',
  (run) => hasBaseline(run) && !awaitsBase(run),
);

// planning and design
export const planHolds = condition('the plan passes its contract', (run) => run.plan?.visit === run.visit.n);
const ofBases = ({ repositories }: Run): readonly Evidence[] =>
  repositories.flatMap(({ baseline }) => baseline?.evidence ?? []);
/** Only where the plan was there first: else its contract knew. */
export const falseClaim = condition(
  'the plan says that a check fails at the base commit, and it did not',
  (run) => run.plan !== undefined && falselyKnown(run.plan, ofBases(run)).length > 0,
);
/** As well only where the plan was made meanwhile: a planner who knew has a reason. */
export const addsUnrun = condition(
  'the plan has the test added that no runner picks up',
  ({ plan, analysis }) =>
    plan !== undefined &&
    analysis?.reproduction !== undefined &&
    analysis.unrunIn === plan.visit &&
    planFiles(plan).includes(analysis.reproduction.path),
);
export const wantsDesign = condition(
  'the size of the plan calls for a design',
  (run) => run.plan !== undefined && needsDesign(run.plan.tier),
);
export const noDesign = not(wantsDesign, 'the size of the plan needs no design');
export const designExists = condition('the design exists', (run) => run.design?.visit === run.visit.n);

// plan review
export const auditsPassed = condition(
  'every audit that is due passed, or a person took the plan as it is',
  (run) => auditsPass(run) || isOverridden(run),
);
export const auditRevises = condition(
  'an audit asks for a revision, and a revision can still mend it',
  (run) => auditHere(run)?.conclusion === 'revise' && troubleWith(run) === undefined,
);
export const designMeant = condition('the revision concerns the design', (run) =>
  run.visit.verdicts.some(
    (item) => effective(item.verdict) === 'revise' && item.verdict.concerns === 'design',
  ),
);
export const planApproved = condition(
  'the plan gate approved this plan, or policy asks for no gate',
  (run) =>
    !needsApproval(run) ||
    inheritsApproval(run) ||
    run.gates.some(
      (gate) =>
        gate.kind === 'plan' && gate.digest === planDigest(run) && gate.decision?.answer === 'approve',
    ),
);

// gates
const decidedHere = (run: Run, kind: GateKind, answer: 'revise' | 'reject'): boolean =>
  gatesHere(run).some((gate) => gate.kind === kind && gate.decision?.answer === answer);
export const gateRevises = (kind: GateKind): Condition =>
  condition(`a person asked for a revision at the ${kind} gate`, (run) => decidedHere(run, kind, 'revise'));
/** Where a revision is an answer; elsewhere it is a no. */
export function isRevisable(gate: Pick<Gate, 'kind' | 'subject'>): boolean {
  const kinds: readonly GateKind[] = [
    'plan',
    'drift',
    'delivery',
    'merge',
    'review',
    'widen-scope',
    'remarks',
  ];
  return kinds.includes(gate.kind) || isTampering(gate) || asksAboutChange(gate);
}
/** A no is an answer like any other: to a question, to a script, to a wish on the pull request. */
function isHarmless({ kind }: Gate): boolean {
  return kind === 'question' || kind === 'probe' || kind === 'remarks';
}

/**
 * A question has no wrong answer; without its probes the run goes on, and without more files the task tries again. The other
 * gates stop it when they are refused.
 */
export function refusedGate(run: Run): Gate | undefined {
  return gatesHere(run).find((gate) => {
    if (isHarmless(gate) || asksForOrdinary(gate)) return false;
    if (gate.decision?.answer === 'reject') return true;
    return gate.decision?.answer === 'revise' && !isRevisable(gate);
  });
}
export const gateRefused = condition('a person said no at a gate', (run) => refusedGate(run) !== undefined);

// rounds
export const roundsLeft = (round: RoundName): Condition =>
  condition(`a ${round} round is left`, (run) => isRoundLeft(run, round));

export const planRoundLeft = condition(
  'a plan round is left',
  (run) => run.plan !== undefined && isRoundLeft(run, 'plan'),
);

// implementation
/** What a task delivered is seen through to its end before the run leaves, or it would be lost. */
const underWay = (run: Run): boolean =>
  run.tasks.some((state) => isUnderWay(run, state)) ||
  run.inFlight.some((effect) => effect.visit === run.visit.n && isTaskLine(effect.line));
export const allIntegrated = condition(
  'every task is accepted and integrated',
  (run) => areIntegrated(run) && run.repositories.every(({ joining }) => joining === undefined),
);
/** A merge of it would be an empty commit. */
export const nothingLeft = condition('the run branch has the same files as the target', (run) =>
  run.repositories.every(({ base, head }) => head.tree !== undefined && head.tree === base.tree),
);
export const docsSettled = condition(
  'documents that go into the pull request are on the branch, or given up on',
  areDocsSettled,
);
export const replanAsked = condition(
  'a task has to be planned again',
  (run) => run.tasks.some((state) => state.at === 'replan') && !underWay(run),
);
export const taskFailed = condition('a task used up its attempts', (run) =>
  run.tasks.some((state) => state.at === 'failed'),
);
export const nothingUnderWay = condition('no other task is under way', (run) => !underWay(run));

export const coverageRound = condition('a coverage round is under way', inRound);
export const roundUnwanted = condition('a person wants no more of the coverage round', isRoundUnwanted);
export const nothingAdded = condition('no tester added anything', (run) =>
  run.repositories.every(({ head, pushed }) => head.commit === pushed),
);
export const taskGaveUp = condition('a task used up its attempts, or has to be planned again', (run) =>
  run.tasks.some((state) => state.at === 'failed' || state.at === 'replan'),
);

// evaluation
const isEvaluated = (run: Run, repository: Repository): boolean => {
  const tree = must(repository.head.tree, 'an evaluated head has a tree');
  const own = run.visit.evidence.filter((item) => isIn(run, item, repository));
  return completeFor(tree, checksIn(run, repository), own);
};
export const evaluated = condition(
  'every check ran on this tree',
  (run) => areChecked(run) && run.repositories.every((repository) => isEvaluated(run, repository)),
);
export const checksGood = condition('no check failed', (run) => allGood(run.visit.evidence));
export const checksBad = condition(
  'a check failed, and no waiver is asked for',
  (run) => !allGood(run.visit.evidence) && !changeAwaitsWaiver(run),
);
export const untampered = condition(
  'nothing that checks the change was weakened, or the plan or a person allows it',
  isUntampered,
);
export const tamperingRevised = condition('a person wants back what was weakened', (run) =>
  gatesHere(run).some((gate) => isTampering(gate) && gate.decision?.answer === 'revise'),
);
export const spared = condition('nothing is destroyed, or a person or policy allows it', isSpared);
export const destructionRevised = condition('a person wants back what was destroyed', (run) =>
  gatesHere(run).some((gate) => asksAboutChange(gate) && gate.decision?.answer === 'revise'),
);
export const maySimplify = condition('policy allows one simplification pass, and it is unused', (run) =>
  isRoundLeft(run, 'simplify'),
);

// review
const concludes = (conclusion: Conclusion) => (run: Run) => {
  const verdict = finalVerdict(run);
  return verdict !== undefined && effective(verdict) === conclusion;
};
export const reviewPasses = condition(
  'the reviewer passed the change, or could not judge it and a person took it',
  (run) => concludes('pass')(run) || (finalVerdict(run) !== undefined && isTakenUnjudged(run)),
);
export const reviewRevises = condition('the reviewer asks for a revision', concludes('revise'));
export const reviewRejects = condition('the reviewer rejected the change', concludes('reject'));
export const reviewNotPassed = condition(
  'the reviewer did not pass the change',
  (run) => concludes('revise')(run) || concludes('reject')(run) || concludes('abstain')(run),
);
export const deliveryApproved = condition(
  'the delivery gate approved this head, or policy asks for no gate',
  (run) =>
    !run.policy.gates.delivery ||
    run.gates.some(
      (gate) =>
        gate.kind === 'delivery' && gate.digest === headsOf(run) && gate.decision?.answer === 'approve',
    ),
);

// completion and after
export const screeningBlocked = condition('screening found a secret in what would be delivered', (run) =>
  run.visit.screened.some(({ verdict }) => verdict === 'BLOCKED'),
);
export const pullRequestExists = condition('the pull request exists for this head', (run) =>
  run.repositories.every(
    ({ pullRequest, pushed, head }) => pullRequest !== undefined && pushed === head.commit,
  ),
);
export const courtesiesSettled = condition(
  'labels, checks and tracker are told, or given up on',
  areCourtesiesSettled,
);
export const stageSkipped = condition(
  'the stage is done, or skipped and recorded',
  (run) => run.visit.skipped !== undefined,
);
export const coverageSettled = condition(
  'coverage is measured or skipped, that is told, and a waiver is there where policy asks for one',
  isCoverageSettled,
);
export const coverageRoundDue = condition('changed lines are not executed, and a round is left', isRoundDue);
export const pullRequestSeen = condition('the forge was asked', (run) =>
  run.repositories.every((repository) => seenHere(run, repository) !== undefined),
);
/** No round is spent on what the forge says of one pull request before it was asked about the others. */
const areSeen = (run: Run): boolean =>
  run.repositories.every(
    (repository) => repository.pullRequest?.merged !== undefined || seenHere(run, repository) !== undefined,
  );
/** What is true of a pull request that is open, in any repository of the run. */
const ofOpen = (
  name: string,
  holds: (seen: Seen, isOurs: boolean, repository: Repository) => boolean,
): Condition =>
  condition(
    name,
    (run) =>
      areSeen(run) &&
      run.repositories.some((repository) => {
        const seen = seenHere(run, repository);
        return seen?.state === 'open' && holds(seen, seen.head === repository.head.commit, repository);
      }),
  );
export const pullRequestTroubled = ofOpen(
  'a red check or a conflict is open',
  ({ mergeable: fits, checks }, isOurs) => isOurs && (!fits || checks === 'failure'),
);
/** Only while the pull request is ours and open; what is merged or closed has no target any more. */
export const baseMoved = ofOpen(
  'the target branch has moved on',
  ({ base }, isOurs) => isOurs && base !== undefined,
);
const areSorted = (run: Run): boolean => run.repositories.every((repository) => isSorted(run, repository));
export const remarksUnsorted = ofOpen(
  'somebody said something on the pull request',
  (_seen, isOurs, repository) => isOurs && unsorted(repository).length > 0,
);
export const remarksSorted = condition(
  'what was said on the pull request is sorted, and a person decided what no rule does',
  (run) => areSorted(run) && !asksAboutRemarks(run),
);
/** Once all that was said is sorted, and a person decided what no rule does. */
export const wishesOpen = condition(
  'something is asked for on the pull request',
  (run) =>
    areSeen(run) &&
    areSorted(run) &&
    !asksAboutRemarks(run) &&
    run.repositories.some((repository) => fixesDue(run, repository).length > 0),
);
export const remarksAnswered = condition(
  'what was said on the pull request is answered',
  (run) => !asksAboutRemarks(run) && run.repositories.every((repository) => isAnswered(run, repository)),
);
export const retargeted = ofOpen(
  'the pull request goes into another branch now',
  ({ target }) => target !== undefined,
);
export const headMoved = ofOpen('the head of the pull request is not ours', (_seen, isOurs) => !isOurs);
/** Everything that was pushed is in it: the run can go on on top of it. */
export const pushedOnTop = ofOpen(
  'somebody else pushed on top of what was pushed',
  ({ foreign }, isOurs) => !isOurs && foreign?.isOnTop === true,
);
/** Somebody pushed, and took it back before anybody saw it. */
export const notPushedYet = ofOpen(
  'the head of the pull request is what was pushed last',
  ({ head }, isOurs, { pushed }) => !isOurs && head === pushed,
);
/** A push or a merge found another head than it was to be. */
export const overtaken = condition(
  'somebody else pushed meanwhile',
  ({ visit, repositories }) =>
    visit.dead?.reason === 'ref-moved' && repositories.every(({ pullRequest }) => pullRequest !== undefined),
);
/**
 * Their words came along, or they revised the merge gate of the visit before without any. What is not on the pull request yet, because
 * somebody else pushed, has to come there first.
 */
export const personWantsChanges = condition(
  'a person asked for changes',
  (run) =>
    run.repositories.every(({ pushed, head }) => pushed === head.commit) &&
    (run.visit.carry.length > 0 ||
      run.gates.some(
        (gate) =>
          gate.kind === 'merge' && gate.visit === run.visit.n - 1 && gate.decision?.answer === 'revise',
      )),
);
export const pullRequestClosed = condition('the pull request was closed', (run) =>
  run.repositories.some((repository) => seenHere(run, repository)?.state === 'closed'),
);
export const pullRequestMerged = condition('the pull request is merged', (run) =>
  run.repositories.every(({ pullRequest }) => pullRequest?.merged !== undefined),
);
export const ticketClosed = condition(
  'the tracker is told, or given up on',
  (run) => run.ticket !== undefined && closing(run).length === 0,
);
/** The merge is an effect and no move, but people want to know what it lacks. */
export const mergeConditions: readonly Condition[] = [
  condition('every check has evidence', hasReports),
  condition('the evidence is for the tree of this head', isAboutHead),
  condition('no check failed in it', isGood),
  condition('the reviewer passed this head', isPassed),
  condition('the forge says this head can be merged', isMergeable),
  condition('the merge of this head is ordered', isOrdered),
  condition('what the merge gives is checked, where the target has moved on', (run) =>
    run.repositories.every((repository) => isTrialGood(repository)),
  ),
];

// anywhere
export const lineDead = condition('nothing is left to try', (run) => run.visit.dead !== undefined);
