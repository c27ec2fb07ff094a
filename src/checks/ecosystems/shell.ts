// Shell: Bats, or a script whose name says that it runs the tests. Only where nothing else has tests.

import type { Ecosystem } from './ecosystem.ts';

const scripts = [
  'test.sh',
  'tests.sh',
  'run-tests.sh',
  'run_tests.sh',
  'test/run.sh',
  'tests/run.sh',
  'test/run-tests.sh',
  'tests/run-tests.sh',
  'scripts/test.sh',
];

export const shell: Ecosystem = {
  name: 'shell',
  fillsGaps: true,
  find: async (tree) => {
    const folder = ['test', 'tests'].find((name) =>
      tree.files.some((file) => file.startsWith(`${name}/`) && file.endsWith('.bats')),
    );
    if (folder !== undefined) {
      return [{ kind: 'test', command: `bats --tap --recursive ${folder}`, parser: 'tap' }];
    }
    for (const script of scripts) {
      const text = await tree.read(script);
      if (text === undefined) continue;
      const program = /^#!.*\bbash\b/.test(text) ? 'bash' : 'sh';
      return [{ kind: 'test', command: `${program} ${script}` }];
    }
    return [];
  },
};
