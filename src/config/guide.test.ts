// The guide about agents is true: every configuration in it can be used as it stands.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './load.ts';

const guide = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'guides', 'agents.md'), 'utf8');
const examples = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');

test('there are examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(3);
});

test.each(examples)('the example can be used: %s', async (text) => {
  const config = await loadConfig({
    read: (file) => Promise.resolve(file === 'slipway.yaml' ? text : undefined),
    cores: 2,
  });
  expect(Object.keys(config).length).toBeGreaterThan(0);
});
