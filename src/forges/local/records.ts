// Pull request records: one JSON file each, `pulls/<n>.json`. Owns how they are numbered, read and
// replaced; what is in them is decided by the callers.
//
// Invariants
//   RECORDS-1. A record is whole or absent: written beside its place, synced, then moved there.
//   RECORDS-2. Numbers have no holes, records are never deleted, and the branch of a record never changes.
//   RECORDS-3. There are never two open records of one branch, whichever processes open them: who makes number n has
//       read 1 to n-1 (RECORDS-2), and `link` lets exactly one make n. A loser reads the winner's and goes on.
//   RECORDS-4. Replacing a record is for the owner of the home, one at a time (`exclusive` on the forge).

import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

import type { ForgeAnswer, PullRequestRecord } from '../forge.ts';
import { answered, done, refused } from './answers.ts';
import type { RepositoryPlaces } from './answers.ts';
import { codeOf } from '../../plain/errors.ts';
import { parseJson } from '../../plain/json.ts';

const said = {
  id: z.string(),
  author: z.object({
    name: z.string(),
    association: z.string().exactOptional(),
    isBot: z.boolean().exactOptional(),
    isOurAccount: z.boolean().exactOptional(),
  }),
  body: z.string(),
  at: z.number(),
  isEdited: z.boolean().exactOptional(),
  marker: z.string().exactOptional(),
  path: z.string().exactOptional(),
  line: z.int().exactOptional(),
  isResolved: z.boolean().exactOptional(),
  verdict: z.enum(['approved', 'changes-requested', 'commented', 'dismissed']).exactOptional(),
  head: z.string().exactOptional(),
};

const recordShape = z.object({
  number: z.int().positive(),
  branch: z.string(),
  target: z.string(),
  title: z.string(),
  body: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  head: z.string(),
  labels: z.array(z.string()),
  comments: z.array(z.object({ marker: z.string(), body: z.string() })),
  checks: z.array(
    z.object({
      name: z.string(),
      head: z.string(),
      conclusion: z.enum(['success', 'failure', 'neutral', 'pending']),
    }),
  ),
  mergeCommit: z.string().exactOptional(),
  remarks: z
    .array(
      z.object({
        ...said,
        kind: z.enum(['thread', 'review', 'comment']),
        replies: z.array(z.object(said)).exactOptional(),
      }),
    )
    .exactOptional(),
});

const pullRequestsMax = 10_000;

export async function readRecord(
  places: RepositoryPlaces,
  number: number,
): Promise<ForgeAnswer<PullRequestRecord | undefined>> {
  const text = await textOf(fileOf(places, number));
  if (text === undefined) return answered(undefined);
  const record = recordShape.safeParse(parseJson(text)).data;
  if (record === undefined || record.number !== number) {
    return refused(
      `The record repos/${places.repository}/pulls/${number}.json is damaged, so nothing is done with pull requests of this repository. Restore the file from a backup.`,
    );
  }
  return answered(record);
}

/** Every record, by number. A damaged one refuses the listing: what it says about its branch is not known. */
export async function listRecords(
  places: RepositoryPlaces,
): Promise<ForgeAnswer<readonly PullRequestRecord[]>> {
  const found: PullRequestRecord[] = [];
  while (found.length < pullRequestsMax) {
    const next = await readRecord(places, found.length + 1);
    if (!next.ok) return next;
    if (next.value === undefined) return answered(found);
    found.push(next.value);
  }
  return answered(found);
}

/** RECORDS-3. Gives back the open record of this branch: the one that was there, or the one made now. */
export async function claimRecord(
  places: RepositoryPlaces,
  record: Omit<PullRequestRecord, 'number'>,
): Promise<ForgeAnswer<PullRequestRecord>> {
  await mkdir(places.pulls, { recursive: true });
  for (let number = 1; number <= pullRequestsMax; number += 1) {
    let existing = await readRecord(places, number);
    if (existing.ok && existing.value === undefined) {
      const made = { ...record, number };
      if (await create(places, made)) return answered(made);
      existing = await readRecord(places, number); // somebody made this number first
    }
    if (!existing.ok) return existing;
    const { value } = existing;
    if (value?.state === 'open' && value.branch === record.branch) return answered(value);
  }
  return refused(
    `The local forge keeps ${pullRequestsMax} pull requests of a repository, and repos/${places.repository} has them all. Start with a new home, or use a forge of another kind.`,
  );
}

/** RECORDS-1, RECORDS-4. */
export async function replaceRecord(
  places: RepositoryPlaces,
  record: PullRequestRecord,
): Promise<ForgeAnswer<void>> {
  const temporary = await writeTemporary(places, record);
  await rename(temporary, fileOf(places, record.number));
  await syncFolder(places.pulls);
  return done;
}

async function create(places: RepositoryPlaces, record: PullRequestRecord): Promise<boolean> {
  const temporary = await writeTemporary(places, record);
  try {
    await link(temporary, fileOf(places, record.number));
    await syncFolder(places.pulls);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeTemporary(places: RepositoryPlaces, record: PullRequestRecord): Promise<string> {
  const temporary = path.join(places.pulls, `.${record.number}.${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(record, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** A name in a folder survives a power cut only after the folder itself was synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function fileOf(places: RepositoryPlaces, number: number): string {
  return path.join(places.pulls, `${number}.json`);
}
