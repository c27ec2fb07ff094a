// Running checks on a clean checkout of a commit, and holding what they say against the base. The result is bound to
// the tree it was made on.

import type { Settled, Told } from '../../core/evidence/against-base.ts';
import { heldAgainst, mayBeFlaky, settledBy } from '../../core/evidence/against-base.ts';
import { noNames, testsText } from '../../core/evidence/tests-text.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import { rerunsOf } from '../../core/policy.ts';
import { repositoryOf } from '../../core/run.ts';
import { basesOf, toldNow, wordsOn } from '../checking/check-base.ts';
import type { CheckoutRequest, Result } from '../checking/check-checkout.ts';
import { clearAway, onCheckout } from '../checking/check-checkout.ts';
import { proved } from '../checking/check-proof.ts';
import type { EffectContext, EffectHandler } from '../effect.ts';
import { keepPasses, passedBefore, passedElsewhere } from '../checking/passed-before.ts';
import { processTag, withReceipt, workspaceName } from '../launches/launch.ts';
import type { EffectParts } from '../parts.ts';

export function check(parts: EffectParts): EffectHandler<'check'> {
  return {
    probe: async (effect, context) => {
      if (!context.recovered) return undefined;
      await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
      const name = workspaceName(context.run.id, effect);
      await Promise.all([name, again(name)].map((each) => clearAway(parts, each)));
      const receipt = await parts.receipts.get(context.run.id, effect.key);
      return receipt?.type === 'done' && receipt.kind === 'check' ? receipt : undefined;
    },
    act: async (effect, context) => {
      const outcome = await withReceipt(parts, effect, context, () => run(parts, effect, context));
      return outcome.type === 'done' && outcome.kind !== 'check' ? { type: 'stopped' } : outcome;
    },
  };
}

/** The name of the second checkout, for what is run once more. */
function again(name: string): string {
  return `${name}-again`;
}

/** A check with everything that is known of it by now. */
interface Judged {
  readonly result: Result;
  readonly settled: Settled;
}

async function run(
  parts: EffectParts,
  effect: Effect<'check'>,
  { run: state, signal }: EffectContext,
): Promise<Outcome<'check'>> {
  const { commit, tree } = effect.input;
  const evidence =
    passedBefore(state, effect.input) ??
    (await passedElsewhere(parts, effect.input, state)) ??
    (await ranNow(parts, effect, { run: state, signal }));
  if (evidence === 'stopped') return { type: 'stopped' };
  await keepPasses(parts, effect.input, state, evidence);
  const about = { repository: repositoryOf(state, effect).repository, commit, tree, evidence };
  const proofs = await Promise.all((effect.input.proofs ?? []).map((proof) => proved(parts, proof, about)));
  return { type: 'done', kind: 'check', result: { evidence: [...evidence, ...proofs] } };
}

async function ranNow(
  parts: EffectParts,
  effect: Effect<'check'>,
  { run: state, signal }: Pick<EffectContext, 'run' | 'signal'>,
): Promise<readonly Evidence[] | 'stopped'> {
  const { commit, tree, checks, against } = effect.input;
  const name = workspaceName(state.id, effect);
  const request = {
    run: state,
    repository: repositoryOf(state, effect),
    commit,
    tree,
    checks,
    name,
    tag: processTag(parts, state.id, effect),
    signal,
  };
  const [ran, bases] = await Promise.all([onCheckout(parts, request), basesOf(parts, against ?? [])]);
  if (ran.ended === 'stopped') return 'stopped';
  const first = ran.results.map((result) => (against === undefined ? asItIs(result) : judged(result, bases)));
  const settled = against === undefined ? first : await rerun(parts, request, { first, bases });
  if (settled === 'stopped') return 'stopped';
  return Promise.all(settled.map((item) => kept(parts, item, tree)));
}

/** The base itself is held against nothing. */
function asItIs(result: Result): Judged {
  const { verdict, because } = result;
  return { result, settled: { verdict, because, known: [], fresh: [], flaky: [] } };
}

function judged(result: Result, bases: ReadonlyMap<string, Told>): Judged {
  const held = heldAgainst(toldNow(result), bases.get(result.check));
  return { result, settled: { ...held, flaky: [] } };
}

/** What is red for a new reason is run again, with all that has to come before it, as often as policy says. */
async function rerun(
  parts: EffectParts,
  request: CheckoutRequest,
  { first, bases }: { readonly first: readonly Judged[]; readonly bases: ReadonlyMap<string, Told> },
): Promise<readonly Judged[] | 'stopped'> {
  const reruns = rerunsOf(request.run.policy);
  let now = first;
  for (let n = 1; n <= Math.max(reruns.failed, reruns.timeout); n += 1) {
    const red = new Set(
      now
        .filter((item) => n <= (item.settled.because === 'timeout' ? reruns.timeout : reruns.failed))
        .filter(tellsMore)
        .map((item) => item.result.check),
    );
    if (red.size === 0) return now;
    const checks = request.checks.filter(
      ({ name, kind }) => kind === 'setup' || kind === 'build' || red.has(name),
    );
    const ran = await onCheckout(parts, { ...request, checks, name: again(request.name) });
    if (ran.ended === 'stopped') return 'stopped';
    const second = new Map(
      ran.results
        .filter((result) => red.has(result.check))
        .map((result) => [result.check, judged(result, bases)]),
    );
    now = now.map((item) => {
      const next = second.get(item.result.check);
      return next === undefined ? item : secondTime(parts, item, next);
    });
  }
  return now;
}

function tellsMore({ result, settled }: Judged): boolean {
  if (result.kind !== 'test' || settled.verdict !== 'FAIL') return false;
  return settled.because === 'timeout' || mayBeFlaky(toldNow(result), settled);
}

function secondTime(parts: EffectParts, before: Judged, next: Judged): Judged {
  const between = '\n[Run once more on the same tree, to see what fails again.]\n';
  const log = parts.screener.redact(before.result.log.text + between + next.result.log.text);
  return {
    result: { ...next.result, log, ms: before.result.ms + next.result.ms },
    settled: settledBy(before.settled, next.settled),
  };
}

async function kept(parts: EffectParts, { result, settled }: Judged, tree: string): Promise<Evidence> {
  const { log, tests, ...rest } = result;
  const { verdict, because, known, fresh, flaky, fewer } = settled;
  const named = new Set([...known, ...fresh]);
  const all = tests ?? noNames;
  const text = testsText({
    ...all,
    failed: all.failed.filter((name) => !named.has(name)),
    known,
    fresh,
    flaky,
  });
  const words = wordsOn(settled);
  const [logBlob, testsBlob] = await Promise.all([
    parts.blobs.put(words === '' ? log : parts.screener.redact(log.text + words)),
    text === '' ? undefined : parts.blobs.put(parts.screener.redact(text)),
  ]);
  return {
    ...rest,
    verdict,
    because,
    tree,
    log: logBlob,
    ...(testsBlob === undefined ? {} : { tests: testsBlob }),
    ...(known.length === 0 ? {} : { known: known.length }),
    ...(fresh.length === 0 ? {} : { fresh: fresh.length }),
    ...(flaky.length === 0 ? {} : { flaky: flaky.length }),
    ...(fewer === undefined ? {} : { fewer }),
  };
}
