// Guides about configuration are true: every configuration in them can be used as it stands.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './load.ts';

const guides = path.join(import.meta.dirname, '..', '..', 'docs', 'guides');

function examplesIn(guide: string): readonly string[] {
  const text = readFileSync(path.join(guides, guide), 'utf8');
  return [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
}

const examples = ['agents.md', 'checks.md', 'mcp.md', 'notifications.md', 'telegram.md'].flatMap(examplesIn);

test('there are examples', () => {
  expect(examplesIn('agents.md').length).toBeGreaterThanOrEqual(3);
  expect(examplesIn('checks.md').length).toBeGreaterThanOrEqual(4);
  expect(examplesIn('mcp.md')).toHaveLength(1);
  expect(examplesIn('notifications.md')).toHaveLength(1);
  expect(examplesIn('telegram.md')).toHaveLength(2);
});

test.each(examples)('the example can be used: %s', async (text) => {
  const config = await loadConfig({
    read: (file) => Promise.resolve(file === 'slipway.yaml' ? text : undefined),
    cores: 2,
  });
  expect(Object.keys(config).length).toBeGreaterThan(0);
});
