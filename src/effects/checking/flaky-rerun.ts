// Whether a test that is red for a new reason is flaky: it is run once more on the same tree, and what does not fail
// again came and went.

import type { CheckRan, SettledCheck } from '../../core/evidence/against-base.ts';
import { comesWith, heldAgainst, mayBeFlaky, settledBy } from '../../core/evidence/against-base.ts';
import { rerunsOf } from '../../core/policy.ts';
import type { EffectParts } from '../parts.ts';
import { toldNow } from './check-base.ts';
import type { CheckoutRequest, Result } from './check-checkout.ts';
import { onCheckout } from './check-checkout.ts';

/** A check with everything that is known of it by now. */
export interface JudgedCheck {
  readonly result: Result;
  readonly settled: SettledCheck;
}

/** The name of the second checkout, for what is run once more. */
export function secondCheckout(name: string): string {
  return `${name}-again`;
}

export function judgedAgainst(result: Result, bases: ReadonlyMap<string, CheckRan>): JudgedCheck {
  const held = heldAgainst(toldNow(result), bases.get(result.check));
  return { result, settled: { ...held, flaky: [] } };
}

interface Rerun {
  readonly first: readonly JudgedCheck[];
  readonly bases: ReadonlyMap<string, CheckRan>;
  /** A file whose tests are meant to fail. */
  readonly adds: string | undefined;
}

/** What is red for a new reason is run again, with all that has to come before it, as often as policy says. */
export async function rerunFlaky(
  parts: EffectParts,
  request: CheckoutRequest,
  { first, bases, adds }: Rerun,
): Promise<readonly JudgedCheck[] | 'stopped'> {
  const reruns = rerunsOf(request.run.policy);
  let now = first;
  for (let n = 1; n <= Math.max(reruns.failed, reruns.timeout); n += 1) {
    const red = new Set(
      now
        .filter((item) => n <= (item.settled.because === 'timeout' ? reruns.timeout : reruns.failed))
        .filter((item) => tellsMore(item) && !isMeant(item, { bases, adds }))
        .map((item) => item.result.check),
    );
    if (red.size === 0) return now;
    const checks = request.checks.filter(
      ({ name, kind }) => kind === 'setup' || kind === 'build' || red.has(name),
    );
    const ran = await onCheckout(parts, { ...request, checks, name: secondCheckout(request.name) });
    if (ran.ended === 'stopped') return 'stopped';
    const second = new Map(
      ran.results
        .filter((result) => red.has(result.check))
        .map((result) => [result.check, judgedAgainst(result, bases)]),
    );
    now = now.map((item) => {
      const next = second.get(item.result.check);
      return next === undefined ? item : secondTime(parts, item, next);
    });
  }
  return now;
}

function tellsMore({ result, settled }: JudgedCheck): boolean {
  if (result.kind !== 'test' || settled.verdict !== 'FAIL') return false;
  return settled.because === 'timeout' || mayBeFlaky(toldNow(result), settled);
}

/** A test that is to show a bug does so by failing. */
function isMeant({ result, settled }: JudgedCheck, { bases, adds }: Pick<Rerun, 'bases' | 'adds'>): boolean {
  return (
    adds !== undefined && settled.because === 'exit' && comesWith(adds, settled, bases.get(result.check))
  );
}

function secondTime(parts: EffectParts, before: JudgedCheck, next: JudgedCheck): JudgedCheck {
  const between = '\n[Run once more on the same tree, to see what fails again.]\n';
  const log = parts.screener.redact(before.result.log.text + between + next.result.log.text);
  return {
    result: { ...next.result, log, ms: before.result.ms + next.result.ms },
    settled: settledBy(before.settled, next.settled),
  };
}
