// The shape of policy in `slipway.yaml`, made from the table of policy.

import { z } from 'zod';
import { stageNames } from '../core/pipeline/stage.ts';
import { policyRows } from '../core/policy-keys.ts';
import type { AnyKey, ValueKind } from '../core/policy-values.ts';
import { placedIn } from '../core/policy-values.ts';
import { kindInWords } from './policy-words.ts';
import { address, mapping, path } from './schema-parts.ts';
import { duration, size } from './units.ts';

/** What the sections are about; those with `short` may be one value for all their keys. */
export const sections: Readonly<Record<string, { readonly about: string; readonly short?: true }>> = {
  gates: { about: 'Where a run waits for a person.' },
  autonomy: {
    about:
      'How much a run does by itself, by what started it. What you write of gates and onBlocked stands over it.',
  },
  mcp: { about: 'What is taken from programs that drive Slipway through MCP.' },
  authors: {
    about: 'Who may start a run with a ticket that names its author. What you type yourself is always yours.',
  },
  scope: { about: 'What becomes of work that needs a file outside its task.' },
  reruns: { about: 'How often a red test check is run once more on the same tree.' },
  liveFire: {
    about: 'Whether checks are shown to be able to fail.',
  },
  commits: {
    about: 'Whose the commits of a run are.',
  },
  coverage: {
    about: 'What is done about changed lines that no test executes; the command is the check named coverage.',
  },
  search: {
    about:
      'Where interpreter, investigator and planner may have something looked up on the web. Left out: nowhere.',
  },
  docs: {
    about: 'docs/ARCHITECTURE.md, docs/CODE_STYLE.md and docs/FINDINGS.md, kept right for the agents.',
  },
  budget: { about: 'What a run may use before it asks.' },
  'budget.task': { about: 'Limits of every task.' },
  'budget.day': {
    about: 'Limits of a day, over all runs of a home. Reaching one waits for a person, or for the next day.',
  },
  rounds: { about: 'How often the loops may turn.' },
  'rounds.plan': { about: 'By the size of the change, or one number for all of them.', short: true },
  retries: { about: 'How often a failure is tried again, by its class.' },
  plan: { about: 'Limits of a plan, and from where on it is audited.' },
  limits: { about: 'How long things may take, and how much they may say.' },
  'limits.turns': { about: 'Turns of an agent, by what it is there for.' },
};

/** The name of the section a key stands in, or its own. */
const first = ({ key }: AnyKey): string => key.split('.')[0] ?? key;

/** All keys, section by section, in the order of the table. */
export const policyKeys: readonly AnyKey[] = bySection(placedIn(policyRows).map(({ key }) => key));

function bySection(keys: readonly AnyKey[]): readonly AnyKey[] {
  const order = [...new Set(keys.map(first))];
  return order.flatMap((section) => keys.filter((key) => first(key) === section));
}

/** What stands at the root of the file, by its name. */
export function policyShape(): Readonly<Record<string, z.ZodType>> {
  return shapeBelow('');
}

function shapeBelow(section: string): Readonly<Record<string, z.ZodType>> {
  const names = new Set(policyKeys.flatMap(({ key }) => nextName(key, section)));
  return Object.fromEntries([...names].map((name) => [name, schemaAt(joined(section, name))]));
}

const joined = (section: string, name: string): string => (section === '' ? name : `${section}.${name}`);

/** The name below a section that leads to a key. */
function nextName(key: string, section: string): readonly string[] {
  if (section !== '' && !key.startsWith(`${section}.`)) return [];
  return key
    .slice(section === '' ? 0 : section.length + 1)
    .split('.')
    .slice(0, 1);
}

function schemaAt(at: string): z.ZodType {
  const own = policyKeys.find(({ key }) => key === at);
  if (own !== undefined) return schemaOf(own.kind).describe(own.about).exactOptional();
  const shape = shapeBelow(at);
  const { about, short } = sections[at] ?? {};
  const section = short === true ? orOneForAll(at, shape) : mapping(shape);
  return (about === undefined ? section : section.describe(about)).exactOptional();
}

function orOneForAll(section: string, shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const kind = policyKeys.find(({ key }) => key.startsWith(`${section}.`))?.kind ?? { type: 'flag' };
  const names = Object.keys(shape);
  const wanted = `expected ${kindInWords(kind)}, or a mapping with ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return z.union([schemaOf(kind), mapping(shape)], { error: wanted });
}

function schemaOf(kind: ValueKind): z.ZodType {
  switch (kind.type) {
    case 'flag':
      return z.boolean();
    case 'whole':
      return z.int().min(kind.min).max(kind.max);
    case 'number':
      return z.number().min(kind.min).max(kind.max);
    case 'word':
      return z.enum(kind.words);
    case 'time':
      return duration;
    case 'size':
      return size;
    case 'names':
      return z.array(z.string().min(1).max(100)).max(kind.max);
    case 'small-words':
      return z
        .array(z.string().regex(/^[a-z]{2,40}$/, { error: 'is not a word in small letters' }))
        .max(kind.max);
    case 'address':
      return address();
    case 'paths':
      return pathChanges;
    case 'stages':
      return z.partialRecord(z.enum(stageNames), stageCaps());
  }
}

const pathsMax = 200;
const paths = z.array(path).max(pathsMax).exactOptional();
export const pathChanges = mapping({ add: paths, remove: paths });

const limit = ({ kind }: AnyKey): z.ZodType => schemaOf(kind).exactOptional();

/** The limits of a run, for one stage. */
function stageCaps(): z.ZodType {
  const { usd, launches, agentMs, tokens } = policyRows.budget;
  return mapping({
    usd: limit(usd),
    launches: limit(launches),
    time: limit(agentMs),
    tokens: limit(tokens),
  }).transform(({ time, ...rest }) => ({ ...rest, ...(time === undefined ? {} : { agentMs: time }) }));
}
