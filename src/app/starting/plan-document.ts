// A plan that a person wrote: JSON or YAML, in the shape a planner answers in or in that of `tasks.yaml`. It is read
// like any answer of a planner, and nothing is guessed for it.

import { parse } from 'yaml';
import type { Plan } from '../../core/plan/plan.ts';
import type { PlanBasis } from '../../effects/plans/plan-from.ts';
import { planFrom } from '../../effects/plans/plan-from.ts';
import { createPrompts } from '../../prompts/render.ts';
import type { Tools } from '../parts.ts';

export type PlanRead =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly string[] };

export async function planInText(tools: Tools, text: string, basis: PlanBasis): Promise<PlanRead> {
  const screening = tools.screener.screen(text);
  if (screening.verdict === 'BLOCKED') {
    return { ok: false, problems: [`it holds what looks like a secret (${screening.rules.join(', ')})`] };
  }
  const document = documentIn(screening.text.text);
  if (!document.ok) return document;
  const parsed = createPrompts().parse('planner', JSON.stringify(asAnswer(document.value)));
  if (!parsed.ok) return parsed;
  if (parsed.answer.type !== 'plan') return { ok: false, problems: ['it is not a plan'] };
  const read = await planFrom(tools, parsed.answer, basis);
  return read.ok ? { ok: true, plan: read.result.plan } : read;
}

type Document =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

function documentIn(text: string): Document {
  try {
    const value: unknown = parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, value }
      : { ok: false, problems: ['it is no plan: a plan is a mapping with summary, confidence and tasks'] };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { ok: false, problems: [`it is not YAML: ${why}`] };
  }
}

/** How `tasks.yaml` calls what a planner's answer calls otherwise. */
const answerNames: Readonly<Record<string, string>> = {
  open_questions: 'openQuestions',
  validation_policy: 'validationPolicy',
  working_directory: 'workingDirectory',
  checks_per_task: 'checksPerTask',
  known_failures: 'knownFailures',
  files_to_modify: 'files',
  test_files: 'tests',
  new_files: 'creates',
  changed_lines: 'changedLines',
  success_criteria: 'successCriteria',
  depends_on: 'dependsOn',
};

const nestingMax = 8;

/** The same document with the names of an answer; what it has besides is dropped when it is parsed. */
function asAnswer(value: unknown, nestingLeft = nestingMax): unknown {
  if (typeof value !== 'object' || value === null || nestingLeft === 0) return value;
  if (Array.isArray(value)) return value.map((item) => asAnswer(item, nestingLeft - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [answerNames[key] ?? key, asAnswer(item, nestingLeft - 1)]),
  );
}
