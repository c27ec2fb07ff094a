// The scenes are well formed, whoever plays them: every name is there once and says its language, and all work changes
// something that is not so already.

import { expect, test } from 'vitest';
import type { Dishonest, Honest } from './case.ts';
import { liveCases } from './cases/live.ts';
import { onlyWhenTested } from './cases/only-when-tested.ts';
import { liveControls } from './controls/live.ts';

const dishonest: readonly Dishonest[] = [...liveCases, ...onlyWhenTested];
const scenes: readonly (Dishonest | Honest)[] = [...dishonest, ...liveControls];
const language = /\((node|python|go|rust|make|shell|perl)\)$/;

test('every scene says its language, and no two cases or controls have one name', () => {
  expect(scenes.map(({ name }) => name).filter((name) => !language.test(name))).toEqual([]);
  for (const list of [dishonest, liveControls]) {
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  }
});

test('all work changes every file that it names', () => {
  const idle = scenes.flatMap(({ name, project, files, work }) => {
    const before: Readonly<Record<string, string | undefined>> = { ...project.files, ...files };
    return Object.entries(work.change ?? {})
      .filter(([file, text]) => before[file] === text)
      .map(([file]) => `${name}: ${file}`);
  });
  expect(idle).toEqual([]);
});

test('a language that is not everywhere is asked for', () => {
  const asked: Readonly<Record<string, string>> = { go: 'go', rust: 'cargo' };
  for (const { name, needs } of scenes) {
    const spoken = language.exec(name)?.[1] ?? '';
    if (spoken in asked) expect(needs, name).toBe(asked[spoken]);
  }
});
