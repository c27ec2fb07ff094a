// One table, several surfaces: each surface has every verb, or says why it lacks one.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { understood } from './foreign.ts';
import type { VerbName } from './table.ts';
import { isVerb, verbs } from './table.ts';
import { lacks as lacksOverHttp, verbsOverHttp } from '../../server/verbs-over-http.ts';
import { openApi } from '../../server/open-api.ts';
import { described } from '../../mcp/described.ts';
import { lacks as lacksOverMcp, leaves, tools, toolsWith } from '../../mcp/tools.ts';

const names: readonly VerbName[] = Object.keys(verbs).filter(isVerb);
const cli = fileURLToPath(new URL('../../cli', import.meta.url));

describe('an entry', () => {
  test.each(names)('%s is called what it is listed as, and says in a line what it is', (name) => {
    const { about, ...entry } = verbs[name];
    expect(entry.name).toBe(name);
    expect(about).toMatch(/^[a-z][^.\n]{10,100}$/);
  });

  test.each(names)('%s asks for more than looking exactly where it changes something', (name) => {
    const { changes, access } = verbs[name];
    expect(access !== 'view').toBe(changes);
  });

  test.each(names)('%s takes nothing it does not know, whoever asks', async (name) => {
    const { input } = await verbs[name].schemas();
    const given = { nobodyKnows: 1 };
    expect(() => understood<unknown>(input, given)).toThrow(/nobodyKnows|is missing/);
  });

  test.each(names)('%s can be described to a stranger', async (name) => {
    const { input, output } = await verbs[name].schemas();
    for (const schema of [input, output]) {
      expect(z.toJSONSchema(schema, { unrepresentable: 'any' })).toHaveProperty('$schema');
    }
  });
});

/** What a surface lacks, each with the reason. */
type Lacks = Readonly<Partial<Record<VerbName, string>>>;

describe('the command line', () => {
  const lacks: Lacks = {
    driven: 'is asked by whatever says how a run stands, and typed by nobody',
    inbox: 'is a screen; `slipway list` and `slipway gates` say it at a terminal',
    timeline: 'is a screen; `slipway status` and `slipway watch` say it at a terminal',
    gate: 'is a screen; `slipway show <run> gate` says it at a terminal',
    changes: 'is a screen; `slipway diff` and `slipway show <run> review` say it at a terminal',
    tasks: 'is a screen; `slipway status` and `slipway logs --task` say it at a terminal',
    costs: 'is a screen; `slipway list` says what each run spent',
    system: 'is a screen; `slipway engine` and `slipway doctor` say it at a terminal',
  };

  /** What is of the terminal alone, and so no verb: it has a command, and no other surface could have it. */
  const onlyHere: Readonly<Record<string, string>> = {
    init: 'writes a file into the checkout of whoever types it',
    service: 'writes a file for the service manager of whoever types it',
    export: 'writes a file where whoever types it stands',
    import: 'reads a file of whoever types it, into a folder of its own beside the journal',
    rehearse: 'plays a run in a home of its own, which is thrown away with all it did',
    demo: 'plays a run in a home of its own, made to be watched',
  };

  test('has every verb, or says why it lacks one', () => {
    const used = new Set(filesUnder(cli).flatMap(verbsIn));
    const missing = names.filter((name) => !used.has(name));
    expect(missing).toEqual(Object.keys(lacks));
  });

  test('has no command that is not made of verbs, but for what is of the terminal alone', () => {
    const commands = readdirSync(path.join(cli, 'commands')).map((file) => path.basename(file, '.ts'));
    const others = commands.filter(
      (name) => verbsReached(path.join(cli, 'commands', `${name}.ts`)).size === 0,
    );
    expect(others.toSorted()).toEqual(Object.keys(onlyHere).toSorted());
  });
});

describe('HTTP', () => {
  test('has every verb, or says why it lacks one', async () => {
    const document = JSON.stringify(await openApi('0'));
    const shown = names.filter((name) => document.includes(`"operationId":"${name}"`));
    expect(shown).toEqual(verbsOverHttp);
    expect(names.filter((name) => !shown.includes(name)).toSorted()).toEqual(
      Object.keys(lacksOverHttp).toSorted(),
    );
    for (const why of Object.values(lacksOverHttp)) expect(why).toMatch(/^[a-z].{20,}[^.]$/);
  });
});

describe('MCP', () => {
  const all = toolsWith('steer');

  test('has every verb, or says why it lacks one', () => {
    const shown = names.filter((name) => tools[name] !== undefined);
    expect(all.map(({ verb }) => verb)).toEqual(shown);
    expect(names.filter((name) => !shown.includes(name)).toSorted()).toEqual(
      Object.keys(lacksOverMcp).toSorted(),
    );
    for (const why of Object.values(lacksOverMcp)) expect(why).toMatch(/^[a-z].{20,}[^.]$/);
  });

  test('changes something only by leave, and calls each tool by a noun and a verb of its own', () => {
    for (const { verb, leave, name } of all) {
      expect([verb, leave !== 'look']).toEqual([verb, verbs[verb].changes]);
      expect(name).toMatch(/^[a-z]+_[a-z]+$/);
    }
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(leaves.map((leave) => toolsWith(leave).length)).toEqual([11, 12, all.length]);
  });

  test('describes each tool as an object, hides only what its verb knows, and asks who decides for what they saw and a code', async () => {
    for (const tool of all) {
      const { input, output } = await described(tool);
      const whole = JSON.stringify(z.toJSONSchema((await verbs[tool.verb].schemas()).input));
      expect(input).toMatchObject({ type: 'object' });
      expect(output).toMatchObject({ type: 'object' });
      for (const key of tool.hides)
        expect([tool.name, whole]).toEqual([
          tool.name,
          expect.stringContaining(`"${key.split('.').at(-1)}"`),
        ]);
      if (tool.decides === true)
        expect(input['required']).toEqual(expect.arrayContaining(['run', 'seen', 'code']));
    }
  });
});

function filesUnder(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(dir, file));
}

function verbsIn(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bverbs\.([a-z]+)\b/g)].map(([, name = '']) => name);
}

/** What a command calls, itself or through what it imports from the command line. */
function verbsReached(file: string): ReadonlySet<string> {
  const files = new Set([file]);
  for (const each of files) {
    for (const [, from = ''] of readFileSync(each, 'utf8').matchAll(
      /^import (?!type).*? from '(\.[^']+)';$/gms,
    )) {
      const imported = path.join(path.dirname(each), from);
      if (imported.startsWith(cli) && imported.endsWith('.ts')) files.add(imported);
    }
  }
  return new Set([...files].flatMap(verbsIn));
}
