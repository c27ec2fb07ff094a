// An agent whose login does not work is halted for the whole home: no run launches it, and when a person has mended it
// in one place, every run that waits for it goes on.
//
//   AGENT-HALTS-1. The home hears of a halt before its run does, and of its end before any run does. So a run that waits for an
//       agent which is not halted any more was left behind by a crash, or was late, and is let go on.
//   AGENT-HALTS-2. Every such going on takes a person's word that is younger than the last failure: nothing turns in place.

import type { Command } from '../core/commands.ts';
import { isRefusal } from '../core/commands.ts';
import { decide } from '../core/decide.ts';
import type { Effect } from '../core/effects.ts';
import type { Decider, Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Engine } from './engine.ts';
import type { HomeLedger } from './home-ledger.ts';
import type { Runs } from './runs.ts';

export interface HaltParts {
  readonly engine: Engine;
  readonly home: HomeLedger;
  readonly runs: Runs;
  readonly clock: Clock;
  readonly openRuns: () => Promise<readonly string[]>;
}

export interface MendingEngine extends Engine {
  /** A person mended the login of an agent: gives the runs that waited for it. */
  readonly resumeAgent: (agent: string, by: Decider) => Promise<readonly string[]>;
}

/** For the engine's `instead`: `agentOf` says who would be launched. */
export function heldLaunch(
  home: HomeLedger,
  agentOf: (run: Run, effect: Effect) => Promise<string | undefined>,
): (run: Run, effect: Effect) => Promise<Command | undefined> {
  return async (run, effect) => {
    if (effect.kind !== 'ask' && effect.kind !== 'attempt') return undefined;
    const { halts } = await home.state();
    if (halts.size === 0) return undefined;
    const agent = await agentOf(run, effect);
    return agent === undefined || !halts.has(agent)
      ? undefined
      : { type: 'launch.hold', key: effect.key, agent };
  };
}

/** The engine, with what an answer to one run's login gate means for the others. */
export function mendingEngine(parts: HaltParts): MendingEngine {
  const { engine, home, runs, openRuns } = parts;
  const goOn = async (only?: string): Promise<readonly string[]> => {
    if ((await home.state()).mended.size === 0) return []; // as nearly always: then nobody looks for runs
    const open = await openRuns();
    return letGoOn(
      parts,
      open.filter((run) => only === undefined || run === only),
    );
  };
  const going = new Set<Promise<unknown>>();
  runs.onEvents((run, events) => {
    if (!events.some((event) => event.type === 'gate.opened' && event.request.kind === 'login')) return;
    // AGENT-HALTS-1: mended between the failure and its record. Trouble with the journal is told by the engine itself.
    const gone = letGoOn(parts, [run])
      .catch(() => undefined)
      .finally(() => going.delete(gone));
    going.add(gone);
  });
  return {
    ...restingWith(engine, going),
    driven: engine.driven,
    handOut: engine.handOut,
    submit: async (run, command, sent) => {
      const mended = mendedBy(await runs.load(run), command, parts.clock.now());
      if (mended === undefined) return engine.submit(run, command, sent);
      await home.resume(mended.agent, mended.by); // AGENT-HALTS-1
      const submitted = await engine.submit(run, command, sent);
      await goOn();
      return submitted;
    },
    recover: async (only) => {
      await goOn(only);
      return engine.recover(only);
    },
    resumeAgent: async (agent, by) => {
      await home.resume(agent, by);
      return goOn();
    },
  };
}

/** Nobody is at rest, and nothing has stopped, while a run may still be let go on. */
function restingWith(
  engine: Engine,
  going: ReadonlySet<Promise<unknown>>,
): Pick<Engine, 'settled' | 'idle' | 'stopRun' | 'stop'> {
  const after = async (rest: () => Promise<void>): Promise<void> => {
    await rest();
    while (going.size > 0) {
      await Promise.all(going);
      await rest();
    }
  };
  return {
    settled: (run) => after(() => engine.settled(run)),
    idle: () => after(() => engine.idle()),
    stopRun: (run) => after(() => engine.stopRun(run)),
    stop: () => after(() => engine.stop()),
  };
}

/** Which agent a command says is mended, if the run would take it. */
function mendedBy(
  run: Run | undefined,
  command: Command,
  at: number,
): { readonly agent: string; readonly by: Decider } | undefined {
  if (run === undefined || command.type !== 'gate.decide' || command.decision.answer !== 'approve') {
    return undefined;
  }
  const gate = run.gates.find((item) => item.id === command.gate);
  if (gate?.kind !== 'login' || isRefusal(decide(run, command, at))) return undefined;
  return { agent: gate.subject, by: command.decision.by };
}

/** Every login gate of these runs whose agent a person has mended is answered with that person's word. */
async function letGoOn(
  { engine, home, runs }: HaltParts,
  ids: readonly string[],
): Promise<readonly string[]> {
  if ((await home.state()).mended.size === 0) return [];
  const gone: string[] = [];
  for (const id of ids) {
    for (const gate of loginGates(await runs.load(id).catch(() => undefined))) {
      // AGENT-HALTS-2: asked after the gate was seen. The home heard of its halt before (AGENT-HALTS-1), so an older word is not found here.
      const by = (await home.state()).mended.get(gate.subject);
      if (by === undefined) continue;
      const answer = { gate: gate.id, seen: gate.digest, decision: { answer: 'approve', by } } as const;
      const submitted = await engine.submit(id, { type: 'gate.decide', ...answer });
      if (submitted.ok) gone.push(id);
    }
  }
  return gone;
}

function loginGates(run: Run | undefined): readonly Gate[] {
  if (run === undefined || run.ended !== undefined) return [];
  return openGates(run).filter((gate) => gate.kind === 'login');
}
