// Triage: what came back on the pull request. The forge is asked; a red check, a conflict or a person's
// words send the run back to work, everything else lets it go on to the merge.

import type { Run } from '../run.ts';
import { must, only, openGates } from '../run.ts';
import type { Seen } from '../effects.ts';
import type { Stage } from '../pipeline/stage.ts';

export const triage: Stage = {
  wanted: (run) => inspection(run),
  interpret: (_run, _effect, outcome) =>
    outcome.kind === 'inspect' ? [{ type: 'pull-request.seen', seen: outcome.result }] : [],
  gates: () => [],
};

export function inspection(run: Run): ReturnType<Stage['wanted']> {
  if (seenHere(run) !== undefined) return [];
  const { number } = must(only(run).pullRequest, 'a pull request exists once completion is left');
  return [{ kind: 'inspect', subject: 'pull-request', line: inspectLine(run.visit.n), input: { number } }];
}

/** What the forge said in this visit, once it has made up its mind; what it said in an earlier one is history. */
export function seenHere(run: Run): Seen | undefined {
  const seen = only(run).pullRequest?.seen;
  if (seen?.visit !== run.visit.n) return undefined;
  return isUndecided(seen) ? undefined : seen;
}

/** Checks are still running: the forge is asked again after a while. */
export function isUndecided(seen: Seen): boolean {
  return seen.state === 'open' && seen.checks === 'pending';
}

/** A person is asked about the merge; meanwhile somebody may merge, close or push to the pull request elsewhere. */
export function isWatched(run: Run): boolean {
  const waits = run.ended === undefined && run.blocked === undefined && !run.paused;
  return waits && openGates(run).some((gate) => gate.kind === 'merge');
}

/** Whether a look at a watched pull request tells anything that a rule asks about. */
export function isNews(run: Run, { state, head, mergeable, checks }: Seen): boolean {
  const known = only(run).pullRequest?.seen;
  if (known === undefined || !isWatched(run)) return false;
  const isSame = known.state === state && known.head === head;
  return !(isSame && known.mergeable === mergeable && known.checks === checks);
}

export function inspectLine(visit: number): string {
  return `${visit}/inspect`;
}
