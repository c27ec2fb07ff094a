// What is other now than in what a person looked at. A decision on something that changed is refused; this says in
// words what it was, so that nobody has to compare two digests. Pure.

import { eachOf } from '../../core/run.ts';
import type { EventOf, RunEvent } from '../../core/events.ts';
import { changesBetween } from '../../core/plan/lineage.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { isSeen } from '../words/seen-word.ts';
import { short } from '../words/words.ts';

/** One line each, the last events' state against `seen`, a digest or its short word; empty where it is not known. */
export function changedSince(events: readonly RunEvent[], seen: string): readonly string[] {
  const digest = knownDigest(events, seen);
  if (digest === undefined) return [];
  const plans = events.flatMap(planOf);
  const [hash = '', base, policy] = digest.split('.');
  const before = plans.find((plan) => plan.hash === hash);
  const now = plans.at(-1);
  if (before !== undefined && now !== undefined) {
    return [...planChanges(before, now), ...underneath(events, base, policy)];
  }
  return headChanges(events, digest);
}

/** What a gate of this run asked about once. */
function knownDigest(events: readonly RunEvent[], seen: string): string | undefined {
  return events
    .flatMap((event) => (event.type === 'gate.opened' ? [event.request] : []))
    .find((request) => isSeen(request, seen))?.digest;
}

/** Every version there was, a person's own among them. */
function planOf(event: RunEvent): readonly Plan[] {
  return 'plan' in event ? [event.plan] : [];
}

function planChanges(before: Plan, now: Plan): readonly string[] {
  if (before.hash === now.hash) return [];
  const changes = changesBetween(before, now);
  return changes.length === 0 ? ['the plan: other words, the same tasks, files and risks'] : changes;
}

/** A plan is approved on its base and under its policy. */
function underneath(
  events: readonly RunEvent[],
  base: string | undefined,
  policy: string | undefined,
): readonly string[] {
  const started = events.find((event) => event.type === 'run.started');
  const commit = started && eachOf(started, (repository) => repository.base.commit);
  return [
    ...(base === undefined || base === commit ? [] : [`the base: ${short(base)} → ${short(commit ?? '')}`]),
    ...(policy === undefined || policy === started?.policyHash ? [] : ['the policy of the run']),
  ];
}

/** The delivery and the merge gate ask about a head: what was integrated after it is what changed. */
function headChanges(events: readonly RunEvent[], head: string): readonly string[] {
  const at = events.findIndex((event) => isHeadEvent(event) && event.head.commit === head);
  if (at < 0) return [];
  return events.slice(at + 1).flatMap((event) => {
    if (event.type === 'base.moved') return [`the target branch moved on to ${short(event.base.commit)}`];
    if (event.type === 'branch.followed') return [`somebody else pushed ${short(event.head.commit)}`];
    if (event.type === 'branch.joined') return [`the head is ${short(event.head.commit)} now`];
    return event.type === 'task.integrated'
      ? [`task ${event.task} was integrated again: the head is ${short(event.head.commit)} now`]
      : [];
  });
}

function isHeadEvent(
  event: RunEvent,
): event is EventOf<'task.integrated' | 'branch.followed' | 'branch.joined'> {
  return (
    event.type === 'task.integrated' || event.type === 'branch.followed' || event.type === 'branch.joined'
  );
}
