// A change that weakens what it is checked with. Whoever wrote it is told once, at once, and may put it back; whatever is
// still there when the whole change is compared with its base is for a person to say, and for nobody else.
//   K2. A waiver is for exactly the findings that were shown: their words are its digest.
//   K3. An attempt is sent back for it at most once, and only while its line has a retry left for that.

import type { AttemptResult, Effect, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import { filesOf } from '../plan/plan.ts';
import { covers } from '../fence/paths.ts';
import type { Run, TaskState } from '../run.ts';
import { endedHere, must, only, taskLine } from '../run.ts';
import type { Compared } from '../evidence/tamper.ts';
import { stopping } from '../evidence/tamper.ts';
import { failure } from '../failures/failed-effect.ts';
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

/**
 * Checks of the head that ran fewer tests than they ran at the base. A plan that gave leave to touch tests says why there
 * are fewer; otherwise something keeps them from running, whatever it is and wherever it stands.
 */
export function fewerHere(run: Run): readonly Fewer[] {
  const granted = (run.compared?.weakened?.findings ?? []).some((finding) => finding.granted === true);
  if (granted) return [];
  return run.visit.evidence.flatMap(({ check, log, fewer }) =>
    fewer === undefined ? [] : [{ check, log, ...fewer }],
  );
}

export interface Fewer {
  readonly check: string;
  readonly base: number;
  readonly now: number;
  readonly log: string;
}

/** Nothing that stops is left, or a person let exactly that pass. */
export function isUntampered(run: Run): boolean {
  const compared = comparedHere(run);
  return compared !== undefined && (!isWeaker(run, compared) || isWaived(run, digestOf(run, compared)));
}

function isWeaker(run: Run, { weakened }: Compared): boolean {
  return stopping(weakened).length > 0 || fewerHere(run).length > 0;
}

/** K2. */
function digestOf(run: Run, { weakened }: Compared): string {
  const found = weakened === undefined ? [] : [weakened.blob];
  const fewer = fewerHere(run).map(({ check, base, now }) => `${check}-${base}-${now}`);
  return ['tampering', ...found, ...fewer].join('.');
}

const pathsMax = 20;

export function tamperingGates(run: Run): readonly GateRequest[] {
  const compared = comparedHere(run);
  if (compared === undefined || !isWeaker(run, compared)) return [];
  const paths = [...new Set(stopping(compared.weakened).map(({ file }) => file))].slice(0, pathsMax);
  const blob = wordsOn(run, compared);
  return [{ kind: 'waiver', subject: 'tampering', digest: digestOf(run, compared), blob, paths }];
}

/** What there is to read: the findings, or where there are none, what the check that ran fewer tests printed. */
function wordsOn(run: Run, { weakened }: Compared): string {
  return weakened?.blob ?? must(fewerHere(run)[0], 'something makes it weaker').log;
}

/** Each file goes back to the last task in order that may touch it; one that no task names, to the last task. */
export function reopenWeakened(run: Run): readonly RunEvent[] {
  const compared = must(run.compared, 'a person was shown what was found');
  const integrated = run.tasks.filter((state) => state.at === 'integrated');
  const files = stopping(compared.weakened).map(({ file }) => file);
  const tasks = (files.length === 0 ? [''] : files).map((file) => mostLikely(integrated, file).task.id);
  const feedback = wordsOn(run, compared);
  return [...new Set(tasks)].map((task) => ({ type: 'task.reopened', task, feedback }));
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
