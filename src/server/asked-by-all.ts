// What all open pages ask for is worked out once for each stand of the journal, and sent as the same bytes; what is refused is refused to each.

import type { AskedOrder } from '../app/verbs/verb.ts';
import type { Call, LastFrame } from '../engine/frames.ts';
import type { Answers, Bytes } from './answers.ts';
import type { KeptViews } from './kept-views.ts';

export type NoOutput = Exclude<LastFrame, { readonly output: unknown }>;

interface Shared {
  readonly owner: AskedOrder['owner'];
  readonly views: KeptViews;
  readonly answers: Answers;
}

/** Looks at the home as a whole, which every open page asks for after each step of any run. */
const askedByAll: ReadonlySet<string> = new Set(['inbox', 'list']);

/** The answer as it is sent, or why there is none. */
export async function told(
  call: Call,
  { answers, views, owner }: Shared,
  make: () => Promise<LastFrame>,
): Promise<Bytes | NoOutput> {
  if (!askedByAll.has(call.verb)) return bytesOf(await make());
  const stand = `${await views.caughtUp()} ${owner.engine.driven().join(' ')}`;
  const question = `${call.verb} ${JSON.stringify(call.input)}`;
  const kept = await answers.of({ question, stand }, async () => {
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
