// The words of a result on a terminal: what was asked for goes to stdout, what is said about it to stderr.

import type { Paper, Words } from '../app/verbs/verb.ts';
import { folded } from '../app/words/fold.ts';
import { styleOf } from '../app/words/style.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Io } from './command.ts';

export function paperOf(io: Io): Paper {
  return { style: styleOf(io.outColors), width: io.outWidth(), now: systemClock().now() };
}

/** Where a document was printed on stdout, only what is said about it. */
export function tellWords(io: Io, { data, verbatim, talk }: Words, onlyTalk = false): void {
  if (data !== undefined && !onlyTalk) io.out(verbatim === true ? data : folded(data, io.outWidth()));
  if (talk !== undefined) io.err(talk);
}

/** What was noticed while an order was carried out. */
export function tellNotes(io: Io, { notes }: { readonly notes: readonly string[] }): void {
  for (const note of notes) io.err(`${note}\n`);
}
