// Whose environment a run works with: that of the terminal it was started from, or taken up from last. One process moves the
// runs of many terminals, each with its own PATH and keys.
//
// Invariants
//   ENVIRONMENTS-1. Values are in the memory of this process and nowhere else: in no journal, log or file. The names of those that the
//       agents of a run were given are written down, so that somebody can be told what is missing.
//   ENVIRONMENTS-2. A start and a resume give a run the environment they come with. Any other order gives one only where this
//       process knows none for the run.
//   ENVIRONMENTS-3. What a run was given before and is not set where it is taken up is named, and the run waits for it, until it
//       is set or somebody says that the run goes on without.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Run } from '../../core/run.ts';
import type { Given } from '../../engine/frames.ts';
import { parseJson } from '../../plain/json.ts';
import { list } from '../../views/words/words.ts';
import { UserError } from '../ending/user-error.ts';
import type { Tools } from '../parts.ts';
import { configOfRun, dressed } from '../parts.ts';
import { variablesOf } from './given.ts';
import type { Places } from './home-places.ts';

/** Whoever asks is to say what these variables are where they are: the caller is asked, not a person. */
export class WantsVariables extends Error {
  override readonly name = 'WantsVariables';
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super(`The variables ${names.join(', ')} are wanted.`);
    this.names = names;
  }
}

/** What an order comes with: `given` where it was sent by another process. */
interface Bringing {
  readonly tools: Tools;
  readonly given?: Given | undefined;
}

/** ENVIRONMENTS-2: `anew` takes the place of what the run had. `without`: what is missing is not waited for. */
export type Giving = 'start' | 'anew' | 'without' | 'if-none';

type Known = Pick<Run, 'id' | 'config'>;

export class Environments {
  readonly #own: Tools;
  /** By what is in them: many orders come from one terminal. */
  readonly #dressed = new Map<string, Tools>();
  readonly #runs = new Map<string, Tools>();

  constructor(own: Tools) {
    this.#own = own;
  }

  /** The tools as they are in the surroundings somebody sent along; this process's own, where nothing was sent. */
  in(given: Given | undefined): Tools {
    if (given === undefined) return this.#own;
    const key = JSON.stringify(Object.entries(given.values).toSorted(byName));
    const known = this.#dressed.get(key);
    if (known !== undefined) return known;
    const tools = dressed(this.#own, { ...this.#own.surroundings, env: given.values });
    this.#dressed.set(key, tools);
    return tools;
  }

  /** What a run is worked on with. */
  of(run: string): Tools {
    return this.#runs.get(run) ?? this.#own;
  }

  async give(run: Known, { tools, given }: Bringing, how: Giving): Promise<void> {
    if (how === 'if-none' && this.#runs.has(run.id)) return;
    const names = await this.wanted(run, { tools, given });
    if (how !== 'start' && how !== 'without') {
      const missing = await this.#missing(run, tools);
      if (missing.length > 0) throw notSet(run.id, missing); // ENVIRONMENTS-3
    }
    this.#runs.set(run.id, tools);
    await writeNames(
      this.#own.places,
      run.id,
      names.filter((name) => isSet(tools, name)),
    );
  }

  /** The variables its agents are given, once whoever brings an order has looked for each. */
  async wanted({ config }: Pick<Run, 'config'>, { tools, given }: Bringing): Promise<readonly string[]> {
    const names = await variablesIn(tools, config);
    if (given === undefined || names.every((name) => given.names.includes(name))) return names;
    throw new WantsVariables(names);
  }

  /** Whether a run could be worked on now, without anybody who brings something. */
  async covers(run: Known): Promise<boolean> {
    return this.#runs.has(run.id) || (await this.#missing(run, this.#own)).length === 0;
  }

  async #missing({ id }: Known, tools: Tools): Promise<readonly string[]> {
    return (await readNames(this.#own.places, id)).filter((name) => !isSet(tools, name));
  }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

function isSet({ surroundings: { env } }: Tools, name: string): boolean {
  return (env[name] ?? '') !== '';
}

/** None, where the configuration is gone: without one nobody is launched, and whoever tries says so. */
async function variablesIn({ blobs }: Tools, config: string): Promise<readonly string[]> {
  const kept = await configOfRun(blobs, config).catch(() => undefined);
  return kept === undefined ? [] : variablesOf(kept);
}

function notSet(run: string, names: readonly string[]): UserError {
  const [is, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return new UserError(
    `Run ${run} was not moved: its agents were given ${list(names)}, which ${is} not set here. ` +
      `Set ${them} and \`slipway resume ${run}\`, or let it go on without: \`slipway resume ${run} --without\`.`,
    'awaits-person',
  );
}

/** ENVIRONMENTS-1: names alone. */
function namesFile({ given }: Places, run: string): string {
  return path.join(given, `${run}.json`);
}

async function readNames(places: Places, run: string): Promise<readonly string[]> {
  const text = await readFile(namesFile(places, run), 'utf8').catch(() => '[]');
  const names = parseJson(text);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Whole or not at all. Nothing is written where nothing is to be remembered, and nothing was. */
async function writeNames(places: Places, run: string, names: readonly string[]): Promise<void> {
  const before = await readNames(places, run);
  if (before.join() === names.join()) return;
  const file = namesFile(places, run);
  await mkdir(places.given, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(names)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
