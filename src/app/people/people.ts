// People besides the user of this machine: what each may do, how they are known again, and who they are elsewhere. Kept in one
// file of the home.
//
// Invariants
//   PEOPLE-1. A token is shown once, to whoever admits its owner, and kept as its hash: the file lets nobody in.
//   PEOPLE-2. Whoever is dismissed is nobody from then on: everybody who asks reads the file as it is now.
//        An order to admit that is sent again is given another token in place of the first, which came to nobody.
//   PEOPLE-3. The file is replaced whole, by one that is on the disk: half of it is never read.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { codeOf } from '../../plain/errors.ts';
import { parseJson } from '../../plain/json.ts';
import { UserError } from '../ending/user-error.ts';
import type { Places } from '../home/home-places.ts';
import type { Access } from '../verbs/verb.ts';

const tokenBytes = 32;
export const tokenPrefix = 'slw_';
const peopleMax = 1_000;

/** Who they are on services, so that what they do there is theirs. */
export const services = ['github', 'jira', 'telegram'] as const;
export type Service = (typeof services)[number];

export interface Person {
  readonly name: string;
  readonly access: Access;
  readonly since: number;
  readonly elsewhere: Readonly<Partial<Record<Service, string>>>;
  /** A program has the token, not they: it is good for MCP alone. */
  readonly program?: true | undefined;
}

interface Kept extends Person {
  /** PEOPLE-1. */
  readonly token: string;
  /** The id of the order that let them in. */
  readonly order?: string | undefined;
}

const kept: z.ZodType<Kept> = z.object({
  name: z.string(),
  access: z.enum(['view', 'decide', 'administer']),
  since: z.number(),
  elsewhere: z.partialRecord(z.enum(services), z.string()),
  program: z.literal(true).optional(),
  token: z.string(),
  order: z.string().optional(),
});
const file = z.object({ people: z.array(kept).max(peopleMax) });

const ranks: Readonly<Record<Access, number>> = { view: 0, decide: 1, administer: 2 };

export function mayDo(has: Access, needs: Access): boolean {
  return ranks[has] >= ranks[needs];
}

export async function everybody({ people }: Pick<Places, 'people'>): Promise<readonly Person[]> {
  return (await read(people)).map(shown);
}

/** Somebody who is let in, and what nobody else has who is let in under that name later. */
export interface Admitted extends Person {
  readonly admission: string;
}

export async function personAdmitted(
  { people }: Pick<Places, 'people'>,
  admission: string,
): Promise<Admitted | undefined> {
  return (await read(people)).map(admitted).find((one) => one.admission === admission);
}

export async function personByToken(
  { people }: Pick<Places, 'people'>,
  token: string,
): Promise<Admitted | undefined> {
  const hash = hashOf(token);
  const found = (await read(people)).find((one) => isSame(one.token, hash));
  return found === undefined ? undefined : admitted(found);
}

/** PEOPLE-1: a hash of the hash, so that it lets nobody in either. */
function admitted(person: Kept): Admitted {
  return { ...shown(person), admission: hashOf(person.token) };
}

/** Gives the token, which nobody sees again. `order` is the id it was sent under. */
export async function admit(places: Pick<Places, 'people'>, person: Person, order?: string): Promise<string> {
  const { people } = places;
  const known = await read(people);
  // Whoever took the order in died before it said so.
  const before = order === undefined ? undefined : await tokenAnew(places, order);
  if (before !== undefined) return before.token;
  if (known.some(({ name }) => name === person.name)) {
    throw new UserError(
      `There is somebody called ${person.name} already. Choose another name, or take their access back first: slipway people remove ${person.name}`,
      'refused',
    );
  }
  if (known.length >= peopleMax)
    throw new UserError(`A home has at most ${peopleMax} people; remove some first.`, 'refused');
  const token = newToken();
  const from = order === undefined ? {} : { order };
  await write(people, [...known, { ...person, ...from, token: hashOf(token) }]);
  return token;
}

function newToken(): string {
  return `${tokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`;
}

/** PEOPLE-1: for whoever this order let in; undefined where they are not here any more. */
export async function tokenAnew(
  { people }: Pick<Places, 'people'>,
  order: string,
): Promise<{ readonly person: Person; readonly token: string } | undefined> {
  const known = await read(people);
  const found = known.find((one) => one.order === order);
  if (found === undefined) return undefined;
  const token = newToken();
  await write(
    people,
    known.map((one) => (one === found ? { ...one, token: hashOf(token) } : one)),
  );
  return { person: shown(found), token };
}

/** Whoever is called so; refused where nobody is. */
export async function personNamed({ people }: Pick<Places, 'people'>, name: string): Promise<Person> {
  const known = await read(people);
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return shown(found);
  const names = known.map((one) => one.name).join(', ');
  throw new UserError(
    `There is nobody called ${name}. ${names === '' ? 'Nobody was added to this home yet.' : `There are ${names}.`}`,
    'usage',
  );
}

/** PEOPLE-2. Whoever was let in under the name since is somebody else, and stays. */
export async function dismiss(
  { people }: Pick<Places, 'people'>,
  { name, since }: Pick<Person, 'name' | 'since'>,
): Promise<void> {
  const known = await read(people);
  const left = known.filter((one) => one.name !== name || one.since !== since);
  if (left.length < known.length) await write(people, left);
}

function shown({ name, access, since, elsewhere, program }: Kept): Person {
  return { name, access, since, elsewhere, ...(program === undefined ? {} : { program }) };
}

/** What is random enough needs no salt and no slow hash. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** In the same time, whatever they are. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function read(place: string): Promise<readonly Kept[]> {
  let text: string;
  try {
    text = await readFile(place, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  const parsed = file.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.people;
  throw new UserError(
    `${place} cannot be understood, so nobody but you is let in. Put it back from a copy, or remove it and add your people again.`,
    'configuration',
  );
}

/** PEOPLE-3. */
async function write(place: string, people: readonly Kept[]): Promise<void> {
  const next = `${place}.next`;
  try {
    await writeFile(next, `${JSON.stringify({ people }, undefined, 2)}\n`, { mode: 0o600, flush: true });
    await rename(next, place);
  } finally {
    await rm(next, { force: true });
  }
}
