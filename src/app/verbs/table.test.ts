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
import { verbOf } from '../chat/carry-out-act.ts';
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

/** Orders that whoever speaks and presses can come to, by what is written where they are carried out. */
function ordersIn(...files: readonly string[]): readonly string[] {
  const app = path.join(import.meta.dirname, '..');
  const named = files.flatMap((file) =>
    [...readFileSync(path.join(app, file), 'utf8').matchAll(/\bverb: '([a-z]+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(named)].filter((name) => isVerb(name) && verbs[name].changes);
}

/** Orders that no conversation has, whatever it is held over. */
const notSpoken: Lacks = {
  edit: 'is a form on the page and an editor at a terminal, not a sentence',
  code: 'is for the terminal and the page, where somebody looks at what is decided',
  consent: 'is asked for when a run starts, and said there',
  trust: 'is asked for when a run starts, and said there',
  checks: 'names commands, which nobody should run because of a sentence',
  take: 'hands a folder of this machine to whoever sits at it',
  give: 'takes a folder of this machine from whoever sits at it',
  open: 'shows a folder of this machine to whoever sits at it',
  merge: 'is answered at the merge gate, which shows what is merged',
  land: 'writes into the repository of whoever sits at the machine',
  revert: 'is ordered where the merged pull request is looked at',
  remember: 'is not about the run of a conversation',
  judge: 'is not about the run of a conversation',
  mend: 'is answered at the gate of the run that waits for the login',
  wake: 'is asked by whatever looks on, and said by nobody',
  leave: 'ends the process that a conversation is held with',
  gc: 'deletes what all runs share',
  listen: 'is about who reaches this home, and ordered at its machine',
  link: 'is about who reaches this home, and ordered at its machine',
  unlisten: 'is about who reaches this home, and ordered at its machine',
  arm: 'is about who reaches this home, and ordered at its machine',
  disarm: 'is about who reaches this home, and ordered at its machine',
  admit: 'is about who may do what in this home',
  dismiss: 'is about who may do what in this home',
  say: 'carries every message: a conversation is made of it',
  press: 'carries every button: a conversation is made of it',
};

const orders = names.filter((name) => verbs[name].changes);

describe('a conversation', () => {
  test('has every order, or says why it lacks one', () => {
    const spoken = new Set<string>([...ordersIn('chat/carry-out-act.ts'), ...Object.values(verbOf)]);
    expect(orders.filter((name) => !spoken.has(name)).toSorted()).toEqual(Object.keys(notSpoken).toSorted());
  });
});

describe('a button in Telegram, and /slipway in a comment', () => {
  const carried = 'is said in a conversation, which the bot carries';
  /** What a conversation has and they have not. */
  const lacks: Readonly<Record<string, Lacks>> = {
    'telegram/carry-out.ts': {
      start: carried,
      tell: carried,
      triage: carried,
      pause: carried,
      resume: carried,
      retry: carried,
      cancel: carried,
      skip: carried,
    },
    'triggers/carry-out.ts': {
      answer: 'has options, which a comment on a pull request does not show',
      triage: 'is what Slipway does with every comment anyway',
      resume: 'is said where it is seen that the run rests',
      retry: 'is said where it is seen why the run is blocked',
      cancel: 'ends what cannot be taken up again; a comment pauses it',
      skip: 'is said where it is seen what is measured',
    },
  };

  test.each(Object.entries(lacks))('%s: each order of a conversation, or why it lacks one', (file, why) => {
    const has = ordersIn(file);
    const missing = orders.filter((name) => notSpoken[name] === undefined && !has.includes(name));
    expect(missing.toSorted()).toEqual(Object.keys(why).toSorted());
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
