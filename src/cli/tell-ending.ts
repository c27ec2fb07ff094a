// Says where a run is at the end of a command: the words on stdout are data, the hint goes to stderr.

import type { Ending } from '../app/words/ending.ts';
import { endingDocument, endingText } from '../app/words/ending.ts';
import { folded } from '../app/words/fold.ts';
import { nextLines } from '../app/words/next.ts';
import { styleOf } from '../app/words/style.ts';
import type { Io } from './command.ts';
import { json as jsonText } from './reading.ts';

/** In words or as JSON. `also` are keys a command adds to the document. */
export function tellEnding(
  io: Io,
  json: boolean,
  ending: Ending,
  also: Readonly<Record<string, unknown>> = {},
): void {
  if (json) {
    io.out(jsonText({ ...endingDocument(ending), ...also }));
    return;
  }
  io.out(folded(endingText(ending, styleOf(io.outColors)), io.outWidth()));
  if (ending.next.length > 0) io.err(`Next:\n${nextLines(ending.next)}`);
}
