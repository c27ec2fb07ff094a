// Answers to what people said on a pull request, and the request to look again. Both are found again: a reply by its marker, a
// request by asking for what is there already.

import type { Effect } from '../../core/effects.ts';
import { repositoryOf } from '../../core/run.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { failedAt } from '../parts.ts';
import { never } from '../probe.ts';

export function reply(parts: EffectParts): EffectHandler<'reply'> {
  return {
    probe: never, // the forge finds it by its marker, and writing the same words again changes nothing
    act: async (effect, { run }) => {
      const { number, remark, act } = effect.input;
      const answer = await parts.forgeOf(run).reply({
        repository: repositoryOf(run, effect).repository,
        number,
        remark,
        marker: `${run.id}/reply/${effect.input.id}`,
        body: parts.screener.redact(await bodyOf(parts, effect)).text,
        resolves: act === 'fix',
      });
      return answer.ok ? { type: 'done', kind: 'reply', result: {} } : failedAt(parts, answer);
    },
  };
}

async function bodyOf({ blobs }: EffectParts, { input }: Effect<'reply'>): Promise<string> {
  const said = input.words === undefined ? '' : ((await blobs.get(input.words)) ?? '');
  switch (input.act) {
    case 'fix':
      return `Done in ${input.commit ?? 'the last commit'}.`;
    case 'propose':
      return `${said === '' ? '' : `${said}\n\n`}This is outside of the ticket, so nothing was changed for it here. It is worth a ticket of its own.`;
    case 'answer':
    case 'ask':
    case 'list':
      return said === '' ? 'Read, and left as it is.' : said;
  }
}

export function requestReview(parts: EffectParts): EffectHandler<'request-review'> {
  return {
    probe: never, // whoever is asked already is asked once
    act: async (effect, { run }) => {
      const { number, people } = effect.input;
      const { repository } = repositoryOf(run, effect);
      const answer = await parts.forgeOf(run).requestReview(repository, number, people);
      return answer.ok ? { type: 'done', kind: 'request-review', result: {} } : failedAt(parts, answer);
    },
  };
}
