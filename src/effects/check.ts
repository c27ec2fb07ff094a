// Running checks on a clean checkout of a commit. The result is bound to the tree it was made on.

import type { ChecksRun } from '../checks/checks.ts';
import type { CheckSpec, Evidence } from '../core/evidence.ts';
import { only } from '../core/run.ts';
import type { EffectContext, EffectHandler } from './effect.ts';
import { processTag, withReceipt, workspaceName } from './launch.ts';
import { layerFor } from './layer-for.ts';
import type { EffectParts } from './parts.ts';
import type { Effect, Outcome } from '../core/effects.ts';
import type { Layer } from '../workspace/layer.ts';
import { standsForSetup } from '../workspace/layer.ts';

export function check(parts: EffectParts): EffectHandler<'check'> {
  return {
    probe: async (effect, context) => {
      if (!context.recovered) return undefined;
      await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
      await parts.workspaces.discard(workspaceName(context.run.id, effect));
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
  const { commit, tree, checks } = effect.input;
  const name = workspaceName(state.id, effect);
  const tag = processTag(parts, state.id, effect);
  const [dir, layer] = await Promise.all([
    parts.workspaces.checkout(only(state).repository, commit, name),
    layerFor(parts, state, { commit, checks, tag, signal }),
  ]);
  const stands = layer !== undefined && standsForSetup(layer, tree) ? layer : undefined;
  const ran = await runOn(parts, stands, { dir, checks, tag, signal });
  const [evidence] = await Promise.all([kept(parts, ran, tree), parts.workspaces.discard(name)]);
  if (ran.ended === 'stopped') return { type: 'stopped' };
  return { type: 'done', kind: 'check', result: { evidence } };
}

type Request = Parameters<EffectParts['checks']['run']>[0];
type Result = Extract<ChecksRun, { ended: 'ran' }>['results'][number];
type Ran =
  | { readonly ended: 'ran'; readonly results: readonly (Result & Pick<Evidence, 'reused'>)[] }
  | { readonly ended: 'stopped' };

/** With a layer that stands for setup, the rest runs on what it shows. */
async function runOn(parts: EffectParts, layer: Layer | undefined, request: Request): Promise<Ran> {
  if (layer === undefined) return parts.checks.run(request);
  const { dir, tag, signal } = request;
  const { views } = await parts.layers.show({ layer, workspace: dir, tag, signal });
  const rest = request.checks.filter((check) => check.kind !== 'setup');
  const ran = await parts.checks.run({ ...request, views, checks: rest });
  if (ran.ended === 'stopped') return ran;
  return {
    ended: 'ran',
    results: request.checks.flatMap((check) =>
      check.kind === 'setup'
        ? [reused(parts, layer, check)]
        : ran.results.filter((result) => result.check === check.name),
    ),
  };
}

/** The evidence of the layer, and that it is that. */
function reused(
  parts: EffectParts,
  layer: Layer,
  { name, kind }: CheckSpec,
): Result & { readonly reused: true } {
  const log = layer.setup.find((made) => made.check === name)?.log ?? '';
  const note =
    `\n[Not run again: manifests and lockfiles are those of commit ${layer.madeOn.commit.slice(0, 12)}, ` +
    `on which this log was made. Its dependencies are layer ${layer.key.slice(0, 12)}.]\n`;
  return {
    check: name,
    kind,
    verdict: 'PASS',
    because: 'ok',
    exit: 0,
    ms: 0,
    log: parts.screener.redact(log + note),
    reused: true,
  };
}

function kept(parts: EffectParts, ran: Ran, tree: string): Promise<readonly Evidence[]> {
  const results = ran.ended === 'stopped' ? [] : ran.results;
  return Promise.all(
    results.map(async ({ log, ...result }) => ({ ...result, tree, log: await parts.blobs.put(log) })),
  );
}
