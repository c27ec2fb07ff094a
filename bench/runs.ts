// How many steps the engine makes in a second when 200 runs move at once, in a world that answers instantly: the
// real loop, core and journal, and nothing else. A step is a command that was accepted and appended. The same is
// done with one run alone, because a number of steps means nothing without another from the same minute.

import path from 'node:path';
import { must, openGates } from '../src/core/run.ts';
import type { Effects } from '../src/effects/effect.ts';
import type { Engine } from '../src/engine/engine.ts';
import { localEngine } from '../src/engine/engines/local.ts';
import { Runs } from '../src/engine/runs.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import { aStart, approval, happy } from '../test/support/core.ts';
import type { Measurement, Setting } from './support/bench.ts';
import { median, quantile, rounded, timed } from './support/compare.ts';
import { openJournal } from './support/open-journal.ts';
import { sampleWorld } from './support/sample-run.ts';

const atOnce = 200;
/** More often than a run that goes well meets a gate. */
const gatesMax = 10;

const instantly: Effects = {
  probe: () => Promise.resolve(undefined),
  act: (effect, { run }) => Promise.resolve(happy(run, effect, sampleWorld)),
};

export const runs200: Measurement = async (setting) => {
  const together: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < setting.size.runsRounds; round += 1) {
    alone.push(await stepsPerSecond(setting, `alone-${round}`, 1));
    together.push(await stepsPerSecond(setting, `together-${round}`, atOnce));
    setting.say(`${together.at(-1)} steps a second together, ${alone.at(-1)} alone`);
  }
  return {
    stepsPerSecond: Math.round(median(together)),
    low: Math.round(quantile(together, 0.25)),
    high: Math.round(quantile(together, 0.75)),
    runs: atOnce,
    aloneStepsPerSecond: Math.round(median(alone)),
    ratioToAlone: rounded(median(together) / median(alone)),
    rounds: setting.size.runsRounds,
  };
};

async function stepsPerSecond(setting: Setting, name: string, count: number): Promise<number> {
  const journal = await openJournal(path.join(setting.dir, name));
  try {
    const runs = new Runs(journal, systemClock());
    let steps = 0;
    runs.onEvents(() => (steps += 1));
    const engine = localEngine({
      runs,
      effects: instantly,
      openRuns: async () => [],
      onTrouble: (error) => setting.say(`trouble: ${String(error)}`),
    });
    const ids = Array.from({ length: count }, (_, n) => `r-${n}`);
    const ms = await timed(() => Promise.all(ids.map((id) => complete(engine, runs, id))));
    await engine.stop();
    return Math.round((steps / ms) * 1000);
  } finally {
    await journal.close();
  }
}

/** From its start to its end, with a person who approves at once. */
async function complete(engine: Engine, runs: Runs, id: string): Promise<void> {
  await engine.submit(id, { type: 'run.start', start: { ...aStart(), run: id } });
  for (let gates = 0; gates < gatesMax; gates += 1) {
    await engine.settled(id);
    const run = must(await runs.load(id), `run ${id} was started`);
    if (run.ended === 'completed') return;
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
