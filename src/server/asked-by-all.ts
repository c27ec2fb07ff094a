// What all open pages ask for is worked out once, and sent as the same bytes; what is refused is refused to each.
//
//   ASKED-BY-ALL-1. Of the home and of a run the answer is that of where the journal stands: nobody is told what an append has changed.
//   ASKED-BY-ALL-2. What is outside the journal (programs, forges, this machine) is looked at by one at a time, and not again at once.

import type { AskedOrder } from '../app/verbs/verb.ts';
import type { Call, LastFrame } from '../engine/frames.ts';
import type { Answers, Bytes } from './answers.ts';
import type { KeptViews } from './kept-views.ts';

export type NoOutput = Exclude<LastFrame, { readonly output: unknown }>;

interface Shared {
  readonly owner: { readonly engine: Pick<AskedOrder['owner']['engine'], 'driven'> };
  readonly views: Pick<KeptViews, 'caughtUp'>;
  readonly answers: Answers;
}

/** Times in an answer are those of the moment it was made. */
const ofJournalMs = 1_000;
const ofOutsideMs = 10_000;

/** Looks that every open page asks for after each step of a run, or that read two hundred journals or a whole diff. */
const ofJournal: ReadonlySet<string> = new Set(['inbox', 'list', 'system', 'costs', 'changes', 'diff']);
const ofOutside: ReadonlySet<string> = new Set(['doctor', 'agents']);

/** The answer as it is sent, or why there is none. */
export async function told(
  call: Call,
  { answers, views, owner }: Shared,
  make: () => Promise<LastFrame>,
): Promise<Bytes | NoOutput> {
  const isOutside = ofOutside.has(call.verb); // ASKED-BY-ALL-2
  if (!isOutside && !ofJournal.has(call.verb)) return bytesOf(await make());
  const stand = isOutside ? '' : `${await views.caughtUp()} ${owner.engine.driven().join(' ')}`; // ASKED-BY-ALL-1
  const question = `${call.verb} ${JSON.stringify(call.input)}`;
  const goodMs = isOutside ? ofOutsideMs : ofJournalMs;
  const kept = await answers.of({ question, stand, goodMs }, async () => {
    const said = bytesOf(await make());
    return said instanceof Uint8Array ? said : undefined;
  });
  // What is refused is refused to each by itself.
  return kept ?? bytesOf(await make());
}

const encoder = new TextEncoder();

function bytesOf(frame: LastFrame): Bytes | NoOutput {
  return 'output' in frame ? encoder.encode(JSON.stringify({ output: frame.output })) : frame;
}
