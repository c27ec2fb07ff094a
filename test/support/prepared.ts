// Starting points that many tests share: a sample after some commands, made once for the whole suite by the real program
// and copied for whoever needs one. What a test is about it does itself, with its copy.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryIn } from './repository.ts';
import type { Sample, SampleOptions } from './sample.ts';
import { makeSample, sampleIn } from './sample.ts';
import { shelfName } from './shelf.ts';

const call = promisify(execFile);

/** The commands that lead there, each with the exit it has to end with. */
export interface StartingPoint extends SampleOptions {
  readonly after: readonly { readonly command: readonly string[]; readonly exit: number }[];
}

const run = ['run', 'Change a', '--trust'] as const;

/** A run nobody has decided about yet. */
export const atPlanGate: StartingPoint = {
  config: 'gates: { plan: true }\n',
  after: [{ command: run, exit: 7 }],
};

/** A run whose change is made, checked, reviewed and published. */
export const atMergeGate: StartingPoint = { after: [{ command: [...run, '--auto'], exit: 7 }] };

/** The same for a ticket with an id, which is a file of the repository. */
export const ofTicketSeven: StartingPoint = {
  files: { 'ticket.json': '{"id":"T-7","title":"Change a"}' },
  after: [{ command: ['run', '--file', 'ticket.json', '--trust', '--auto'], exit: 7 }],
};

/** A copy of its own, which the caller removes. */
export async function preparedSample(point: StartingPoint): Promise<Sample> {
  const from = await madeOnce(point);
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-prepared-')));
  await call('cp', ['-a', path.join(from, 'project'), path.join(from, 'home'), root]);
  await relocate(root);
  return sampleIn(repositoryIn(root), point.env);
}

/** Found by what it is made of, so that whoever wants the same gets the same, in whichever process. */
async function madeOnce(point: StartingPoint): Promise<string> {
  const shelf = process.env[shelfName];
  if (shelf === undefined) throw new Error('only the suite has a shelf for what is prepared');
  const digest = createHash('sha256').update(JSON.stringify(point)).digest('hex');
  const place = path.join(shelf, digest.slice(0, 16));
  if (existsSync(place)) return place;
  const sample = await makeSample(point);
  for (const { command, exit } of point.after) {
    const said = await sample.slipway(...command);
    if (said.exit !== exit) throw new Error(`'${command.join(' ')}' ended with ${said.exit}: ${said.err}`);
  }
  // Two that make it at once make the same: the first puts it there.
  await rename(sample.repository.root, place).catch(() => sample.remove());
  return place;
}

/** `location.json` is the only file of a home with a path of the user's in it. */
async function relocate(root: string): Promise<void> {
  const dir = path.join(root, 'project');
  const location = `${JSON.stringify({ path: dir, gitDir: path.join(dir, '.git') })}\n`;
  const repositories = path.join(root, 'home', 'repos');
  for (const id of await readdir(repositories)) {
    await writeFile(path.join(repositories, id, 'location.json'), location);
  }
}
