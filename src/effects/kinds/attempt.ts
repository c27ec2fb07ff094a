// An attempt: a private clone, an agent at work in it, then our own git reads what it left, checks the fence and
// makes the commit. What the agent says about it counts for nothing.

import type { AttemptInput, Effect, Outcome } from '../../core/effects.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import { modeOf } from '../../core/roles/modes.ts';
import { covers } from '../../core/fence/paths.ts';
import { must, repositoryOf } from '../../core/run.ts';
import { questionFrom } from '../answers/questions-from.ts';
import { problemsText } from '../answers/texts.ts';
import { weakenedBetween } from './compare.ts';
import type { EffectContext, EffectHandler } from '../effect.ts';
import type { Launched } from '../launches/launch.ts';
import {
  launch,
  paidFor,
  provenanceOf,
  recoverLaunch,
  withReceipt,
  launchPlace,
} from '../launches/launch.ts';
import type { EffectParts } from '../parts.ts';
import { failedWith } from '../parts.ts';
import { saveWork, savingWhile, whySaved } from '../launches/saved-work.ts';
import { askedFor, keptWork } from '../launches/strayed.ts';
import { takeIn } from '../launches/take-in.ts';

type Attempt = Effect<'attempt'>;

export function attempt(parts: EffectParts): EffectHandler<'attempt'> {
  return {
    probe: async (effect, context) => {
      const found = asAttempt(await recoverLaunch(parts, effect, context));
      if (found?.type === 'stopped') return putAway(parts, effect, context, found);
      // Its receipt may have been written before its workspace was gone.
      if (found !== undefined) await parts.workspaces.discard(launchPlace(context.run.id, effect));
      return found;
    },
    act: async (effect, context) => {
      const away = () => parts.workspaces.discard(launchPlace(context.run.id, effect));
      const outcome = await withReceipt(parts, effect, context, () => work(parts, effect, context), away);
      return asAttempt(outcome) ?? { type: 'stopped' };
    },
  };
}

function asAttempt(outcome: Outcome | undefined): Outcome<'attempt'> | undefined {
  return outcome?.type === 'done' && outcome.kind !== 'attempt' ? undefined : outcome;
}

async function work(
  parts: EffectParts,
  effect: Attempt,
  context: EffectContext,
): Promise<Outcome<'attempt'>> {
  const { input } = effect;
  const { run } = context;
  const task = must(
    run.tasks.find((state) => state.task.id === input.task),
    `task ${input.task} is in the plan`,
  ).task;
  const start = await startingPoint(parts, repositoryOf(run, effect).repository, input);
  const request = {
    role: task.executor,
    mode: modeOf[task.executor],
    ordinal: input.ordinal,
    commit: start,
    ...(start === input.parent ? {} : { unfinished: { from: input.parent, to: start } }),
    inputs: input.inputs,
    task: input.task,
    ...(input.cast === undefined ? {} : { cast: input.cast }),
    ...(input.collision === undefined ? {} : { collision: input.collision }),
  };
  const launched = await savingWhile(parts, effect, context, () => launch(parts, effect, request, context));
  return paidFor(parts, launched, () => concluded(parts, effect, launched, context));
}

/** Saved work is taken up where it was left, unless the branch moved on under it or it strayed from its files. */
export async function startingPoint(
  parts: EffectParts,
  repository: string,
  input: Pick<AttemptInput, 'saved' | 'parent' | 'fence'>,
): Promise<string> {
  const { saved, parent, fence } = input;
  if (saved === undefined || !(await parts.workspaces.has(repository, saved))) return parent;
  const changes = await parts.workspaces.changes(repository, parent, saved);
  return changes.every((change) => covers(fence, change.path)) ? saved : parent;
}

async function concluded(
  parts: EffectParts,
  effect: Attempt,
  launched: Launched,
  context: EffectContext,
): Promise<Outcome<'attempt'>> {
  const { outcome } = launched;
  if (outcome.ended === 'answered') return answered(parts, effect, { ...launched, outcome }, context);
  const provenance = await provenanceOf(launched);
  const { charge } = outcome;
  if (outcome.ended === 'stopped') {
    return withLeftovers(parts, effect, context, { type: 'stopped', charge, provenance });
  }
  await saveFailed(parts, effect, context, outcome.reason);
  const when = outcome.resetsAt === undefined ? {} : { resetsAt: outcome.resetsAt };
  return failedWith(parts, { reason: outcome.reason, charge, provenance, ...when }, outcome.detail);
}

async function answered(
  parts: EffectParts,
  effect: Attempt,
  launched: Launched & { readonly outcome: { readonly ended: 'answered'; readonly answer: string } },
  { run }: EffectContext,
): Promise<Outcome<'attempt'>> {
  const { charge, answer } = launched.outcome;
  const parsed = parts.prompts.parse('implementer', answer);
  if (!parsed.ok) {
    const failed = { reason: 'malformed-answer' as const, charge, provenance: await provenanceOf(launched) };
    return failedWith(parts, failed, parsed.problems.join('\n'));
  }
  if (parsed.answer.type === 'needs_input') {
    const read = await questionFrom(parts, parsed.answer, { run, line: effect.line });
    if (!read.ok) {
      const provenance = await provenanceOf(launched);
      const failed = { reason: 'malformed-answer' as const, charge, provenance };
      return failedWith(parts, failed, problemsText(read.problems));
    }
    if (read.result.answer === 'question') {
      const result = { ...read.result, ...(await provenanceOf(launched)) };
      return { type: 'done', kind: 'attempt', result, charge };
    }
  }
  const said = parsed.answer.type === 'work' ? parsed.answer : { summary: '' };
  if ('status' in said && said.status === 'replan') {
    const [provenance, asked] = await Promise.all([
      provenanceOf(launched),
      askedFor(parts, effect, run, said),
    ]);
    return failedWith(parts, { reason: 'replan-asked', charge, provenance, ...asked }, said.summary);
  }
  const [taken, provenance] = await Promise.all([
    takeIn(parts, effect, { workspace: launched.workspace, run, whose: 'agent' }),
    provenanceOf(launched),
  ]);
  if (!taken.ok) {
    const strayed = await keptWork(parts, effect, run, { ...taken, why: said.summary });
    return { ...taken.failed, charge, provenance, ...strayed };
  }
  const { parent, commit } = taken.work;
  const change = { from: parent, to: commit, grants: effect.input.grants };
  const weakened = await weakenedBetween(parts, repositoryOf(run, effect).repository, change);
  const work = { ...taken.work, ...(weakened === undefined ? {} : { weakened }) };
  return { type: 'done', kind: 'attempt', result: { answer: 'delivered', ...work, ...provenance }, charge };
}

/** What was left is saved and a receipt says so before the workspace goes: another crash in between loses nothing. */
async function putAway(
  parts: EffectParts,
  effect: Attempt,
  context: EffectContext,
  stopped: Extract<Outcome, { type: 'stopped' }>,
): Promise<Outcome<'attempt'>> {
  const outcome =
    stopped.saved === undefined ? await withLeftovers(parts, effect, context, stopped) : stopped;
  await parts.receipts.put(context.run.id, effect.key, outcome);
  await parts.workspaces.discard(launchPlace(context.run.id, effect));
  return outcome;
}

/** What an attempt that was cut short left behind: kept for the next one, seen by nobody else. */
async function withLeftovers(
  parts: EffectParts,
  effect: Attempt,
  { run, recovered }: EffectContext,
  stopped: Extract<Outcome, { type: 'stopped' }>,
): Promise<Outcome<'attempt'>> {
  const saved = await saveWork(parts, effect, run, recovered ? 'crash' : 'stop');
  if (saved === undefined) return stopped;
  const { commit, ...work } = saved;
  return { ...stopped, saved: commit, work };
}

/** An agent that failed may have done most of it: whoever tries again begins there. */
async function saveFailed(
  parts: EffectParts,
  effect: Attempt,
  { run, save }: EffectContext,
  reason: FailureReason,
): Promise<void> {
  const why = whySaved(reason);
  const work = why === undefined ? undefined : await saveWork(parts, effect, run, why);
  if (work !== undefined) await save(work);
}
