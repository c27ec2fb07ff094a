// What is known of why something failed, for the failure log: the diagnosis that whoever tries again is given, what was
// then proposed against it, and which part of the plan or the design the failing work belongs to.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { testsFrom } from '../../core/evidence/tests-text.ts';
import { diagnosisText } from '../run/diagnosis.ts';
import type { Mishap, Story } from './story.ts';
import type { Words } from './texts.ts';

export interface Hypothesis {
  /** Which checks failed and how, which tests by name, and the first lines that tell of it. */
  readonly cause: string;
  /** High where tests are named that pass without the change; mid where only the check is. */
  readonly confidence: 'high' | 'mid';
  /** What the plan of the next round is to do about it. */
  readonly fix?: string;
}

/** Undefined where no check failed: then nothing was diagnosed. */
export function hypothesisOf(mishap: Mishap, story: Story, words: Words): Hypothesis | undefined {
  const failing = redOf(mishap, story).map((evidence) => ({
    evidence,
    ...commandOf(story, evidence),
    names: testsFrom(evidence.tests === undefined ? '' : words(evidence.tests)),
    log: words(evidence.log),
  }));
  const cause = diagnosisText({ failing, changed: [] });
  if (cause === undefined) return undefined;
  const fix = fixAfter(mishap, story);
  return {
    cause: cause.trim(),
    confidence: failing.some(({ names }) => names.fresh.length > 0) ? 'high' : 'mid',
    ...(fix === undefined ? {} : { fix }),
  };
}

/** The evidence a failure rests on. In a queue the check that ended last need not be the one that was red: the log says which. */
export function redOf({ what, at }: Mishap, { evidence }: Story): readonly Evidence[] {
  if (what.type === 'review') return [];
  if (what.type === 'evaluation') return what.evidence.filter(isRed);
  const { detail, reason } = what;
  if (reason !== 'checks-failed' && reason !== 'red-together') return [];
  const proof = evidence.findLast(
    (item) => item.at <= at && item.evidence.some((one) => isRed(one) && one.log === detail),
  );
  return proof?.evidence.filter(isRed) ?? [];
}

function isRed({ verdict }: Evidence): boolean {
  return verdict === 'FAIL';
}

function commandOf({ run }: Story, { check }: Evidence): { readonly command?: string } {
  const command = run.checks.find(({ name }) => name === check)?.command;
  return command === undefined ? {} : { command };
}

/** A whole change that failed its checks is planned for; a task is done again by whoever did it. */
function fixAfter({ what, at }: Mishap, { plans }: Story): string | undefined {
  const next = plans.find((item) => item.at >= at && item.fix !== undefined);
  if (what.type !== 'evaluation' || next === undefined) return undefined;
  return `${next.plan.tasks.map(({ title }) => title).join('; ')} (round-${next.n}/plan.md)`;
}

/** Where the failing work is described: the design of that time, or else the task's own part of its plan. */
export function describedIn(
  { at }: Pick<Mishap, 'at'>,
  story: Story,
  task: string | undefined,
): string | undefined {
  const designs = story.events.filter(
    (told) => told.event.type === 'design.recorded' && told.at <= at,
  ).length;
  if (designs > 0) return `design-v${designs}.md`;
  const found = story.plans
    .filter((item) => item.at <= at)
    .flatMap(({ n, plan }) =>
      plan.tasks.filter(({ id }) => id === task).map(({ id, title }) => ({ n, id, title })),
    )
    .at(-1);
  return found === undefined
    ? undefined
    : `round-${found.n}/plan.md#${anchorOf(`task ${found.id}: ${found.title}`)}`;
}

/** As readers of Markdown make one of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
