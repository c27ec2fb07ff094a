import { describe, expect, test } from 'vitest';
import { kinds } from '../../agents/kinds.ts';
import { agent } from '../../config/agent-schema.ts';
import { loadConfig } from '../../config/load.ts';
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
  return commandsOf(await loadConfig({ read, cores: 2 }), []);
}

const fileAt = (file: string): string | undefined => (file === 'low' || file === 'high' ? file : undefined);

test('what a person trusts of a check names the part of a script that it runs, and that each tree may have another', async () => {
  const config = await loadConfig({ read: () => Promise.resolve(undefined), cores: 2 });
  const check = { name: 'test', kind: 'test', command: 'npm test', timeoutMs: 1, when: 'task' } as const;
  const script = { name: 'test', part: 1, parts: 2, text: 'node --test', besides: [] };
  expect(commandsOf(config, [check, { ...check, name: 'test-part', script }])).toEqual([
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
