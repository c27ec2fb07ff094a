// A workflow is somebody else's: which of its states stands for ours, and which of its transitions leads there. Pure.
//
// Invariants
//   JIRA-WORKFLOW-1. A name that was configured is taken as it is and nothing is guessed beside it.
//   JIRA-WORKFLOW-2. Guessed by the category Jira has for every status, then by its name. An end that says the work was not done
//       (won't do, duplicate, cancelled …) never stands for done.

import type { TicketStatus } from '../../core/effects.ts';
import type { JiraSettings } from '../../config/tracker-settings.ts';

export interface JiraStatus {
  readonly name: string;
  /** Of Jira's own: new, indeterminate or done. */
  readonly category: string;
}

export interface JiraTransition {
  readonly id: string;
  readonly name: string;
  readonly to: JiraStatus;
  /** Names of fields that must be filled in and have no value of their own. */
  readonly required: readonly string[];
}

type Statuses = JiraSettings['statuses'];

export function statusOf(status: JiraStatus, statuses: Statuses = {}): TicketStatus | 'open' {
  const named = (['done', 'in-review', 'in-progress'] as const).find((each) =>
    isCalled(status.name, statuses[each]),
  );
  if (named !== undefined) return named;
  if (status.category === 'done') return 'done';
  if (status.category === 'new') return 'open';
  return isReview(status.name) ? 'in-review' : 'in-progress';
}

/** The transition that leads to a state; of several that could, the one whose name says it best. */
export function transitionTo(
  to: TicketStatus,
  transitions: readonly JiraTransition[],
  statuses: Statuses = {},
): JiraTransition | undefined {
  const wanted = statuses[to];
  if (wanted !== undefined) {
    return (
      transitions.find((each) => isCalled(each.to.name, wanted)) ??
      transitions.find((each) => isCalled(each.name, wanted)) // JIRA-WORKFLOW-1
    );
  }
  const taken = Object.values(statuses);
  const free = transitions.filter((each) => !taken.some((name) => isCalled(each.to.name, name)));
  return free
    .map((each) => ({ each, worth: worthOf(to, each.to) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, two) => two.worth - one.worth)[0]?.each;
}

/** JIRA-WORKFLOW-2: 0 is none at all. */
function worthOf(to: TicketStatus, { name, category }: JiraStatus): number {
  switch (to) {
    case 'done':
      if (category !== 'done' || /won.?t|cancel|reject|duplicate|declin|invalid|obsolete|abandon/i.test(name))
        return 0;
      return /^(done|완료)$/i.test(name.trim())
        ? 3
        : /done|closed|resolved|complete|released|완료|해결/i.test(name)
          ? 2
          : 1;
    case 'in-review':
      if (category !== 'indeterminate' || !isReview(name)) return 0;
      return /^in review$/i.test(name.trim()) ? 3 : /code review|peer review/i.test(name) ? 2 : 1;
    case 'in-progress':
      if (category !== 'indeterminate' || isReview(name) || /block|hold|wait|paus/i.test(name)) return 0;
      return /progress|진행/i.test(name) ? 3 : /develop|doing|implement|개발/i.test(name) ? 2 : 1;
  }
}

function isReview(name: string): boolean {
  return /review|리뷰|검토/i.test(name);
}

function isCalled(name: string, wanted: string | undefined): boolean {
  return wanted !== undefined && name.trim().toLowerCase() === wanted.trim().toLowerCase();
}
