// A change that weakens what it is checked with. Whoever wrote it is told once, at once, and may put it back; whatever is
// still there when the whole change is compared with its base is for a person to say, and for nobody else.
//   TAMPERING-1. A waiver is for exactly the findings that were shown: their words are its digest.
//   TAMPERING-2. An attempt is sent back for it at most once, and only while its line has a retry left for that.

import type { AttemptResult, Effect, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import { filesOf } from '../plan/plan.ts';
import { covers } from '../fence/paths.ts';
import type { Repository, Run, TaskState } from '../run.ts';
import { endedHere, isIn, must, taskLine } from '../run.ts';
import type { Compared, CompareInput } from '../evidence/tamper.ts';
import { stopping } from '../evidence/tamper.ts';
import { failure } from '../failures/failed-effect.ts';
import { visitLine } from './lines.ts';
import { firedHere } from './live-fire.ts';
import { isWaived } from './waiver.ts';

export function compareWanted(run: Run, repository: Repository): readonly Want[] {
  const { alias, base, head } = repository;
  if (endedHere(run, { kind: 'compare', subject: 'run', repository: alias })) return [];
  const own = run.tasks.filter(({ task }) => isIn(run, task, repository));
  const grants = [...new Set(own.flatMap((state) => state.grants))];
  return [
    {
      kind: 'compare',
      repository: alias,
      subject: 'run',
      line: visitLine(run, 'compare', repository),
      input: {
        from: base.commit,
        to: head.commit,
        tree: must(head.tree, 'the head has a tree once something is integrated'),
        grants,
        ...vanishedIn(run, repository),
        ...firedAt(run, repository),
      },
    },
  ];
}

function vanishedIn(run: Run, repository: Repository): Pick<CompareInput, 'vanished'> {
  const vanished = run.visit.evidence
    .filter((item) => isIn(run, item, repository))
    .flatMap((item) => item.vanished?.blob ?? []);
  return vanished.length === 0 ? {} : { vanished };
}

function firedAt(run: Run, repository: Repository): Pick<CompareInput, 'fired'> {
  const fired = firedHere(run, repository).flatMap(({ findings }) => findings ?? []);
  return fired.length === 0 ? {} : { fired };
}

/** What this visit found out about the head. */
export function comparedHere({ visit }: Run, { compared, head }: Repository): Compared | undefined {
  return compared?.visit === visit.n && compared.tree === head.tree ? compared : undefined;
}

export function isTampering(gate: Pick<Gate, 'kind' | 'subject'>): boolean {
  return gate.kind === 'waiver' && gate.subject === 'tampering';
}

/**
 * Checks of the head that ran fewer tests than they ran at the base, and do not name them; those that do are looked up name by name.
 * What files lost that the plan gave leave to touch is explained, and no more than that: otherwise something keeps tests from
 * running, whatever it is and wherever it stands.
 */
export function fewerHere(run: Run): readonly FewerTests[] {
  return run.repositories.flatMap((repository) => fewerIn(run, repository));
}

function fewerIn(run: Run, repository: Repository): readonly FewerTests[] {
  const leave = repository.compared?.leave ?? 0;
  return run.visit.evidence
    .filter((item) => isIn(run, item, repository))
    .flatMap(({ check, log, fewer }) => {
      if (fewer === undefined || fewer.named === true || fewer.base - fewer.now <= leave) return [];
      return [{ check, log, base: fewer.base, now: fewer.now }];
    });
}

export interface FewerTests {
  readonly check: string;
  readonly base: number;
  readonly now: number;
  readonly log: string;
}

/** Nothing that stops is left, or a person let exactly that pass. */
export function isUntampered(run: Run): boolean {
  return run.repositories.every((repository) => {
    if (comparedHere(run, repository) === undefined) return false;
    return !isWeaker(run, repository) || isWaived(run, digestOf(run, repository));
  });
}

function isWeaker(run: Run, repository: Repository): boolean {
  return stopping(repository.compared?.weakened).length > 0 || fewerIn(run, repository).length > 0;
}

/** TAMPERING-1. */
function digestOf(run: Run, repository: Repository): string {
  const { blob } = repository.compared?.weakened ?? {};
  const found = blob === undefined ? [] : [blob];
  const fewer = fewerIn(run, repository).map(({ check, base, now }) => `${check}-${base}-${now}`);
  return ['tampering', ...found, ...fewer].join('.');
}

const pathsMax = 20;

export function tamperingGates(run: Run): readonly GateRequest[] {
  return run.repositories.flatMap((repository) => {
    const compared = comparedHere(run, repository);
    if (compared === undefined || !isWeaker(run, repository)) return [];
    const files = stopping(compared.weakened).flatMap(({ file }) => (file === '' ? [] : [file]));
    const paths = [...new Set(files)].slice(0, pathsMax);
    const [blob, digest] = [wordsOn(run, repository), digestOf(run, repository)];
    return [{ kind: 'waiver', subject: 'tampering', digest, blob, paths }];
  });
}

/** What there is to read: the findings, or where there are none, what the check that ran fewer tests printed. */
function wordsOn(run: Run, repository: Repository): string {
  const found = repository.compared?.weakened?.blob;
  return found ?? must(fewerIn(run, repository)[0], 'something makes it weaker').log;
}

/** Each file goes back to the last task in order that may touch it; one that no task names, to the last task. */
export function reopenWeakened(run: Run): readonly RunEvent[] {
  return run.repositories
    .filter((repository) => isWeaker(run, repository))
    .flatMap((repository) => {
      const integrated = run.tasks.filter(
        ({ at, task }) => at === 'integrated' && isIn(run, task, repository),
      );
      const files = stopping(repository.compared?.weakened).map(({ file }) => file);
      const tasks = (files.length === 0 ? [''] : files).map((file) => mostLikely(integrated, file).task.id);
      const feedback = wordsOn(run, repository);
      return [...new Set(tasks)].map((task): RunEvent => ({ type: 'task.reopened', task, feedback }));
    });
}

/** The last task in order that may touch a file; where none may, the last. */
export function mostLikely(integrated: readonly TaskState[], file: string): TaskState {
  return must(
    integrated.findLast(({ task }) => covers(filesOf(task), file)) ?? integrated.at(-1),
    'a change that was evaluated has an integrated task',
  );
}

type Delivered = Extract<AttemptResult, { answer: 'delivered' }>;

/** TAMPERING-2. Nothing where the work is taken as it is: then evaluation asks a person. */
export function sentBack(
  run: Run,
  effect: Effect,
  { weakened, commit }: Delivered,
): readonly RunEvent[] | undefined {
  if (weakened === undefined || stopping(weakened).length === 0) return undefined;
  const task = effect.subject;
  const told = failure(run, effect, { reason: 'tests-weakened', detail: weakened.blob });
  if (told.some(({ type }) => type === 'task.failed')) return undefined;
  const wasTold = run.feedback[taskLine(task)] === weakened.blob;
  return wasTold ? undefined : [...told, { type: 'task.saved', task, commit, why: 'milestone' }];
}
