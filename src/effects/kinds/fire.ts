// Live fire: one shot at a change, on trees that nobody delivers. It looks and keeps nothing but words, so that after a crash it is
// done again.

import type { Fired } from '../../core/evidence/live-fire.ts';
import { findingsText, shotOf } from '../../core/evidence/live-fire.ts';
import type { Shot } from '../../core/evidence/live-fire.ts';
import { repositoryOf } from '../../core/run.ts';
import type { EffectHandler } from '../effect.ts';
import { newTests } from '../firing/new-tests.ts';
import { oldTests } from '../firing/old-tests.ts';
import { plantCanary } from '../firing/plant-canary.ts';
import type { Range } from '../firing/range.ts';
import { clearRange } from '../firing/range.ts';
import { sidesOf } from '../firing/sides.ts';
import type { ShotShown } from '../firing/shown.ts';
import { processTag, withReceipt, workspaceName } from '../launches/launch.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

const firing: Readonly<Record<Shot, (range: Range) => Promise<ShotShown>>> = {
  'old-tests': oldTests,
  'new-tests': newTests,
  canary: plantCanary,
};

export function fire(parts: EffectParts): EffectHandler<'fire'> {
  return {
    probe: async (effect, context) => {
      if (!context.recovered) return undefined;
      await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
      await clearRange(parts, workspaceName(context.run.id, effect));
      const receipt = await parts.receipts.get(context.run.id, effect.key);
      return receipt?.type === 'done' && receipt.kind === 'fire' ? receipt : undefined;
    },
    act: async (effect, context) => {
      const { run, signal } = context;
      const outcome = await withReceipt(parts, effect, context, async () => {
        const repository = repositoryOf(run, effect);
        const { input } = effect;
        const started = parts.waiting.now();
        const shot = shotOf(effect.subject);
        const changes = await parts.workspaces.changes(repository.repository, input.from, input.to);
        const shown = await firing[shot]({
          parts,
          run,
          repository,
          input,
          changes,
          sideOf: await sidesOf({ parts, repository, input }, changes),
          name: workspaceName(run.id, effect),
          tag: processTag(parts, run.id, effect),
          signal,
        });
        const result = {
          shot,
          tree: input.tree,
          ms: parts.waiting.now() - started,
          ...(await kept(parts, shown)),
        };
        return { type: 'done', kind: 'fire', result };
      });
      return outcome.type === 'done' && outcome.kind !== 'fire' ? { type: 'stopped' } : outcome;
    },
  };
}

async function kept(
  parts: EffectParts,
  { findings, told }: ShotShown,
): Promise<Pick<Fired, 'findings' | 'told'>> {
  return {
    ...(findings.length === 0 ? {} : { findings: await keepText(parts, findingsText(findings)) }),
    ...(told.length === 0 ? {} : { told: await keepText(parts, told.map((line) => `- ${line}\n`).join('')) }),
  };
}
