// The rules of how a run goes, each with what enforces it and the test that fails without it: read from `rules.yaml`, and written
// out as docs/reference/rules.md.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Every id there is. A rule may have several rows; an id without one is forgotten. */
export const ruleIds = [
  'T',
  ...numbered('I', 7),
  ...numbered('P', 7),
  ...numbered('M', 10),
  ...numbered('E', 9),
  'C6',
  'C7',
  'C8',
  'C9',
  'C11',
];

const headings: Readonly<Record<string, string>> = {
  T: 'From stage to stage',
  I: 'Intake',
  P: 'Analysis, planning, design and the review of a plan',
  M: 'Implementation',
  E: 'Evaluation and review',
  C: 'People',
};

function numbered(letter: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${letter}${n + 1}`);
}

const row = z.union([
  z.strictObject({ id: z.string(), rule: z.string(), by: z.string(), test: z.string() }),
  z.strictObject({ id: z.string(), rule: z.string(), later: z.string() }),
]);

export type Rule =
  | { readonly id: string; readonly rule: string; readonly by: Place; readonly test: Place }
  | { readonly id: string; readonly rule: string; readonly later: string };

/** A file from the root of the repository, and a name in it. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

export function rules(): readonly Rule[] {
  const text = readFileSync(path.join(import.meta.dirname, 'rules.yaml'), 'utf8');
  return z
    .array(row)
    .parse(parse(text))
    .map((one) =>
      'later' in one ? one : { ...one, by: placeOf(one.by, ' '), test: placeOf(one.test, ' | ') },
    );
}

function placeOf(text: string, between: string): Place {
  const at = text.indexOf(between);
  return { file: text.slice(0, at), name: text.slice(at + between.length) };
}

export function rulesReference(
  table: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
): string {
  const all = rules();
  return [
    '# Every rule, and the test that fails without it',
    '',
    'What a run is held to, by the ids that the tests are named with. `by` is what enforces a rule; where that is taken away, the test fails. What nothing enforces yet says so. Names in tests with `%s` and the like stand for several cases.',
    '',
    ...Object.entries(headings).flatMap(([letter, heading]) => [
      `## ${heading}`,
      '',
      table(['id', 'rule', 'by', 'test'], all.filter(({ id }) => id.startsWith(letter)).map(cells)),
      '',
    ]),
  ].join('\n');
}

function cells(rule: Rule): readonly string[] {
  if ('later' in rule) return [rule.id, rule.rule, `not yet: ${rule.later}`, ''];
  const { by, test } = rule;
  return [rule.id, rule.rule, `\`${by.file}\` \`${by.name}\``, `\`${test.file}\`: ${shown(test.name)}`];
}

/** What Markdown would take for something of its own. */
function shown(name: string): string {
  return name.replaceAll(/[[\]*_<>]/g, (sign) => `\\${sign}`);
}
