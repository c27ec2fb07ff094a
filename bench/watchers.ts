// What twenty attached terminals cost whoever appends: the same events, with all of them looking on and without, in turns; and how many
// events a second they are shown. The owner of the home is this process, the terminals are another one.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Owner } from '../src/app/home/owner.ts';
import { becomeOwner } from '../src/app/home/owner.ts';
import { placesOf } from '../src/app/home/home-places.ts';
import { toolsOf } from '../src/app/parts.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import type { Measurement } from './support/bench.ts';
import { compare, rounded, timed } from './support/compare.ts';
import type { SampleStep } from './support/sample-run.ts';
import { sampleSteps, viewFor } from './support/sample-run.ts';

const limit = 1.25;
const terminals = 20;
/** In a turn: they look five times a second, and a turn has to be long enough for some looks. */
const runs = 4;
const at = Date.UTC(2026, 0, 1);

export const watchers: Measurement = async ({ size, dir, say }) => {
  const env = { SLIPWAY_HOME: path.join(dir, 'home'), XDG_RUNTIME_DIR: path.join(dir, 'rt') };
  mkdirSync(env.XDG_RUNTIME_DIR, { recursive: true, mode: 0o700 });
  const surroundings = { env, homedir: dir, tmp: dir, uid: process.getuid?.() ?? 0, cores: 2 };
  const owner = await becomeOwner(toolsOf(placesOf(surroundings), surroundings, systemClock()), {
    onTrouble: (error) => say(String(error)),
    detached: { graceMs: 60_000 },
  });
  if (owner === undefined) throw new Error('Somebody else owns the home of the bench.');
  const program = fileURLToPath(new URL('support/watchers.ts', import.meta.url));
  const child = fork(program, [dir, String(terminals)], { env: { ...process.env, ...env } });
  try {
    const steps = sampleSteps();
    const events = steps.length * runs;
    const lags: number[] = [];
    const ratio = await compare(
      {
        ours: (round) => lookedAt(child, { owner, steps, name: `r-with-${round}` }, lags),
        against: (round) => alone({ owner, steps, name: `r-none-${round}` }),
        rounds: size.runsRounds * 3,
        warmUps: 1,
        say,
      },
      limit,
    );
    return {
      ...ratio,
      terminals,
      events,
      eventsPerSecond: Math.round((events * 1_000) / ratio.oursMs),
      shownPerSecond: Math.round((events * terminals * 1_000) / ratio.oursMs),
      lastSeenMs: rounded(Math.max(...lags)),
    };
  } finally {
    child.kill();
    await owner.close();
  }
};

interface Appending {
  readonly owner: Owner;
  readonly steps: readonly SampleStep[];
  /** What the names of its runs begin with. */
  readonly name: string;
}

/** How long the last event took to be seen by all is no part of the turn. */
async function lookedAt(child: ChildProcess, appending: Appending, lags: number[]): Promise<number> {
  await begun(appending);
  child.send({ runs: namesOf(appending) });
  await once(child, 'message');
  const ms = await appended(appending);
  child.send({ events: appending.steps.length });
  lags.push(await timed(() => once(child, 'message')));
  return ms;
}

async function alone(appending: Appending): Promise<number> {
  await begun(appending);
  return appended(appending);
}

/** Nobody looks at a run that has no event yet. */
async function begun(appending: Appending): Promise<void> {
  for (const run of namesOf(appending)) await append(appending, run, 0);
}

function appended(appending: Appending): Promise<number> {
  return timed(async () => {
    for (let step = 1; step < appending.steps.length; step += 1) {
      for (const run of namesOf(appending)) await append(appending, run, step);
    }
  });
}

function namesOf({ name }: Appending): readonly string[] {
  return Array.from({ length: runs }, (_, n) => `${name}-${n}`);
}

async function append({ owner, steps }: Appending, run: string, index: number): Promise<void> {
  const step = steps[index];
  if (step === undefined) throw new Error(`invariant: the sample has a step ${index}`);
  const event = step.event.type === 'run.started' ? { ...step.event, run } : step.event;
  const view = viewFor(step.view, run);
  const answer = await owner.journal.append({
    stream: `run/${run}`,
    after: index,
    at,
    events: [event],
    view: () => view,
  });
  if (!answer.ok) throw new Error('An append of the bench was refused.');
}
