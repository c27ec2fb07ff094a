// Terminals that look on, in a process of their own: each is attached to the owner of the home and looks at runs as `slipway resume` does.
// Told `{ runs }` they begin; told `{ events }` they go on until each has seen so many of every run, say so, and leave.

import { askEngine } from '../../src/app/home/ask-engine.ts';
import { placesOf } from '../../src/app/home/home-places.ts';
import { openReader } from '../../src/app/home/reader.ts';
import { Watch } from '../../src/app/watching/watch.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';

const lookMs = 200;
const clock = systemClock();
const [dir = '', count = ''] = process.argv.slice(2);
const places = placesOf({ env: process.env, homedir: dir, tmp: dir, uid: process.getuid?.() ?? 0, cores: 2 });
const by = { who: 'bench', authenticated: 'os', channel: 'cli' } as const;
let looking: Promise<unknown> = Promise.resolve();
let wanted = Number.POSITIVE_INFINITY;

process.on('message', (message: { readonly runs?: readonly string[]; readonly events?: number }) => {
  if (message.runs !== undefined) void begin(message.runs);
  else void end(message.events ?? 0);
});

async function begin(runs: readonly string[]): Promise<void> {
  wanted = Number.POSITIVE_INFINITY;
  const all = Array.from({ length: Number(count) }, () => attached(runs));
  await Promise.all(all.map(({ isThere }) => isThere));
  looking = Promise.all(all.map(({ ended }) => ended));
  process.send?.('begun');
}

async function end(events: number): Promise<void> {
  wanted = events;
  await looking;
  process.send?.('seen');
}

function attached(runs: readonly string[]): {
  readonly isThere: Promise<void>;
  readonly ended: Promise<void>;
} {
  let ended: Promise<void> = Promise.resolve();
  const isThere = new Promise<void>((resolve) => {
    const mine = new AbortController();
    const tie = askEngine(places, {
      by,
      verb: 'attach',
      input: {},
      signal: mine.signal,
      onItem: () => resolve(),
    });
    ended = look(runs)
      .finally(() => mine.abort())
      .then(() => tie)
      .then(() => undefined);
  });
  return { isThere, ended };
}

async function look(runs: readonly string[]): Promise<void> {
  const reader = await openReader(places);
  try {
    const { journal } = reader;
    if (journal === undefined) throw new Error('The home of the bench has no journal.');
    const watches = runs.map((run) => new Watch(() => journal, run));
    while (watches.some(({ tracked }) => (tracked?.seq ?? 0) < wanted)) {
      for (const watch of watches) await watch.pull();
      await clock.until(clock.now() + lookMs, new AbortController().signal);
    }
  } finally {
    await reader.close();
  }
}
