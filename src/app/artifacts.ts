// Writes the artifacts of a run: files for people, made from the journal. Deleting them loses nothing.
//   A1. A file that would not change is not touched, so that what watches the folder sees only news.
//   A2. A run that has ended has one line in the list of outcomes, however often its artifacts are written.
//   A3. One write at a time, each from the journal as it is when its turn comes: an older one never comes last.

import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ArtifactWriter } from '../effects/parts.ts';
import { streamOf } from '../engine/runs.ts';
import type { Journal } from '../journal/journal.ts';
import { artifactsOf } from '../views/artifacts/artifacts.ts';
import { outcomeLine } from '../views/artifacts/outcome.ts';
import { decodeRunEvent } from '../views/decode.ts';
import type { Tools } from './parts.ts';

export function artifactWriter(tools: Pick<Tools, 'blobs' | 'places'>, journal: Journal): ArtifactWriter {
  let before: Promise<void> = Promise.resolve();
  return {
    write: (run) => {
      const turn = before.then(() => writeAll(tools, journal, run.id)); // A3
      before = turn.catch(() => {}); // its own caller hears of it; the next in line only waits
      return turn;
    },
  };
}

async function writeAll(
  { blobs, places }: Pick<Tools, 'blobs' | 'places'>,
  journal: Journal,
  run: string,
): Promise<void> {
  const events = journal
    .read(streamOf(run))
    .map(({ event, at, seq, hash }) => ({ event: decodeRunEvent(event), at, seq, hash }));
  const files = await artifactsOf(events, (hash) => blobs.get(hash));
  for (const file of files) await replaceFile(path.join(places.runs, run, file.path), file.text);
  const line = outcomeLine(events);
  if (line !== undefined) await appendOnce(path.join(places.home, 'outcomes.ndjson'), run, line);
}

async function replaceFile(file: string, text: string): Promise<void> {
  if ((await textOf(file)) === text) return; // A1
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** A2. A line that a crash cut short does not count, and does not swallow the next one. */
async function appendOnce(file: string, run: string, line: string): Promise<void> {
  const before = (await textOf(file)) ?? '';
  const start = `{"run":${JSON.stringify(run)},`;
  if (before.split('\n').some((item) => item.startsWith(start) && item.endsWith('}'))) return;
  const torn = before !== '' && !before.endsWith('\n');
  await appendFile(file, torn ? `\n${line}` : line, { mode: 0o600 });
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined; // not written yet; a folder that cannot be read says so when it is written
  }
}
