// Words for what is wrong with data from outside: one sentence part a problem, with the place it is
// about. This file owns the wording; where the data came from belongs to its callers.

import type { z } from 'zod';

export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The keys nobody knows, where that is the problem: they stand in the object at `path`. */
  readonly keys: readonly string[];
}

/** Validates with our wording. Wording given on a schema itself goes first. */
export function check<T>(
  schema: z.ZodType<T>,
  data: unknown,
): { readonly ok: true; readonly data: T } | { readonly ok: false; readonly problems: readonly Problem[] } {
  const parsed = schema.safeParse(data, { error: wording });
  if (parsed.success) return { ok: true, data: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => flattened(issue, [])) };
}

/** `tasks[0].executor`, or a word for the whole where the path is empty. */
export function pathText(path: readonly (string | number)[], whole: string): string {
  if (path.length === 0) return whole;
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** Of a union, only the branch that the data was meant for is worth reading: the one it fits at its root. */
function flattened(issue: z.core.$ZodIssue, before: Problem['path']): readonly Problem[] {
  const path = [...before, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.filter((branch) => !branch.some(failsAtRoot));
    const only = meant.length === 1 ? meant[0] : undefined;
    if (only !== undefined) return only.flatMap((inner) => flattened(inner, path));
  }
  return [{ path, message: issue.message, keys: issue.code === 'unrecognized_keys' ? issue.keys : [] }];
}

function failsAtRoot(issue: z.core.$ZodIssue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing; expected ${nameOfType(issue.expected)}`
        : `expected ${nameOfType(issue.expected)}, got ${typeOf(issue.input)}`;
    case 'invalid_value':
      return `${issue.input === undefined ? 'is missing; ' : ''}expected ${listed(issue.values)}`;
    case 'invalid_union':
      return wrongTag(issue);
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'too_big':
      return `is ${issue.inclusive === false ? 'not less' : 'more'} than ${measured(issue.maximum, issue.origin)}`;
    case 'too_small':
      return tooSmall(issue.minimum, issue.origin, issue.inclusive === false);
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_element':
    case 'custom':
      return undefined;
  }
}

/** Of unions told apart by a tag, it is the tag that is missing or wrong. */
function wrongTag(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const { discriminator, options, input } = issue;
  if (discriminator === undefined || !Array.isArray(options)) return undefined;
  const isMissing = typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator);
  return `${isMissing ? 'is missing; ' : ''}expected ${listed(options)}`;
}

function tooSmall(minimum: number | bigint, origin: string, exclusive: boolean): string {
  if (Number(minimum) === 1 && (origin === 'string' || origin === 'array')) return 'must not be empty';
  return `is ${exclusive ? 'not more' : 'less'} than ${measured(minimum, origin)}`;
}

function measured(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} characters long`;
  return origin === 'array' ? `${limit} entries` : String(limit);
}

function nameOfType(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    object: 'a mapping',
    record: 'a mapping',
    array: 'a list',
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
  };
  return names[expected] ?? expected;
}

function typeOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a number with a fraction';
  return nameOfType(typeof value);
}

function listed(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return words.length === 1 ? `'${words.join('')}'` : `one of ${words.join(', ')}`;
}
