// Running checks on a clean checkout of a commit. The result is bound to the tree it was made on.

import type { ChecksRun } from '../checks/checks.ts';
import type { Evidence } from '../core/evidence.ts';
import { only } from '../core/run.ts';
import type { EffectContext, EffectHandler } from './effect.ts';
import { processTag, withReceipt, workspaceName } from './launch.ts';
import type { EffectParts } from './parts.ts';
import type { Effect, Outcome } from '../core/effects.ts';

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
  const dir = await parts.workspaces.checkout(only(state).repository, commit, name);
  const ran = await parts.checks.run({ dir, checks, tag: processTag(parts, state.id, effect), signal });
  const [evidence] = await Promise.all([kept(parts, ran, tree), parts.workspaces.discard(name)]);
  if (ran.ended === 'stopped') return { type: 'stopped' };
  return { type: 'done', kind: 'check', result: { evidence } };
}

function kept(parts: EffectParts, ran: ChecksRun, tree: string): Promise<readonly Evidence[]> {
  const results = ran.ended === 'stopped' ? [] : ran.results;
  return Promise.all(
    results.map(async ({ log, ...result }) => ({ ...result, tree, log: await parts.blobs.put(log) })),
  );
}
