// Whether the journal is what was written, event by event.

import { plural, short } from '../../views/words/words.ts';
import { findRun } from '../home/reader.ts';
import { openTexts } from '../home/texts.ts';
import { UserError } from '../ending/user-error.ts';
import type { StreamVerified } from '../home/verify-home.ts';
import { verifyStream } from '../home/verify-home.ts';
import type { Witnessed } from '../home/witnessed.ts';
import type { VerifyInput } from './schemas/reads.ts';
import type { Look, LookContext } from './verb.ts';
import { hereOf } from './which-run.ts';

export interface Verified {
  readonly ok: boolean;
  readonly streams: readonly StreamVerified[];
  /** What somebody outside kept of the head, and whether the journal still has it. */
  readonly witness?: Witnessed | undefined;
}

export const verify: Look<VerifyInput, Verified> = {
  look: async (context, input) => {
    const { journal, places } = context;
    const texts = await openTexts(places);
    const streams: StreamVerified[] = [];
    for (const stream of await streamsOf(context, input)) {
      if (journal !== undefined) streams.push(await verifyStream(journal, stream, texts));
    }
    const isWhole = streams.every((item) => item.ok);
    if (input.against === undefined) return { ok: isWhole, streams };
    if (input.all === true)
      throw new UserError('--against is about one run: name it, without --all.', 'usage');
    const [only] = streams;
    if (journal === undefined || only?.ok !== true) return { ok: false, streams };
    const { witnessed } = await import('../home/witnessed.ts');
    const witness = await witnessed({ journal, places, stream: only.stream }, input.against);
    return { ok: witness.holds, streams, witness };
  },
  words: ({ streams, witness }, { style }) => {
    if (streams.length === 0) return { talk: 'There is no journal yet, so there is nothing to check.\n' };
    const damaged = streams.filter((item) => !item.ok).length;
    const lines = streams.map((item) =>
      item.ok
        ? `${style.green('ok')}       ${item.stream}  ${plural(item.events, 'event')}, ${plural(item.blobs, 'text')}, head ${short(item.head)}\n`
        : `${style.red('damaged')}  ${item.stream}  event ${item.seq}: ${item.wrong}\n`,
    );
    const told =
      witness === undefined
        ? ''
        : `${witness.holds ? style.green('holds') : style.red('differs')}  ${witness.words}\n`;
    return {
      data: `${lines.join('')}${told}`,
      ...(damaged === 0
        ? {}
        : {
            talk: `${plural(damaged, 'stream')} of ${streams.length} damaged. The others can be used; the events of a damaged one stay as they are.\n`,
          }),
    };
  },
  exit: ({ ok }) => (ok ? 'done' : 'refused'),
};

async function streamsOf(
  { journal, places }: LookContext,
  { all = false, run, dir }: VerifyInput,
): Promise<readonly string[]> {
  if (!all) return [`run/${(await findRun(journal, run, hereOf(places, dir))).run}`];
  if (run !== undefined) throw new UserError('Give a run or --all, not both.', 'usage');
  if (journal === undefined) return [];
  // What is written down outside and not in the database is the first that wants to be named.
  const shown = (await journal.summaries()).map((item) => item.run);
  const runs = [...shown, ...(await journal.lost())].map((item) => `run/${item}`);
  return [...new Set([...(await journal.streams('')), ...runs])].toSorted();
}
