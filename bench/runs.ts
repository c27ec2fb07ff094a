// What the engine makes of the disk: the real loop, core and journal in a world that answers instantly, against bare
// inserts of the very events it appended. With 200 runs at once it is how many events a second, and the inserts come in
// groups of 200; with one run alone it is how long an append takes, and each insert waits for the disk as that does.

import path from 'node:path';
import { must, openGates } from '../src/core/run.ts';
import type { Effects } from '../src/effects/effect.ts';
import type { Engine } from '../src/engine/engine.ts';
import { localEngine } from '../src/engine/engines/local.ts';
import { Runs } from '../src/engine/runs.ts';
import type { Journal } from '../src/journal/journal.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import { aPolicy, aStart, approval, happy } from '../test/support/core.ts';
import type { BareInserts, BareRow } from './support/bare-inserts.ts';
import { openBare } from './support/bare-inserts.ts';
import type { Measurement, Setting } from './support/bench.ts';
import { compare, median, quantile, rounded, timed } from './support/compare.ts';
import { openJournal } from './support/open-journal.ts';
import { sampleWorld } from './support/sample-run.ts';

const atOnce = 200;
/** Of what bare inserts make in a second. */
const ratioMin = 0.2;
/** Of what a bare insert takes. */
const aloneMax = 2.5;
const aloneRounds = 30;
const aloneWarmUps = 10;
/** Rounds of 200 runs before anything is timed: until then it is the compiler that is measured, and not what it made. */
const warmRounds = 2;
/** More often than a run that goes well meets a gate. */
const gatesMax = 10;

/** A slot for everybody: else 198 of 200 runs would wait for two agents, and not for the engine. */
const policy = aPolicy({ slots: atOnce });

const instantly: Effects = {
  probe: () => Promise.resolve(undefined),
  act: (effect, { run }) => Promise.resolve(happy(run, effect, sampleWorld)),
};

export const runs200: Measurement = async (setting) => {
  const played = await openPlay(setting);
  const ratios: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    await warmed(played);
    for (let round = 0; round < setting.size.runsRounds; round += 1) {
      const { appends, ms } = await played.run(`together-${round}`, atOnce);
      const rows = appends.flat();
      const bareMs = await played.bare(groupsOf(rows, atOnce));
      ours.push((rows.length / ms) * 1000);
      theirs.push((rows.length / bareMs) * 1000);
      ratios.push(bareMs / ms);
      setting.say(`${Math.round(ours.at(-1) ?? 0)} events a second, bare ${Math.round(theirs.at(-1) ?? 0)}`);
    }
  } finally {
    await played.close();
  }
  const ratioToBare = median(ratios);
  return {
    runs: atOnce,
    eventsPerSecond: Math.round(median(ours)),
    bareEventsPerSecond: Math.round(median(theirs)),
    ratioToBare: rounded(ratioToBare),
    low: rounded(quantile(ratios, 0.25)),
    high: rounded(quantile(ratios, 0.75)),
    limit: ratioMin,
    ok: ratioToBare >= ratioMin,
    rounds: setting.size.runsRounds,
  };
};

/** One run from its start to its end, then the same appends bare, and so on. */
export const alone: Measurement = async (setting) => {
  const played = await openPlay(setting);
  let appends: readonly (readonly BareRow[])[] = [];
  try {
    await warmed(played);
    const ratio = await compare(
      {
        ours: async (round) => {
          const run = await played.run(`alone-${round}`, 1);
          appends = run.appends;
          return run.ms / appends.length;
        },
        against: async (round) => {
          // The first to come has nothing to repeat yet.
          const rows = appends.length === 0 ? (await played.run('first', 1)).appends : appends;
          return (await played.bare(renamed(rows, `bare-${round}`))) / rows.length;
        },
        rounds: aloneRounds,
        warmUps: aloneWarmUps,
        say: setting.say,
      },
      aloneMax,
    );
    return { ...ratio, appends: appends.length };
  } finally {
    await played.close();
  }
};

async function warmed(played: Play): Promise<void> {
  for (let round = 0; round < warmRounds; round += 1) await played.run(`warm-${round}`, atOnce);
}

interface Played {
  /** What was appended, append by append, and how long all of it took. */
  readonly appends: readonly (readonly BareRow[])[];
  readonly ms: number;
}

interface Play {
  readonly run: (name: string, count: number) => Promise<Played>;
  /** Each list in a transaction of its own. */
  readonly bare: (transactions: readonly (readonly BareRow[])[]) => Promise<number>;
  readonly close: () => Promise<void>;
}

async function openPlay(setting: Setting): Promise<Play> {
  const journal = await openJournal(path.join(setting.dir, 'home'));
  const bare = await openBare(setting.dir);
  let position = 0;
  return {
    run: async (name, count) => {
      const { sizes, ms } = await playedOut(journal, { name, count, say: setting.say });
      const appends = await rowsOf(journal, sizes, position);
      position += appends.flat().length;
      return { appends, ms };
    },
    bare: (transactions) => insertedAll(bare, transactions),
    close: async () => {
      bare.close();
      await journal.close();
    },
  };
}

function insertedAll(bare: BareInserts, transactions: readonly (readonly BareRow[])[]): Promise<number> {
  return timed(async () => {
    for (const rows of transactions) bare.insert(rows);
  });
}

async function playedOut(
  journal: Journal,
  { name, count, say }: { readonly name: string; readonly count: number; readonly say: Setting['say'] },
): Promise<{ readonly sizes: readonly number[]; readonly ms: number }> {
  const sizes: number[] = [];
  const runs = new Runs(noting(journal, sizes), systemClock());
  const engine = localEngine({
    runs,
    effects: instantly,
    openRuns: async () => [],
    onTrouble: (error) => say(`trouble: ${String(error)}`),
  });
  const completed = new Set<string>();
  runs.onEvents((run, events) => {
    if (events.some(({ type }) => type === 'run.completed')) completed.add(run);
  });
  const ids = Array.from({ length: count }, (_, n) => `r-${name}-${n}`);
  const ms = await timed(() => Promise.all(ids.map((id) => complete(engine, { runs, completed }, id))));
  await engine.stop();
  return { sizes, ms };
}

/** How many events each append had. No more is kept while time is taken: who holds on to every event pays for it. */
function noting(journal: Journal, sizes: number[]): Journal {
  return {
    ...journal,
    append: (batch) => {
      sizes.push(batch.events.length);
      return journal.append(batch);
    },
  };
}

async function rowsOf(
  journal: Journal,
  sizes: readonly number[],
  after: number,
): Promise<readonly (readonly BareRow[])[]> {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const recorded = await journal.tail(after, total);
  if (recorded.length !== total) throw new Error('The journal does not hold what was appended.');
  let from = 0;
  return sizes.map((size) => recorded.slice(from, (from += size)));
}

function groupsOf(rows: readonly BareRow[], size: number): readonly (readonly BareRow[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, n) =>
    rows.slice(n * size, (n + 1) * size),
  );
}

function renamed(appends: readonly (readonly BareRow[])[], stream: string): readonly (readonly BareRow[])[] {
  return appends.map((rows) => rows.map((row) => ({ ...row, stream })));
}

/** From its start to its end, with a person who approves at once. */
async function complete(
  engine: Engine,
  { runs, completed }: { readonly runs: Runs; readonly completed: ReadonlySet<string> },
  id: string,
): Promise<void> {
  await engine.submit(id, { type: 'run.start', start: { ...aStart(policy), run: id } });
  for (let gates = 0; gates < gatesMax; gates += 1) {
    await engine.settled(id);
    if (completed.has(id)) return; // and forgotten: nobody has to read it again
    const run = must(runs.state(id), `run ${id} was started`);
    const gate = must(openGates(run)[0], `run ${id} rests in ${run.visit.stage} and waits for a person`);
    await engine.submit(id, {
      type: 'gate.decide',
      gate: gate.id,
      seen: gate.digest,
      decision: approval,
    });
  }
  throw new Error(`The run ${id} met more than ${gatesMax} gates.`);
}
