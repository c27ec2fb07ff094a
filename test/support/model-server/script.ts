// Which turn a request gets: by the conversation itself, so that retries and other conversations on the same server
// do not use up anybody's turns.

import type { ModelRequest } from './request.ts';
import { say, type Turn } from './turn.ts';

export type Script = readonly Turn[] | ((request: ModelRequest) => Turn | Promise<Turn>);

/** Titles and summaries: requests that offer no tools are no part of the work. */
export const sideText = 'A small errand';

export function turnFor(script: Script, request: ModelRequest): Turn | Promise<Turn> {
  if (!request.hasTools) return say(sideText);
  if (typeof script === 'function') return script(request);
  return script[request.assistantTurns] ?? say(`The script has no turn ${request.assistantTurns + 1}.`);
}
