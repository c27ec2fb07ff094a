// Every number and switch of policy, one row each: the key a person writes, what it means, where the SPEC speaks of
// it, and how its value is spelled. `policy show` and `policy explain` are views of this table.

import type { CoveragePolicy, Policy } from '../core/policy.ts';
import { checksAtOnceOf, coverageDefaults, rerunsOf, reuseMsOf } from '../core/policy.ts';
import { durationText } from './units.ts';

export interface PolicyKey {
  /** As in `slipway.yaml`, with dots. */
  readonly key: string;
  readonly spec: string;
  readonly about: string;
  /** The value in force, as the file would spell it. */
  readonly value: (policy: Policy) => string;
}

const row = (
  key: string,
  spec: string,
  about: string,
  value: (policy: Policy) => string | number | boolean,
): PolicyKey => ({ key, spec, about, value: (policy) => String(value(policy)) });

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;
const orNone = (limit: number | undefined): string => String(limit ?? 'none');
const timeOrNone = (ms: number | undefined): string => (ms === undefined ? 'none' : durationText(ms));

function stagesText(stages: NonNullable<Policy['budget']['stages']>): string {
  const texts = Object.entries(stages).map(([stage, { agentMs, ...caps }]) => {
    const all = { ...caps, ...(agentMs === undefined ? {} : { time: durationText(agentMs) }) };
    const limits = Object.entries(all).map(([name, limit]) => `${name}: ${limit}`);
    return `${stage}: { ${limits.join(', ')} }`;
  });
  return texts.length === 0 ? 'none' : `{ ${texts.join(', ')} }`;
}
/** Runs of older versions measured nothing. */
const coverageIn = (p: Policy): CoveragePolicy => p.coverage ?? { ...coverageDefaults, enabled: false };
const mb = (bytes: number): string => `${bytes / 1_048_576}MB`;

export const policyKeys: readonly PolicyKey[] = [
  row(
    'profile',
    'C12',
    'A set of policy under one name; what the file says itself stands over it.',
    (p) => p.profile,
  ),
  row(
    'gates.plan',
    'P6',
    'A person approves the plan before work begins. Without a terminal only where this is written down.',
    (p) => p.gates.plan,
  ),
  row('gates.wave', 'M2', 'A person lets each wave of tasks begin.', (p) => p.gates.wave),
  row(
    'gates.delivery',
    'D1',
    'A person sees the whole change before a pull request is opened.',
    (p) => p.gates.delivery,
  ),
  row(
    'gates.merge',
    'D6',
    'A person orders the merge. Switched off, a change whose checks are green is merged.',
    (p) => p.gates.merge,
  ),
  row(
    'gates.destructive',
    'M2',
    'A task that destroys something waits for a person.',
    (p) => p.gates.destructive,
  ),
  row('onBlocked', 'C7', 'After the last bug round: halt, or one pass that simplifies.', (p) => p.onBlocked),
  row(
    'onQuota',
    'M6',
    'At a quota: wait until it comes back, or hand the work to the next agent.',
    (p) => p.onQuota,
  ),
  row(
    'interpret',
    'I2',
    'Whether the interpreter is asked about a ticket that is not clear.',
    (p) => p.interpret ?? 'auto',
  ),
  row(
    'authors.allow',
    'I4',
    'Who may start a run, by name or by what they are to the repository. Empty: everybody but bots.',
    (p) => list(p.authors.allow),
  ),
  row('authors.bots', 'I4', 'Whether bots may start a run.', (p) => p.authors.bots),
  row(
    'reruns.failed',
    'E2',
    'Runs of a test check on the same tree after new failures, to find the flaky ones.',
    (p) => rerunsOf(p).failed,
  ),
  row('reruns.timeout', 'E2', 'The same after it ran out of time.', (p) => rerunsOf(p).timeout),
  row(
    'coverage.enabled',
    'D4',
    'Whether coverage of the changed lines is measured, where there is a command for it.',
    (p) => coverageIn(p).enabled,
  ),
  row(
    'coverage.target',
    'D4',
    'Percent of the changed lines that tests should execute.',
    (p) => coverageIn(p).target,
  ),
  row('coverage.rounds', 'D4', 'Rounds of tests for lines that none executes.', (p) => coverageIn(p).rounds),
  row('coverage.gain', 'D4', 'Points a round has to gain, or it was the last.', (p) => coverageIn(p).gain),
  row(
    'coverage.require',
    'D4',
    'A change below the target needs the waiver of a person.',
    (p) => coverageIn(p).require,
  ),
  row(
    'reproduction',
    'P1',
    'Whether a bug has to be seen failing before it is mended.',
    (p) => p.reproduction,
  ),
  row(
    'search.searxng',
    'C6',
    'The SearXNG at which roles may have something looked up on the web.',
    (p) => p.search?.searxng ?? 'off',
  ),
  row(
    'docs.refresh',
    'I6',
    'Whether documents about the repository that are missing or cannot be believed are written anew: off or stale.',
    (p) => p.docs?.refresh ?? 'off',
  ),
  row(
    'docs.deliver',
    'I6',
    'Whether refreshed documents go into the pull request, as a commit of their own: off or commit.',
    (p) => p.docs?.deliver ?? 'off',
  ),
  row('slots', 'M3', 'Tasks at work at the same time; by default the cores, at most 10.', (p) => p.slots),
  row(
    'budget.usd',
    'C8',
    'Known cost of a run, in USD. Reaching it waits for a person.',
    (p) => p.budget.usd,
  ),
  row('budget.launches', 'C8', 'Agent launches of a run.', (p) => p.budget.launches),
  row('budget.time', 'C8', 'Agent time of a run, all agents together.', (p) =>
    durationText(p.budget.agentMs),
  ),
  row('budget.tokens', 'C8', 'Tokens of a run, as far as its agents tell them.', (p) =>
    orNone(p.budget.tokens),
  ),
  row('budget.task.usd', 'C8', 'Known cost of each task, in USD.', (p) => orNone(p.budget.task?.usd)),
  row('budget.task.launches', 'C8', 'Agent launches of each task.', (p) => orNone(p.budget.task?.launches)),
  row('budget.task.time', 'C8', 'Agent time of each task.', (p) => timeOrNone(p.budget.task?.agentMs)),
  row('budget.task.tokens', 'C8', 'Tokens of each task.', (p) => orNone(p.budget.task?.tokens)),
  row('budget.day.usd', 'C8', 'Known cost of a day over all runs of a home, in USD.', (p) =>
    orNone(p.budget.day?.usd),
  ),
  row('budget.day.launches', 'C8', 'Agent launches of a day over all runs of a home.', (p) =>
    orNone(p.budget.day?.launches),
  ),
  row('budget.day.time', 'C8', 'Agent time of a day over all runs of a home.', (p) =>
    timeOrNone(p.budget.day?.agentMs),
  ),
  row('budget.day.tokens', 'C8', 'Tokens of a day over all runs of a home.', (p) =>
    orNone(p.budget.day?.tokens),
  ),
  row('budget.stages', 'C8', 'The same four limits for stages by name, over all their visits.', (p) =>
    stagesText(p.budget.stages ?? {}),
  ),
  row(
    'budget.reserveUsd',
    'C8',
    'What a launch is assumed to cost until its cost is known.',
    (p) => p.budget.reserveUsd,
  ),
  row('rounds.plan.TRIVIAL', 'P3', 'Revisions of a plan of 1 or 2 files.', (p) => p.rounds.plan.TRIVIAL),
  row('rounds.plan.SMALL', 'P3', 'Revisions of a plan of 3 to 5 files.', (p) => p.rounds.plan.SMALL),
  row('rounds.plan.MEDIUM', 'P3', 'Revisions of a plan of 6 to 14 files.', (p) => p.rounds.plan.MEDIUM),
  row('rounds.plan.LARGE', 'P3', 'Revisions of a plan of 15 files and more.', (p) => p.rounds.plan.LARGE),
  row('rounds.design', 'P3', 'Designs of one run.', (p) => p.rounds.design),
  row('rounds.bug', 'E5', 'Rounds after a failed evaluation, over the whole run.', (p) => p.rounds.bug),
  row('rounds.review', 'E8', 'Plans made anew after a reviewer rejected the change.', (p) => p.rounds.review),
  row('rounds.fix', 'E7', 'Rounds in which named tasks mend what a reviewer found.', (p) => p.rounds.fix),
  row('rounds.replan', 'M6', 'Times a task may be planned again.', (p) => p.rounds.replan),
  row(
    'rounds.triage',
    'D5',
    'Rounds after comments, red checks or conflicts on a pull request.',
    (p) => p.rounds.triage,
  ),
  row(
    'rounds.rebase',
    'M5',
    'Times a change is put onto a target branch that moved on.',
    (p) => p.rounds.rebase,
  ),
  row(
    'retries.transient',
    'M6',
    'Retries after a lost connection, a timeout, a killed process; the wait doubles.',
    (p) => p.retries.transient,
  ),
  row(
    'retries.fixable',
    'M6',
    'Retries after failed checks, a breached fence, an empty change.',
    (p) => p.retries.fixable,
  ),
  row(
    'retries.replan',
    'M6',
    'Times a task sent back to planning is planned again.',
    (p) => p.retries.replan,
  ),
  row(
    'retries.model_unavailable',
    'M6',
    'Retries where the model is overloaded, before the next agent takes over.',
    (p) => p.retries.model_unavailable,
  ),
  row('retries.malformed', 'M6', 'Repairs of an answer that cannot be used.', (p) => p.retries.malformed),
  row('retries.perTask', 'M6', 'Retries of all classes together, for one task.', (p) => p.retriesPerTask),
  row('retries.sameClass', 'M6', 'So often the same class, then a person is asked.', (p) => p.sameClassMax),
  row('retries.wait', 'M6', 'Before the first retry after a transient failure.', (p) =>
    durationText(p.waitMs),
  ),
  row('plan.tasks', 'P2', 'Tasks of a plan.', (p) => p.plan.tasksMax),
  row('plan.filesPerTask', 'P2', 'Files of a task.', (p) => p.plan.filesPerTaskMax),
  row(
    'plan.linesPerTask',
    'P2',
    'Changed lines of a task, as the planner estimates them.',
    (p) => p.plan.linesPerTaskMax,
  ),
  row('plan.auditTasks', 'P3', 'A plan of so many tasks is audited.', (p) => p.plan.auditTasks),
  row(
    'plan.auditConfidence',
    'P3',
    'A plan whose planner is less sure of it is audited.',
    (p) => p.plan.auditConfidence,
  ),
  row('plan.riskyWords', 'P3', 'A plan that touches a path with one of these words in it is audited.', (p) =>
    list(p.plan.riskyWords),
  ),
  row('plan.score', 'P4', "Percent an auditor's marks have to reach.", (p) => p.plan.scoreMin),
  row('plan.majors', 'P4', 'MAJOR findings an audit may pass with.', (p) => p.plan.majorsMax),
  row(
    'plan.confidence',
    'P4',
    'A verdict that is less sure of itself abstains.',
    (p) => p.plan.confidenceMin,
  ),
  row(
    'plan.walkConfidence',
    'P4',
    'The same for the walk through the first tasks.',
    (p) => p.plan.walkConfidenceMin,
  ),
  row('plan.stagnation', 'P4', 'From this audit on a plan can stagnate.', (p) => p.plan.stagnationRound),
  row(
    'plan.gain',
    'P4',
    'Points a plan has to gain over two rounds, or a person is asked.',
    (p) => p.plan.gainMin,
  ),
  row('limits.attempt', 'N', 'Time of one attempt.', (p) => durationText(p.limits.attemptMs)),
  row('limits.silence', 'N', 'No output, no change and no computing for so long is a stall.', (p) =>
    durationText(p.limits.silenceMs),
  ),
  row('limits.grace', 'N', 'Between asking a program to end and ending it.', (p) =>
    durationText(p.limits.graceMs),
  ),
  row('limits.check', 'N', 'Time of one check that names none; lint takes at most 5m.', (p) =>
    durationText(p.limits.checkMs),
  ),
  row('limits.poll', 'D3', 'Between two looks at a pull request.', (p) => durationText(p.pollMs)),
  row('limits.quotaWait', 'M6', 'Wait where a quota does not say when it comes back.', (p) =>
    durationText(p.quotaWaitMs),
  ),
  row('limits.gate', 'P6', 'How long what a person is shown at a gate can be answered.', (p) =>
    durationText(p.gateMs),
  ),
  row(
    'limits.reuse',
    'E2',
    'How long a pass of the base commit stands for the same tree in later runs.',
    (p) => durationText(reuseMsOf(p)),
  ),
  row(
    'limits.checksAtOnce',
    'E1',
    'Checks of one tree at the same time, where each has a box of its own; by default the cores, at most 4.',
    (p) => checksAtOnceOf(p),
  ),
  row('limits.output', 'N', 'Output of one attempt.', (p) => mb(p.limits.outputBytesMax)),
  row('limits.turns.investigate', 'N', 'Turns of an agent that reads.', (p) => p.limits.turns.investigate),
  row('limits.turns.execute', 'N', 'Turns of an agent that works on a task.', (p) => p.limits.turns.execute),
  row('limits.turns.commit', 'N', 'Turns of an agent that words a summary.', (p) => p.limits.turns.commit),
  row('limits.turns.coverage', 'N', 'Turns of an agent that writes tests.', (p) => p.limits.turns.coverage),
  row('limits.turns.review', 'N', 'Turns of an agent that reviews.', (p) => p.limits.turns.review),
  row(
    'protectedPaths',
    'M4',
    'Paths that need leave in the approved plan; add and remove change the list.',
    (p) => list(p.protectedPaths),
  ),
];
