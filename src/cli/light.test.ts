// Commands that only read start fast because they load little. What they load is seen in the imports, not in a clock.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('..', import.meta.url));
const heavy = [
  'zod',
  'yaml',
  'app/parts.ts',
  'workspace/workspaces.ts',
  'prompts/render.ts',
  'config/agent-schema.ts',
  'agents/program-agent.ts',
  'agents/run-agent.ts',
];

/** Everything a file loads by itself, and the packages it names; what is loaded on demand is not followed. */
function loadedBy(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files);
  for (const file of found) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(path.join(src, file), 'utf8');
    for (const [, names = '', from = ''] of text.matchAll(/^import (?!type)([^;]*?)from '([^']+)';$/gms)) {
      const onlyTypes = /^\{\s*(type [^,}]+,?\s*)+\}\s*$/.test(names);
      if (!onlyTypes) found.add(from.startsWith('.') ? path.join(path.dirname(file), from) : from);
    }
  }
  return found;
}

/** What `app/home/reader.ts` loads on demand comes with every one of them. */
const onDemand = [
  'journal/sqlite/sqlite.ts',
  'core/evolve/evolve.ts',
  'views/events/decode.ts',
  'views/run/details.ts',
];

test.each(['list', 'status', 'gates', 'verify', 'replay', 'explain', 'logs', 'watch', 'show'])(
  '%s loads nothing heavy',
  (name) => {
    const loaded = loadedBy(['cli/main.ts', `cli/commands/${name}.ts`, `app/verbs/${name}.ts`, ...onDemand]);
    expect(loaded.size).toBeGreaterThan(20);
    expect(heavy.filter((item) => loaded.has(item))).toEqual([]);
  },
);

test.each(['list', 'status'])('%s knows no agents', (name) => {
  const loaded = loadedBy(['cli/main.ts', `cli/commands/${name}.ts`, `app/verbs/${name}.ts`, ...onDemand]);
  expect([...loaded].filter((file) => file.startsWith('agents/'))).toEqual([]);
});

test('the walk sees what is heavy', () => {
  expect([...loadedBy(['app/verbs/diff.ts'])]).toContain('zod');
});
