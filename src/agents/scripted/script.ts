// A script: what a scripted agent does for which role, task and attempt. Owns the format and its messages.
// Documented for people in docs/guides/scripted-agents.md.

import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { modeOf } from '../../core/roles/modes.ts';
import { saidFaults } from './said-fault.ts';
import type { ScriptStep } from './step.ts';

export interface ScriptEntry {
  readonly role?: string;
  readonly task?: string;
  readonly round?: number;
  readonly attempt?: number;
  /** The name of the agent that plays, where several play one script. */
  readonly agent?: string;
  /** How often each agent plays it in a run; then it is passed over. */
  readonly times?: number;
  /** Entries of one tally are counted together. */
  readonly tally?: string;
  readonly do: readonly ScriptStep[];
}

export type ParsedScript =
  | { readonly ok: true; readonly entries: readonly ScriptEntry[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const scriptCharsMax = 1_048_576;
const problemsMax = 10;
const exitMax = 255;
const timesMax = 20;

const word = z.string().min(1);
const count = z.int().min(0);
const file = z.strictObject({ path: word, text: z.string() });

/** A step may be written short: `spawn: sleep 9` for `spawn: { command: sleep 9 }`, `hang:` for `hang: {}`. */
function short<T extends z.ZodType>(key: string, schema: T) {
  return z.preprocess((value) => (typeof value === 'string' ? { [key]: value } : (value ?? {})), schema);
}

const steps = {
  write: file.transform((step) => ({ type: 'write' as const, ...step })),
  append: file.transform((step) => ({ type: 'append' as const, ...step })),
  patch: z
    .strictObject({ path: word, find: word, replace: z.string() })
    .transform((step) => ({ type: 'patch' as const, ...step })),
  delete: short('path', z.strictObject({ path: word })).transform((step) => ({
    type: 'delete' as const,
    ...step,
  })),
  link: z
    .strictObject({ path: word, target: word })
    .transform((step) => ({ type: 'link' as const, ...step })),
  mode: z
    .strictObject({ path: word, executable: z.boolean() })
    .transform((step) => ({ type: 'mode' as const, ...step })),
  run: word.transform((command) => ({ type: 'run' as const, command })),
  spawn: short('command', z.strictObject({ command: word, detached: z.boolean().default(false) })).transform(
    (step) => ({ type: 'spawn' as const, ...step }),
  ),
  print: z.string().transform((text) => ({ type: 'print' as const, text })),
  stream: z
    .strictObject({
      file: word.exactOptional(),
      lines: z.array(z.string()).default([]),
      everyMs: count.default(0),
    })
    .refine((step) => step.file !== undefined || step.lines.length > 0, 'give `lines`, a `file`, or both')
    .transform((step) => ({ type: 'stream' as const, ...step })),
  sleep: z.strictObject({ ms: count }).transform((step) => ({ type: 'sleep' as const, ...step })),
  answer: z
    .unknown()
    .refine((value) => z.json().safeParse(value).success, 'must be something JSON can say')
    .transform((value) => ({ type: 'answer' as const, value })),
  say: z.string().transform((text) => ({ type: 'say' as const, text })),
  cost: z
    .strictObject({ usd: z.number().min(0).exactOptional(), tokens: count.exactOptional() })
    .refine((step) => step.usd !== undefined || step.tokens !== undefined, 'give `usd`, `tokens`, or both')
    .transform((step) => ({ type: 'cost' as const, ...step })),
  fail: short(
    'message',
    z.strictObject({ exit: z.int().min(0).max(exitMax).default(1), message: z.string().default('') }),
  ).transform((step) => ({ type: 'fail' as const, ...step })),
  hang: short('', z.strictObject({ ignoreTerm: z.boolean().default(false) })).transform((step) => ({
    type: 'hang' as const,
    ...step,
  })),
  fault: z.enum(saidFaults).transform((reason) => ({ type: 'fault' as const, reason })),
  flood: z
    .strictObject({ bytes: count, to: z.enum(['stdout', 'stderr']).default('stdout') })
    .transform((step) => ({ type: 'flood' as const, ...step })),
} satisfies { readonly [Type in ScriptStep['type']]: z.ZodType<ScriptStep & { readonly type: Type }> };

const step = z.record(z.string(), z.unknown()).transform((value, context): ScriptStep => {
  const [name, ...others] = Object.keys(value);
  if (name === undefined || others.length > 0 || !isStep(name)) {
    const message = `a step has exactly one name, out of ${Object.keys(steps).join(', ')}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const parsed = steps[name].safeParse(value[name]);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) {
    context.addIssue({ code: 'custom', message, path: [name, ...path] });
  }
  return z.NEVER;
});

function isStep(name: string): name is keyof typeof steps {
  return Object.hasOwn(steps, name);
}

const script = z
  .array(
    z.strictObject({
      role: z.enum(Object.keys(modeOf)).exactOptional(),
      task: z.union([z.string(), z.number().transform(String)], 'must be the id of a task').exactOptional(),
      round: z.int().min(1).exactOptional(),
      attempt: z.int().min(1).exactOptional(),
      agent: word.exactOptional(),
      times: z.int().min(1).max(timesMax).exactOptional(),
      tally: z
        .string()
        .regex(/^[\w-]{1,40}$/, 'a tally has up to 40 letters, digits, hyphens and underscores')
        .exactOptional(),
      do: z.array(step),
    }),
    'a script is a list of entries',
  )
  .min(1, 'a script has at least one entry');

export function parseScript(text: string): ParsedScript {
  if (text.length > scriptCharsMax) {
    return { ok: false, problems: [`The script is longer than ${scriptCharsMax} characters.`] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map(
      (error) => `${place(lines, error.pos[0])}: ${sentence(error.message)}`,
    );
    return { ok: false, problems: problems.slice(0, problemsMax) };
  }
  const parsed = script.safeParse(valueOf(document));
  if (parsed.success) return { ok: true, entries: parsed.data };
  const problems = parsed.error.issues.map(({ message, path }) => {
    const keys = path.filter((key) => typeof key !== 'symbol');
    const where = keys.length === 0 ? '' : `${keys.join('.')}: `;
    return `${place(lines, offsetOf(document, keys))}: ${where}${sentence(message)}`;
  });
  return { ok: false, problems: problems.slice(0, problemsMax) };
}

/** A document that refers to itself too often cannot be written out; it is then no list of entries either. */
function valueOf(document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/** Where the named value stands, or the nearest thing around it where it is the value that is missing. */
function offsetOf(document: Document.Parsed, keys: readonly (string | number)[]): number {
  for (let length = keys.length; length > 0; length -= 1) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function place(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `Line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
