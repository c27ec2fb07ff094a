// One effect to its end, as the engine goes about it: intent, probe, act, record; where it failed, the table of failures says whether it
// is tried again, waited for, or left to a person. What the journal would keep is kept in memory.

import type { Failed, Outcome } from '../../../src/core/effects.ts';
import { isCourtesy } from '../../../src/core/effects.ts';
import type { FailureCounts, FailureReason } from '../../../src/core/failures/failure.ts';
import { counted, remedyFor } from '../../../src/core/failures/failure.ts';
import { spreadOut } from '../../../src/core/failures/jitter.ts';
import type { Run } from '../../../src/core/run.ts';
import type { EffectContext } from '../../../src/effects/effect.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import type { StepAnswer } from '../../../src/engine/perform.ts';
import { perform } from '../../../src/engine/perform.ts';
import type { Clock } from '../../../src/telemetry/clock.ts';
import type { Deed, Doing } from './deed.ts';
import { doingOf } from './deed.ts';

export interface Failure {
  readonly reason: FailureReason;
  readonly words: string;
  readonly resetsAt?: number;
}

export interface End {
  /**
   * `waiting`: for a time that was named, and so often that it will go on; `away`: for a service that is out of reach, as long apart as
   * that is waited for, which ends with a person after a day (FAILURE-5). `asked` and `warned`: a person is told.
   */
  readonly how: 'done' | 'asked' | 'warned' | 'waiting' | 'away' | 'stopped' | 'endless';
  readonly result?: unknown;
  readonly failures: readonly Failure[];
}

export interface Performing {
  readonly parts: EffectParts;
  readonly run: Run;
  readonly deed: Deed;
  readonly clock: Clock;
  readonly recovered: boolean;
  /** Before each wait between two tries. */
  readonly onWait?: () => Promise<void>;
  /** Takes every failure for a success, or every wait for none: planted, to see whether anybody notices. */
  readonly plant?: 'takes-for-done' | 'impatient' | undefined;
}

/** So often waited for a limit, it would be waited for again. */
const waitsMax = 3;
const triesMax = 12;
/** The longest that is waited between two looks at a service that is out of reach. */
const awayMs = 15 * 60_000;

export async function performed(given: Performing): Promise<End> {
  const { parts, run, deed, clock, plant } = given;
  const doing = doingOf(parts, deed);
  const failures: Failure[] = [];
  let counts: FailureCounts = {};
  let waits = 0;
  for (let n = 1; n <= triesMax; n += 1) {
    const outcome = await once(given, doing, given.recovered && n === 1);
    if (outcome.type === 'done') return { how: 'done', result: doing.brought() ?? outcome.result, failures };
    if (outcome.type === 'stopped') return { how: 'stopped', failures };
    failures.push(await toldOf(parts, outcome));
    if (plant === 'takes-for-done') return { how: 'done', result: {}, failures };
    const remedy = remedyFor(outcome, counts, run.policy);
    counts = counted(counts, outcome.reason);
    if (remedy.type !== 'retry' && remedy.type !== 'park') {
      return { how: isCourtesy(deed.effect.kind) ? 'warned' : 'asked', failures };
    }
    await given.onWait?.();
    if (plant === 'impatient') continue;
    const until =
      remedy.type === 'retry'
        ? clock.now() + spreadOut(remedy.waitMs, run.id, `${deed.effect.key}/${n}`)
        : (remedy.untilMs ?? clock.now() + run.policy.quotaWaitMs);
    await clock.until(until, new AbortController().signal);
    if (remedy.type === 'park' && (waits += 1) > waitsMax) return { how: 'waiting', failures };
    if (n === triesMax && remedy.type === 'retry' && remedy.waitMs === awayMs)
      return { how: 'away', failures };
  }
  return { how: 'endless', failures };
}

async function once({ run, deed, clock }: Performing, doing: Doing, recovered: boolean): Promise<Outcome> {
  const steps = perform(deed.effect, recovered);
  const context: EffectContext = {
    run,
    begunAt: clock.now(),
    recovered,
    signal: new AbortController().signal,
    save: () => Promise.resolve(),
  };
  let next = steps.next();
  let recorded: Outcome = { type: 'stopped' };
  while (next.done !== true) {
    const step = next.value;
    const outcome =
      step.type === 'probe'
        ? await doing.probe(context)
        : step.type === 'act'
          ? await doing.act(context)
          : undefined;
    if (step.type === 'record') recorded = step.outcome;
    const answer: StepAnswer = { accepted: true, ...(outcome === undefined ? {} : { outcome }) };
    next = steps.next(answer);
  }
  return recorded;
}

async function toldOf({ blobs }: EffectParts, { reason, detail, resetsAt }: Failed): Promise<Failure> {
  const words = detail === undefined ? '' : ((await blobs.get(detail)) ?? '');
  return { reason, words, ...(resetsAt === undefined ? {} : { resetsAt }) };
}
