// A build in which two defences of a home are missing: nobody holds its lock, and no epoch is compared. Two owners of it take
// up the same run, and what they do to it has to be seen by the judges of the proof.

import path from 'node:path';
import type { Facts } from '../support/facts.ts';
import type { Patch } from '../support/patched-build.ts';
import { patchedBuild } from '../support/patched-build.ts';
import type { Wrong } from './judge.ts';
import { factsThere, judge } from './judge.ts';
import { ofHome, orphansOf, partyOf, signal } from './parties.ts';
import { sceneAt } from './scene.ts';

const missing: readonly Patch[] = [
  ['connection.exec("begin exclusive");', ''],
  ['if (epoch !== this.#epoch) {', 'if (false) {'],
];

const metMs = 9_000;
const eventsBefore = 30;
const startMs = 20_000;

/** What the judges see after two of them have met. */
export async function brokenOwners(root: string, control: Facts): Promise<readonly Wrong[]> {
  const program = patchedBuild(path.join(root, 'broken-build'), missing);
  const { world, seat, eye } = await sceneAt(path.join(root, 'broken-owners'), 1);
  const first = partyOf(seat, 'foreground', ['run', '--file', 'ticket.md', '--auto', '--trust']);
  const sight = await eye.until((seen) => (seen?.events ?? 0) >= eventsBefore, startMs);
  first.close();
  await first.ended;
  const both = [0, 1].map(() => partyOf(seat, 'foreground', ['resume', sight?.run ?? ''], program));
  const late = setTimeout(() => {
    for (const party of both) party.close();
  }, metMs);
  await Promise.all(both.map((party) => party.ended));
  clearTimeout(late);
  for (const pid of ofHome(world)) signal(pid, 'SIGKILL');
  const last = await eye.look();
  if (last?.digest !== undefined)
    await partyOf(seat, 'foreground', ['land', last.run, '--seen', last.digest]).ended;
  await eye.rest();
  const orphans = await orphansOf(world);
  return judge({ control, facts: await factsThere(world), runs: 1, seen: eye.seen, orphans });
}
