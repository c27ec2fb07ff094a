import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeCredentials } from '../containment/system-places.ts';
import { defaultPolicy } from '../core/policy.ts';
import { kinds, programTypes } from './kinds.ts';

test('every kind is listed under its own name, in a folder of that name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  expect(Object.keys(kinds).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  expect(Object.values(kinds).map(({ type }) => type)).toEqual(Object.keys(kinds));
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
