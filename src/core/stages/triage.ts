// Triage: what came back on the pull request. The forge is asked; what people said there is sorted by a role; what
// becomes of each is decided in remarks/remark.ts.
// A red check, a conflict or a wish sends the run back to work; everything else is answered and lets it go on to the merge.
//   STAGES-TRIAGE-1. Nothing is answered before it is true: a reply that names a commit goes out once that is pushed.
//   STAGES-TRIAGE-2. Replies and requests to look again are courtesies: given up on, they are a warning.

import type { NamedBlob, Want } from '../effects.ts';
import type { Seen } from '../remarks/seen.ts';
import type { RunEvent } from '../events.ts';
import { failure } from '../failures/failed-effect.ts';
import { filesOf } from '../plan/plan.ts';
import { covers } from '../fence/paths.ts';
import type { Stage } from '../pipeline/stage.ts';
import type { Act, Heard } from '../remarks/remark.ts';
import { modeOf } from '../roles/modes.ts';
import type { Repository, Run } from '../run.ts';
import { gatesHere, must, naming, repositoryOf } from '../run.ts';
import { settledCourtesy } from './completion.ts';
import { lessons, named, ordinalOf, personsName, ticketTexts, visitLine } from './lines.ts';

export const triage: Stage = {
  wanted: (run) =>
    run.repositories.flatMap((repository) => {
      const courtesies = answering(run, repository);
      if (courtesies.length > 0) return courtesies;
      const looks = inspection(run, repository);
      return looks.length > 0 ? looks : sorting(run, repository);
    }),

  interpret: (run, effect, outcome) => {
    const where = naming(run, repositoryOf(run, effect));
    if (outcome.kind === 'inspect') return [{ type: 'pull-request.seen', ...where, seen: outcome.result }];
    if (outcome.kind === 'reply' && effect.kind === 'reply') {
      return [{ type: 'pull-request.answered', ...where, remark: effect.input.id }];
    }
    if (outcome.kind === 'request-review' && effect.kind === 'request-review') {
      return [{ type: 'pull-request.shown', ...where, head: effect.input.head }];
    }
    if (outcome.kind !== 'ask' || effect.kind !== 'ask') return [];
    if (outcome.result.answer !== 'sorted') return failure(run, effect, { reason: 'malformed-answer' });
    const { sorted, words } = outcome.result;
    return [{ type: 'pull-request.sorted', ...where, sorted, words }];
  },

  gates: (run) =>
    run.repositories.flatMap((repository) => {
      const asked = undecided(run, repository);
      if (asked.length === 0 || !isSorted(run, repository)) return [];
      const ids = asked.map(({ id }) => id);
      const blob = must(repository.pullRequest?.sortedWords, 'what is put to a person was sorted');
      return [
        { kind: 'remarks' as const, subject: repository.alias, digest: ids.join(' '), about: ids, blob },
      ];
    }),
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

export function heardOf({ pullRequest }: Repository): readonly Heard[] {
  return pullRequest?.heard ?? [];
}

/** What somebody said who may steer, and nobody has looked at yet. */
export function unsorted(repository: Repository): readonly Heard[] {
  return heardOf(repository).filter(({ act }) => act === undefined);
}

function sorting(run: Run, repository: Repository): readonly Want[] {
  const said = unsorted(repository);
  if (isSorted(run, repository)) return [];
  const line = visitLine(run, 'ask/remarks', repository);
  const { alias, base, head } = repository;
  return [
    {
      kind: 'ask',
      repository: alias,
      subject: 'dispatcher',
      line,
      input: {
        role: 'dispatcher',
        mode: modeOf.dispatcher,
        ordinal: ordinalOf(run, line),
        commit: head.commit,
        inputs: [
          ...ticketTexts(run),
          ...named('plan', run.accepted?.blob),
          ...saidTexts(repository),
          ...lessons(run, line),
        ],
        diff: { from: base.commit, to: head.commit },
        remarks: said.map(({ id }) => id),
      },
    },
  ];
}

/** What was followed before is told too: a wish may contradict it. */
function saidTexts(repository: Repository): readonly NamedBlob[] {
  const heard = heardOf(repository);
  const followed = heard
    .filter(({ act }) => act === 'fix')
    .map(({ id, words }) => ({ name: `followed before: ${id}`, blob: words }));
  return [
    ...followed,
    ...unsorted(repository).map(({ id, words }) => ({ name: `remark ${id}`, blob: words })),
  ];
}

/** How a person decided about what was put to them. */
function askedOf(run: Run, { id }: Heard): Act | undefined {
  const gate = run.gates.findLast(
    ({ kind, about, decision }) =>
      kind === 'remarks' && decision !== undefined && about?.includes(id) === true,
  );
  if (gate === undefined) return undefined;
  return gate.decision?.answer === 'reject' ? 'answer' : 'fix';
}

/** What is done about a remark, a person's word over the rule's. */
export function actFor(run: Run, item: Heard): Act | undefined {
  return item.act === 'ask' ? (askedOf(run, item) ?? 'ask') : item.act;
}

/** What has to be mended and is not yet. */
export function fixesDue(run: Run, repository: Repository): readonly Heard[] {
  const { commit } = repository.head;
  return heardOf(repository).filter((item) => item.head === commit && actFor(run, item) === 'fix');
}

/** STAGES-TRIAGE-1. */
function answering(run: Run, repository: Repository): readonly Want[] {
  const { alias, head, pushed, pullRequest } = repository;
  const { number } = must(pullRequest, 'a pull request exists once completion is left');
  const due = heardOf(repository).flatMap((item) => {
    const act = actFor(run, item);
    if (item.replied === true || act === undefined || act === 'ask' || act === 'list') return [];
    if (item.kind === 'pasted') return [];
    const isFixed = item.head !== head.commit && pushed === head.commit;
    return act === 'fix' && !isFixed ? [] : [{ item, act }];
  });
  const replies = due.map(({ item, act }): Want => {
    const commit = act === 'fix' ? { commit: mendedBy(run, repository, item) } : {};
    const reply = item.sorted?.reply === undefined ? {} : { words: item.sorted.reply };
    return {
      kind: 'reply',
      repository: alias,
      subject: item.id,
      line: visitLine(run, `reply/${item.id}`, repository),
      input: { number, id: item.id, remark: item.on, act, ...commit, ...reply },
    };
  });
  const open = replies.filter((want) => !settledCourtesy(run, want));
  return open.length > 0 ? open : askingAgain(run, repository);
}

/** Those who asked for changes are asked to look again, once there is something new to look at. */
function askingAgain(run: Run, repository: Repository): readonly Want[] {
  const { alias, head, pullRequest } = repository;
  const { number, asked } = must(pullRequest, 'a pull request exists once completion is left');
  const people = heardOf(repository)
    .filter((item) => item.isDemand === true && actFor(run, item) === 'fix' && item.head !== head.commit)
    .map(({ author }) => author.name);
  if (people.length === 0 || asked === head.commit) return [];
  const want: Want = {
    kind: 'request-review',
    repository: alias,
    subject: 'pull-request',
    line: visitLine(run, 'request-review', repository),
    input: { number, head: head.commit, people: [...new Set(people)] },
  };
  return settledCourtesy(run, want) ? [] : [want];
}

/** What is closed or merged meanwhile is nobody's to sort or decide about any more. */
function isOpen(run: Run, repository: Repository): boolean {
  return seenHere(run, repository)?.state === 'open';
}

export function isSorted(run: Run, repository: Repository): boolean {
  return !isOpen(run, repository) || unsorted(repository).length === 0;
}

/** Whether something was said that a person has to decide about. */
export function asksAboutRemarks(run: Run): boolean {
  return run.repositories.some((repository) => undecided(run, repository).length > 0);
}

function undecided(run: Run, repository: Repository): readonly Heard[] {
  return isOpen(run, repository) ? heardOf(repository).filter((item) => actFor(run, item) === 'ask') : [];
}

/** Whether everything that was said is sorted and answered, or waits to be mended. */
export function isAnswered(run: Run, repository: Repository): boolean {
  return isSorted(run, repository) && answering(run, repository).length === 0;
}

/** A wish goes to the last task that may touch its file; one without a file, to the last task. */
export function reopenWished(run: Run): readonly RunEvent[] {
  const wished = run.repositories.flatMap((repository) => fixesDue(run, repository));
  const ids = new Set(wished.map(({ path }) => taskFor(run, path)));
  return [...ids].map((task) => ({ type: 'task.reopened', task }));
}

function taskFor(run: Run, path: string | undefined): string {
  const tasks = run.tasks.filter(({ at }) => at === 'integrated').map(({ task }) => task);
  const last = must(tasks.at(-1), 'a change that was delivered has an integrated task');
  const own = path === undefined ? undefined : tasks.findLast((task) => covers(filesOf(task), path));
  return (own ?? last).id;
}

/** What the task that was to mend it brought since; where that cannot be told apart, the head, which has it. */
function mendedBy(run: Run, { head }: Repository, { path, head: decidedAt }: Heard): string {
  const from = run.steps.findIndex(({ as }) => as === decidedAt);
  const since = from < 0 ? [] : run.steps.slice(from + 1);
  const task = taskFor(run, path);
  return since.findLast((step) => step.task === task)?.as ?? head.commit;
}

/** What was asked for on the pull request and done: who judges the change judges it by that too. */
export function followedTexts(run: Run, repository: Repository): readonly NamedBlob[] {
  return heardOf(repository)
    .filter((item) => actFor(run, item) === 'fix')
    .map(({ id, words }) => ({ name: `asked for on the pull request: ${id}`, blob: words }));
}

/** What those who mend it are told. */
export function triageWords(run: Run): readonly NamedBlob[] {
  return run.repositories.flatMap((repository) => {
    const wished = fixesDue(run, repository).map(({ id, words }) => ({
      name: `asked for on the pull request: ${id}`,
      blob: words,
    }));
    const red = named('red checks on the pull request', seenHere(run, repository)?.words);
    const said = gatesHere(run)
      .filter(({ kind }) => kind === 'remarks')
      .flatMap(({ decision }) => named(personsName, decision?.comment));
    return [...wished, ...red, ...said];
  });
}

/** What the forge said in this visit, once it has made up its mind; what it said in an earlier one is history. */
export function seenHere({ visit }: Run, { pullRequest }: Repository): Seen | undefined {
  const seen = pullRequest?.seen;
  if (seen?.visit !== visit.n) return undefined;
  return isUndecided(seen) ? undefined : seen;
}

/** Checks are still running: the forge is asked again after a while. What has not even begun may never. */
export function isUndecided({ state, checks, missing = [] }: Seen): boolean {
  return state === 'open' && checks === 'pending' && missing.length === 0;
}

export function inspectLine(run: Run, repository: Repository): string {
  return visitLine(run, 'inspect', repository);
}
