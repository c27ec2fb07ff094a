// Lays an exported run out as a home of its own, with this one run in it, and believes nothing of the file: every event has to follow
// the one before by its hash, every text has to be the one that its name says, and the whole has to be a run that can be shown.
//
// Invariants
//   UNPACK-1. No name in a file becomes a path but the id of its run and the hashes of its texts, both looked at by their form.
//   UNPACK-2. A text is taken where an event names it, and once: a file cannot fill the disk with what belongs to no run.
//   UNPACK-3. What was made here is not driven: the folder says so, and no process becomes its owner (`home/imported.ts`).

import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { blobFile } from '../../blobs/files.ts';
import { blobsIn, canonicalJson, genesis, linkHash, parseBody } from '../../journal/chain.ts';
import type { Recorded } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/sqlite.ts';
import { messageOf } from '../../plain/errors.ts';
import { isRecord, parseJson } from '../../plain/json.ts';
import { artifactsOf } from '../../views/artifacts/artifacts.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import { UserError } from '../ending/user-error.ts';
import type { Places } from '../home/home-places.ts';
import { isRunId, markImported } from '../home/imported.ts';
import { rebuildView } from '../home/rebuild-view.ts';
import { openTexts } from '../home/texts.ts';
import type { RecordRead } from './run-file.ts';
import { notOne, recordsIn } from './run-file.ts';

const eventsMax = 200_000;
/** The last day of the year 9999: what is later cannot be written as people write a date. */
const lastTimeMs = 253_402_300_799_999;
const eventsBytesMax = 256 * 1024 * 1024;

export interface Unpacked {
  readonly run: string;
  readonly events: number;
  readonly texts: number;
  readonly head: string;
}

interface About {
  readonly run: string;
  readonly events: number;
  readonly head: string;
}

/** `places` are of a folder that is there and empty. */
export async function unpackRun(file: string, places: Places): Promise<Unpacked> {
  let about: About | undefined;
  let eventBytes = 0;
  const events: Recorded[] = [];
  const named = new Set<string>();
  const taken = new Set<string>();
  for await (const record of recordsIn(file)) {
    if (about === undefined) {
      about = aboutIn(file, record.kind === 'about' ? await textOf(record) : '');
      markImported(places);
      continue;
    }
    if (record.kind === 'event' && taken.size === 0) {
      const text = await textOf(record);
      eventBytes += text.length;
      if (events.length >= eventsMax || eventBytes > eventsBytesMax) {
        throw notOne(file, 'it has more events than a run can have');
      }
      const event = eventIn(file, text, { stream: `run/${about.run}`, before: events.at(-1) });
      events.push(event);
      for (const blob of blobsIn(event.event)) named.add(blob);
      continue;
    }
    if (record.kind !== 'text') throw notOne(file, 'its records are not in their order');
    if (!named.has(record.name) || taken.has(record.name)) {
      throw notOne(file, 'it has a text that no event names, or the same one twice'); // UNPACK-2
    }
    await keep(file, record, places);
    taken.add(record.name);
  }
  const missing = [...named].find((blob) => !taken.has(blob));
  if (missing !== undefined) throw notOne(file, `the text ${missing} is named by an event and is not there`);
  if (about === undefined || events.length !== about.events || events.at(-1)?.hash !== about.head) {
    throw notOne(file, 'its events do not end where it says they do');
  }
  await written(file, about.run, { events, places });
  return { run: about.run, events: events.length, texts: taken.size, head: about.head };
}

async function textOf({ pieces }: RecordRead): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of pieces()) all.push(piece);
  return Buffer.concat(all).toString('utf8');
}

/** UNPACK-1. */
function aboutIn(file: string, text: string): About {
  const about = parseJson(text);
  if (!isRecord(about)) throw notOne(file, 'it does not say which run it holds');
  const { run, events, head } = about;
  const isWhole = typeof run === 'string' && typeof events === 'number' && typeof head === 'string';
  if (!isWhole || !isRunId(run)) throw notOne(file, 'it does not say which run it holds');
  return { run, events, head };
}

function eventIn(
  file: string,
  text: string,
  { stream, before }: { readonly stream: string; readonly before: Recorded | undefined },
): Recorded {
  const seq = (before?.seq ?? 0) + 1;
  const value = parseJson(text);
  const { at, hash, event: raw } = isRecord(value) ? value : {};
  const event = parseBody(JSON.stringify(raw) ?? '');
  if (event === undefined || typeof at !== 'number' || typeof hash !== 'string') {
    throw notOne(file, `event ${seq} cannot be read`);
  }
  if (!Number.isSafeInteger(at) || at < 0 || at > lastTimeMs) {
    throw notOne(file, `event ${seq} says a time that there is not`);
  }
  const previous = before?.hash ?? genesis;
  if (linkHash({ previous, stream, seq, at, body: canonicalJson(event) }) !== hash) {
    throw notOne(file, `event ${seq} does not match its hash: it was changed after it was written`);
  }
  return { stream, seq, position: seq, at, event, previous, hash };
}

async function keep(file: string, { name, pieces }: RecordRead, places: Places): Promise<void> {
  const target = blobFile(places.blobs, name); // UNPACK-1: it was named by an event, so it is a hash
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  const digest = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces()) {
      digest.update(piece);
      yield piece;
    }
  };
  await pipeline(hashed, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  if (`sha256:${digest.digest('hex')}` !== name)
    throw notOne(file, `the text ${name} is not what was written`);
}

async function written(
  file: string,
  run: string,
  { events, places }: { readonly events: readonly Recorded[]; readonly places: Places },
): Promise<void> {
  const view = await shown(file, run, { events, places });
  const opened = await openSqliteJournal({ file: places.database, anchorsDir: places.anchors });
  if (!opened.ok) throw new UserError(opened.problem.message, 'missing');
  const { journal } = opened;
  try {
    await journal.takeOver();
    let after = 0;
    while (after < events.length) {
      const at = events[after]?.at ?? 0;
      const rest = events.slice(after);
      const other = rest.findIndex((event) => event.at !== at);
      const batch = other < 0 ? rest : rest.slice(0, other);
      const isLast = after + batch.length === events.length;
      const appended = await journal.append({
        stream: `run/${run}`,
        after,
        at,
        events: batch.map(({ event }) => event),
        ...(isLast ? { view: () => view } : {}),
      });
      if (!appended.ok)
        throw new Error(`invariant: nobody else writes to a new journal (${appended.refused})`);
      after += batch.length;
    }
  } finally {
    await journal.close();
  }
}

/** A chain that holds is not yet a run: what makes no sense is refused here, and not where somebody looks at it. */
async function shown(
  file: string,
  run: string,
  { events, places }: { readonly events: readonly Recorded[]; readonly places: Places },
): Promise<NonNullable<ReturnType<typeof rebuildView>>> {
  const { get } = await openTexts(places);
  try {
    const view = rebuildView(events);
    await artifactsOf(
      events.map(({ event, at, seq, hash }) => ({ event: decodeRunEvent(event), at, seq, hash })),
      get,
    );
    if (view?.summary.run === run) return view;
  } catch (error) {
    throw notOne(file, `its events make no run that this version can show (${messageOf(error)})`);
  }
  throw notOne(file, 'its events are of another run than it says');
}
