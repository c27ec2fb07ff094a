// Telling the tracker: a comment found again by its marker, and the ticket's status.

import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { untold } from '../untold.ts';

export function commentTicket(parts: EffectParts): EffectHandler<'comment-ticket'> {
  const done = { type: 'done', kind: 'comment-ticket', result: {} } as const;
  return {
    probe: async (effect, { run }) => {
      const comments = await parts.trackerOf(run.source, run).comments(run.source.ref);
      const there = comments.ok && comments.value.some((item) => item.marker === effect.input.marker);
      return there ? done : undefined;
    },
    act: async (effect, { run }) => {
      const text = `${openedWords(run)} on branch ${run.branch ?? ''}. Run ${run.id}.`;
      const body = parts.screener.redact(text).text;
      const answer = await parts
        .trackerOf(run.source, run)
        .comment(run.source.ref, effect.input.marker, body);
      return answer.ok ? done : untold(parts, answer);
    },
  };
}

/** A ticket of several repositories is told of the pull request in each. */
function openedWords({ repositories }: Run): string {
  const several = repositories.length > 1;
  const names = repositories.map(({ alias, pullRequest }) => {
    const { number } = must(pullRequest, 'a ticket is told of an existing pull request');
    return `#${number}${several ? ` in ${alias}` : ''}`;
  });
  return several ? `Pull requests ${names.join(', ')} are open` : `Pull request ${names.join('')} is open`;
}

export function transitionTicket(parts: EffectParts): EffectHandler<'transition-ticket'> {
  const done = { type: 'done', kind: 'transition-ticket', result: {} } as const;
  return {
    probe: async (effect, { run }) => {
      const status = await parts.trackerOf(run.source, run).status(run.source.ref);
      return status.ok && status.value === effect.input.to ? done : undefined;
    },
    act: async (effect, { run }) => {
      const answer = await parts.trackerOf(run.source, run).transition(run.source.ref, effect.input.to);
      return answer.ok ? done : untold(parts, answer);
    },
  };
}
