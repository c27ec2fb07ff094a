// Writes the artifacts of a run: files for people, made from the journal. Deleting them loses nothing.
//   ARTIFACTS-1. A file that would not change is not touched, so that what watches the folder sees only news.
//   ARTIFACTS-2. A run that has ended has one line in the list of outcomes, however often its artifacts are written.
//   ARTIFACTS-3. One write at a time, each from the journal as it is when its turn comes: an older one never comes last.

import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Run } from '../../core/run.ts';
import type { ArtifactWriter } from '../../effects/parts.ts';
import { streamOf } from '../../engine/runs.ts';
import type { Journal } from '../../journal/journal.ts';
import { InTurn } from '../../telemetry/in-turn.ts';
import type { TextOf } from '../../views/artifacts/artifacts.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import type { Tools } from '../parts.ts';
import type { RecordedEvent } from '../../views/events/recorded-event.ts';

export function artifactWriter(tools: Pick<Tools, 'blobs' | 'places'>, journal: Journal): ArtifactWriter {
  const turns = new InTurn();
  const textOf = remembered(tools.blobs);
  return {
    write: (run) =>
      turns.take(async () => {
        await aside(run);
        await writeAll({ places: tools.places, textOf }, journal, run.id); // ARTIFACTS-3
      }),
    failures: async (run) => {
      const { failureLog } = await import('../../views/artifacts/failure-log.ts');
      return failureLog(await eventsOf(journal, run), textOf);
    },
  };
}

async function eventsOf(journal: Journal, run: string): Promise<readonly RecordedEvent[]> {
  const recorded = await journal.read(streamOf(run));
  return recorded.map(({ event, at, seq, hash }) => ({ event: decodeRunEvent(event), at, seq, hash }));
}

const asideMs = 10;

/** Files for people come after what is due next has been started; a run that has ended has nothing due. */
async function aside(run: Run): Promise<void> {
  if (run.ended === undefined) await wait(asideMs);
}

const textsMax = 400;

/** A text never changes under its hash, and the artifacts of a run name the same ones again at every stage. */
function remembered(blobs: Blobs): TextOf {
  const known = new Map<string, Promise<string | undefined>>();
  return (hash) => {
    if (known.size > textsMax) known.clear();
    const text = known.get(hash) ?? blobs.get(hash);
    known.set(hash, text);
    return text;
  };
}

async function writeAll(
  { places, textOf }: { readonly places: Tools['places']; readonly textOf: TextOf },
  journal: Journal,
  run: string,
): Promise<void> {
  // Loaded at the first write: a command that only decides something need not wait for a report page.
  const [{ artifactsOf }, { outcomeLine }] = await Promise.all([
    import('../../views/artifacts/artifacts.ts'),
    import('../../views/artifacts/outcome.ts'),
  ]);
  const events = await eventsOf(journal, run);
  const files = await artifactsOf(events, textOf);
  for (const file of files) await replaceFile(path.join(places.runs, run, file.path), file.text);
  const line = outcomeLine(events);
  if (line !== undefined) await appendOnce(path.join(places.home, 'outcomes.ndjson'), run, line);
}

async function replaceFile(file: string, text: string): Promise<void> {
  if ((await readIfThere(file)) === text) return; // ARTIFACTS-1
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** ARTIFACTS-2. A line that a crash cut short does not count, and does not swallow the next one. */
async function appendOnce(file: string, run: string, line: string): Promise<void> {
  const before = (await readIfThere(file)) ?? '';
  const start = `{"run":${JSON.stringify(run)},`;
  if (before.split('\n').some((item) => item.startsWith(start) && item.endsWith('}'))) return;
  const torn = before !== '' && !before.endsWith('\n');
  await appendFile(file, torn ? `\n${line}` : line, { mode: 0o600 });
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined; // not written yet; a folder that cannot be read says so when it is written
  }
}
