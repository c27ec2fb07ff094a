// Who is signed in: one-time codes that let a browser in, and what it is known by afterwards.
//
// Invariants
//   SIGNED-IN-1. A code is good for one browser, once, and for a few minutes. It is kept in memory alone.
//   SIGNED-IN-2. A browser is known by two secrets: a cookie, which it sends to every server on its address, whatever the port, and a
//       key, which the page keeps for its own origin. Neither is worth anything without the other, and both are kept as hashes.
//   SIGNED-IN-3. What a person may do is looked up every time: whoever was dismissed is nobody with the next request.
//   SIGNED-IN-5. A token that was made for a program signs no browser in: it is good for MCP alone.
//   SIGNED-IN-4. Codes, sessions and their ages are bounded; the oldest go first.

import { createHash, randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Places } from '../app/home/home-places.ts';
import { personAdmitted, personByToken } from '../app/people/people.ts';
import type { Access } from '../app/verbs/verb.ts';
import type { Decider } from '../core/gates/gate.ts';
import { parseJson } from '../plain/json.ts';
import type { Clock } from '../telemetry/clock.ts';

const secretBytes = 32;
const codeMs = 10 * 60_000;
const codesMax = 64;
const sessionMs = 30 * 24 * 3_600_000;
const sessionsMax = 256;

/** Somebody who asks, and how they are known. */
export interface Caller {
  readonly by: Decider;
  readonly access: Access;
  /** Of a person; the user of this machine needs none. */
  readonly admission?: string;
  /** Of a browser. */
  readonly session?: string;
  /** A program has the token. */
  readonly isProgram?: boolean;
}

/** A browser that was let in. */
export interface LetIn {
  readonly cookie: string;
  readonly key: string;
  readonly caller: Caller;
}

/** Who it is: the user of this machine, or a person, by their admission. A name may be another's by now. */
interface Who {
  readonly who: string;
  readonly admission?: string | undefined;
}

interface Session extends Who {
  readonly cookie: string;
  readonly key: string;
  readonly until: number;
}

const kept = z.object({
  sessions: z.array(
    z.object({
      cookie: z.string(),
      key: z.string(),
      who: z.string(),
      admission: z.string().optional(),
      until: z.number(),
    }),
  ),
});

export class SignedIn {
  readonly #places: Places;
  readonly #clock: Clock;
  readonly #codes = new Map<string, { readonly who: string; readonly until: number }>();
  #sessions: Map<string, Session>;

  private constructor(places: Places, clock: Clock, sessions: readonly Session[]) {
    this.#places = places;
    this.#clock = clock;
    this.#sessions = new Map(sessions.map((session) => [session.cookie, session]));
  }

  /** With whoever was signed in before the engine was started anew; what cannot be read signs nobody in. */
  static async open(places: Places, clock: Clock): Promise<SignedIn> {
    const text = await readFile(places.signedIn, 'utf8').catch(() => '');
    const parsed = kept.safeParse(parseJson(text));
    return new SignedIn(places, clock, parsed.success ? parsed.data.sessions : []);
  }

  /** SIGNED-IN-1. */
  newCode({ who }: Decider): string {
    const code = secret();
    this.#codes.set(hashOf(code), { who, until: this.#clock.now() + codeMs });
    for (const oldest of this.#codes.keys()) {
      if (this.#codes.size <= codesMax) break;
      this.#codes.delete(oldest);
    }
    return code;
  }

  async enterByCode(code: string): Promise<LetIn | undefined> {
    const name = hashOf(code);
    const found = this.#codes.get(name);
    this.#codes.delete(name);
    if (found === undefined || found.until < this.#clock.now()) return undefined;
    return this.#enter({ who: found.who });
  }

  async enterByToken(token: string): Promise<LetIn | undefined> {
    const person = await personByToken(this.#places, token);
    return person === undefined || person.program === true
      ? undefined
      : this.#enter({ who: person.name, admission: person.admission });
  }

  /** SIGNED-IN-2. */
  async callerWith(cookie: string, key: string): Promise<Caller | undefined> {
    const session = this.#sessions.get(hashOf(cookie));
    if (session === undefined || session.key !== hashOf(key)) return undefined;
    return session.until < this.#clock.now() ? undefined : this.#callerOf(session);
  }

  /** A program, which brings its token every time. */
  async callerWithToken(token: string): Promise<Caller | undefined> {
    const person = await personByToken(this.#places, token);
    if (person === undefined) return undefined;
    const { name: who, access, admission } = person;
    const isProgram = person.program === true;
    return { by: { who, authenticated: 'token', channel: 'http' }, access, admission, isProgram };
  }

  async leave({ session }: Caller): Promise<void> {
    if (session !== undefined && this.#sessions.delete(session)) await this.#keep();
  }

  /** Whether somebody who was let in is still. */
  async isIn({ admission, session }: Caller): Promise<boolean> {
    if (session !== undefined && !this.#sessions.has(session)) return false;
    return admission === undefined || (await personAdmitted(this.#places, admission)) !== undefined;
  }

  async #enter(who: Who): Promise<LetIn | undefined> {
    const [cookie, key] = [secret(), secret()];
    const session = {
      ...who,
      cookie: hashOf(cookie),
      key: hashOf(key),
      until: this.#clock.now() + sessionMs,
    };
    const caller = await this.#callerOf(session);
    if (caller === undefined) return undefined;
    this.#sessions.set(session.cookie, session);
    await this.#keep();
    return { cookie, key, caller };
  }

  /** SIGNED-IN-3. */
  async #callerOf({ who, admission, cookie: session }: Session): Promise<Caller | undefined> {
    if (admission === undefined)
      return { by: { who, authenticated: 'code', channel: 'page' }, access: 'administer', session };
    const person = await personAdmitted(this.#places, admission);
    if (person === undefined) return undefined;
    const by = { who: person.name, authenticated: 'token', channel: 'page' };
    return { by, access: person.access, admission, session };
  }

  /** SIGNED-IN-4. */
  async #keep(): Promise<void> {
    const now = this.#clock.now();
    const living = [...this.#sessions.values()].filter(({ until }) => until >= now).slice(-sessionsMax);
    this.#sessions = new Map(living.map((session) => [session.cookie, session]));
    const next = `${this.#places.signedIn}.${secret()}`;
    try {
      await writeFile(next, JSON.stringify({ sessions: living }), { mode: 0o600, flush: true });
      await rename(next, this.#places.signedIn);
    } finally {
      await rm(next, { force: true });
    }
  }
}

function secret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
