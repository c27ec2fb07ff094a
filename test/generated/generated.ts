// The files of the repository that are made from tables of the code. `npm run generate` writes them; a test refuses one
// that is not what the code would write.

import { exits } from '../../src/app/ending/exit-codes.ts';
import { policyKeys, sections } from '../../src/config/policy-schema.ts';
import { kindInWords, valueInWords } from '../../src/config/policy-words.ts';
import { profileNames, profileOf } from '../../src/config/profiles.ts';
import { configJsonSchema } from '../../src/config/schema.ts';
import type { AnyKey } from '../../src/core/policy-values.ts';
import { must } from '../../src/core/run.ts';
import { jsonSchemaOf } from '../../src/prompts/answers.ts';
import { openApi } from '../../src/server/open-api.ts';
import { rulesReference } from './rules.ts';

export interface Generated {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

export async function generated(): Promise<readonly Generated[]> {
  return [
    { file: 'schema/config.json', text: json(configJsonSchema()) },
    { file: 'schema/plan-answer.json', text: json(jsonSchemaOf('planner')) },
    { file: 'schema/verdict-answer.json', text: json(jsonSchemaOf('reviewer')) },
    { file: 'docs/reference/policy.md', text: policyReference() },
    { file: 'docs/reference/exit-codes.md', text: exitReference() },
    { file: 'docs/reference/rules.md', text: rulesReference(table) },
    { file: 'docs/reference/openapi.json', text: json(await openApi('0')) },
  ];
}

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function policyReference(): string {
  const names = [...new Set(policyKeys.map(({ key }) => key.split('.')[0] ?? key))];
  const parts = names.flatMap((name) => sectionReference(name));
  return [
    '# Every key of policy',
    '',
    'What `slipway.yaml` may say about how a run goes. Every key has a default. `slipway policy show --origin` tells what holds where you are and why, `slipway policy explain KEY` one of them. Who works and with what, and where pull requests live (`agents`, `roles`, `level`, `forge`, `checks`) is in the guides.',
    '',
    ...parts,
    ...profileReference(),
  ].join('\n');
}

function profileReference(): readonly string[] {
  const rows = profileNames.flatMap((name) => {
    const { sets, lowers } = profileOf(name);
    return sets.map(({ key, value }) => {
      const row = must(
        policyKeys.find((one) => one.key === key),
        'a profile sets keys of the table',
      );
      const less = lowers.includes(key) ? 'yes' : '';
      return [name, `\`${key}\``, `\`${valueInWords(row.kind, value)}\``, defaultInWords(row), less];
    });
  });
  return [
    '## What each profile sets',
    '',
    'What a profile does not name is as in `default`. No profile lowers an audit, a gate or evidence but where the last column says so, and `quick` besides audits no small plan without a HIGH risk.',
    '',
    table(['profile', 'key', 'value', 'default', 'lowers'], rows),
    '',
  ];
}

function sectionReference(name: string): readonly string[] {
  const keys = policyKeys.filter(({ key }) => key === name || key.startsWith(`${name}.`));
  const about = sections[name]?.about;
  const below = Object.entries(sections).filter(([section]) => section.startsWith(`${name}.`));
  return [
    `## ${name}`,
    '',
    ...(about === undefined ? [] : [about, '']),
    ...below.flatMap(([section, { about: words }]) => [`\`${section}\`: ${words}`, '']),
    table(
      ['key', 'what may stand there', 'default', 'means'],
      keys.map((key) => [`\`${key.key}\``, kindInWords(key.kind), defaultInWords(key), cited(key.about)]),
    ),
    '',
  ];
}

function defaultInWords({ kind, default: initial, ofCores }: AnyKey): string {
  return ofCores === undefined ? `\`${valueInWords(kind, initial)}\`` : 'from the cores';
}

/** A star of a glob is no emphasis. */
const cited = (text: string): string => text.replaceAll('*', String.raw`\*`);

function exitReference(): string {
  return [
    '# Exit codes',
    '',
    'How a command of `slipway` ends. They are stable: scripts may rely on them.',
    '',
    table(
      ['code', 'name', 'means'],
      Object.entries(exits).map(([name, { code, means }]) => [String(code), name, means]),
    ),
    '',
  ].join('\n');
}
