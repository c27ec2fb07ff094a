// House rules that a linter does not know. Each finding names file and line.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((name) => /\.(ts|md|json|yaml|yml|cjs)$/.test(name) && name !== 'package-lock.json');

const files = tracked.flatMap((name) => {
  try {
    return [{ name, lines: readFileSync(path.join(root, name), 'utf8').split('\n') }];
  } catch {
    return []; // deleted in the work tree
  }
});

const found = (which: (name: string) => boolean, wrong: (line: string) => boolean): readonly string[] =>
  files
    .filter((file) => which(file.name))
    .flatMap((file) =>
      file.lines.flatMap((line, index) => (wrong(line) ? [`${file.name}:${index + 1}: ${line.trim()}`] : [])),
    );

/** A line without comments, imports and the insides of strings. */
const codeOf = (line: string): string =>
  line
    .replace(/^\s*(\/\/|\/?\*|import|export \*).*|\/\/.*/, '')
    .replaceAll(/(['"`]).*?\1/g, '')
    .replaceAll(/['"`].*/g, '');

const isSource = (name: string): boolean => name.startsWith('src/') && !name.endsWith('.test.ts');
const isCode = (name: string): boolean => /\.(ts|cjs)$/.test(name) && name !== 'test/tidy.test.ts';

test('a source file is one idea: none is longer than 450 lines', () => {
  const long = files.filter((file) => isSource(file.name) && file.lines.length > 450);
  expect(long.map((file) => `${file.name}: ${file.lines.length} lines`)).toEqual([]);
});

test('nothing is put off in a comment', () => {
  expect(found(isCode, (line) => /\/\/.*\b(TODO|FIXME|XXX|HACK)\b/.test(line))).toEqual([]);
});

test('no test is skipped for good or run alone', () => {
  expect(found(isCode, (line) => /\b(test|describe|it)\.(only|todo)\b/.test(line))).toEqual([]);
});

test('types are not argued with', () => {
  expect(
    found(isSource, (line) =>
      /@ts-(ignore|expect-error|nocheck)|oxlint-disable(?!-next-line [\w/-]+ -- \w)/.test(line),
    ),
  ).toEqual([]);
  expect(found(isSource, (line) => /\bas (?!const\b)(unknown|any|[A-Z])/.test(codeOf(line)))).toEqual([]);
});

test('time, chance and the environment come in through their owners', () => {
  const owners = [
    'src/telemetry/',
    'src/containment/',
    'src/cli/',
    'src/agents/scripted/player.ts',
    'src/journal/',
  ];
  const outside = (name: string): boolean =>
    isSource(name) && !owners.some((owner) => name.startsWith(owner));
  expect(
    found(outside, (line) =>
      /\b(Date\.now|Math\.random|process\.env)\b|(?<!\.)\b(setTimeout|setInterval)\(/.test(line),
    ),
  ).toEqual([]);
});

/** Programs of their own, which Slipway starts beside itself: nobody reads their exits as Slipway's. */
const apart = ['src/agents/scripted/player.ts', 'src/containment/forwarder.ts'];
const isOwnProcess = (name: string): boolean => isSource(name) && !apart.includes(name);
const leavesProcess = (line: string): boolean =>
  /\bprocess\.exit(Code\s*=(?!=)|\()/.test(line) && !/\bcodeOf\(|await main\(/.test(line);
const numbersExit = (line: string): boolean =>
  /\bexit\w*\s*(:|=|===|!==|\()\s*\d|new UserError\(.*,\s*\d+\)/i.test(line);

test('how a command ends is said by a name of src/app/ending/exit-codes.ts, never by a number', () => {
  expect(found(isOwnProcess, (line) => leavesProcess(codeOf(line)))).toEqual([]);
  const surface = (name: string): boolean =>
    /^src\/(app|cli)\/(?!demo\/script)/.test(name) && isOwnProcess(name);
  expect(found(surface, (line) => numbersExit(codeOf(line)))).toEqual([]);
});

test('no path of a developer’s machine stands in the tree', () => {
  expect(
    found(
      () => true,
      (line) => /(?:^|[\s'"`(])\/(?:root|work|Users)\//.test(line),
    ),
  ).toEqual([]);
});

test('messages to people do not shout', () => {
  expect(
    found(
      (name) => name.startsWith('src/cli/'),
      (line) => /(['"`]).*[a-z]!\1/.test(line),
    ),
  ).toEqual([]);
});

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

/** Files that are about single stages, and so name them; everybody else asks for the kind of a stage, its heading or its place. */
const aboutStages: Readonly<Record<string, string>> = {
  'src/views/artifacts/stage-files.ts': 'files and keys of the state file that one stage has and no other',
  'src/app/chat/reports.ts':
    'coverage is reported where it ended or was left out, and triage after it is another report',
  'src/views/events/plan-events.ts': 'an event is told under the stage that it comes from',
  'src/views/artifacts/progress.ts': 'the first way through planning is what rounds are compared with',
};

test('no view and no command lists the stages', () => {
  const told = /^src\/(views|cli|app|effects|engine)\//;
  const which = (name: string): boolean =>
    isSource(name) && told.test(name) && !(name in aboutStages) && !name.startsWith('src/cli/demo/');
  const everyName =
    'intake|analysis|planning|design|plan-review|implementation|evaluation|review|completion|coverage|triage|merge';
  // Some words are names of stages and of nothing else; the others count where a stage is spoken of.
  const alone =
    /(?<![\w/.-])['"]?(intake|plan-review|implementation|completion)\b['"]?(?=\s*[:,;)\]}|&=!?]|$)/;
  const ofStage = new RegExp(`\\b[sS]tage\\w*\\b[^'"]*['"](${everyName})['"]|switch \\([\\w.]*\\bstage\\)`);
  expect(found(which, (line) => !isComment(line) && (alone.test(line) || ofStage.test(line)))).toEqual([]);
  for (const name of Object.keys(aboutStages)) expect(files.map((file) => file.name)).toContain(name);
});

/** Bodies of functions that span four lines or more, without their spacing. A constructor only takes what it is given. */
function bodiesIn(name: string, text: string): readonly { readonly body: string; readonly at: string }[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: { readonly body: string; readonly at: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node) && 'body' in node) {
      const body = node.body?.getText(source) ?? '';
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (body.split('\n').length >= 4) {
        found.push({ body: body.replaceAll(/\s+/g, ' '), at: `${name}:${line + 1}` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function sameBodies(sources: readonly { readonly name: string; readonly text: string }[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { body, at } of sources.flatMap(({ name, text }) => bodiesIn(name, text))) {
    places.set(body, [...(places.get(body) ?? []), at]);
  }
  return [...places.values()].filter((at) => at.length > 1).map((at) => at.join(' and '));
}

test('no two functions have the same body of four lines or more', () => {
  const sources = files
    .filter(({ name }) => isSource(name) && name.endsWith('.ts'))
    .map(({ name, lines }) => ({ name, text: lines.join('\n') }));
  expect(sameBodies(sources)).toEqual([]);
});

test('two functions with the same body are found whatever they are called and however they are spaced', () => {
  const body = '{\n  const a = x + 1;\n  return a;\n}';
  const one = { name: 'one.ts', text: `export function f(x: number): number ${body}` };
  const two = { name: 'two.ts', text: `const g = (x: number): number => ${body.replaceAll('  ', '    ')};` };
  expect(sameBodies([one, two])).toEqual(['one.ts:1 and two.ts:1']);
  expect(sameBodies([one])).toEqual([]);
});

/** Where something is about the ticket as a whole, or about what Slipway does in one repository of a run only, and why. */
const aboutTheStart: Readonly<Record<string, string>> = {
  'src/core/run.ts': 'what names no repository means this one',
  'src/core/stages/': 'roles are asked about the ticket there; coverage and reproductions are of it alone',
  'src/core/evolve/': 'the same, as it is recorded',
  'src/core/repository/docs.ts': 'the documents kept right are those of this one',
  'src/views/run/': 'a run is listed under it',
  'src/views/artifacts/': 'the ticket and the outcome name it, and list the others beside it',
  'src/views/memory/': 'what a run learns is kept for it',
  'src/app/': 'configuration, memory and edited plans belong to it',
  'src/cli/': 'estimates and the command that follows are about it',
};

const isAboutMore = (name: string): boolean =>
  isSource(name) && !Object.keys(aboutTheStart).some((place) => name.startsWith(place));

test('nobody takes one repository of a run for all of them', () => {
  expect(found(isSource, (line) => /\brepositories(\[0\]|\.at\(0\))/.test(line))).toEqual([]);
  expect(found(isAboutMore, (line) => /\bstartedIn\(/.test(codeOf(line)))).toEqual([]);
});

/** Types that a file gives to others, by name. */
function typesIn(sources: readonly { readonly name: string; readonly lines: readonly string[] }[]) {
  const places = new Map<string, readonly string[]>();
  for (const { name, lines } of sources) {
    for (const line of lines) {
      const type = /^export (?:abstract )?(?:interface|type|class) (\w+)/.exec(line)?.[1];
      if (type !== undefined) places.set(type, [...(places.get(type) ?? []), name]);
    }
  }
  return places;
}

/** The same name in two parts of the tree may be two things, each plain where it is; a third, or a second in one part, may not. */
function namedTwice(places: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...places].flatMap(([type, names]) => {
    const parts = new Set(names.map((name) => name.split('/')[1]));
    return names.length > 2 || parts.size < names.length ? [`${type}: ${names.join(', ')}`] : [];
  });
}

test('a type has a name that says in its part of the tree what it is', () => {
  const places = typesIn(files.filter((file) => isSource(file.name)));
  expect(places.size).toBeGreaterThan(800);
  expect(namedTwice(places)).toEqual([]);
});

/** What is said of one name that all these files give to a type. */
function toldTypeIn(...names: readonly string[]): readonly string[] {
  return namedTwice(
    typesIn(names.map((name) => ({ name: `src/${name}.ts`, lines: ['export interface Told {'] }))),
  );
}

test('a name is found that is given twice in one part of the tree, or to three things', () => {
  expect(toldTypeIn('core/a', 'app/b')).toEqual([]);
  expect(toldTypeIn('app/b', 'app/c/d')).toHaveLength(1);
  expect(toldTypeIn('core/a', 'app/b', 'views/e')).toHaveLength(1);
});

/** Where rules are numbered: in the heads of files. */
function rulesIn({
  name,
  lines,
}: {
  readonly name: string;
  readonly lines: readonly string[];
}): readonly string[] {
  return lines.flatMap((line) => {
    const id = /^\/\/\s{1,4}([A-Z][A-Z-]*-?\d+)\. /.exec(line)?.[1];
    return id === undefined || /^(UTF|ISO|SHA|RFC)-/.test(id) ? [] : [`${id} ${name}`];
  });
}

test('a rule has a number that no other rule has, so that a citation means one thing', () => {
  const rules = files.filter(({ name }) => name.endsWith('.ts')).flatMap(rulesIn);
  const ids = rules.map((rule) => rule.split(' ')[0]);
  expect(rules.length).toBeGreaterThan(300);
  expect(
    rules.filter((rule) => ids.indexOf(rule.split(' ')[0]) !== ids.lastIndexOf(rule.split(' ')[0])),
  ).toEqual([]);
});

test('a rule that is cited by the name of its file is there', () => {
  const sources = files.filter(({ name }) => name.endsWith('.ts'));
  const ids = new Set(sources.flatMap(rulesIn).map((rule) => rule.split(' ')[0] ?? ''));
  const heads = new Set([...ids].map((id) => id.replace(/-?\d+$/, '')).filter((head) => head.length > 2));
  const cited = found(
    (name) => name.endsWith('.ts'),
    (line) =>
      [...line.matchAll(/(?<![\w-])([A-Z][A-Z-]+)-(\d+)(?![\w-])/g)].some(
        ([, head = '', n = '']) => heads.has(head) && !ids.has(`${head}-${n}`),
      ),
  );
  expect(cited).toEqual([]);
});
