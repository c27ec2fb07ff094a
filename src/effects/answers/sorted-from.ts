// From what a role made of remarks on a pull request to facts of the core: every remark it was given, once, and no other.

import type { AskInput } from '../../core/effects.ts';
import { must, repositoryOf } from '../../core/run.ts';
import type { Run } from '../../core/run.ts';
import type { Sorted } from '../../core/remarks/remark.ts';
import { heardOf } from '../../core/stages/triage.ts';
import type { SortedAnswer } from '../../prompts/prompts.ts';
import { reveal } from '../../screening/hidden.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import type { ReadAnswer } from './answers.ts';

type Item = SortedAnswer['remarks'][number];

export async function sortedFrom(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  answer: SortedAnswer,
  { run, input, repository }: { readonly run: Run; readonly input: AskInput; readonly repository: string },
): Promise<ReadAnswer> {
  const asked = must(input.remarks, 'who sorts remarks was given some');
  const heard = heardOf(repositoryOf(run, { repository }));
  const followed = heard.filter(({ act }) => act === 'fix').map(({ id }) => id);
  const problems = problemsWith(answer.remarks, asked, followed);
  if (problems.length > 0) return { ok: false, problems };
  const sorted = await Promise.all(answer.remarks.map((item) => sortedOf(parts, item)));
  return {
    ok: true,
    result: { answer: 'sorted', sorted, words: await keepText(parts, textOf(answer.remarks)) },
  };
}

function problemsWith(
  items: readonly Item[],
  asked: readonly string[],
  followed: readonly string[],
): readonly string[] {
  const ids = items.map(({ id }) => id);
  return [
    ...asked.filter((id) => !ids.includes(id)).map((id) => `the remark ${id} is not sorted`),
    ...ids.filter((id) => !asked.includes(id)).map((id) => `there is no remark ${id} to sort`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the remark ${id} is sorted twice`),
    ...items
      .filter((item) => item.class === 'question' && item.reply === undefined)
      .map(({ id }) => `the question ${id} has no reply`),
    ...items.flatMap(({ id, opposes }) =>
      opposes === undefined || followed.includes(opposes)
        ? []
        : [`${id} is said to contradict ${opposes}, which was not followed before`],
    ),
  ];
}

async function sortedOf(parts: Pick<EffectParts, 'blobs' | 'screener'>, item: Item): Promise<Sorted> {
  const { id, class: kind, severity, outside, opposes, reply } = item;
  return {
    remark: id,
    class: kind,
    severity,
    ...(outside ? { isOutside: true } : {}),
    ...(opposes === undefined ? {} : { opposes }),
    ...(reply === undefined ? {} : { reply: await keepText(parts, reveal(reply).text) }),
  };
}

/** For the person who decides what no rule does. */
function textOf(items: readonly Item[]): string {
  return items
    .map(({ id, class: kind, severity, outside, opposes, why }) => {
      const more = [
        ...(outside ? ['outside the ticket'] : []),
        ...(opposes === undefined ? [] : [`contradicts ${opposes}, which was followed`]),
      ];
      return `- ${[`${id}: ${kind}, ${severity}`, ...more].join(', ')}: ${why}`;
    })
    .join('\n')
    .concat('\n');
}
