// From a designer's answer to a design of the core. What it speaks of as being there has to be there, or be planned: the tasks are
// fixed by then, and whoever works on one reads both.

import type { Repository, Run } from '../../core/run.ts';
import type { DesignAnswer } from '../../prompts/prompts.ts';
import type { ReadAnswer } from '../answers/answers.ts';
import { designText } from '../answers/texts.ts';
import { keepText } from '../parts.ts';
import type { PlanParts } from './plan-from.ts';
import { basisOf, plannedIn } from './plan-from.ts';
import { proseProblems } from './prose-facts.ts';

export async function designFrom(
  parts: PlanParts,
  answer: DesignAnswer,
  { run, place }: { readonly run: Run; readonly place: Repository },
): Promise<ReadAnswer> {
  const { repository, commit, ticket } = await basisOf(parts, run, place);
  const files = await parts.workspaces.listFiles(repository, commit);
  const planned = plannedIn(run.plan ?? { tasks: [] });
  const prose = { where: 'the design', text: withoutBlocks(answer.design) };
  const problems = await proseProblems(parts.workspaces, [prose], {
    repository,
    commit,
    files,
    planned,
    ticket,
  });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, result: { answer: 'design', blob: await keepText(parts, designText(answer)) } };
}

/** A block of code sketches what will be. */
function withoutBlocks(text: string): string {
  return text.replaceAll(/^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm, '');
}
