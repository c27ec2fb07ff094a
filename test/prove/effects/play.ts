// Plays one case: the fault is ordered, the effect performed, the fault taken back, the effect performed again where it was not done, and
// once more by somebody who does not know that it was. What the servers hold is read after each.

import { hurriedClock } from '../../../src/app/rehearsing/hurried-clock.ts';
import type { Clock } from '../../../src/telemetry/clock.ts';
import { systemClock } from '../../../src/telemetry/system-clock.ts';
import type { Armed } from './arming.ts';
import { arm } from './arming.ts';
import { callName } from './call-name.ts';
import type { Call, Case } from './case.ts';
import { killedAt } from './kill.ts';
import type { End, Performing } from './performing.ts';
import { performed } from './performing.ts';
import { reaching } from './reach.ts';
import type { Scene, Staged } from './scene.ts';
import type { Stage } from './stage.ts';
import type { Wire } from './wire.ts';

export type Counts = Readonly<Record<string, number>>;

export interface Moment {
  readonly end: End;
  readonly there: Counts;
  /** Why what it brought is not right. */
  readonly wrong?: string;
}

export interface Played {
  /** With the fault. */
  readonly first: Moment;
  /** Without it, where it was not done. */
  readonly second?: Moment;
  /** By a process that does not know of the first; where nothing is written there is nothing to do twice. */
  readonly again?: Moment;
  /** Calls of the first and the second, in order. */
  readonly calls: readonly { readonly name: string; readonly isWrite: boolean }[];
  /** Writes that were carried out in the first and the second, by name. */
  readonly written: Counts;
  readonly hits: number;
  /** Calls that were sent before a limit was over. */
  readonly early: number;
  readonly secrets: readonly string[];
  readonly problems: readonly string[];
}

export interface Playing {
  readonly stage: Stage;
  readonly n: number;
  readonly wire: Wire;
  readonly plant?: Performing['plant'];
}

/** Short where no answer comes, long where one does: machines are busy. */
const timeMs = { silence: 1_200, usual: 20_000 };

export async function played(
  { scene, call, what }: Pick<Case, 'scene' | 'call' | 'what'> | { scene: Scene; call?: never; what?: never },
  playing: Playing,
): Promise<Played> {
  const { stage, n, wire, plant } = playing;
  const staged = await scene.set(stage, n);
  const clock = hurriedClock(systemClock(), 0);
  const secrets = secretsIn(staged.reach.env);
  const ear = listening(clock);
  for (const { url } of [stage.github, stage.jira]) wire.listen(url, ear);
  const heard = [stage.github.calls, stage.github.logCalls, stage.jira.calls];
  const from = heard.map(({ length }) => length);
  const silent = what !== undefined && 'fault' in what && what.fault === 'no answer after';
  const reach = { ...staged.reach, home: stage.world.home, timeMs: timeMs.usual };
  const fresh = (ms = timeMs.usual) =>
    reaching(
      stage.world.parts,
      { ...reach, timeMs: ms },
      { clock, learn: (values) => void secrets.push(...values) },
    );
  let parts = fresh(silent ? timeMs.silence : timeMs.usual);
  const perform = async (recovered: boolean, onWait?: () => Promise<void>): Promise<Moment> => {
    const { run, deed } = staged;
    const end = await performed({ parts, run, deed, clock, recovered, plant, ...(onWait && { onWait }) });
    return momentOf(staged, end, parts);
  };
  let armed: Armed | undefined;
  if (what !== undefined && 'kill' in what) {
    await killedAt({ stage, staged, reach, call, kill: what.kill });
  } else if (what !== undefined) {
    armed = arm(stage, call, what.fault, what.times);
  }
  let first: Moment;
  try {
    first = await perform(what !== undefined && 'kill' in what, armed?.onWait);
  } finally {
    await armed?.clear();
  }
  if (silent) parts = fresh();
  const second = first.end.how === 'done' ? undefined : await perform(false);
  const calls = heard.flatMap((list, at) => list.slice(from[at]));
  const hits = calls.filter(({ fault }) => fault !== undefined).length;
  const { early } = ear;
  parts = fresh();
  const again = Object.keys(first.there).length === 0 ? undefined : await perform(true);
  return {
    first,
    ...(second === undefined ? {} : { second }),
    ...(again === undefined ? {} : { again }),
    calls: calls.map((one) => ({ name: callName(one), isWrite: one.write })),
    written: countsOf(
      calls.filter((one) => one.write && one.executed && (one.gave ?? 500) < 300).map(callName),
    ),
    hits,
    early: early(),
    secrets: secrets.filter((value) => value !== ''),
    problems: [...stage.github.problems, ...stage.jira.problems],
  };
}

function secretsIn(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env)
    .filter(([name]) => /TOKEN|PAT$/.test(name))
    .map(([, value]) => value);
}

async function momentOf(
  staged: Staged,
  end: End,
  parts: Parameters<NonNullable<Staged['wrong']>>[1],
): Promise<Moment> {
  const wrong = end.how === 'done' ? await staged.wrong?.(end.result, parts) : undefined;
  return { end, there: await staged.there(), ...(wrong === undefined ? {} : { wrong }) };
}

/** By the clock that the effect has: what it waits for takes no time, and has to be waited for. */
function listening(clock: Clock) {
  let until = 0;
  let early = 0;
  return {
    sends: () => {
      if (clock.now() < until) early += 1;
    },
    limited: (ms: number) => {
      until = Math.max(until, clock.now() + ms);
    },
    early: () => early,
  };
}

function countsOf(names: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** What a scene was seen to call: each once, and the last of those that it calls several times. */
export function callsOf({ calls }: Played): readonly Call[] {
  return [...new Set(calls.map(({ name }) => name))].flatMap((name) => {
    const all = calls.filter((one) => one.name === name);
    const isWrite = all.some((one) => one.isWrite);
    return [0, ...(all.length > 1 ? [all.length - 1] : [])].map((after) => ({ name, isWrite, after }));
  });
}
