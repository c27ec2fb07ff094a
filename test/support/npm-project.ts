// A package with a dependency that lies in the repository itself, so that npm installs it without a network.

import type { CheckSpec } from '../../src/core/evidence/evidence.ts';

const dependencies = { greet: 'file:packages/greet' };

/** `more` joins its package.json. */
export function npmProject(more: object = {}): Readonly<Record<string, string>> {
  const project = { name: 'project', version: '1.0.0', dependencies };
  return {
    'package.json': JSON.stringify({ ...project, ...more }),
    'package-lock.json': JSON.stringify({
      ...project,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': project,
        'node_modules/greet': { resolved: 'packages/greet', link: true },
        'packages/greet': { version: '1.0.0' },
      },
    }),
    'packages/greet/package.json': '{ "name": "greet", "version": "1.0.0", "main": "index.js" }',
    'packages/greet/index.js': "module.exports = 'hello';\n",
  };
}

export const npmSetup: CheckSpec = {
  name: 'setup',
  kind: 'setup',
  command: 'npm ci --no-audit --no-fund --offline',
  timeoutMs: 120_000,
  when: 'task',
};
