// Writes a run into one file: its events as the journal has them, and every text they name. What is made from these, the artifacts,
// is made anew where it is read, so that nobody has to believe it.

import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { blobFile } from '../../blobs/files.ts';
import type { Journal } from '../../journal/journal.ts';
import { messageOf } from '../../plain/errors.ts';
import { UserError } from '../ending/user-error.ts';
import { buildHere } from '../home/build.ts';
import type { Places } from '../home/home-places.ts';
import { openTexts } from '../home/texts.ts';
import { lookAtStream } from '../../engine/intact.ts';
import { RunFileWriter } from './run-file.ts';

export interface Packed {
  readonly run: string;
  readonly file: string;
  readonly events: number;
  readonly texts: number;
  readonly head: string;
  readonly bytes: number;
}

export async function packRun(
  { journal, places }: { readonly journal: Journal; readonly places: Places },
  run: string,
  file: string,
): Promise<Packed> {
  const stream = `run/${run}`;
  // What is damaged is not handed on: nobody could tell who damaged it.
  const looked = await lookAtStream({ journal, blobs: await openTexts(places) }, stream);
  if (!looked.ok) {
    throw new UserError(
      `Run ${run} is not exported, because its journal is damaged at event ${looked.seq}: ${looked.words}. \`slipway verify ${run}\` says more.`,
      'refused',
    );
  }
  const { head, blobs } = looked;
  // Events that came since are left to another export: their texts were not looked at.
  const events = (await journal.read(stream)).filter(({ seq }) => seq <= head.seq);
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await written(unfinished, async (out) => {
      const about = { run, events: head.seq, head: head.hash, texts: blobs.size, build: buildHere() };
      await out.record('about', '-', JSON.stringify(about));
      for (const { seq, at, event, hash } of events) {
        await out.record('event', String(seq), JSON.stringify({ at, hash, event }));
      }
      for (const blob of blobs) await copied(out, places, blob);
      await out.record('end', '-', '');
    });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined); // where it cannot be, there is none
    throw new UserError(
      `The run cannot be written to ${file} (${messageOf(error)}). Name another file with --to.`,
      'missing',
    );
  }
  const bytes = statSync(file).size;
  return { run, file, events: head.seq, texts: blobs.size, head: head.hash, bytes };
}

async function written(file: string, fill: (out: RunFileWriter) => Promise<void>): Promise<void> {
  const packing = createGzip();
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  disk.on('error', (error) => packing.destroy(error));
  packing.pipe(disk);
  packing.on('error', () => undefined); // whoever writes is told
  const out = new RunFileWriter(packing);
  try {
    await out.begin();
    await fill(out);
    packing.end();
    await finished(disk);
  } finally {
    packing.destroy();
    disk.destroy();
  }
}

async function copied(out: RunFileWriter, places: Places, blob: string): Promise<void> {
  const from = blobFile(places.blobs, blob);
  await out.head('text', blob, statSync(from).size);
  for await (const piece of createReadStream(from)) if (Buffer.isBuffer(piece)) await out.piece(piece);
  await out.piece(Buffer.from('\n'));
}
