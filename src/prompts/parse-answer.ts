// Finds the one JSON object an agent answered with and validates it. This file owns how it is
// read and what is said about it where it does not hold; where it stands in the text belongs to `find-json.ts`, what it must look like to `answers.ts`.

import { check, pathText } from '../config/issues.ts';
import type { Problem } from '../config/issues.ts';
import { answersOf, isInstead, schemaOf } from './answers.ts';
import type { AnswerType } from './answers.ts';
import { lastObject } from './find-json.ts';
import type { AskedAs, Offered, ParsedAnswer } from './prompts.ts';

const problemsMax = 20;
const nestingMax = 32;

export function parseAnswer(role: AskedAs, text: string, offered: Offered = {}): ParsedAnswer {
  const found = lastObject(text);
  if (found.found === 'nothing') {
    return failed(['there is no JSON object in the answer; end it with exactly one, as the schema says']);
  }
  if (found.found === 'broken') {
    return failed([`the last JSON object cannot be read: ${found.because}`]);
  }
  const data = withoutNulls(found.object, nestingMax);
  const allowed = answersOf(role, offered);
  const type = typeOfAnswer(allowed, data);
  if (type === undefined) {
    return failed([`type: expected one of ${allowed.join(', ')} for the role ${role}`]);
  }
  const schema = schemaOf(role, type);
  if (schema === undefined) throw new Error(`invariant: no schema for ${role} answering ${type}`);
  const checked = check(schema, { ...data, type });
  return checked.ok ? { ok: true, answer: checked.data } : failed(checked.problems.map(lineOf));
}

/** A missing tag is no reason to ask again where the role has only one thing to say that is neither a question nor something to do first. */
function typeOfAnswer(
  allowed: readonly AnswerType[],
  data: Readonly<Record<string, unknown>>,
): AnswerType | undefined {
  if (data['type'] !== undefined) return allowed.find((type) => type === data['type']);
  const answers = allowed.filter((type) => type !== 'needs_input' && !isInstead(type));
  return answers.length === 1 ? answers[0] : undefined;
}

function failed(problems: readonly string[]): ParsedAnswer {
  const more = problems.length - problemsMax;
  return {
    ok: false,
    problems: more > 0 ? [...problems.slice(0, problemsMax), `and ${more} more`] : problems,
  };
}

function lineOf(problem: Problem): string {
  return `${pathText(problem.path, 'the answer')}: ${problem.message}`;
}

/** Models write null for what they leave out. Deeper than any answer goes, things are left as they are. */
function withoutNulls(value: object, nestingLeft: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, inner(item, nestingLeft)]),
  );
}

function inner(value: unknown, nestingLeft: number): unknown {
  if (typeof value !== 'object' || value === null || nestingLeft === 0) return value;
  if (Array.isArray(value)) return value.map((item) => inner(item, nestingLeft - 1));
  return withoutNulls(value, nestingLeft - 1);
}
