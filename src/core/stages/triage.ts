// Triage: what came back on the pull request. The forge is asked; a red check, a conflict or a person's
// words send the run back to work, everything else lets it go on to the merge.

import type { Repository, Run } from '../run.ts';
import { must, naming, openGates, repositoryOf } from '../run.ts';
import type { Seen, Want } from '../effects.ts';
import type { Stage } from '../pipeline/stage.ts';
import { visitLine } from './lines.ts';

export const triage: Stage = {
  wanted: (run) => run.repositories.flatMap((repository) => inspection(run, repository)),
  interpret: (run, effect, outcome) =>
    outcome.kind === 'inspect'
      ? [{ type: 'pull-request.seen', ...naming(run, repositoryOf(run, effect)), seen: outcome.result }]
      : [],
  gates: () => [],
};

export function inspection(run: Run, repository: Repository): readonly Want[] {
  if (seenHere(run, repository) !== undefined) return [];
  const { number } = must(repository.pullRequest, 'a pull request exists once completion is left');
  return [
    {
      kind: 'inspect',
      repository: repository.alias,
      subject: 'pull-request',
      line: inspectLine(run, repository),
      input: { number },
    },
  ];
}

/** What the forge said in this visit, once it has made up its mind; what it said in an earlier one is history. */
export function seenHere({ visit }: Run, { pullRequest }: Repository): Seen | undefined {
  const seen = pullRequest?.seen;
  if (seen?.visit !== visit.n) return undefined;
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
export function isNews(run: Run, { pullRequest }: Repository, found: Seen): boolean {
  const { state, head, mergeable, checks } = found;
  const known = pullRequest?.seen;
  if (known === undefined || !isWatched(run)) return false;
  const isSame = known.state === state && known.head === head;
  return !(isSame && known.mergeable === mergeable && known.checks === checks);
}

export function inspectLine(run: Run, repository: Repository): string {
  return visitLine(run, 'inspect', repository);
}
