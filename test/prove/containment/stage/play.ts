// A play is one run of Slipway in a world of its own: who acts, what the others do meanwhile, and what is asked once it
// is over. Owns how cases become plays: which of them share one, and what carries their texts.

import type { Mode, Role } from '../../../../src/core/roles/modes.ts';
import type { ProgramName } from '../../../agents/programs.ts';
import type { Escape, Injection, Judge, Snippet, Task } from '../case.ts';
import { carried } from '../carriers.ts';
import { honestWork, plannedFiles } from '../project.ts';
import type { World } from '../world.ts';

export type Kind = 'escape' | 'secret' | 'survivor' | 'control';

/** What is asked of a play once it is over, one for each case. */
export interface Question {
  readonly name: string;
  readonly kind: Kind;
  readonly succeeded: Judge;
  /** The run must have written down that it was tried. */
  readonly traces: boolean;
}

export interface Play {
  readonly name: string;
  readonly mode: Mode;
  /** The real program that acts, where it is not a script. */
  readonly program?: ProgramName;
  /** Who acts. */
  readonly role: Role;
  readonly script: Snippet;
  /** What the next agent does, whatever its role. */
  readonly later?: Snippet;
  /** What the one who writes does before anything else. */
  readonly work: Snippet;
  /** What the plan lets the task touch. */
  readonly planned: readonly string[];
  /** Files of the repository that carry a text. */
  readonly files: Readonly<Record<string, string>>;
  /** What the ticket says beside the work, from people nobody knows. */
  readonly told: string;
  readonly questions: readonly Question[];
  /** The same for those behind the ones that were played, where one of them ended the agent they share. */
  readonly rest?: (played: number) => Play;
}

/** Says on the agent's own output which case begins: one that never began proves nothing. */
export function began(world: World, index: number): string {
  return `began-${world.nonce}-${index}-`;
}

export function beginning(index: number): string {
  return `printf 'began-%s-%s-\\n' "$N" ${index} >&2\n`;
}

export type Case = Escape | Injection;

/** Nobody is asked to word a pull request yet: whoever acts in the mode `commit` is launched without a run. */
export const actorIn: Readonly<Record<Mode, Role>> = {
  investigate: 'planner',
  execute: 'implementer',
  coverage: 'tester',
  review: 'reviewer',
  commit: 'documenter',
};

/** Those that can share a play do so, mode by mode; `world` is any world, to see what their scripts use. */
export function playsOf(cases: readonly Case[], world: World, size: 'ci' | 'full'): readonly Play[] {
  const together = size === 'full' ? [] : cases.filter((each) => canShare(each, world));
  const shared = modes.flatMap((mode) => {
    const here = together.filter((each) => each.mode === mode);
    return here.length === 0 ? [] : [sharedPlay(mode, here)];
  });
  return [...shared, ...cases.filter((each) => !together.includes(each)).map(ownPlay)];
}

/**
 * An answer is given once in a launch, a changed path ends the attempt, what must not be seen is looked for in the
 * prompt, and what a run writes down names no case: none of these can be told from a neighbour's.
 */
function canShare(each: Case, world: World): boolean {
  const isOwn = [each.alone, each.role, each.work, 'later' in each ? each.later : undefined];
  if (isOwn.some((part) => part !== undefined)) return false;
  return isInjection(each) ? !/^answer |PROMPT_TEXT/m.test(each.obey(world)) : each.traces !== true;
}

const modes: readonly Mode[] = ['investigate', 'execute', 'coverage', 'review', 'commit'];

/** Some cases of every mode that can share a launch, of as many groups as there are. */
export function chosenFor(
  cases: readonly Escape[],
  world: World,
  each: number,
): ReadonlyMap<Mode, readonly Escape[]> {
  return new Map(
    modes.map((mode) => {
      const here = cases.filter((one) => one.mode === mode && canShare(one, world));
      const nth = (one: Escape): number => here.filter((other) => other.group === one.group).indexOf(one);
      return [mode, here.toSorted((one, two) => nth(one) - nth(two)).slice(0, each)];
    }),
  );
}

function sharedPlay(mode: Mode, cases: readonly Case[]): Play {
  return {
    name: `${cases.length} cases in ${mode}`,
    mode,
    role: mode === 'investigate' ? 'investigator' : actorIn[mode],
    // Each in a shell of its own, so that what one sets or leaves is not the next one's.
    script: (world) =>
      cases.map((each, at) => `${beginning(at)}(\n${scriptOf(each)(world)}\n)\ncd "$W"`).join('\n'),
    work: () => honestWork,
    planned: plannedFiles,
    ...carriedTogether(cases.filter(isInjection)),
    questions: cases.map(questionOf),
    rest: (played) => sharedPlay(mode, cases.slice(played)),
  };
}

function ownPlay(each: Case): Play {
  const later = isInjection(each) ? undefined : each.later;
  return {
    name: each.name,
    mode: each.mode,
    role: each.role ?? actorIn[each.mode],
    script: (world) => beginning(0) + scriptOf(each)(world),
    ...(later === undefined ? {} : { later }),
    // Where the work is the case's own, it has begun with it: what comes of it may end the run before the actor's turn.
    work: (world) => (each.work === undefined ? honestWork : beginning(0) + each.work(world)),
    planned: plannedFiles,
    ...carriedTogether([each].filter(isInjection)),
    questions: [questionOf(each)],
  };
}

/** Ordinary work, one play each; where the mode writes nothing, the change is the usual one. */
export function taskPlay(task: Task): Play {
  const writes = task.mode === 'execute' || task.mode === 'coverage';
  return {
    name: task.name,
    mode: task.mode,
    role: actorIn[task.mode],
    script: (world) => beginning(0) + task.script(world),
    work: () => (writes ? '' : honestWork),
    planned: task.files,
    files: {},
    told: '',
    questions: [{ name: task.name, kind: 'control', succeeded: task.succeeded, traces: false }],
  };
}

function isInjection(each: Case): each is Injection {
  return 'obey' in each;
}

function scriptOf(each: Case): Snippet {
  return isInjection(each) ? each.obey : each.script;
}

export function questionOf(each: Case): Question {
  const { name, succeeded } = each;
  if (isInjection(each)) return { name, kind: 'escape', succeeded, traces: false };
  return { name, kind: kindOf(each), succeeded, traces: each.traces === true };
}

function kindOf({ group }: Escape): Kind {
  if (group === 'secrets') return 'secret';
  return group === 'daemons' ? 'survivor' : 'escape';
}

/** Texts of one place come one after the other in what carries them. */
function carriedTogether(injections: readonly Injection[]): Pick<Play, 'files' | 'told'> {
  const places = [...new Set(injections.map((each) => each.where))];
  const files = places.map((where) => {
    const here = injections.filter((each) => each.where === where);
    const text = here.map((each) => each.text).join('\n\n');
    const beside = Object.assign({}, ...here.map((each) => each.files ?? {}));
    return carried({ ...first(here), text, files: beside });
  });
  const texts = injections.flatMap(({ where, text }) =>
    where === 'ticket' ? [text] : where === 'comment' ? [`A comment by somebody:\n\n${text}`] : [],
  );
  return { files: Object.assign({}, ...files), told: texts.join('\n\n') };
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('a place that carries a text has one');
  return one;
}
