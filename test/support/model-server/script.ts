// Which turn a request gets: by the conversation itself, so that retries and other conversations on the same server
// do not use up anybody's turns.

import type { ModelRequest } from './request.ts';
import { say, type Turn } from './turn.ts';

type Speaks = (request: ModelRequest) => Turn | Promise<Turn>;

/** `always`: asked also where no tools are offered, for a model that calls some all the same. */
export type Script = readonly Turn[] | Speaks | { readonly always: Speaks };

/** Titles and summaries: requests that offer no tools are no part of the work. */
export const sideText = 'A small errand';

export function turnFor(script: Script, request: ModelRequest): Turn | Promise<Turn> {
  if ('always' in script) return script.always(request);
  if (!request.hasTools) return say(sideText);
  if (typeof script === 'function') return script(request);
  return script[request.assistantTurns] ?? say(`The script has no turn ${request.assistantTurns + 1}.`);
}
