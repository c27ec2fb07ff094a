// The command behind what a journal tells: what was asked of the run when this was recorded. A journal keeps events alone, but an
// append begins with one of a few, and what was asked can be read from it and from what stands behind it.

import type { Command } from '../../core/commands.ts';
import { effectsDue } from '../../core/effects-due.ts';
import type { Effect } from '../../core/effects.ts';
import { isLaunch } from '../../core/effects.ts';
import type { EventOf, RunEvent, RunEventType } from '../../core/events.ts';
import type { Run } from '../../core/run.ts';
import type { SavedWhy } from '../../core/tasks/saved-work.ts';
import { outcomeOf } from './outcome-of.ts';

/** `lost`: it was asked, and what with is not kept. Undefined: nothing begins with this event. */
export type CommandBehind = Command | 'lost' | undefined;

/** What the events of each command begin with; a new command does not compile without. */
const leads: Readonly<Record<Command['type'], readonly RunEventType[]>> = {
  'run.start': ['run.started'],
  'effect.begin': ['effect.begun'],
  'effect.end': ['effect.ended'],
  'launch.hold': ['failure.recorded'],
  'launch.refuse': ['day.reached', 'failure.recorded'],
  'day.pass': ['day.passed'],
  'day.raise': ['day.raised'],
  'task.save': ['task.saved'],
  'pull-request.see': ['pull-request.seen'],
  'gate.decide': ['gate.decided'],
  'run.take-up': ['run.taken-up'],
  'run.pause': ['run.paused'],
  'run.resume': ['run.resumed'],
  'run.retry': ['run.retried'],
  'run.cancel': ['run.cancelled', 'discard.ordered'],
  'run.tell': ['note.added'],
  'run.triage': ['pull-request.told'],
  'plan.edit': ['plan.edited'],
  'checks.replace': ['checks.replaced', 'run.retried'],
  'task.take': ['task.taken', 'run.retried'],
  'task.give': ['task.given'],
  'coverage.skip': ['coverage.skipped'],
  'run.merge': ['gate.decided', 'merge.ordered'],
  'run.land': ['gate.decided', 'merge.ordered', 'landing.ordered'],
  'run.revert': ['revert.ordered'],
  'run.fail': ['run.failed'],
};

/** Events that stand behind others, too: they alone do not say that something else begins. */
const alsoBehind: ReadonlySet<RunEventType> = new Set<RunEventType>([
  'failure.recorded',
  'task.saved',
  'pull-request.seen',
  'discard.ordered',
  'checks.replaced',
  'task.taken',
  'merge.ordered',
  'landing.ordered',
]);

const beginnings: ReadonlySet<RunEventType> = new Set<RunEventType>([
  ...Object.values(leads)
    .flat()
    .filter((type) => !alsoBehind.has(type)),
  'command.taken',
]);

/** What was asked of `run` (as it was before) when the first of these was recorded. */
export function commandOf(run: Run | undefined, events: readonly RunEvent[]): CommandBehind {
  const [event, ...rest] = events;
  if (event?.type === 'run.started') return started(event, rest);
  return event === undefined || run === undefined ? undefined : ofRun(run, event, rest);
}

/** What followed by itself: up to where something else begins. */
export function followingIn(rest: readonly RunEvent[]): readonly RunEvent[] {
  const end = rest.findIndex((event) => beginnings.has(event.type) || isSavedMeanwhile(event));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Not with the end of its attempt: saving was an order of its own. */
function isSavedMeanwhile(event: RunEvent): boolean {
  return event.type === 'task.saved' && event.why !== undefined && !withAnEnd.has(event.why);
}

const withAnEnd: ReadonlySet<SavedWhy> = new Set<SavedWhy>(['milestone', 'stop', 'crash']);

function started({ type: _type, ...start }: EventOf<'run.started'>, [next]: readonly RunEvent[]): Command {
  return { type: 'run.start', start, ...(next?.type === 'plan.given' ? { plan: next.plan } : {}) };
}

function ofRun(run: Run, event: RunEvent, rest: readonly RunEvent[]): CommandBehind {
  return askedBy(event.type, event, { run, rest });
}

function askedBy<T extends RunEventType>(type: T, event: EventOf<T>, around: Around): CommandBehind {
  const read: ((event: EventOf<T>, around: Around) => CommandBehind) | undefined = asking[type];
  return read?.(event, around);
}

/** The run before the event, and what was recorded behind it. */
interface Around {
  readonly run: Run;
  readonly rest: readonly RunEvent[];
}

/** Each event that may stand first in an append. */
const asking: { readonly [T in RunEventType]?: (event: EventOf<T>, around: Around) => CommandBehind } = {
  'effect.begun': ({ effect }) => ({ type: 'effect.begin', key: effect.key }),
  'effect.ended': endOf,
  'failure.recorded': held,
  'day.reached': ({ type: _type, ...reached }, { run }) => ({
    type: 'launch.refuse',
    key: effectsDue(run).find((effect) => isFresh(run, effect))?.key ?? '',
    reached,
  }),
  'task.saved': ({ task, commit, why, changed, files }, { run }) => {
    const attempt = run.inFlight.find(({ kind, subject }) => kind === 'attempt' && subject === task);
    if (attempt === undefined || why === undefined || changed === undefined || files === undefined) {
      return undefined;
    }
    return { type: 'task.save', key: attempt.key, work: { commit, why, changed, files } };
  },
  'day.passed': ({ day }) => ({ type: 'day.pass', day }),
  'day.raised': ({ day, cap, to }) => ({ type: 'day.raise', day, cap, to }),
  'pull-request.seen': ({ repository, seen: found }) => ({
    type: 'pull-request.see',
    found,
    ...(repository === undefined ? {} : { repository }),
  }),
  'gate.decided': ({ gate, decision }, { run, rest }) => {
    const seen = run.gates.find(({ id }) => id === gate)?.digest ?? '';
    return toMerge(rest) ?? { type: 'gate.decide', gate, seen, decision };
  },
  'merge.ordered': (event, { rest }) => toMerge([event, ...rest]),
  'landing.ordered': (event, { rest }) => toMerge([event, ...rest]),
  'revert.ordered': ({ by }) => ({ type: 'run.revert', by }),
  'run.taken-up': () => ({ type: 'run.take-up' }),
  'run.paused': ({ by }) => ({ type: 'run.pause', by }),
  'run.resumed': ({ by }) => ({ type: 'run.resume', by }),
  'run.retried': (event, { rest }) => again(event, followingIn(rest)),
  'run.cancelled': ({ type: _type, ...cancelled }, { rest }) => ({
    type: 'run.cancel',
    ...cancelled,
    discard: rest[0]?.type === 'discard.ordered',
  }),
  'discard.ordered': ({ by }) => ({ type: 'run.cancel', by, discard: true }),
  'run.failed': ({ because }) => ({ type: 'run.fail', because }),
  'coverage.skipped': ({ by }) => ({ type: 'coverage.skip', by }),
  'note.added': ({ type: _type, ...told }) => ({ type: 'run.tell', ...told }),
  'pull-request.told': ({ by, words }) => ({ type: 'run.triage', by, words }),
  'plan.edited': ({ by, plan }, { run }) => {
    const open = run.gates.find(({ kind, decision }) => kind === 'plan' && decision === undefined);
    return { type: 'plan.edit', by, seen: open?.digest ?? '', plan };
  },
  'checks.replaced': ({ type: _type, ...replaced }) => ({ type: 'checks.replace', ...replaced }),
  'task.taken': ({ by, task }) => ({ type: 'task.take', by, task }),
  'task.given': ({ type: _type, ...given }) => ({ type: 'task.give', ...given }),
};

function isFresh(run: Run, effect: Effect): boolean {
  return isLaunch(effect.kind) && !run.inFlight.some(({ key }) => key === effect.key);
}

/** Of a failure that stands alone: nothing was launched, because the agent is halted. */
function held({ key, reason, remedy }: EventOf<'failure.recorded'>): CommandBehind {
  if (reason !== 'agent-halted') return undefined;
  return { type: 'launch.hold', key, agent: remedy.type === 'login' ? remedy.agent : '' };
}

function endOf(event: EventOf<'effect.ended'>, { run, rest }: Around): CommandBehind {
  const effect = run.inFlight.find(({ key }) => key === event.key);
  if (effect === undefined) return undefined;
  const outcome = outcomeOf(effect, event, followingIn(rest));
  return outcome === undefined ? 'lost' : { type: 'effect.end', key: event.key, outcome };
}

/** An order to merge, or to land, which is one to merge too as long as that is not done. */
function toMerge([event, next]: readonly RunEvent[]): Command | undefined {
  if (event?.type === 'landing.ordered') {
    return { type: 'run.land', by: event.by, head: '', how: event.how };
  }
  if (event?.type !== 'merge.ordered') return undefined;
  const { by, head } = event;
  return next?.type === 'landing.ordered'
    ? { type: 'run.land', by, head, how: next.how }
    : { type: 'run.merge', by, head };
}

/** Another try: asked for as one, or with other commands, or by taking a task that was given up. */
function again({ by, comment }: EventOf<'run.retried'>, rest: readonly RunEvent[]): Command {
  const [next] = rest;
  const taken = rest.find((event) => event.type === 'task.taken');
  if (taken !== undefined) return { type: 'task.take', by, task: taken.task };
  if (next?.type === 'checks.replaced' && next.checks.length > 0) {
    const { type: _type, ...replaced } = next;
    return { type: 'checks.replace', ...replaced };
  }
  const entered = rest.find((event) => event.type === 'stage.entered');
  const from = entered === undefined || entered.stage === entered.from ? {} : { from: entered.stage };
  return { type: 'run.retry', by, ...(comment === undefined ? {} : { comment }), ...from };
}
