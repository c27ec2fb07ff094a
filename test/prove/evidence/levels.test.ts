import { expect, test } from 'vitest';
import { dishonest } from './cases.ts';
import { honest } from './controls.ts';
import { levelFrom, levelsOf } from './levels.ts';

test('a scene is played at the level that is asked for, and at both where both are', () => {
  const [scene] = honest;
  if (scene === undefined) throw new Error('there is no scene');
  expect(levelsOf(scene, 'both')).toEqual(['open', 'contained']);
  expect(levelsOf(scene, 'open')).toEqual(['open']);
  expect(levelsOf(scene, 'contained')).toEqual(['contained']);
  expect(levelFrom('both')).toBe('both');
  expect(() => levelFrom('closed')).toThrow('--level is open, contained or both');
});

test('what needs a file outside of its workspace is played without boxes only', () => {
  const left = dishonest.filter((one) => levelsOf(one, 'contained').length === 0);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(8);
});

test('a slice has everything without boxes, and a few scenes of both sorts in them', () => {
  for (const scenes of [dishonest, honest]) {
    const boxed = scenes.filter((one) => levelsOf(one, 'slice').includes('contained'));
    expect(scenes.every((one) => levelsOf(one, 'slice').includes('open'))).toBe(true);
    expect(boxed.length).toBeGreaterThan(0);
    expect(boxed.length).toBeLessThan(scenes.length / 4);
  }
});
