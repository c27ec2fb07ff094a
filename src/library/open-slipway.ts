// Slipway inside another program: the verbs of the one table, with their types, and the events of runs as they come. What is ordered here
// goes to the process that owns the home; where there is none, it is this one, until it is closed.
//
// Invariants
//   OPEN-SLIPWAY-1. It prints nothing, asks nobody and reads no terminal: where a person has to say something first, the result says what.
//   OPEN-SLIPWAY-2. What it opened it closes: afterwards nothing of it keeps the program.

import { availableParallelism, homedir, tmpdir, userInfo } from 'node:os';
import type { Surroundings } from '../app/home/home-places.ts';
import { placesOf } from '../app/home/home-places.ts';
import { inItsHome } from '../app/home/in-its-home.ts';
import { Reach } from '../app/home/reach.ts';
import { openReader } from '../app/home/reader.ts';
import { toolsOf } from '../app/parts.ts';
import type { LookEntry, OrderEntry } from '../app/verbs/verb.ts';
import { lookOn } from '../app/watching/look-on.ts';
import type { RunEvent } from '../core/events.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { decodeRunEvent } from '../views/events/decode.ts';

export interface OpenOptions {
  /** What runs see of PATH and keys, and where the home is, as commands have it: the environment of the program, or less. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder everything is kept in, if it is another one than `env` says. */
  readonly home?: string;
  /** Told of trouble that no run can be blamed for. */
  readonly onTrouble?: (error: unknown) => void;
}

/** What was written to the journal of a run. */
export interface Told {
  readonly seq: number;
  readonly at: number;
  readonly event: RunEvent;
}

export interface Slipway {
  readonly look: <In, Out>(verb: LookEntry<In, Out>, input: In) => Promise<Out>;
  /** `seen` is the digest of what was looked at; an order under the same `id` again does nothing twice. */
  readonly order: <In, Out>(
    verb: OrderEntry<In, Out>,
    input: In,
    more?: { readonly seen?: string; readonly id?: string; readonly stop?: AbortSignal },
  ) => Promise<Out>;
  /** From the first, or after one that is known; until the run waits for somebody or has ended, or nobody works on it. */
  readonly events: (
    run: string,
    more?: { readonly after?: number; readonly stop?: AbortSignal },
  ) => AsyncIterable<Told>;
  /** Until nothing moves that this process works on. */
  readonly rested: () => Promise<void>;
  /** OPEN-SLIPWAY-2: what is at work in this process is saved and stopped; it is taken up by whoever owns the home next. */
  readonly close: () => Promise<void>;
}

const never = new AbortController().signal;

export function openSlipway({ env, home, onTrouble = () => undefined }: OpenOptions): Slipway {
  const surroundings = surroundingsWith(env, home);
  const places = placesOf(surroundings);
  const clock = systemClock();
  const tools = toolsOf(places, surroundings, clock);
  const reach = new Reach(tools, { onTrouble });
  const by = { who: userInfo().username, authenticated: 'os', channel: 'cli' };
  return {
    look: async ({ load }, input) => {
      const reader = await openReader(places);
      try {
        const here = { surroundings, places, clock, journal: reader.journal };
        const { look } = await load();
        return await inItsHome(here, input, (where) => look(where, input));
      } finally {
        await reader.close();
      }
    },
    order: (verb, input, more = {}) => reach.call(verb, input, { by, ...more }),
    events: (run, { after = 0, stop = never } = {}) => toldOf({ places, clock }, run, { after, stop }),
    rested: async () => reach.owner?.engine.idle(),
    close: () => reach.close(),
  };
}

function surroundingsWith(env: OpenOptions['env'], home: string | undefined): Surroundings {
  return {
    env: home === undefined ? env : { ...env, SLIPWAY_HOME: home },
    homedir: homedir(),
    tmp: tmpdir(),
    uid: process.getuid?.() ?? 0,
    cores: availableParallelism(),
  };
}

async function* toldOf(
  here: Pick<Parameters<typeof lookOn>[0], 'places' | 'clock'>,
  run: string,
  { after, stop }: { readonly after: number; readonly stop: AbortSignal },
): AsyncGenerator<Told> {
  let seen = after;
  let isOver = false;
  yield* lookOn(here, stop, {
    run,
    look: async function* () {
      const { journal, close } = await openReader(here.places);
      try {
        // First: it is written with the events it follows from, so that what is read after it has all of them.
        const [summary] = (await journal?.summaries({ runs: [run] })) ?? [];
        for (const { seq, at, event } of (await journal?.read(`run/${run}`, seen)) ?? []) {
          seen = seq;
          yield { seq, at, event: decodeRunEvent(event) };
        }
        isOver = summary !== undefined && summary.status !== 'running';
      } finally {
        await close();
      }
    },
    isOver: () => isOver,
  });
}
