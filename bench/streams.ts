// What five hundred event streams cost whoever appends: the same events with all of them open and without, in turns; and how late an
// event is heard. The owner of the home is this process, whoever listens is another one.

import { z } from 'zod';
import type { Command } from '../src/core/commands.ts';
import type { Owner } from '../src/app/home/owner.ts';
import { aStart } from '../test/support/core.ts';
import type { Measurement } from './support/bench.ts';
import { compare, timed } from './support/compare.ts';
import { servedHome } from './support/served-home.ts';

const limit = 1.25;
const streams = 500;
const p99MsMax = 250;
/** Twenty steps a second: runs of four agents and their checks make fewer. */
const stepMs = 50;
const steps = 60;
const by = { who: 'bench', authenticated: 'os', channel: 'cli' } as const;

const heard = z.object({ events: z.int(), p50: z.number(), p99: z.number(), outOfOrder: z.int() });

export const eventStreams: Measurement = async ({ size, dir, say }) => {
  const { owner, tell, close } = await servedHome(dir, say);
  const found: z.infer<typeof heard>[] = [];
  try {
    const ratio = await compare(
      {
        ours: async (round) => {
          await tell({ do: 'follow', streams });
          const ms = await appended(owner, `r-with-${round}`);
          found.push(heard.parse(await tell({ do: 'hear', position: await owner.journal.newest() })));
          await tell({ do: 'leave' });
          return ms;
        },
        against: (round) => appended(owner, `r-none-${round}`),
        rounds: size.runsRounds,
        warmUps: 1,
        say,
      },
      limit,
    );
    const p99Ms = Math.max(...found.map(({ p99 }) => p99));
    const outOfOrder = Math.max(...found.map((one) => one.outOfOrder));
    const lost = found.filter(({ events }) => events < steps * streams).length;
    return {
      ...ratio,
      streams,
      events: steps,
      p99Ms,
      p99MsMax,
      outOfOrder,
      lost,
      ok: ratio.ok && p99Ms <= p99MsMax && outOfOrder === 0 && lost === 0,
    };
  } finally {
    await close();
  }
};

/** How long its steps took together; the pauses between them are none of it. */
async function appended(owner: Owner, run: string): Promise<number> {
  await taken(owner, run, { type: 'run.start', start: { ...aStart(), run } });
  let ms = 0;
  for (let step = 0; step < steps; step += 1) {
    ms += await timed(() => taken(owner, run, { type: 'run.tell', by, note: `Step ${step}.` }));
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  return ms;
}

/** Decided, appended and told to who listens; nobody works on it. */
async function taken(owner: Owner, run: string, command: Command): Promise<void> {
  const submitted = await owner.runs.submit(run, command);
  if (!submitted.ok) throw new Error(`A step of the bench was refused: ${JSON.stringify(submitted.refusal)}`);
}
