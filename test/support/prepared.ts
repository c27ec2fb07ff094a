// Starting points that many tests share: a sample after some commands, made once for the whole suite by the real program
// and copied for whoever needs one. What a test is about it does itself, with its copy.

import { mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refresh, repositoryIn } from './repository.ts';
import type { Sample, SampleOptions } from './sample.ts';
import { makeSample, sampleIn } from './sample.ts';
import { copyFolder, fromShelf } from './shelf.ts';

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
  const from = await fromShelf(point, () => startingPoint(point));
  if (from === undefined) throw new Error('only the suite has a shelf for what is prepared');
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-prepared-')));
  for (const part of ['project', 'home']) copyFolder(path.join(from, part), path.join(root, part));
  await relocate(root);
  const repository = repositoryIn(root);
  await refresh(repository);
  return sampleIn(repository, point.env);
}

async function startingPoint(point: StartingPoint): Promise<string> {
  const sample = await makeSample(point);
  for (const { command, exit } of point.after) {
    const said = await sample.slipway(...command);
    if (said.exit !== exit) throw new Error(`'${command.join(' ')}' ended with ${said.exit}: ${said.err}`);
  }
  return sample.repository.root;
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
