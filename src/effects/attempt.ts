// An attempt: a private clone, an agent at work in it, then our own git reads what it left, checks the fence and
// makes the commit. What the agent says about it counts for nothing.
//   Y1. The commit is a pure function of the journal and the tree: the same work gives the same id.

import type { AttemptInput, Effect, Failed, Outcome, Provenance } from '../core/effects.ts';
import { fenceVerdict } from '../core/fence.ts';
import { modeOf } from '../core/modes.ts';
import { covers } from '../core/plan.ts';
import type { Run } from '../core/run.ts';
import { must, only } from '../core/run.ts';
import type { Change } from '../workspace/workspace.ts';
import { questionFrom } from './answers.ts';
import { commitMessage } from './commit-message.ts';
import type { EffectContext, EffectHandler } from './effect.ts';
import type { Launched } from './launch.ts';
import { launch, paidFor, recoverLaunch, withReceipt, workspaceName } from './launch.ts';
import type { EffectParts } from './parts.ts';
import { failedWith } from './parts.ts';

type Attempt = Effect<'attempt'>;

export function attempt(parts: EffectParts): EffectHandler<'attempt'> {
  return {
    probe: async (effect, context) => {
      const found = asAttempt(await recoverLaunch(parts, effect, context));
      return found?.type === 'stopped' ? putAway(parts, effect, context, found) : found;
    },
    act: async (effect, context) => {
      const outcome = await withReceipt(parts, effect, context, () => work(parts, effect, context));
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
  const launched = await launch(
    parts,
    effect,
    {
      role: task.executor,
      mode: modeOf[task.executor],
      ordinal: input.ordinal,
      commit: await startingPoint(parts, run, input),
      inputs: input.inputs,
      task: input.task,
    },
    context,
  );
  const outcome = await paidFor(parts, launched, () => concluded(parts, effect, launched, context));
  await parts.workspaces.discard(workspaceName(run.id, effect));
  return outcome;
}

/** Saved work is taken up where it was left, unless the branch moved on under it or it strayed from its files. */
async function startingPoint(parts: EffectParts, run: Run, input: AttemptInput): Promise<string> {
  const { saved, parent, fence } = input;
  const { repository } = only(run);
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
  const { charge } = outcome;
  const provenance: Provenance = { agent: launched.agent, transcript: launched.transcript };
  if (outcome.ended === 'stopped') {
    return saveLeftovers(parts, effect, context, { type: 'stopped', charge, provenance });
  }
  if (outcome.ended === 'failed') {
    const when = outcome.resetsAt === undefined ? {} : { resetsAt: outcome.resetsAt };
    return failedWith(parts, { reason: outcome.reason, charge, provenance, ...when }, outcome.detail);
  }
  const parsed = parts.prompts.parse('implementer', outcome.answer);
  if (!parsed.ok) {
    const failed = { reason: 'malformed-answer' as const, charge, provenance };
    return failedWith(parts, failed, parsed.problems.join('\n'));
  }
  if (parsed.answer.type === 'needs_input') {
    const read = await questionFrom(parts, parsed.answer);
    if (read.ok && read.result.answer === 'question') {
      return { type: 'done', kind: 'attempt', result: { ...read.result, ...provenance }, charge };
    }
  }
  if (parsed.answer.type === 'work' && parsed.answer.status === 'replan') {
    return failedWith(parts, { reason: 'replan-asked', charge, provenance }, parsed.answer.summary);
  }
  const delivered = await deliver(parts, effect, launched.workspace, context);
  return delivered.ok
    ? { type: 'done', kind: 'attempt', result: { ...delivered.result, ...provenance }, charge }
    : { ...delivered.failed, charge, provenance };
}

type Delivery =
  | {
      readonly ok: true;
      readonly result: {
        readonly answer: 'delivered';
        readonly commit: string;
        readonly tree: string;
        readonly parent: string;
        readonly files: number;
      };
    }
  | { readonly ok: false; readonly failed: Failed };

async function deliver(
  parts: EffectParts,
  effect: Attempt,
  workspace: string,
  { run }: EffectContext,
): Promise<Delivery> {
  const { repository } = only(run);
  const { input } = effect;
  const { tree, changes } = await parts.workspaces.importTree(repository, workspace, input.parent);
  if (changes.length === 0) {
    return {
      ok: false,
      failed: await failedWith(
        parts,
        { reason: 'no-change' },
        'The attempt ended without changing any file.',
      ),
    };
  }
  const verdict = fenceVerdict(changes, {
    files: input.fence,
    grants: input.grants,
    protectedPaths: run.policy.protectedPaths,
  });
  if (!verdict.inside) {
    const { reason, paths } = verdict;
    return {
      ok: false,
      failed: await failedWith(
        parts,
        { reason, paths: paths.map((path) => parts.screener.redact(path).text) },
        fenceWords(reason, paths, input, changes),
      ),
    };
  }
  const commit = await parts.workspaces.commit(repository, {
    tree,
    parents: [input.parent],
    message: commitMessage(run, input.task),
    at: run.startedAt,
  }); // Y1
  await parts.workspaces.keep(repository, `${run.id}/tasks/${input.task}`, commit);
  return {
    ok: true,
    result: { answer: 'delivered', commit, tree, parent: input.parent, files: changes.length },
  };
}

function fenceWords(
  reason: string,
  paths: readonly string[],
  input: AttemptInput,
  changes: readonly Change[],
): string {
  const what =
    reason === 'protected-path'
      ? 'These files are protected and the plan has no leave to touch them'
      : 'These files are outside what the task may touch';
  return [
    `${what}: ${paths.join(', ')}.`,
    `The task's files are: ${input.fence.join(', ')}.`,
    `The attempt changed: ${changes.map((change) => change.path).join(', ')}. All of it was dropped.`,
    ...(reason === 'protected-path'
      ? [
          "Where they are listed with the task's files now, a person gave leave since; elsewhere leave them alone.",
        ]
      : []),
    "Do the task with its own files only, or answer with status 'replan' and say which file is missing.",
  ].join('\n');
}

/** What was left is saved and a receipt says so before the workspace goes: another crash in between loses nothing. */
async function putAway(
  parts: EffectParts,
  effect: Attempt,
  context: EffectContext,
  stopped: Extract<Outcome, { type: 'stopped' }>,
): Promise<Outcome<'attempt'>> {
  const outcome =
    stopped.saved === undefined ? await saveLeftovers(parts, effect, context, stopped) : stopped;
  await parts.receipts.put(context.run.id, effect.key, outcome);
  await parts.workspaces.discard(workspaceName(context.run.id, effect));
  return outcome;
}

/** What an attempt that was cut short left behind: kept for the next one, seen by nobody else. */
async function saveLeftovers(
  parts: EffectParts,
  effect: Attempt,
  { run }: EffectContext,
  stopped: Extract<Outcome, { type: 'stopped' }>,
): Promise<Outcome<'attempt'>> {
  const name = workspaceName(run.id, effect);
  const workspace = await parts.workspaces.existing(name);
  if (workspace === undefined) return stopped;
  const { repository } = only(run);
  const { tree, changes } = await parts.workspaces.importTree(repository, workspace, effect.input.parent);
  if (changes.length === 0) return stopped;
  const saved = await parts.workspaces.commit(repository, {
    tree,
    parents: [effect.input.parent],
    message: 'saved work',
    at: run.startedAt,
  });
  await parts.workspaces.keep(repository, `${run.id}/saved/${effect.input.task}`, saved);
  return { ...stopped, saved };
}
