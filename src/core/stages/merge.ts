// Merge: only on an order for this very head, only when we vouch for it and the forge says it can be done.
//   STAGES-MERGE-1. The order is a person's approval of the merge gate, or policy that asks for no gate; either
//       names the head, and a head that moved since voids it.
//   STAGES-MERGE-2. While a person is asked, the pull request is watched: what was merged, closed or pushed to elsewhere is not
//       asked about any more; what was pushed on top is taken in and asked about anew.
//   STAGES-MERGE-3. What is merged is what was checked: where the target moved on, what the merge gives is checked beside the branch
//       (`trial.ts`), or everything comes onto the target again first: on a conflict, where the target changed files of the change or
//       of its plan, and where its rules demand that.
//   STAGES-MERGE-4. The forge's word is never enough: evidence and review of our own are for this head, or nobody is even asked.

import { asksForMerge } from '../autonomy.ts';
import type { Want } from '../effects.ts';
import type { Seen } from '../remarks/seen.ts';
import { isVouched } from '../evidence/vouched.ts';
import type { RunEvent } from '../events.ts';
import type { Repository, Run } from '../run.ts';
import { headsOf, must, naming, repositoryOf } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { settledCourtesy } from './completion.ts';
import { visitLine } from './lines.ts';
import { ontoTried, trialChecked, trying } from './trial.ts';
import { inspection, seenHere } from './triage.ts';

export const merge: Stage = {
  wanted: (run) => {
    const open = run.repositories.filter((repository) => !isMerged(repository));
    if (open.length === 0) return closing(run);
    const looks = open.flatMap((repository) => inspection(run, repository));
    if (looks.length > 0) return looks;
    if (!mergeReady(run)) return [];
    const trials = open.flatMap((repository) => trying(run, repository));
    return trials.length > 0 ? trials : open.map((repository) => merging(run, repository));
  },

  interpret: (run, effect, outcome) => {
    const repository = repositoryOf(run, effect);
    const where = naming(run, repository);
    if (outcome.kind === 'inspect') return seenEvents(outcome.result, where);
    if (outcome.kind === 'check') return trialChecked(run, repository, outcome.result.evidence);
    if (outcome.kind !== 'merge') return [];
    if ('commit' in outcome.result) {
      return [{ type: 'pull-request.merged', ...where, commit: outcome.result.commit }];
    }
    if ('trial' in outcome.result) return [{ type: 'base.tried', ...where, trial: outcome.result.trial }];
    const seen = must(seenHere(run, repository), 'what is merged was looked at');
    if ('isQueued' in outcome.result) {
      return [{ type: 'pull-request.seen', ...where, seen: { ...seen, isQueued: true } }];
    }
    return [{ type: 'pull-request.seen', ...where, seen: { ...seen, base: outcome.result.moved } }]; // STAGES-MERGE-3
  },

  gates: (run) => {
    const asks = asksForMerge(run.policy) && isMergeable(run) && isVouched(run) && !isOrdered(run);
    return asks ? [{ kind: 'merge', subject: 'merge', digest: headsOf(run) }] : [];
  },
};

export function isMerged({ pullRequest }: Repository): boolean {
  return must(pullRequest, 'a pull request exists once completion is left').merged !== undefined;
}

function merging(run: Run, repository: Repository): Want {
  const { number } = must(repository.pullRequest, 'what is merged is a pull request');
  return {
    kind: 'merge',
    repository: repository.alias,
    subject: 'pull-request',
    line: visitLine(run, 'merge', repository),
    input: { number, head: repository.head.commit, ...ontoTried(repository) },
  };
}

export function seenEvents(seen: Seen, where: { readonly repository?: string }): readonly RunEvent[] {
  const { state, head, mergeCommit } = seen;
  const noted: RunEvent = { type: 'pull-request.seen', ...where, seen };
  if (state !== 'merged') return [noted];
  // Forges also name the commit of a merge they only tried out, and do not always name that of a real one.
  return [noted, { type: 'pull-request.merged', ...where, commit: mergeCommit ?? head, found: true }];
}

/** After the merge only the tracker is left to be told. */
export function closing(run: Run): ReturnType<Stage['wanted']> {
  const ticket = must(run.ticket, 'a run has a ticket once intake is left').id;
  const done = {
    kind: 'transition-ticket' as const,
    subject: 'done',
    line: visitLine(run, 'transition-ticket/done'),
    input: { ticket, to: 'done' as const },
  };
  return settledCourtesy(run, done) ? [] : [done];
}

/** As far as the forge is concerned: every one that is not merged yet, for none is merged while another could not be. */
export function isMergeable(run: Run): boolean {
  const open = run.repositories.filter((repository) => !isMerged(repository));
  return open.length > 0 && open.every((repository) => mayMerge(run, repository));
}

function mayMerge(run: Run, repository: Repository): boolean {
  const seen = seenHere(run, repository);
  return (
    seen?.state === 'open' &&
    seen.base === undefined &&
    seen.mergeable &&
    seen.checks === 'success' &&
    seen.head === repository.head.commit &&
    lackingFor(seen).length === 0
  );
}

/** What others on the forge have to do first, in words. */
export function lackingFor({ approval, missing = [], lacking = [], isQueued }: Seen): readonly string[] {
  return [
    ...(approval === 'missing' ? ['a review that approves this head'] : []),
    ...(approval === 'changes-requested' ? ['the reviewer who asked for changes'] : []),
    ...missing.map((name) => `the check ${name}, which has not begun`),
    ...lacking,
    ...(isQueued === true ? ['its turn in the merge queue'] : []),
  ];
}

/** STAGES-MERGE-1. */
export function isOrdered(run: Run): boolean {
  const head = headsOf(run);
  if (!asksForMerge(run.policy) || run.mergeOrder?.head === head) return true;
  return run.gates.some(
    (gate) => gate.kind === 'merge' && gate.digest === head && gate.decision?.answer === 'approve',
  );
}

function mergeReady(run: Run): boolean {
  return isMergeable(run) && isVouched(run) && isOrdered(run); // STAGES-MERGE-4
}
