// Asking a role: the answer is parsed, checked against what exists, and turned into what the core decides with.

import type { Effect, Outcome } from '../../core/effects.ts';
import { repositoryOf } from '../../core/run.ts';
import type { EffectContext, EffectHandler } from '../effect.ts';
import type { ReadAnswer } from '../answers/answers.ts';
import { analysisFrom, verdictFrom } from '../answers/answers.ts';
import { designFrom } from '../plans/design-from.ts';
import { openInPlan, openInTicket, questionFrom } from '../answers/questions-from.ts';
import { auditFrom, isAudit } from '../answers/audit-from.ts';
import type { Launched } from '../launches/launch.ts';
import {
  launch,
  offeredIn,
  paidFor,
  provenanceOf,
  recoverLaunch,
  withReceipt,
  launchPlace,
} from '../launches/launch.ts';
import { docsFrom } from '../answers/docs-from.ts';
import type { EffectParts } from '../parts.ts';
import { sortedFrom } from '../answers/sorted-from.ts';
import { askedAs } from '../../prompts/prompts.ts';
import { refinedFrom } from '../answers/refined-from.ts';
import { failedWith } from '../parts.ts';
import { basisOf, proposalFrom } from '../plans/plan-from.ts';
import { probesFrom } from '../answers/probes-from.ts';
import { searchFrom } from './search.ts';
import { problemsText } from '../answers/texts.ts';

export function ask(parts: EffectParts): EffectHandler<'ask'> {
  return {
    probe: async (effect, context) => {
      const found = asAsk(await recoverLaunch(parts, effect, context));
      if (context.recovered) await parts.workspaces.discard(launchPlace(context.run.id, effect));
      return found;
    },
    act: async (effect, context) => {
      const outcome = await withReceipt(parts, effect, context, async () => {
        const launched = await launch(parts, effect, effect.input, context);
        const [read] = await Promise.all([
          paidFor(parts, launched, () => outcomeOf(parts, effect, launched, context)),
          parts.workspaces.discard(launchPlace(context.run.id, effect)),
        ]);
        return read;
      });
      return asAsk(outcome) ?? { type: 'stopped' };
    },
  };
}

/** Receipts are kept by key, so an outcome found under an ask's key is an ask's. */
function asAsk(outcome: Outcome | undefined): Outcome<'ask'> | undefined {
  return outcome?.type === 'done' && outcome.kind !== 'ask' ? undefined : outcome;
}

async function outcomeOf(
  parts: EffectParts,
  effect: Effect<'ask'>,
  launched: Launched,
  context: EffectContext,
): Promise<Outcome<'ask'>> {
  const { outcome } = launched;
  const { charge } = outcome;
  if (outcome.ended !== 'answered') {
    const provenance = await provenanceOf(launched);
    if (outcome.ended === 'stopped') return { type: 'stopped', charge, provenance };
    const { reason, resetsAt } = outcome;
    const when = resetsAt === undefined ? {} : { resetsAt };
    return failedWith(parts, { reason, charge, provenance, ...when }, outcome.detail);
  }
  const [read, provenance] = await Promise.all([
    answerOf(parts, effect, outcome.answer, context),
    provenanceOf(launched),
  ]);
  if (!read.ok) {
    const failed = { reason: 'malformed-answer' as const, charge, provenance };
    return failedWith(parts, failed, problemsText(read.problems));
  }
  return { type: 'done', kind: 'ask', result: { ...read.result, ...provenance }, charge };
}

async function answerOf(
  parts: EffectParts,
  effect: Effect<'ask'>,
  text: string,
  { run }: EffectContext,
): Promise<ReadAnswer> {
  const { input } = effect;
  const parsed = parts.prompts.parse(askedAs(input), text, offeredIn(input));
  if (!parsed.ok) return parsed;
  const place = repositoryOf(run, effect);
  const { repository } = place;
  switch (parsed.answer.type) {
    case 'analysis':
      return analysisFrom(parts, parsed.answer, { run, repository, commit: input.commit });
    case 'refined':
      return parsed.answer.openPoints.length > 0
        ? openInTicket(parts, parsed.answer, { run, line: effect.line })
        : refinedFrom(parts, parsed.answer, run);
    case 'plan': {
      const read = await proposalFrom(parts, parsed.answer, await basisOf(parts, run, place));
      return openInPlan(parts, read, parsed.answer, { run, line: effect.line });
    }
    case 'design':
      return designFrom(parts, parsed.answer, { run, place });
    case 'verdict':
      return isAudit(input.role)
        ? auditFrom(parts, parsed.answer, { input, run, repository })
        : verdictFrom(parts, parsed.answer, { input, run, repository });
    case 'needs_input':
      return questionFrom(parts, parsed.answer, { run, line: effect.line });
    case 'search':
      return searchFrom(parts, parsed.answer);
    case 'probes':
      return probesFrom(parts, parsed.answer, { repository, commit: input.commit });
    case 'docs':
      return docsFrom(parts, parsed.answer, { repository, input });
    case 'sorted':
      return sortedFrom(parts, parsed.answer, { run, input, repository: effect.repository });
    case 'work':
    case 'wish':
      return { ok: false, problems: [`a ${input.role} does not answer with ${parsed.answer.type}`] };
  }
}
