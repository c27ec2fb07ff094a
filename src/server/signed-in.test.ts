import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Places } from '../app/home/home-places.ts';
import { placesOf } from '../app/home/home-places.ts';
import { admit, dismiss } from '../app/people/people.ts';
import type { Clock } from '../telemetry/clock.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { SignedIn } from './signed-in.ts';

const root = { who: 'me', authenticated: 'os', channel: 'cli' };
let folder = '';
let places: Places;
let now = 0;
const clock: Clock = { ...systemClock(), now: () => now };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'slipway-signed-in-'));
  places = placesOf({ env: { SLIPWAY_HOME: folder }, homedir: folder, tmp: folder, uid: 0, cores: 1 });
  now = 1_000_000;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a code lets one browser in, once (SIGNED-IN-1)', async () => {
  const signedIn = await SignedIn.open(places, clock);
  const code = signedIn.newCode(root);
  const entry = await signedIn.enterByCode(code);
  expect(entry?.caller).toMatchObject({
    by: { who: 'me', authenticated: 'code', channel: 'page' },
    access: 'administer',
  });
  expect(await signedIn.enterByCode(code)).toBeUndefined();
  expect(await signedIn.enterByCode('made up')).toBeUndefined();
});

test('a code is good for ten minutes, and no more than some are', async () => {
  const signedIn = await SignedIn.open(places, clock);
  const late = signedIn.newCode(root);
  now += 600_001;
  expect(await signedIn.enterByCode(late)).toBeUndefined();
  const pushedOut = signedIn.newCode(root);
  const codes = Array.from({ length: 64 }, () => signedIn.newCode(root));
  expect(await signedIn.enterByCode(pushedOut)).toBeUndefined();
  expect(await signedIn.enterByCode(codes[0] ?? '')).toBeDefined();
});

test('neither cookie nor key is worth anything without the other, and neither is in a file (SIGNED-IN-2)', async () => {
  const signedIn = await SignedIn.open(places, clock);
  const one = await signedIn.enterByCode(signedIn.newCode(root));
  const other = await signedIn.enterByCode(signedIn.newCode(root));
  if (one === undefined || other === undefined) throw new Error('both were let in');
  expect(await signedIn.callerWith(one.cookie, one.key)).toEqual(one.caller);
  expect(await signedIn.callerWith(one.cookie, other.key)).toBeUndefined();
  expect(await signedIn.callerWith(one.key, one.cookie)).toBeUndefined();
  expect(await signedIn.callerWith(one.cookie, '')).toBeUndefined();
  const kept = await readFile(places.signedIn, 'utf8');
  for (const secret of [one.cookie, one.key, other.cookie, other.key]) expect(kept).not.toContain(secret);
  expect((await stat(places.signedIn)).mode & 0o777).toBe(0o600);
});

test('a browser stays signed in when the engine is started anew, for thirty days, until it signs out', async () => {
  const before = await SignedIn.open(places, clock);
  const entry = await before.enterByCode(before.newCode(root));
  if (entry === undefined) throw new Error('it was let in');
  const after = await SignedIn.open(places, clock);
  expect(await after.callerWith(entry.cookie, entry.key)).toEqual(entry.caller);
  now += 30 * 24 * 3_600_000 + 1;
  expect(await after.callerWith(entry.cookie, entry.key)).toBeUndefined();
  now = 1_000_000;
  await after.leave(entry.caller);
  expect(await after.isIn(entry.caller)).toBe(false);
  expect(await after.callerWith(entry.cookie, entry.key)).toBeUndefined();
  expect(await (await SignedIn.open(places, clock)).callerWith(entry.cookie, entry.key)).toBeUndefined();
});

test('a person has the access they have now, and none once they are dismissed (SIGNED-IN-3)', async () => {
  const token = await admit(places, { name: 'maria', access: 'decide', since: 1, elsewhere: {} });
  const signedIn = await SignedIn.open(places, clock);
  const entry = await signedIn.enterByToken(token);
  expect(entry?.caller).toMatchObject({
    by: { who: 'maria', authenticated: 'token', channel: 'page' },
    access: 'decide',
  });
  expect(await signedIn.callerWithToken(token)).toMatchObject({ by: { channel: 'http' }, access: 'decide' });
  await dismiss(places, { name: 'maria', since: 1 });
  expect(await signedIn.callerWith(entry?.cookie ?? '', entry?.key ?? '')).toBeUndefined();
  expect(await signedIn.callerWithToken(token)).toBeUndefined();
  expect(await signedIn.enterByToken(token)).toBeUndefined();
  expect(entry === undefined || (await signedIn.isIn(entry.caller))).toBe(false);
  await admit(places, { name: 'maria', access: 'administer', since: 2, elsewhere: {} });
  expect(await signedIn.callerWith(entry?.cookie ?? '', entry?.key ?? '')).toBeUndefined(); // it is another maria
});

test('a file that says nothing signs nobody in, and stops nobody', async () => {
  await writeFile(places.signedIn, '{"sessions": "all"}');
  const signedIn = await SignedIn.open(places, clock);
  expect(await signedIn.enterByCode(signedIn.newCode(root))).toBeDefined();
});
