// The recipes of docs/guides/extending.md are whole: what they say is the only place is the only place.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { policyKeys } from '../src/config/policy-schema.ts';
import { stageNames } from '../src/core/pipeline/stage.ts';
import { eventRows } from '../src/views/events/event-rows.ts';

const root = path.resolve(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, 'docs/guides/extending.md'), 'utf8');

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => `src/${name}`)
  .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** The text of one section, without its heading. */
function section(heading: string): string {
  const found = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`there is no recipe for: ${heading}`);
  return found.slice(heading.length);
}

/** Files and folders a recipe names. */
const filesIn = (heading: string): readonly string[] =>
  [...section(heading).matchAll(/`((?:src|test|docs|schema)\/[^`\s]+)`/g)].map((match) => match[1] ?? '');

const isNamedBy = (heading: string, file: string): boolean =>
  filesIn(heading).some((named) => file === named || (named.endsWith('/') && file.startsWith(named)));

const namesIt = (text: string, word: string): boolean => text.includes(`'${word}'`);
const filesWith = (written: string, folder = 'src/'): readonly string[] =>
  sources
    .filter(({ name, text }) => name.startsWith(folder) && text.includes(written))
    .map(({ name }) => name);

test.each([
  'A verb',
  'An event',
  'A key of policy',
  'A round',
  'An exit code',
  'An agent',
  'A forge',
  'A tracker',
  'A parser of test output',
  'A stage',
])('there is a recipe for: %s', (heading) => {
  expect(filesIn(heading).length).toBeGreaterThan(0);
});

describe('an event', () => {
  const types = Object.keys(eventRows);

  test.each(types)('%s has its type, its step and its row, each in one file of the recipe', (type) => {
    const steps = filesWith(`case '${type}':`, 'src/core/evolve/');
    const rows = filesWith(`\n  '${type}': {`, 'src/views/events/');
    expect([steps.length, rows.length]).toEqual([1, 1]);
    const places = ['src/core/events.ts', ...steps, ...rows];
    expect(places.filter((file) => !isNamedBy('An event', file))).toEqual([]);
  });

  test('is listed with most others nowhere but there', () => {
    const many = sources.filter(
      ({ text }) => types.filter((type) => namesIt(text, type)).length > types.length / 3,
    );
    expect(many.map(({ name }) => name).filter((name) => !isNamedBy('An event', name))).toEqual([]);
  });
});

test('a key of policy is written in its table and nowhere else', () => {
  const found = policyKeys
    .filter(({ key }) => key.includes('.'))
    .flatMap(({ key }) => filesWith(`'${key}'`).map((file) => `${file}: ${key}`));
  expect(found.length).toBeGreaterThan(50);
  // Rows of one section may stand beside what they are about; the table takes them in whole.
  const tables = [
    'src/core/policy-keys.ts: ',
    'src/core/budget/budget-keys.ts: budget.',
    'src/core/evidence/live-fire-keys.ts: liveFire.',
  ];
  expect(found.filter((line) => !tables.some((table) => line.startsWith(table)))).toEqual([]);
});

test('how often policy lets a round turn is asked in one place', () => {
  const asked = sources.filter(({ text }) => /\bpolicy\.rounds(\.\w+|\[)/.test(text)).map(({ name }) => name);
  // The state file shows the policy as it is.
  expect(asked.filter((name) => name !== 'src/views/artifacts/state.ts')).toEqual([
    'src/core/pipeline/rounds.ts',
  ]);
});

test('every stage has the file and the row its recipe speaks of', () => {
  const table = readFileSync(path.join(root, 'src/core/stages/table.ts'), 'utf8');
  for (const stage of stageNames) expect(table).toContain(`from './${stage}.ts'`);
});

test('every parser is in the table of them', () => {
  const table = readFileSync(path.join(root, 'src/checks/parsers/counts.ts'), 'utf8');
  const parsers = readdirSync(path.join(root, 'src/checks/parsers')).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'counts.ts',
  );
  expect(parsers.length).toBeGreaterThan(10);
  for (const parser of parsers) expect(table).toContain(`from './${parser}'`);
});

test('the recipe for a verb names the list of every surface', () => {
  const lists = ['src/server/verbs-over-http.ts', 'src/mcp/tools.ts', 'docs/reference/openapi.json'];
  const verbs = readFileSync(path.join(root, 'src/app/verbs/table.test.ts'), 'utf8');
  for (const list of lists) expect(isNamedBy('A verb', list)).toBe(true);
  const asked = [...verbs.matchAll(/from '\.\.\/\.\.\/((?:server|mcp)\/[^']+)'/g)].map(
    ([, file = '']) => file,
  );
  expect(asked).toEqual(expect.arrayContaining(['server/verbs-over-http.ts', 'mcp/tools.ts']));
});

/** Files that name a forge or a tracker outside the folders they have, and why each is no second place where they are told apart. */
const namesServices: Readonly<Record<string, string>> = {
  'src/app/home/given.ts': 'which variables a client of GitHub needs of who asks',
  'src/app/people/people.ts': 'who people are there',
  'src/app/starting/ticket-reference.ts': 'how a ticket of each is named',
  'src/app/starting/trusted-commands.ts': 'in which words a person trusts the keys of one',
  'src/app/triggers/carry-out.ts': 'on which services somebody who wrote can be one of the people here',
  'src/app/triggers/take-delivery.ts': 'which webhook is read in which way',
  'src/config/trigger-settings.ts': 'which webhooks there are, and where they are listened to',
  'src/effects/delivery/pull-request-text.ts': 'the line that has GitHub close its own issue',
  'src/forges/forges.ts': 'the table of forges',
  'src/forges/names.ts': 'the names of forges',
};

test('nobody else knows one forge or one tracker from another', () => {
  const own = /^src\/(forges|trackers)\/(github|jira)\//;
  const knowing = sources.filter(({ name, text }) => !own.test(name) && /'(github|jira)'/.test(text));
  expect(knowing.map(({ name }) => name).toSorted()).toEqual(Object.keys(namesServices));
});

/** A test and what it takes from the folder of support: a world for a contract may be made there. */
function withSupport(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  const taken = [...text.matchAll(/from '(\.\.\/support\/[^']+)'/g)].map(([, from = '']) =>
    readFileSync(path.join(root, path.dirname(file), from), 'utf8'),
  );
  return [text, ...taken].join('\n');
}

test.each(['forge', 'tracker'])('every %s is held to the contract', (port) => {
  const contract = withSupport(`test/contract/${port}.test.ts`);
  const kinds = readdirSync(path.join(root, `src/${port}s`), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(kinds.length).toBeGreaterThan(0);
  for (const { name } of kinds) expect(contract).toContain(`src/${port}s/${name}/`);
});
