// Runners that name what fails and not what passes, as most do by default: Python's unittest stands for them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FiringChange, FiringWorld } from '../../../test/support/firing.ts';
import { firingWorld, testSpec } from '../../../test/support/firing.ts';
import type { FireInput } from '../../core/evidence/live-fire.ts';

const source = 'def add(a, b):\n    return a + b\n\n\ndef twice(a):\n    return a * 2\n';
const wrong = source.replace('a + b', 'a - b').replace('a * 2', 'a * 3');
const suite = (imports: string, ...cases: readonly string[]): string =>
  `import unittest\n\nfrom sums import ${imports}\n\n\nclass Sums(unittest.TestCase):\n${cases.join('\n')}\n`;
const adds = '    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n';
const doubles = '    def test_doubles(self):\n        self.assertEqual(twice(4), 8)\n';
const hollow = '    def test_adds(self):\n        pass\n';

let world: FiringWorld;
beforeAll(async () => {
  world = await firingWorld({
    'sums.py': source,
    'test_sums.py': suite('add, twice', adds, doubles),
  });
});
afterAll(() => world.close());

const checks = [testSpec('unit', 'python3 -m unittest')];

const oldTests = (change: FiringChange, more: Partial<FireInput> = {}): ReturnType<FiringWorld['shotAt']> =>
  world.shotAt('old-tests', change, { checks, ...more });

describe('[E9] a test of the base that only its failure names', () => {
  const change = { 'sums.py': wrong, 'test_sums.py': suite('add, twice', hollow) };

  test('stops by its name, and is not lifted by its neighbour that was announced', async () => {
    const { words } = await oldTests(change, { announced: [{ file: 'test_sums.py', test: 'test_adds' }] });
    expect(words).toContain('test_doubles');
    expect(words).not.toContain('test_adds');
  });

  test('passes where it was announced itself', async () => {
    const announced = ['test_adds', 'test_doubles'].map((name) => ({ file: 'test_sums.py', test: name }));
    expect(await oldTests(change, { announced })).toMatchObject({ kinds: [] });
  });

  test('is not comparable where what it names is gone, and is where nothing is', async () => {
    const renamed = {
      'sums.py': source.replace('def add', 'def plus'),
      'test_sums.py': suite('plus, twice', adds.replace('add(1', 'plus(1'), doubles),
    };
    expect(await oldTests(renamed)).toMatchObject({ kinds: [] });
    const refuses = `import sys\n\nif 'test_sums' in sys.modules and 'add(1' in open('test_sums.py').read():\n    raise ImportError('no')\n\n\n${source}`;
    const shown = await oldTests({ ...change, 'sums.py': refuses });
    expect(shown.kinds).toEqual(['old-test-red test_sums.py']);
  });

  test('is missed where the process ends before it, as if all were well', async () => {
    const ends = source.replace('    return a + b', '    import os\n    os._exit(0)');
    const shown = await oldTests({ ...change, 'sums.py': ends });
    expect(shown.kinds).toEqual(['old-test-red test_sums.py']);
  });
});

const newTests = (text: string): ReturnType<FiringWorld['shotAt']> =>
  world.shotAt(
    'new-tests',
    { 'sums.py': `${source}\n\ndef thrice(a):\n    return a * 3\n`, 'test_thrice.py': text },
    { checks },
  );

describe('[E9] a new test', () => {
  test('that could not be loaded without the change and asks for nothing proves nothing', async () => {
    const shown = await newTests(suite('thrice', '    def test_thrice(self):\n        thrice(1)\n'));
    expect(shown.kinds).toEqual(['unproven test_thrice.py']);
  });

  test('that asks for it proves something', async () => {
    const shown = await newTests(
      suite('thrice', '    def test_thrice(self):\n        self.assertEqual(thrice(2), 6)\n'),
    );
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('cannot be run without the change');
  });
});
