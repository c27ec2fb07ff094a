// What is made of a base that was checked: where it can be, the home knows that for the next run; where it cannot, a person is
// told why, with the last lines of each log.

import { lacksIn } from '../../core/evidence/checkable.ts';
import type { Effect, Kinds } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import { lackingIn, uncheckableText } from '../../views/words/checkable-words.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

type Parts = Pick<EffectParts, 'blobs' | 'screener' | 'seenBases' | 'processes'>;

export async function baseTold(
  parts: Parts,
  effect: Effect<'check'>,
  { run, evidence }: { readonly run: Run; readonly evidence: readonly Evidence[] },
): Promise<Pick<Kinds['check']['result'], 'told'>> {
  const { checks } = effect.input;
  if (lacksIn(evidence).length > 0)
    return { told: await keepText(parts, await told(parts, checks, evidence)) };
  const { repository } = repositoryOf(run, effect);
  await parts.seenBases.add({ repository, level: parts.processes.level, checks });
  return {};
}

async function told(
  { blobs }: Pick<Parts, 'blobs'>,
  checks: Effect<'check'>['input']['checks'],
  evidence: readonly Evidence[],
): Promise<string> {
  const logs = new Map(
    await Promise.all(
      lackingIn(evidence).map(async ({ log }): Promise<[string, string]> => [
        log,
        (await blobs.get(log)) ?? '',
      ]),
    ),
  );
  return uncheckableText(evidence, { checks, logOf: ({ log }) => logs.get(log) ?? '' });
}
