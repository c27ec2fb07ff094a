// Whether a journal still has the head that somebody outside of the home kept: the pull request says it, and whoever rewrote the home with all
// its anchors could not rewrite that.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord, parseJson } from '../../plain/json.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Witness } from '../../views/words/witness.ts';
import { witnessIn } from '../../views/words/witness.ts';
import { short } from '../../views/words/words.ts';
import { UserError } from '../ending/user-error.ts';
import type { Places } from './home-places.ts';

export interface Witnessed {
  readonly holds: boolean;
  readonly words: string;
}

interface Asked {
  readonly journal: Journal;
  readonly places: Places;
  readonly stream: string;
}

/** `against` is a text with the head in it, or the number of a pull request of the local forge. */
export async function witnessed(asked: Asked, against: string | number): Promise<Witnessed> {
  const { journal, stream } = asked;
  const text = typeof against === 'string' ? against : await bodyOf(asked, against);
  const witness = witnessIn(text);
  if (witness === undefined) {
    throw new UserError(
      'There is no head of a journal in what was given. It stands at the end of the pull request of a run ("Journal of this run: event …"); a hash alone will do.',
      'usage',
    );
  }
  const events = await journal.read(stream);
  const found = events.find(({ hash }) => hash === witness.hash);
  const holds = found !== undefined && (witness.seq === undefined || witness.seq === found.seq);
  return holds
    ? {
        holds,
        words: `${stream} still has event ${found.seq} (${short(found.hash)}), and ${events.length - found.seq} after it`,
      }
    : { holds, words: missingWords(stream, witness, events.length) };
}

function missingWords(stream: string, { seq, hash }: Witness, events: number): string {
  const which = seq === undefined ? `the event ${short(hash)}` : `event ${seq} (${short(hash)})`;
  const instead =
    seq !== undefined && seq > events ? `it ends at event ${events}` : 'another stands in its place';
  return `${stream} does not have ${which} any more: ${instead}. What it shows is not what was shown outside`;
}

/** As it lies: what it says is only compared. */
async function bodyOf({ journal, places, stream }: Asked, number: number): Promise<string> {
  const run = (await journal.summaries()).find((item) => stream === `run/${item.run}`);
  const file = path.join(places.home, 'repos', run?.repository ?? '', 'pulls', `${number}.json`);
  const record = parseJson(await readFile(file, 'utf8').catch(() => ''));
  if (isRecord(record) && typeof record['body'] === 'string') return record['body'];
  throw new UserError(
    `There is no pull request ${number} of this repository here. Give the text of it, in a file or as it is: --against FILE.`,
    'refused',
  );
}
