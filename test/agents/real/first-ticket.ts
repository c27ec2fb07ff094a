// The guide for the first ticket, replayed: every command in its console blocks is run in a fresh repository with the
// real claude and a scripted model, and what it prints takes the place of what stands there. What differs from
// machine to machine and from run to run is replaced by fixed words first.

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModel } from '../../support/model-server/server.ts';
import { installProgram } from '../install.ts';
import { obedient } from './obedient.ts';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** The repository the guide starts from. */
const project: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'greeter', type: 'module', scripts: { test: 'node --test' } })}\n`,
  'greet.js': 'export const greet = () => "hello";\n',
  'greet.test.js': [
    "import test from 'node:test';",
    "import assert from 'node:assert/strict';",
    "import { greet } from './greet.js';",
    "test('greets', () => assert.match(greet(), /hello/));",
    '',
  ].join('\n'),
};

/** What the person does in their editor. */
const editing = `#!/bin/sh\nsed -i 's/Greet the world/Greet the whole world/' "$1"\n`;

const block = /^```console\n([\s\S]*?)^```$/gm;

/** The guide as it would read if it were written now. */
export async function replayed(guide: string): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-guide-')));
  const model = await startModel(obedient);
  try {
    const env = await makeHome(root, model.url);
    const told: string[] = [];
    let text = guide;
    for (const [whole, body = ''] of guide.matchAll(block)) {
      text = text.replace(whole, () => whole.replace(body, () => '§'));
      text = text.replace('§', await played(body, root, { env, told }));
    }
    return text;
  } finally {
    await model.close();
    await rm(root, { recursive: true, force: true });
  }
}

async function makeHome(root: string, url: string): Promise<Readonly<Record<string, string>>> {
  const bin = path.join(root, 'bin');
  const dir = path.join(root, 'greeter');
  await mkdir(bin);
  await mkdir(dir);
  await symlink(await installProgram('claude'), path.join(bin, 'claude'));
  await program(path.join(bin, 'slipway'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  await program(path.join(bin, 'edit'), editing);
  for (const [name, text] of Object.entries(project)) await writeFile(path.join(dir, name), text);
  return {
    PATH: [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: root,
    SLIPWAY_HOME: path.join(root, '.local', 'state', 'slipway'),
    XDG_RUNTIME_DIR: root,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    EDITOR: 'edit',
    GIT_AUTHOR_NAME: 'Me',
    GIT_AUTHOR_EMAIL: 'me@example.test',
    GIT_COMMITTER_NAME: 'Me',
    GIT_COMMITTER_EMAIL: 'me@example.test',
  };
}

async function program(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o755);
}

interface Playing {
  readonly env: Readonly<Record<string, string>>;
  /** Everything that was printed so far, as it was. */
  readonly told: string[];
}

async function played(body: string, root: string, { env, told }: Playing): Promise<string> {
  const texts: string[] = [];
  for (const line of body.split('\n').filter((each) => each.startsWith('$ '))) {
    const printed = await said(asPrinted(line.slice(2), told), root, env);
    told.push(printed);
    texts.push(`${line}\n${steady(printed, root)}`);
  }
  return texts.join('\n');
}

/** A person types what was printed for them: the names in the guide stand for the last ones there were. */
function asPrinted(command: string, told: readonly string[]): string {
  const last = (pattern: RegExp): string | undefined => told.join('\n').match(pattern)?.at(-1);
  return command
    .replace(theRun, (word) => last(/\br-[0-9a-z]{8}\b/g) ?? word)
    .replace(theSeen, (words) => last(/--seen [0-9a-f]{10}\b/g) ?? words);
}

const theRun = 'r-4f8zk2mq';
const theSeen = '--seen 3f9c2a1b04';

/** Both streams go to one file, as a terminal would show them. */
async function said(command: string, root: string, env: Readonly<Record<string, string>>): Promise<string> {
  const file = path.join(root, 'said.txt');
  const fd = openSync(file, 'w');
  try {
    const child = spawn('sh', ['-c', command], {
      cwd: path.join(root, 'greeter'),
      env,
      stdio: ['ignore', fd, fd],
    });
    await new Promise((resolve) => child.once('exit', resolve));
  } finally {
    closeSync(fd);
  }
  return readFile(file, 'utf8');
}

/** What is never the same twice, by what stands in its place. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\br-[0-9a-z]{8}\b/g, theRun],
  [/--seen [0-9a-f]{10}\b/g, theSeen],
  [/\b\d{8}T\d{6}(?!\d)/g, '20260314T091500'],
  [/^\d\d:\d\d:\d\d {2}/gm, '09:15:02  '],
  [/\b[0-9a-f]{40}\b/g, '8c1f2a9d7e6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d'],
  [/\b[0-9a-f]{12}\b/g, '8c1f2a9d7e6b'],
  [/\b(?:\d+ min )?\d+(?:\.\d+)? (?:ms|s|min)\b/g, '12 s'],
  [/\b\d+ MB free/g, '80000 MB free'],
  [/^(ok {4}node +)v[\d.]+/gm, '$1v22.20.0'],
  [/^(ok {4}git +)[\d.]+/gm, '$12.47.3'],
  [/^(ok {4}sqlite +).*$/gm, '$13.53.0'],
  [/\$0\.\d\d\b/g, '$0.01'],
  [/(: )\w+( (?:answered|ordered|edited))/g, '$1you$2'],
];

function steady(text: string, root: string): string {
  const home = text.replaceAll(root, '~');
  const fixed = replacements.reduce((now, [pattern, words]) => now.replace(pattern, words), home);
  return sideBySide.reduce((now, lines) => now.replaceAll(lines, inOrder), fixed);
}

/** What is done side by side is told in the order it ended, so its lines are put into one order. */
const sideBySide: readonly RegExp[] = [
  // The ticket is read while the repository is looked at.
  /(?:^09:15:02 {2}intake: (?:checks are|ticket) .*\n)+/gm,
];

function inOrder(lines: string): string {
  return `${lines.trimEnd().split('\n').toSorted().join('\n')}\n`;
}
