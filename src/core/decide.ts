// Decide: a command and a state give events or a refusal. Pure and total; the only judge of what may happen.
// Here a command finds its judge: what effects say, what a person orders, what a person puts in by hand.

import type { Command, Refusal } from './commands.ts';
import { isRefusal } from './commands.ts';
import { dayPassed, dayRaised } from './budget/day.ts';
import { takenUp } from './budget/wall-clock.ts';
import type { CommandAnswer } from './course.ts';
import { followedBy } from './course.ts';
import { shape } from './decide-by-hand.ts';
import { begin, end, hold, refuse, save } from './decide-effect.ts';
import { cancel, land, over, revert, steer } from './decide-order.ts';
import type { RunEvent } from './events.ts';
import { startOf } from './evolve/start.ts';
import type { Run } from './run.ts';
import { naming, repositoryOf } from './run.ts';
import { settled } from './pipeline/settle.ts';
import { seenEvents } from './stages/merge.ts';
import { isNews } from './stages/watched.ts';
import { moves } from './pipeline/transitions.ts';

export function decide(run: Run | undefined, command: Command, at: number): readonly RunEvent[] | Refusal {
  const answer = courseAfter(run, command, at);
  return isRefusal(answer) ? answer : answer.events;
}

/** The same, with the states that the events lead to. */
export function courseAfter(run: Run | undefined, command: Command, at: number): CommandAnswer {
  if (command.type === 'run.start') return start(run, command, at);
  if (run === undefined) return { refused: 'not-started' };
  switch (command.type) {
    case 'effect.begin':
      return begin(run, command.key, at);
    case 'launch.hold':
      return hold(run, command, at);
    case 'launch.refuse':
      return refuse(run, command, at);
    case 'day.pass':
      return orRefusal(run, dayPassed(run, command.day), at);
    case 'day.raise':
      return orRefusal(run, dayRaised(run, command), at);
    case 'run.take-up':
      return orRefusal(run, takenUp(run), at);
    case 'task.save':
      return save(run, command, at);
    case 'effect.end':
      return end(run, command.key, command.outcome, at);
    case 'pull-request.see':
      return see(run, command, at);
    case 'run.land':
      return land(run, command, at);
    case 'run.revert':
      return revert(run, command, at);
    case 'run.cancel':
      return cancel(run, command, at);
    case 'run.tell':
    case 'run.triage':
    case 'plan.edit':
    case 'task.take':
    case 'task.give':
    case 'checks.replace':
      return over(run) ?? shape(run, command, at);
    case 'gate.decide':
    case 'run.pause':
    case 'run.resume':
    case 'run.retry':
    case 'coverage.skip':
    case 'run.merge':
    case 'run.fail':
      return over(run) ?? steer(run, command, at);
  }
}

function orRefusal(run: Run, judged: readonly RunEvent[] | Refusal, at: number): CommandAnswer {
  return isRefusal(judged) ? judged : settled(run, judged, at);
}

function start(
  run: Run | undefined,
  command: Extract<Command, { type: 'run.start' }>,
  at: number,
): CommandAnswer {
  if (run !== undefined) return { refused: 'already-started' };
  const { pipeline } = command.start;
  if (moves[pipeline] === undefined) return { refused: 'pipeline-not-built', pipeline };
  const event = { type: 'run.started' as const, ...command.start };
  const { plan } = command;
  const given: readonly RunEvent[] =
    plan === undefined ? [] : [{ type: 'plan.given', plan, by: command.start.by }];
  const started = startOf(event, at);
  return followedBy({ events: [event], states: [started] }, settled(started, given, at));
}

/** STAGES-MERGE-2: only what changed is a fact; a look that found nothing new leaves nothing in the journal. */
function see(run: Run, command: Extract<Command, { type: 'pull-request.see' }>, at: number): CommandAnswer {
  const repository = repositoryOf(run, command);
  return isNews(run, repository, command.found)
    ? settled(run, seenEvents(command.found, naming(run, repository)), at)
    : { refused: 'STATE_MISMATCH', expected: 'news of a pull request at its merge gate', actual: 'none' };
}
