// What is made of a base that was checked: where it can be, the home knows that for the next run; where it cannot, a person is
// told why, with the last lines of each log. Submodules that were empty are written down either way.

import { lacksIn } from '../../core/evidence/checkable.ts';
import type { Effect, Kinds } from '../../core/effects.ts';
import type { UnfilledSubmodules } from '../../core/repository/survey.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import { lackingIn, uncheckableText } from '../../views/words/lack-words.ts';
import { fillWords, unfilledWords } from '../../views/words/not-run-words.ts';
import type { Unfilled } from '../../workspace/workspace.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

type Parts = Pick<EffectParts, 'blobs' | 'screener' | 'seenBases' | 'processes'>;

export async function baseTold(
  parts: Parts,
  effect: Effect<'check'>,
  about: { readonly run: Run; readonly evidence: readonly Evidence[]; readonly empty: readonly Unfilled[] },
): Promise<Pick<Kinds['check']['result'], 'told' | 'unfilled'>> {
  const { run, evidence, empty } = about;
  const { checks } = effect.input;
  const unfilled = unfilledOf(empty);
  const named = unfilled === undefined ? {} : { unfilled };
  if (lacksIn(evidence).length > 0) {
    const words = [await told(parts, checks, evidence), ...unfilledWords(unfilled).map(withAdvice)];
    return { told: await keepText(parts, words.join('\n')), ...named };
  }
  const { repository } = repositoryOf(run, effect);
  await parts.seenBases.add({ repository, level: parts.processes.level, checks });
  return named;
}

/** The journal is no place for all of them. */
const unfilledNamedMax = 10;

function unfilledOf(empty: readonly Unfilled[]): UnfilledSubmodules | undefined {
  return empty.length === 0 ? undefined : { count: empty.length, first: empty.slice(0, unfilledNamedMax) };
}

function withAdvice(words: string): string {
  return `${words} ${fillWords}\n`;
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
