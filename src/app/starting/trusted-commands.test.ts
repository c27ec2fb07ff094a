import { describe, expect, test } from 'vitest';
import { kinds } from '../../agents/kinds.ts';
import { agent } from '../../config/agent-schema.ts';
import { loadConfig } from '../../config/load.ts';
import { coverageNamed, withNamed } from '../../core/evidence/named-checks.ts';
import { configJsonSchema } from '../../config/schema.ts';
import { z } from 'zod';
import { commandsOf } from './trusted-commands.ts';

/** Keys that make no difference to what is executed, read or reached: which model thinks, and how hard. */
const harmless = ['model', 'effort'];

const variants = z.object({
  properties: z.object({
    agents: z.object({
      additionalProperties: z.object({
        oneOf: z.array(
          z.object({
            properties: z.looseObject({ type: z.object({ const: z.string() }) }),
            required: z.array(z.string()),
          }),
        ),
      }),
    }),
  }),
});
const shapes = variants.parse(configJsonSchema()).properties.agents.additionalProperties.oneOf;

/** One of these is what any key takes. */
const values = (mark: 'low' | 'high'): readonly unknown[] => [
  mark,
  [mark],
  { server: [mark] },
  `https://${mark}.example`,
];

type Written = Readonly<Record<string, unknown>>;

function withKey(written: Written, key: string, mark: 'low' | 'high'): Written {
  const fits = values(mark)
    .map((value) => ({ ...written, [key]: value }))
    .find((tried) => !faults(tried).includes(key));
  if (fits === undefined) throw new Error(`no value here fits the key ${key}: add one that does`);
  return fits;
}

function faults(written: Written): readonly unknown[] {
  return agent.safeParse(written).error?.issues.map((issue) => issue.path[0]) ?? [];
}

/** A file's text is its name, so that another file is another text. */
async function trusted(written: Written): Promise<readonly string[]> {
  const text = JSON.stringify({ agents: { mine: written } });
  const read = (file: string) => Promise.resolve(file === 'slipway.yaml' ? text : fileAt(file));
  return commandsOf(await loadConfig({ read, cores: 2 }), { checks: [] });
}

const fileAt = (file: string): string | undefined => (file === 'low' || file === 'high' ? file : undefined);

test('what a person trusts of a check names the part of a script that it runs, and that each tree may have another', async () => {
  const config = await loadConfig({ read: () => Promise.resolve(undefined), cores: 2 });
  const check = { name: 'test', kind: 'test', command: 'npm test', timeoutMs: 1, when: 'task' } as const;
  const script = { name: 'test', part: 1, parts: 2, text: 'node --test', besides: [] };
  expect(commandsOf(config, { checks: [check, { ...check, name: 'test-part', script }] })).toEqual([
    'check test: npm test',
    'check test-part: npm test (part 1 of 2, `node --test` as the script "test" of each tree has it)',
  ]);
});

test('every kind of agent is among the shapes of the configuration', () => {
  expect(shapes.map((shape) => shape.properties.type.const)).toEqual(Object.keys(kinds));
});

describe.each(shapes.map((shape) => ({ type: shape.properties.type.const, shape })))(
  'what a person trusts of an agent of type $type',
  ({ type, shape }) => {
    const least = shape.required
      .filter((key) => key !== 'type')
      .reduce<Written>((written, key) => withKey(written, key, 'low'), { type });

    test.each(Object.keys(shape.properties).filter((key) => key !== 'type'))(
      'depends on `%s`',
      async (key) => {
        const [one, other] = [withKey(least, key, 'low'), withKey(least, key, 'high')];
        const [before, after] = [await trusted(one), await trusted(other)];
        expect(before).toHaveLength(1);
        if (harmless.includes(key)) expect(after).toEqual(before);
        else expect(after).not.toEqual(before);
      },
    );
  },
);

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

/** Every place of `slipway.yaml` that takes a text of the person's own; roles are told in one, whoever plays them. */
function textsIn(root: Schema): readonly string[] {
  const found = new Set<string>();
  const defs = isSchema(root['$defs']) ? root['$defs'] : {};
  const walk = (schema: unknown, at: string): void => {
    if (!isSchema(schema)) return;
    if (typeof schema['$ref'] === 'string') walk(defs[schema['$ref'].split('/').at(-1) ?? ''], at);
    for (const key of ['anyOf', 'oneOf', 'allOf']) {
      const some = schema[key];
      if (Array.isArray(some)) for (const one of some) walk(one, at);
    }
    if (schema['type'] === 'string' && schema['enum'] === undefined && schema['const'] === undefined) {
      found.add(at.startsWith('roles.') ? 'roles' : at);
    }
    const { properties, additionalProperties, items } = schema;
    for (const [key, one] of Object.entries(isSchema(properties) ? properties : {})) {
      walk(one, at === '' ? key : `${at}.${key}`);
    }
    walk(additionalProperties, `${at}.*`);
    walk(items, `${at}[]`);
  };
  walk(root, '');
  return [...found].toSorted();
}

function jiraSaying(keys: Written): Written {
  return { tracker: { jira: keys } };
}

/** What somebody writes there, and what it is in the words; a place that is in neither list is a place nobody thought about. */
const listed: Readonly<Record<string, readonly (readonly [written: object, told: string])[]>> = {
  'agents.*.program': [[{ agents: { a: { type: 'claude', program: './other' } } }, 'agent a: ./other']],
  'agents.*.env[]': [[{ agents: { a: { type: 'claude', env: ['MY_KEY'] } } }, 'is given MY_KEY']],
  'agents.*.baseUrl': [
    [{ agents: { a: { type: 'claude', baseUrl: 'https://other.example' } } }, 'https://other.example'],
  ],
  'agents.*.egress[]': [
    [{ agents: { a: { type: 'claude', egress: ['other.example'] } } }, 'may reach other.example'],
  ],
  'agents.*.mcp.*[]': [
    [{ agents: { a: { type: 'claude', mcp: { m: ['./m', '-x'] } } } }, 'MCP server m: ./m -x'],
  ],
  'agents.*.skills[]': [[{ agents: { a: { type: 'claude', skills: ['skills'] } } }, 'may read skills']],
  'agents.*.command[]': [
    [{ agents: { a: { type: 'command', command: ['./agent', '-x'] } } }, 'agent a: ./agent -x'],
    [{ agents: { a: { type: 'acp', command: ['./agent', '-x'] } } }, 'agent a: ./agent -x'],
  ],
  'agents.*.script': [[{ agents: { a: { type: 'scripted', script: 'low' } } }, 'agent a: a script (']],
  'checks.*': [
    [{ checks: { mine: 'make mine' } }, 'check mine: make mine'],
    [{ checks: { coverage: 'make cover' } }, 'coverage: make cover'],
  ],
  'checks.*.command': [
    [{ checks: { mine: { command: 'make mine' } } }, 'check mine: make mine'],
    [{ checks: { coverage: { command: 'make cover' } } }, 'coverage: make cover'],
  ],
  'checks.*.mcp.server': [
    [
      { checks: { mine: { mcp: { server: 'https://tools.example', tool: 'scan' } } } },
      'check mine: MCP tool scan of https://tools.example with {}',
    ],
  ],
  'checks.*.mcp.server[]': [
    [
      { checks: { mine: { mcp: { server: ['./m', '-x y'], tool: 'scan' } } } },
      'check mine: MCP tool scan of ./m "-x y" with {}',
    ],
  ],
  'checks.*.mcp.tool': [
    [
      {
        checks: {
          mine: { mcp: { server: ['m'], tool: 'scan', arguments: { all: [1] }, expect: { bad: 0 } } },
        },
      },
      'check mine: MCP tool scan of m with {"all":[1]}, expecting {"bad":0}',
    ],
  ],
  'tracker.jira.url': [[jiraSaying({ url: 'https://a.atlassian.net' }), 'https://a.atlassian.net']],
  'tracker.jira.project': [[jiraSaying({ project: 'APP' }), 'projects APP']],
  'tracker.jira.projects[]': [[jiraSaying({ projects: ['APP', 'OPS'] }), 'projects APP, OPS']],
  'tracker.jira.criteria': [[jiraSaying({ criteria: 'Done when' }), 'criteria from Done when']],
  'tracker.jira.statuses.done': [[jiraSaying({ statuses: { done: 'Shipped' } }), 'done: Shipped']],
  'tracker.jira.statuses.in-progress': [
    [jiraSaying({ statuses: { 'in-progress': 'At it' } }), 'in-progress: At it'],
  ],
  'tracker.jira.statuses.in-review': [[jiraSaying({ statuses: { 'in-review': 'Look' } }), 'in-review: Look']],
  'search.searxng': [[{ search: { searxng: 'http://localhost:8888' } }, 'http://localhost:8888']],
};

/** Texts that nothing is executed, read or reached by. */
const executeNothing: readonly string[] = [
  'agents.*.model',
  'roles',
  // When a check runs, for how long, and where it leaves what it found.
  'checks.*.paths[]',
  'checks.*.report',
  'checks.*.report[]',
  'checks.*.timeout',
  // Names of people, and words and paths that something is compared with.
  'authors.allow[]',
  'plan.riskyWords[]',
  // Labels of an issue that the person named.
  'tracker.github.labels.in-progress',
  'tracker.github.labels.in-review',
  // No run executes any of it, and it is on only once somebody turned it on, who is told what is in it.
  'triggers.github.secret',
  'triggers.github.start[]',
  'triggers.jira.secret',
  'triggers.jira.start[]',
  'triggers.listen.host',
  'triggers.schedules.*.cron',
  'triggers.schedules.*.ticket',
  'triggers.schedules.*.zone',
  'triggers.telegram.api',
  'triggers.telegram.token',
  'triggers.telegram.webhook.secret',
  'triggers.telegram.webhook.url',
  'triggers.webhooks.*.secret',
  'notify.quiet.from',
  'notify.quiet.to',
  'notify.quiet.zone',
  'notify.webhooks.*.secret',
  'notify.webhooks.*.url',
  'protectedPaths.add[]',
  'protectedPaths.remove[]',
];

/** Times and sizes are written as texts. */
const isAmount = (at: string): boolean => /^(?:limits|budget|retries)\./.test(at);

describe('what a person trusts (TRUSTED-COMMANDS-1)', () => {
  test('was thought of for every text that a configuration can hold', () => {
    const known = [...Object.keys(listed), ...executeNothing].toSorted();
    expect(textsIn(configJsonSchema()).filter((at) => !isAmount(at))).toEqual(known);
  });

  test.each(Object.entries(listed).flatMap(([at, rows]) => rows.map((row) => [at, ...row] as const)))(
    'lists `%s`: %j',
    async (_at, written, told) => {
      const text = JSON.stringify(written);
      const read = (file: string) => Promise.resolve(file === 'slipway.yaml' ? text : fileAt(file));
      const config = await loadConfig({ read, cores: 2 });
      const coverage = coverageNamed(undefined, config, config.policy);
      const running = { checks: withNamed([], config), ...(coverage === undefined ? {} : { coverage }) };
      expect(commandsOf(config, running).join('\n')).toContain(told);
    },
  );
});
