// Records the journal of a whole run as this version writes it, to be replayed by every later one:
//
//   tsx test/golden-journals/record.ts STORY > test/golden-journals/STORY-N.jsonl
//
// What is recorded once is never recorded again: a later version adds a file where its events have another shape.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openReader } from '../../src/app/home/reader.ts';
import { must } from '../../src/core/run.ts';
import { drive } from '../prove/support/drive.ts';
import { makeWorld, placesIn, storyNames } from '../prove/support/world.ts';

const story = must(
  storyNames.find((name) => name === process.argv[2]),
  `a story is one of ${storyNames.join(', ')}`,
);
const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-golden-')));
try {
  const world = await makeWorld(path.join(root, 'world'), story);
  const run = await drive(world);
  const reader = await openReader(placesIn(world));
  const journal = must(reader.journal, 'a run has a journal');
  for (const { seq, at, hash, event } of await journal.read(`run/${run}`))
    process.stdout.write(`${JSON.stringify({ seq, at, hash, event })}\n`);
  const [summary] = await journal.summaries();
  process.stdout.write(`${JSON.stringify({ summary })}\n`);
  await reader.close();
} finally {
  await rm(root, { recursive: true, force: true });
}
