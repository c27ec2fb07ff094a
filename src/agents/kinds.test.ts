import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeCredentials } from '../containment/system-places.ts';
import { defaultPolicy } from '../core/policy.ts';
import { kinds, programTypes } from './kinds.ts';

const src = path.resolve(import.meta.dirname, '..');

test('every kind is listed under its own name, in a folder of that name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  expect(Object.keys(kinds).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  expect(Object.values(kinds).map(({ type }) => type)).toEqual(Object.keys(kinds));
});

test('the guide for people names every kind', () => {
  const guide = readFileSync(path.join(src, '..', 'docs', 'guides', 'agents.md'), 'utf8');
  expect(Object.keys(kinds).filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
});

describe.each(programTypes)('what the user and the repository have for %s', (type) => {
  const { login, repositoryFiles } = kinds[type].program;

  test('the login is hidden from whatever is contained', () => {
    const file = path.relative('/home/ada', path.join(login.usersFolder('/home/ada'), login.file));
    const hidden = homeCredentials.filter((place) => file === place || file.startsWith(`${place}/`));
    expect(hidden).not.toEqual([]);
  });

  test('what would configure it is changed only by leave', () => {
    expect(repositoryFiles.length).toBeGreaterThan(0);
    expect(repositoryFiles.filter((file) => !defaultPolicy.protectedPaths.includes(file))).toEqual([]);
  });
});

/** Files outside `agents/` that name a kind, and why each is no second place where kinds are told apart. */
const allowed: Readonly<Record<string, string>> = {
  'app/rehearsing/faults.ts': 'puts faults into what that kind is played from',
  'app/rehearsing/lay-out.ts': 'has every agent of a rehearsal played by one kind',
  'app/rehearsing/rehearsal-file.ts': 'reads what that kind is played from',
  'app/setting-up/init-repository.ts': 'writes a configuration of one kind: a rehearsal',
  'app/setting-up/rehearsal-script.ts': 'names the guide to that script',
  'cli/commands/agents.ts': 'shows examples of calls',
  'cli/commands/demo.ts': 'says what the demo is played with',
  'cli/commands/rehearse.ts': 'says what a rehearsal is played with',
  'cli/commands/init.ts': 'the switch that asks for a rehearsal',
  'cli/demo/sample.ts': 'the configuration of the demo',
  'containment/system-places.ts':
    'logins a box hides, whichever program is configured; held to the kinds above',
  'core/fence/protected-paths.ts': 'files a change may touch only by leave; held to the kinds above',
};

test('nothing but the folder of a kind knows it by name', () => {
  // `command` is a word of many places; it is the name of a kind where something is compared with it.
  const { command, ...others } = kinds;
  const names = Object.keys(others).join('|');
  const named = new RegExp(
    String.raw`\b(${names})\b|(\bcase|[!=]==|\btype:) '${command.type}'|\bkinds\.${command.type}\b`,
  );
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('agents/'),
  );
  const knowing = files.filter((file) => named.test(codeOf(readFileSync(path.join(src, file), 'utf8'))));
  expect(knowing.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

/** Without comments. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}
