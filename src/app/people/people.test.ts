import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  admit,
  dismiss,
  everybody,
  mayDo,
  personAdmitted,
  personByToken,
  personNamed,
  tokenAnew,
} from './people.ts';

const maria = { name: 'maria', access: 'decide', since: 5, elsewhere: { github: 'maria-l' } } as const;
let folder = '';
let places = { people: '' };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'slipway-people-'));
  places = { people: path.join(folder, 'people.json') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a token is known again, and is in no file (PEOPLE-1)', async () => {
  const token = await admit(places, maria);
  const known = await personByToken(places, token);
  expect(known).toEqual({ ...maria, admission: expect.any(String) });
  expect(await personByToken(places, `${token}x`)).toBeUndefined();
  expect(await personAdmitted(places, known?.admission ?? '')).toEqual(known);
  expect(await readFile(places.people, 'utf8')).not.toContain(token);
  expect((await stat(places.people)).mode & 0o777).toBe(0o600);
});

test('whoever is dismissed is nobody, and the others stay (PEOPLE-2)', async () => {
  const token = await admit(places, maria);
  await admit(places, { ...maria, name: 'ola' });
  expect(await personNamed(places, 'maria')).toEqual(maria);
  await dismiss(places, maria);
  expect(await personByToken(places, token)).toBeUndefined();
  expect((await everybody(places)).map(({ name }) => name)).toEqual(['ola']);
  await expect(personNamed(places, 'maria')).rejects.toThrow('There is nobody called maria. There are ola.');
});

test('who is let in under a name is not who was let in under it before', async () => {
  const before = await personByToken(places, await admit(places, maria));
  await dismiss(places, maria);
  const after = await personByToken(places, await admit(places, { ...maria, access: 'administer' }));
  expect(after?.admission).not.toBe(before?.admission);
  expect(await personAdmitted(places, before?.admission ?? '')).toBeUndefined();
});

test('an order that is sent again is given another token for the same person, in place of the first (PEOPLE-1)', async () => {
  const first = await admit(places, maria, 'o-1');
  const second = await admit(places, maria, 'o-1');
  expect(await personByToken(places, first)).toBeUndefined();
  expect((await personByToken(places, second))?.name).toBe('maria');
  expect(await everybody(places)).toEqual([maria]);
  await dismiss(places, maria);
  expect(await tokenAnew(places, 'o-1')).toBeUndefined();
});

test('whoever was let in under the name of somebody who was sent away stays, when that is ordered again', async () => {
  await admit(places, { ...maria, since: 6 });
  await dismiss(places, maria);
  expect((await everybody(places)).map(({ since }) => since)).toEqual([6]);
});

test('two people have no name in common', async () => {
  await admit(places, maria);
  await expect(admit(places, maria)).rejects.toThrow('slipway people remove maria');
});

test('a file that cannot be understood lets nobody in, and says so', async () => {
  await writeFile(places.people, '{"people":[{"name":"eve"}]}');
  await expect(personByToken(places, 'x')).rejects.toThrow(
    'cannot be understood, so nobody but you is let in',
  );
});

test('who may administer may decide, and who may decide may look', () => {
  const all = ['view', 'decide', 'administer'] as const;
  expect(all.map((has) => all.map((needs) => mayDo(has, needs)))).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});
