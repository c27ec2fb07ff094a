// A plan as a document a person edits, and back: what comes back is read like any answer of a planner.

import { parse, stringify } from 'yaml';
import type { Plan } from '../core/plan.ts';
import type { Run } from '../core/run.ts';
import { planAtGate } from '../core/stages/plan-review.ts';
import { basisOf, planFrom } from '../effects/plan-from.ts';
import { createPrompts } from '../prompts/render.ts';
import type { Tools } from './parts.ts';
import { UserError } from './user-error.ts';

const head = `# The plan of this run. Change what you like and save; an unchanged or empty file changes nothing.
# Tasks, files, tests, dependsOn and covers count; the plan is checked like a planner's and asked about again.
`;

/** The plan under review, as YAML. */
export async function editablePlan(tools: Tools, run: Run): Promise<string> {
  const { source } = planAtGate(run);
  const text = source === undefined ? undefined : await tools.blobs.get(source);
  if (text === undefined) {
    throw new UserError('This plan cannot be edited: it was made by an older version, or erased.', 6);
  }
  const document: unknown = JSON.parse(text);
  return head + stringify(document, { lineWidth: 110 });
}

export type EditedPlan =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly string[] };

export async function planInText(tools: Tools, run: Run, text: string): Promise<EditedPlan> {
  const screening = tools.screener.screen(text);
  if (screening.verdict === 'BLOCKED') {
    return { ok: false, problems: [`it holds what looks like a secret (${screening.rules.join(', ')})`] };
  }
  const document = documentIn(screening.text.text);
  if (!document.ok) return document;
  const parsed = createPrompts().parse('planner', JSON.stringify(document.value));
  if (!parsed.ok) return parsed;
  if (parsed.answer.type !== 'plan') return { ok: false, problems: ['it is not a plan'] };
  const read = await planFrom(tools, parsed.answer, await basisOf(tools, run));
  return read.ok ? { ok: true, plan: read.result.plan } : read;
}

type Document =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

function documentIn(text: string): Document {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { ok: false, problems: [`it is not YAML: ${why}`] };
  }
}
