import { expect, test } from 'vitest';
import { protectedByDefault } from './protected-paths.ts';

test('[M4] each protected path is an entry of its own, and says why it needs leave', () => {
  for (const { path, why } of protectedByDefault) {
    expect(path).toMatch(/^\S+$/);
    expect([path, why]).toEqual([path, expect.stringMatching(/^\S+ .*[^.]$/)]);
  }
  expect(new Set(protectedByDefault.map(({ path }) => path)).size).toBe(protectedByDefault.length);
});
