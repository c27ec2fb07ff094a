// Whose environment a run works with: that of the terminal it was started from, or taken up from last. One process moves the
// runs of many terminals, each with its own PATH and keys.
//
// Invariants
//   ENVIRONMENTS-1. Values are in the memory of this process and nowhere else: in no journal, log or file. The names of those that a
//       run was given are written down, so that somebody can be told what is missing; and with them what is no secret: where a
//       value is to be found (`file:`, `cmd:`), and whose it is.
//   ENVIRONMENTS-2. A start and a resume give a run the environment they come with. Any other order gives one only where this
//       process knows none for the run.
//   ENVIRONMENTS-3. What a run was given before and is not set where it is taken up is named, and the run waits for it, until it
//       is set or somebody says that the run goes on without. What only names where its value is, is looked for there by any process.

import type { Run } from '../../core/run.ts';
import type { Given } from '../../engine/frames.ts';
import type { Environment } from '../../plain/environment.ts';
import { followed } from '../../secrets/reference.ts';
import { list } from '../../views/words/words.ts';
import { UserError } from '../ending/user-error.ts';
import type { Tools } from '../parts.ts';
import { configOfRun, dressed } from '../parts.ts';
import { variablesOf } from './given.ts';
import type { KeptVariable } from './kept-variables.ts';
import { keptOf, nameOf, readKept, writeKept } from './kept-variables.ts';

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
    return this.#inEnvironment(given.values);
  }

  /** What a run is worked on with. */
  of(run: string): Tools {
    return this.#runs.get(run) ?? this.#own;
  }

  async give(run: Known, { tools, given }: Bringing, how: Giving): Promise<void> {
    if (how === 'if-none' && this.#runs.has(run.id)) return;
    const names = await this.wanted(run, { tools, given });
    const kept = how === 'start' ? [] : await readKept(this.#own.places, run.id);
    const filled =
      how === 'without' ? await this.#found(this.#filled(tools, kept), names) : this.#filled(tools, kept);
    if (how !== 'start' && how !== 'without') await refuseMissing(run.id, filled, { kept, names }); // ENVIRONMENTS-3
    this.#runs.set(run.id, filled);
    const set = names.filter((name) => isSet(filled, name));
    await writeKept(
      this.#own.places,
      run.id,
      set.map((name) => keptOf(filled, name)),
    );
  }

  /** The variables it is given, once whoever brings an order has looked for each. */
  async wanted({ config }: Pick<Run, 'config'>, { tools, given }: Bringing): Promise<readonly string[]> {
    const names = await variablesIn(tools, config);
    if (given === undefined || names.every((name) => given.names.includes(name))) return names;
    throw new WantsVariables(names);
  }

  /** Whether a run could be worked on now, without anybody who brings something; where it can, it has what it needs from then on. */
  async covers(run: Known): Promise<boolean> {
    if (this.#runs.has(run.id)) return true;
    const kept = await readKept(this.#own.places, run.id);
    const filled = this.#filled(this.#own, kept);
    if (!kept.every(({ name }) => isSet(filled, name))) return false;
    if ((await unfound(filled, kept.map(nameOf))).size > 0) return false;
    if (filled !== this.#own) this.#runs.set(run.id, filled);
    return true;
  }

  /** With what is known of a run from before, where nothing else is set. */
  #filled(tools: Tools, kept: readonly KeptVariable[]): Tools {
    const { env } = tools.surroundings;
    const missing = kept.filter(({ name, value }) => value !== undefined && !isSet(tools, name));
    if (missing.length === 0) return tools;
    const values = Object.fromEntries(missing.map(({ name, value }) => [name, value]));
    return this.#inEnvironment({ ...env, ...values });
  }

  /** Without what only names where it is, and is not there. */
  async #found(tools: Tools, names: readonly string[]): Promise<Tools> {
    const problems = await unfound(tools, names);
    if (problems.size === 0) return tools;
    const there = Object.entries(tools.surroundings.env).filter(([name]) => !problems.has(name));
    return this.#inEnvironment(Object.fromEntries(there));
  }

  /** Made once for what is in it. */
  #inEnvironment(env: Environment): Tools {
    const key = JSON.stringify(Object.entries(env).toSorted(byName));
    const known = this.#dressed.get(key);
    if (known !== undefined) return known;
    const tools = dressed(this.#own, { ...this.#own.surroundings, env });
    this.#dressed.set(key, tools);
    return tools;
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
    `Run ${run} was not moved: it was given ${list(names)}, which ${is} not set here. ` +
      `Set ${them} and \`slipway resume ${run}\`, or let it go on without: \`slipway resume ${run} --without\`.`,
    'awaits-person',
  );
}

async function refuseMissing(
  run: string,
  tools: Tools,
  { kept, names }: { readonly kept: readonly KeptVariable[]; readonly names: readonly string[] },
): Promise<void> {
  const missing = kept.map(nameOf).filter((name) => !isSet(tools, name));
  if (missing.length > 0) throw notSet(run, missing);
  const problems = [...(await unfound(tools, names)).values()];
  if (problems.length > 0) throw notFound(run, problems);
}

function notFound(run: string, problems: readonly string[]): UserError {
  return new UserError(
    `Run ${run} was not moved. ${problems.join(' ')} Then \`slipway resume ${run}\`, or let it go on without: \`slipway resume ${run} --without\`.`,
    'awaits-person',
  );
}

/** Why what is only named is not there, by the name of the variable. */
async function unfound(
  { surroundings: { env, homedir } }: Tools,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return (await followed(env, names, homedir)).problems;
}
