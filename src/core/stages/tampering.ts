// A change that weakens what it is checked with. Whoever wrote it is told once, at once, and may put it back; whatever is
// still there when the whole change is compared with its base is for a person to say, and for nobody else.
//   K2. A waiver is for exactly the findings that were shown: their words are its digest.
//   K3. An attempt is sent back for it at most once, and only while its line has a retry left for that.

import type { AttemptResult, Effect, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Gate, GateRequest } from '../gate.ts';
import { covers, filesOf } from '../plan.ts';
import type { Run, TaskState } from '../run.ts';
import { endedHere, must, only, taskLine } from '../run.ts';
import type { Compared } from '../tamper.ts';
import { stopping } from '../tamper.ts';
import { failure } from './failures.ts';
import { visitLine } from './lines.ts';
import { isWaived } from './waiver.ts';

export function compareWanted(run: Run): readonly Want[] {
  if (endedHere(run, 'compare', 'run')) return [];
  const { base, head } = only(run);
  const grants = [...new Set(run.tasks.flatMap((state) => state.grants))];
  return [
    {
      kind: 'compare',
      subject: 'run',
      line: visitLine(run, 'compare'),
      input: {
        from: base.commit,
        to: head.commit,
        tree: must(head.tree, 'the head has a tree once something is integrated'),
        grants,
      },
    },
  ];
}

/** What this visit found out about the head. */
function comparedHere(run: Run): Compared | undefined {
  return run.compared?.visit === run.visit.n && run.compared.tree === only(run).head.tree
    ? run.compared
    : undefined;
}

export function isTampering(gate: Pick<Gate, 'kind' | 'subject'>): boolean {
  return gate.kind === 'waiver' && gate.subject === 'tampering';
}

/** Nothing that stops is left, or a person let exactly that pass. */
export function isUntampered(run: Run): boolean {
  const compared = comparedHere(run);
  if (compared === undefined) return false;
  return stopping(compared.weakened).length === 0 || isWaived(run, digestOf(compared));
}

/** K2. */
function digestOf({ weakened }: Compared): string {
  return `tampering.${must(weakened, 'what stops was found').blob}`;
}

const pathsMax = 20;

export function tamperingGates(run: Run): readonly GateRequest[] {
  const compared = comparedHere(run);
  const found = stopping(compared?.weakened);
  if (compared === undefined || found.length === 0) return [];
  const { blob } = must(compared.weakened, 'what stops was found');
  const paths = [...new Set(found.map(({ file }) => file))].slice(0, pathsMax);
  return [{ kind: 'waiver', subject: 'tampering', digest: digestOf(compared), blob, paths }];
}

/** Each file goes back to the last task in order that may touch it; one that no task names, to the last task. */
export function reopenWeakened(run: Run): readonly RunEvent[] {
  const weakened = must(run.compared?.weakened, 'a person was shown what was found');
  const integrated = run.tasks.filter((state) => state.at === 'integrated');
  const tasks = stopping(weakened).map(({ file }) => mostLikely(integrated, file).task.id);
  return [...new Set(tasks)].map((task) => ({ type: 'task.reopened', task, feedback: weakened.blob }));
}

function mostLikely(integrated: readonly TaskState[], file: string): TaskState {
  return must(
    integrated.findLast(({ task }) => covers(filesOf(task), file)) ?? integrated.at(-1),
    'a change that was evaluated has an integrated task',
  );
}

type Delivered = Extract<AttemptResult, { answer: 'delivered' }>;

/** K3. Nothing where the work is taken as it is: then evaluation asks a person. */
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
  return wasTold ? undefined : [...told, { type: 'task.saved', task, commit }];
}
