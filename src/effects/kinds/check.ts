// Running checks on a clean checkout of a commit, and holding what they say against the base. The result is bound to
// the tree it was made on.

import { noNames, testsText } from '../../core/evidence/tests-text.ts';
import { vanishedText } from '../../core/evidence/vanished.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import { repositoryOf } from '../../core/run.ts';
import { isBaseline } from '../../core/stages/baseline.ts';
import { baseTold } from '../checking/base-told.ts';
import { basesOf, wordsOn } from '../checking/check-base.ts';
import type { Result } from '../checking/check-checkout.ts';
import { clearAway, onCheckout } from '../checking/check-checkout.ts';
import { proved } from '../checking/check-proof.ts';
import type { JudgedCheck } from '../checking/flaky-rerun.ts';
import { judgedAgainst, rerunFlaky, secondCheckout } from '../checking/flaky-rerun.ts';
import type { EffectContext, EffectHandler } from '../effect.ts';
import { unrunTold } from '../checking/unrun-told.ts';
import { keepPasses, passedBefore, passedElsewhere } from '../checking/passed-before.ts';
import { processTag, withReceipt, workspaceName } from '../launches/launch.ts';
import { oneLine } from '../one-line.ts';
import type { EffectParts } from '../parts.ts';

export function check(parts: EffectParts): EffectHandler<'check'> {
  return {
    probe: async (effect, context) => {
      if (!context.recovered) return undefined;
      await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
      const name = workspaceName(context.run.id, effect);
      await Promise.all([name, secondCheckout(name)].map((each) => clearAway(parts, each)));
      const receipt = await parts.receipts.get(context.run.id, effect.key);
      return receipt?.type === 'done' && receipt.kind === 'check' ? receipt : undefined;
    },
    act: async (effect, context) => {
      const outcome = await withReceipt(parts, effect, context, () => run(parts, effect, context));
      return outcome.type === 'done' && outcome.kind !== 'check' ? { type: 'stopped' } : outcome;
    },
  };
}

async function run(
  parts: EffectParts,
  effect: Effect<'check'>,
  { run: state, signal }: EffectContext,
): Promise<Outcome<'check'>> {
  const { commit, tree } = effect.input;
  const { repository } = repositoryOf(state, effect);
  const empty = await parts.workspaces.unfilled(repository, commit);
  const evidence =
    passedBefore(state, effect.input) ??
    (await passedElsewhere(parts, { ...effect.input, empty }, state)) ??
    (await ranNow(parts, effect, { run: state, signal }));
  if (evidence === 'stopped') return { type: 'stopped' };
  await keepPasses(parts, { ...effect.input, empty }, state, evidence);
  const about = { repository, commit, tree, evidence };
  const proofs = await Promise.all((effect.input.proofs ?? []).map((proof) => proved(parts, proof, about)));
  const told = isBaseline(effect)
    ? await baseTold(parts, effect, { run: state, evidence, empty })
    : await unrunTold(parts, effect.input, { repository, evidence });
  return { type: 'done', kind: 'check', result: { evidence: [...evidence, ...proofs], ...told } };
}

async function ranNow(
  parts: EffectParts,
  effect: Effect<'check'>,
  { run: state, signal }: Pick<EffectContext, 'run' | 'signal'>,
): Promise<readonly Evidence[] | 'stopped'> {
  const { commit, tree, checks, against, adds } = effect.input;
  const name = workspaceName(state.id, effect);
  const request = {
    run: state,
    repository: repositoryOf(state, effect),
    commit,
    tree,
    checks,
    goesOnPast: redBuilds(effect.input),
    name,
    tag: processTag(parts, state.id, effect),
    signal,
  };
  const [ran, bases] = await Promise.all([onCheckout(parts, request), basesOf(parts, against ?? [])]);
  if (ran.ended === 'stopped') return 'stopped';
  const first = ran.results.map((result) =>
    against === undefined ? asItIs(result) : judgedAgainst(result, bases),
  );
  const settled = against === undefined ? first : await rerunFlaky(parts, request, { first, bases, adds });
  if (settled === 'stopped') return 'stopped';
  return Promise.all(settled.map((item) => kept(parts, item, tree)));
}

/**
 * What is red already must not hide what follows it: at the base every build may fail, to see whether tests pass all the same, and
 * later those that failed there.
 */
function redBuilds({ checks, against }: Effect<'check'>['input']): readonly string[] {
  return against === undefined
    ? checks.filter(({ kind }) => kind === 'build').map(({ name }) => name)
    : against
        .filter(({ kind, verdict }) => kind === 'build' && verdict === 'FAIL')
        .map(({ check: name }) => name);
}

/** The base itself is held against nothing. */
function asItIs(result: Result): JudgedCheck {
  const { verdict, because } = result;
  return { result, settled: { verdict, because, known: [], fresh: [], flaky: [] } };
}

/** A check that changes more than so many at the base changes them all. */
const rewroteMax = 50;

/** The journal is no place for all of them; the evidence has them in its text. */
const flakyNamedMax = 5;

async function kept(parts: EffectParts, { result, settled }: JudgedCheck, tree: string): Promise<Evidence> {
  const { log, tests, rewrote, ...rest } = result;
  const { verdict, because, known, fresh, flaky, fewer, vanished } = settled;
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
  const [logBlob, testsBlob, vanishedBlob] = await Promise.all([
    parts.blobs.put(words === '' ? log : parts.screener.redact(log.text + words)),
    text === '' ? undefined : parts.blobs.put(parts.screener.redact(text)),
    vanished === undefined ? undefined : parts.blobs.put(parts.screener.redact(vanishedText(vanished))),
  ]);
  return {
    ...rest,
    verdict,
    because,
    tree,
    log: logBlob,
    ...(testsBlob === undefined ? {} : { tests: testsBlob }),
    ...(rewrote === undefined
      ? {}
      : { rewrote: rewrote.slice(0, rewroteMax).map((file) => oneLine(parts, file)) }),
    ...(known.length === 0 ? {} : { known: known.length }),
    ...(fresh.length === 0 ? {} : { fresh: fresh.length }),
    ...(flaky.length === 0
      ? {}
      : {
          flaky: flaky.length,
          flakyTests: flaky.slice(0, flakyNamedMax).map((name) => oneLine(parts, name)),
        }),
    ...(fewer === undefined ? {} : { fewer }),
    ...(vanished === undefined || vanishedBlob === undefined
      ? {}
      : {
          vanished: {
            tests: vanished.gone.length + vanished.skipped.length,
            skipped: vanished.skipped.length,
            blob: vanishedBlob,
          },
        }),
  };
}
