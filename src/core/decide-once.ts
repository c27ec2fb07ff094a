// Deciding a command that its sender gave an id: once, however often it is sent (IDENTITY-1–IDENTITY-4 in `identity.ts`).

import type { Command, Refusal } from './commands.ts';
import { isRefusal } from './commands.ts';
import type { Course } from './course.ts';
import { courseOf, followedBy } from './course.ts';
import { courseAfter } from './decide.ts';
import type { Identity, Repeat } from './identity.ts';
import { knownAs, takenAs } from './identity.ts';
import type { Run } from './run.ts';
import { must } from './run.ts';

/** `seq` is the last event of the stream it would be appended to. */
export function courseOnce(
  run: Run | undefined,
  command: Command,
  at: number,
  sent: Identity & { readonly seq: number },
): Course | Refusal | Repeat {
  const known = knownAs(run, sent);
  if (known !== undefined) return known;
  const course = courseAfter(run, command, at);
  if (isRefusal(course)) return course; // IDENTITY-2
  const end = must(course.states.at(-1), 'a decision has at least one event');
  return followedBy(course, courseOf(end, [takenAs(sent, sent.seq, course.events.length)], at));
}
