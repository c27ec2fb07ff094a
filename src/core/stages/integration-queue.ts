// How accepted tasks come onto the run branch: merged into a chain, checked at its end where nobody checked that tree yet,
// and integrated as far as it is good. What the chain is and where to look next is in `core/tasks/queue.ts`.
//   INTEGRATION-QUEUE-1. The run branch of a repository has one writer: at most one chain is made or checked at a time.
//   INTEGRATION-QUEUE-3. What others did becomes one with the head before anything else comes onto it.
//   INTEGRATION-QUEUE-2. Every round decides something: the first task is merged onto the head itself, so its conflict is a real one.

import type { Effect, Want } from '../effects.ts';
import type { Chained } from '../onto-branch.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import type { ChainCandidate } from '../tasks/queue.ts';
import { chainIn, isOf, standing } from '../tasks/queue.ts';
import { joinedEvents } from '../tasks/joining.ts';
import { mergingNow } from '../tasks/replay.ts';
import type { Repository, Run } from '../run.ts';
import { must, repositoryOf, taskLine } from '../run.ts';
import type { Done } from '../pipeline/stage.ts';
import { checksFor } from '../tasks/task-checks.ts';
import { failure } from '../failures/failed-effect.ts';
import { againstFor, integratedIn } from './reproduction-first.ts';
import { visitLine } from './lines.ts';
import { excused } from './waiver.ts';

type Conflict = NonNullable<Chained['conflict']>;

const subject = 'queue';

export function queueWants(run: Run): readonly Want[] {
  return run.repositories.flatMap((repository) => queueIn(run, repository));
}

function queueIn(run: Run, repository: Repository): readonly Want[] {
  const busy = run.inFlight.some(
    (effect) => effect.kind === 'integrate' && effect.repository === repository.alias,
  );
  if (busy) return []; // INTEGRATION-QUEUE-1
  const chain = chainIn(run, repository);
  if (chain.length > 0) return [check(run, repository, chain)];
  const onto = repository.head.commit;
  const line = visitLine(run, subject, repository);
  const want = { kind: 'integrate', repository: repository.alias, subject, line } as const;
  const join = repository.joining;
  if (join !== undefined) return [{ ...want, input: { onto, tasks: [], join } }]; // INTEGRATION-QUEUE-3
  const tasks = mergingNow(run).filter((item) => isOf(run, repository, item));
  return tasks.length === 0 ? [] : [{ ...want, input: { onto, tasks } }];
}

function check(run: Run, repository: Repository, chain: readonly ChainCandidate[]): Want {
  const { commit, tree } = must(standing(run, chain).next, 'a chain that is decided is gone');
  const ids = chain.map((item) => item.task);
  const checks = checksFor(
    run,
    run.tasks.filter(({ task }) => ids.includes(task.id)),
  );
  const upTo = chain.findIndex((item) => item.commit === commit) + 1;
  const within = [...integratedIn(run), ...ids.slice(0, upTo)];
  const input = { commit, tree, checks, ...againstFor(run, repository, within) };
  const line = visitLine(run, subject, repository);
  return { kind: 'check', repository: repository.alias, subject, line, input };
}

export function isQueueCheck(effect: Effect): effect is Effect<'check'> {
  return effect.kind === 'check' && effect.subject === subject;
}

/** INTEGRATION-QUEUE-2: the tasks that fit are on their way; one that does not fit the branch as it is goes back. */
export function chained(
  run: Run,
  effect: Effect<'integrate'>,
  { result }: Extract<Done, { kind: 'integrate' }>,
): readonly RunEvent[] {
  const { chain, conflict, joined } = result;
  if (joined !== undefined) return joinedEvents(run, effect, joined);
  const back = conflict === undefined ? [] : collided(run, effect, conflict);
  if (chain.length === 0) return back;
  return standing(run, chain).next === undefined
    ? [...chain.map(integrated), ...back] // as good as the task alone: nothing is new about its tree
    : [{ type: 'queue.formed', chain }, ...back];
}

/** The evidence for one point of the chain, and what is known of the chain with it. */
export function queueChecked(
  run: Run,
  effect: Effect<'check'>,
  { result }: Extract<Done, { kind: 'check' }>,
): readonly RunEvent[] {
  const known = chainIn(run, repositoryOf(run, effect));
  if (known.length === 0) return []; // the chain broke up while this was checked
  const { commit } = effect.input;
  const evidence = excused(run, effect, result.evidence);
  const recorded: RunEvent = { type: 'evidence.recorded', subject: queueSubject(commit), evidence };
  const chain = withEvidence(known, commit, evidence);
  const { next, good, culprit } = standing(run, chain);
  if (next !== undefined) return [recorded];
  return [recorded, ...chain.slice(0, good).map(integrated), ...blamed(run, effect, culprit)];
}

function blamed(run: Run, effect: Effect, culprit: ChainCandidate | undefined): readonly RunEvent[] {
  if (culprit === undefined) return [];
  const evidence = must(culprit.evidence, 'nobody is a culprit without evidence');
  const log = evidence.find((item) => item.verdict === 'FAIL')?.log;
  const words = log === undefined ? {} : { detail: log };
  return failure(run, onTask(effect, culprit.task), { reason: 'red-together', ...words });
}

function collided(run: Run, effect: Effect, { task, ...words }: Conflict): readonly RunEvent[] {
  return failure(run, onTask(effect, task), { reason: 'conflict', ...words });
}

/** The queue works for all of them; what fails is one task. */
function onTask(effect: Effect, task: string): Effect {
  return { ...effect, line: taskLine(task) };
}

function integrated({ task, commit, tree }: ChainCandidate): RunEvent {
  return { type: 'task.integrated', task, head: { commit, tree } };
}

/** What evidence for a point of the chain is recorded under. */
function queueSubject(commit: string): string {
  return `${subject}/${commit}`;
}

export function isQueueSubject(name: string): boolean {
  return name.startsWith(`${subject}/`);
}

export function withEvidence(
  chain: readonly ChainCandidate[],
  commit: string,
  evidence: readonly Evidence[],
): readonly ChainCandidate[] {
  return chain.map((item) => (item.commit === commit ? { ...item, evidence } : item));
}
