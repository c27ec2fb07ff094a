// prove:destruction. The judge of what a change destroys is asked about hundreds of commits that people made in public repositories,
// through git as the effect asks it: at most 2 of 100 may be flagged for nothing. Then about forty planted ones, all of which it has to see.
//
//   tsx test/prove/destruction.ts --repositories FOLDER [--size ci|full]
//
// FOLDER holds a clone of each repository of destruction/sample.ts as FOLDER/OWNER/NAME, with its history. In size ci ten commits of each
// are judged, in full a hundred. A flagged commit that nobody has read yet ends it with 1, as too many false alarms do, or a planted one that is
// missed. The last line of stdout is one JSON document.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Flagging } from './destruction/flagging.ts';
import { labels } from './destruction/labels.ts';
import { commitsOf, subjects } from './destruction/sample.ts';
import { plantedMissed } from './destruction/planted.ts';
import type { Size } from './support/proof.ts';
import { report, say, sizeOf, sizeOption } from './support/proof.ts';

const sizes: Readonly<Record<Size, number>> = { ci: 10, full: 100 };
const falseShareMax = 0.02;

interface Flagged {
  readonly repository: string;
  readonly commit: string;
  readonly told: readonly string[];
}

async function prove(folder: string, size: Size, root: string): Promise<boolean> {
  const startedMs = performance.now();
  const flagging = new Flagging(root);
  const missed = await plantedMissed(flagging, path.join(root, 'planted'));
  for (const name of missed.names) say(`MISSED ${name}`);
  let commits = 0;
  const flagged: Flagged[] = [];
  for (const subject of subjects) {
    const dir = path.resolve(folder, subject.name);
    const chosen = await commitsOf(dir, subject, sizes[size]);
    if (chosen.length < sizes[size])
      throw new Error(
        `${dir} has ${chosen.length} commits of people, not ${sizes[size]}: a clone with its history is needed`,
      );
    const opened = await flagging.open(dir, subject.head);
    for (const { id, parent } of chosen) {
      const told = await flagging.told(opened, parent, id);
      commits += 1;
      if (told.length > 0) flagged.push({ repository: subject.name, commit: id, told });
    }
    say(`${subject.name}: ${chosen.length} commits`);
  }
  const labelOf = ({ commit }: Flagged) => labels.find((label) => label.commit === commit);
  for (const one of flagged) {
    const label = labelOf(one);
    say(
      `${label === undefined ? 'UNREAD' : `${label.alarm} (${label.why})`} ${one.repository} ${one.commit}\n  ${one.told.join('\n  ')}`,
    );
  }
  const unread = flagged.filter((one) => labelOf(one) === undefined).length;
  const falseAlarms = flagged.filter((one) => labelOf(one)?.alarm === 'false').length;
  const share = falseAlarms / commits;
  report(
    {
      commits,
      repositories: subjects.length,
      flagged: flagged.length,
      falseAlarms,
      share: Math.round(share * 10_000) / 10_000,
      unread,
      planted: missed.of,
      seen: missed.of - missed.names.length,
    },
    startedMs,
  );
  return unread === 0 && missed.names.length === 0 && share <= falseShareMax;
}

const { values } = parseArgs({ options: { ...sizeOption, repositories: { type: 'string' } } });
const { repositories } = values;
if (repositories === undefined) {
  const clones = subjects.map(
    ({ name }) => `  git clone --no-checkout https://github.com/${name} FOLDER/${name}\n`,
  );
  throw new Error(`--repositories names a folder with a clone of each:\n${clones.join('')}`);
}
const root = await mkdtemp(path.join(tmpdir(), 'slipway-destruction-'));
try {
  process.exitCode = (await prove(repositories, sizeOf(values.size), root)) ? 0 : 1;
} finally {
  await rm(root, { recursive: true, force: true });
}
