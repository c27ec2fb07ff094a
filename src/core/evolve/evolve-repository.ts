// What happens in one repository of a run: the part of `evolve` that is about surveys, pull requests and landings. An event
// names the repository by its alias, but not in a run of one.

import type { Survey } from '../effects.ts';
import type { Fired } from '../evidence/live-fire.ts';
import type { EventOf, RunEvent } from '../events.ts';
import type { Heard, Remark } from '../remarks/remark.ts';
import { actOn, maySteer, unheard } from '../remarks/remark.ts';
import type { PullRequest, Repository, Run } from '../run.ts';
import { isIn, must, naming, repositoryOf, startedIn } from '../run.ts';
import { withChecks, withOtherChecks } from '../stages/other-checks.ts';
import { tried } from '../stages/trial.ts';
import { actFor, heardOf, inspectLine, isUndecided } from '../stages/triage.ts';
import { onForeign, onJoined, withTarget } from '../tasks/joining.ts';
import { onMovedBase } from '../tasks/replay.ts';
import { withRoundKept } from './evolve-coverage.ts';
import { changed, inRepository } from './within.ts';

/** By the first word of their type. */
const aboutRepositories = [
  'survey',
  'baseline',
  'checks',
  'change',
  'branch',
  'pull-request',
  'base',
] as const;
type RepositoryEvent = Extract<RunEvent, { type: `${(typeof aboutRepositories)[number]}.${string}` }>;

const subjects: ReadonlySet<string> = new Set(aboutRepositories);
export const isRepositoryEvent = (event: RunEvent): event is RepositoryEvent =>
  subjects.has(event.type.slice(0, event.type.indexOf('.')));

export function evolveRepository(run: Run, event: RepositoryEvent): Run {
  const repository = repositoryOf(run, event);
  switch (event.type) {
    case 'survey.recorded':
      return surveyed(run, repository, event.survey);
    case 'baseline.recorded': {
      const { tree, evidence, told, unfilled } = event;
      const words = told === undefined ? {} : { told };
      const empty = unfilled === undefined ? {} : { unfilled };
      return inRepository(run, repository, { baseline: { tree, evidence, ...words, ...empty } });
    }
    case 'checks.replaced':
      return withOtherChecks(run, repository, event);
    case 'change.fired':
      return fired(run, repository, event.fired);
    case 'change.compared':
      return inRepository(run, repository, { compared: { ...event.compared, visit: run.visit.n } });
    case 'branch.pushed':
      return inRepository(run, repository, { pushed: event.commit });
    case 'pull-request.opened':
      return inRepository(run, repository, { pullRequest: { number: event.number } });
    case 'pull-request.seen':
      return seen(run, repository, event);
    case 'pull-request.sorted':
      return sorted(run, repository, event);
    case 'pull-request.told':
      return told(run, repository, event);
    case 'pull-request.answered':
      return answered(run, repository, event.remark);
    case 'pull-request.shown':
      return inPullRequest(run, repository, { asked: event.head });
    case 'pull-request.merged':
      return merged(run, repository, event);
    case 'branch.followed':
      return onForeign(withRoundKept(run), repository, event.head, event.base); // going back would push over theirs
    case 'branch.joined':
      return onJoined(run, repository, event.head, event.left);
    case 'base.tried':
      return inPullRequest(run, repository, { trial: tried(repository, event.trial) });
    case 'base.checked': {
      const trial = must(pullRequest(repository).trial, 'what is checked before a merge was made');
      return inPullRequest(run, repository, { trial: { ...trial, evidence: event.evidence } });
    }
    case 'base.moved':
      return event.joins === true
        ? withTarget(withRoundKept(run), repository, event.base)
        : onMovedBase(run, repository, event.base);
    case 'change.landed':
      return landed(inRepository(run, repository, { landed: event.landed }));
    case 'change.reverted':
      return inRepository(run, repository, { reverted: event.reverted });
    case 'change.discarded':
      return discarded(inRepository(run, repository, { discarded: true }));
  }
}

/** What was found out in an earlier visit is about another head. */
function fired(run: Run, repository: Repository, result: Fired): Run {
  const here = (repository.fired ?? []).filter(({ visit }) => visit === run.visit.n);
  return inRepository(run, repository, { fired: [...here, { ...result, visit: run.visit.n }] });
}

function surveyed(run: Run, repository: Repository, survey: Survey): Run {
  const { base, head } = repository;
  const next = inRepository(run, repository, {
    base: { ...base, tree: survey.tree },
    head: head.commit === base.commit ? { ...head, tree: survey.tree } : head,
    problems: survey.problems,
  });
  const others = run.checks.filter((check) => !isIn(run, check, repository));
  const found = survey.checks.map((check) => ({ ...check, ...naming(run, repository) }));
  const known = changed(next, {
    checks: [...others, ...found],
    preflight: next.repositories.flatMap(({ problems }) => problems ?? []),
    ...(repository.alias === startedIn(run).alias ? toldOf(run, survey) : {}),
  });
  return withChecks(known, repository);
}

/** What roles are told of where the run was started. */
function toldOf(run: Run, survey: Survey): Partial<Run> {
  return {
    ...(survey.coverage === undefined ? {} : { coverageSpec: survey.coverage }),
    dirty: survey.dirty,
    docs: { ...run.docs, found: survey.docs ?? [] },
    ...(survey.words === undefined ? {} : { survey: survey.words }),
  };
}

function pullRequest(repository: Repository): NonNullable<Repository['pullRequest']> {
  return must(repository.pullRequest, 'a pull request is opened before anything happens to it');
}

/** Journals of before do not say that it was found merged, but what was seen last does. */
function merged(run: Run, repository: Repository, { commit, found }: EventOf<'pull-request.merged'>): Run {
  const known = pullRequest(repository);
  const isFound = found === true || known.seen?.state === 'merged';
  return inRepository(run, repository, {
    pullRequest: { ...known, merged: commit, ...(isFound ? { found: true } : {}) },
  });
}

/** The run has landed once it has in every repository. */
function landed(run: Run): Run {
  const first = startedIn(run).landed;
  if (first === undefined || run.repositories.some((item) => item.landed === undefined)) return run;
  return changed(run, { landed: first });
}

function discarded(run: Run): Run {
  return run.repositories.every((item) => item.discarded === true) ? changed(run, { discard: 'done' }) : run;
}

function seen(before: Run, repository: Repository, event: EventOf<'pull-request.seen'>): Run {
  const line = inspectLine(before, repository);
  const { state, head } = event.seen;
  const run = state === 'open' && head === repository.head.commit ? before : withoutMergeGate(before);
  const { remarks = [], ...found } = event.seen;
  const heard = [
    ...heardOf(repository),
    ...unheard(heardOf(repository), remarks).map((item) => takenIn(run, item)),
  ];
  const next = inPullRequest(run, repository, {
    seen: { ...found, visit: run.visit.n },
    ...(heard.length === 0 ? {} : { heard }),
  });
  // A forge that answered is well again: a pull request is watched for days, and only failures in a row count.
  const well: Run = changed(next, { failures: { ...next.failures, [line]: {} } });
  return isUndecided(event.seen)
    ? changed(well, { holds: [...well.holds, { line, waitMs: run.policy.pollMs }] })
    : well;
}

/** REMARKS-1: what others say is known, and nothing comes of it. */
function takenIn({ policy }: Run, remark: Remark): Heard {
  return maySteer(policy.authors, remark.author) ? remark : { ...remark, act: 'list' };
}

/** The person is at the home, so nobody asks whether they may. */
function told(run: Run, repository: Repository, { words, by }: EventOf<'pull-request.told'>): Run {
  const before = heardOf(repository);
  const id = `pasted-${before.length + 1}`;
  const said: Heard = { id, on: id, kind: 'pasted', author: { name: by.who }, words, print: words };
  return inPullRequest(run, repository, { heard: [...before, said] });
}

function sorted(run: Run, repository: Repository, event: EventOf<'pull-request.sorted'>): Run {
  const before = heardOf(repository);
  const { commit: head } = repository.head;
  const followed = before.filter((item) => item.head !== head && actFor(run, item) === 'fix');
  const heard = before.map((item) => {
    const result = event.sorted.find(({ remark }) => remark === item.id);
    if (result === undefined || item.act !== undefined) return item;
    return { ...item, act: actOn(item, result, followed), sorted: result, head };
  });
  return inPullRequest(run, repository, { heard, sortedWords: event.words });
}

function answered(run: Run, repository: Repository, remark: string): Run {
  const heard = heardOf(repository).map((item) =>
    item.id === remark ? { ...item, replied: true as const } : item,
  );
  return inPullRequest(run, repository, { heard });
}

function inPullRequest(run: Run, repository: Repository, change: Partial<PullRequest>): Run {
  return inRepository(run, repository, { pullRequest: { ...pullRequest(repository), ...change } });
}

/** What it asked about was merged, closed or pushed to by somebody else. */
function withoutMergeGate(run: Run): Run {
  return changed(run, {
    gates: run.gates.map((gate) =>
      gate.kind === 'merge' && gate.decision === undefined ? { ...gate, superseded: true } : gate,
    ),
  });
}
