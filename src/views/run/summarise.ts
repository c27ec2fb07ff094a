// From the state of a run to what people read of it without folding its journal.

import { effectsDue } from '../../core/effects-due.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { openGates, startedIn } from '../../core/run.ts';
import { inspectLine } from '../../core/stages/triage.ts';
import { awaitedOf } from '../../core/stages/watched.ts';
import { statusOf } from '../../core/status.ts';
import { ticketHashOf } from '../memory/agent-keys.ts';
import type { InboxItem, RunSummary } from './summary.ts';
import { blockedWords } from '../words/blocked-words.ts';
import { nameOf } from '../words/gate-name.ts';
import { whyAsked } from './why-asked.ts';

export function viewOf(
  run: Run,
  at: number,
): { readonly summary: RunSummary; readonly inbox: readonly InboxItem[] } {
  return { summary: summarise(run, at), inbox: inboxOf(run) };
}

export function summarise(run: Run, at: number): RunSummary {
  const { done, total } = tasksOf(run);
  return {
    run: run.id,
    title: run.title,
    ticket: run.ticket?.id,
    ticketHash: ticketHashOf(run),
    repository: startedIn(run).repository,
    stage: run.visit.stage,
    visit: run.visit.n,
    status: statusOf(run),
    because: becauseOf(run),
    startedAt: run.startedAt,
    updatedAt: at,
    tasksDone: done,
    tasksTotal: total,
    launches: run.spend.launches,
    usd: run.spend.usd,
    launchesWithoutUsd: run.spend.launchesWithoutUsd,
    budgetUsd: run.budget.usd,
    budgetLaunches: run.budget.launches,
    agentMs: run.spend.agentMs,
    roles: run.spend.roles,
    ...publishedBy(run),
    landed: run.landed?.branch,
    taken: takenIn(run),
    owed: owes(run) ? true : undefined,
  };
}

/** What is out there of it: nothing any more, once it was taken back. */
function publishedBy(run: Run): Pick<RunSummary, 'branch' | 'pullRequest' | 'pullRequests'> {
  const { branch, discard, repositories } = run;
  if (discard === 'done') return { branch: undefined, pullRequest: undefined, pullRequests: undefined };
  const isOne = repositories.length === 1;
  return {
    branch,
    pullRequest: isOne ? startedIn(run).pullRequest?.number : undefined,
    pullRequests: isOne ? undefined : pullRequestsOf(run),
  };
}

function tasksOf({ tasks }: Run): { readonly done: number; readonly total: number } {
  let [done, total] = [0, 0];
  for (const { at } of tasks) {
    if (at === 'integrated') done += 1;
    if (at !== 'dropped') total += 1;
  }
  return { done, total };
}

function takenIn({ tasks, ended }: Run): RunSummary['taken'] {
  const taken = tasks.filter(({ at }) => at === 'taken').map(({ task }) => task.id);
  return ended !== undefined || taken.length === 0 ? undefined : taken;
}

/** Where there may be several, which is whose. */
function pullRequestsOf({ repositories }: Run): RunSummary['pullRequests'] {
  return repositories.flatMap(({ alias, pullRequest }) =>
    pullRequest === undefined ? [] : [{ repository: alias, number: pullRequest.number }],
  );
}

/** An end is not always the last thing that happens to a run; what is left is an owner's to do, also after a crash. */
function owes(run: Run): boolean {
  return run.ended !== undefined && (run.inFlight.length > 0 || effectsDue(run).length > 0);
}

/** On what the run waits, or why it is blocked, in words. */
export function becauseOf(run: Run): string | undefined {
  if (run.ended !== undefined) return undefined;
  if (run.blocked !== undefined) return blockedWords(run);
  if (run.paused) return 'paused by a person';
  const gates = openGates(run);
  if (gates.length > 0) return gates.map((gate) => `the ${nameOf(gate)}`).join(' and ');
  const taken = takenIn(run);
  if (taken !== undefined) return `task ${taken.join(' and ')}, which a person took`;
  const awaited = awaitedOf(run);
  return awaited.length > 0 ? `${awaited.join(' and ')}, on the forge` : heldBecause(run);
}

/** What another wait than these is for stands in the events alone. */
function heldBecause(run: Run): string | undefined {
  const { holds } = run;
  if (holds.length === 0) return undefined;
  if (holds.some((hold) => hold.quota === true)) return 'a quota to come back';
  const looks = run.repositories.map((repository) => inspectLine(run, repository));
  return holds.every((hold) => looks.includes(hold.line))
    ? 'the checks of the pull request'
    : 'a time to pass';
}

function whyOf(run: Run, gate: Gate): Pick<InboxItem, 'why'> {
  const why = whyAsked(run, gate);
  return why === undefined ? {} : { why };
}

export function inboxOf(run: Run): readonly InboxItem[] {
  if (run.ended !== undefined) return [];
  return openGates(run).map((gate) => ({
    ...whyOf(run, gate),
    run: run.id,
    repository: startedIn(run).repository,
    gate: gate.id,
    kind: gate.kind,
    subject: gate.subject,
    digest: gate.digest,
    title: run.title,
    openedAt: gate.openedAt,
  }));
}
