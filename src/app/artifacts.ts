// Writes the artifacts of a run: files for people, made from the journal. Deleting them loses nothing.

import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ArtifactWriter } from '../effects/parts.ts';
import { streamOf } from '../engine/runs.ts';
import type { Journal } from '../journal/journal.ts';
import { artifactsOf } from '../views/artifacts/artifacts.ts';
import { decodeRunEvent } from '../views/decode.ts';
import type { Tools } from './parts.ts';

export function artifactWriter(tools: Tools, journal: Journal): ArtifactWriter {
  return {
    write: async (run) => {
      const events = journal
        .read(streamOf(run.id))
        .map(({ event, at, seq }) => ({ event: decodeRunEvent(event), at, seq }));
      const files = await artifactsOf(events, (hash) => tools.blobs.get(hash));
      for (const file of files) await replaceFile(path.join(tools.places.runs, run.id, file.path), file.text);
    },
  };
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
