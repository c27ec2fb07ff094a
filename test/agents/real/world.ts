// One real program, a scripted model on loopback, and a sample repository that Slipway works in.

import { makeRepository } from '../../support/repository.ts';
import { type Script } from '../../support/model-server/script.ts';
import { startModel } from '../../support/model-server/server.ts';
import { type Sample, sampleIn } from '../../support/sample.ts';
import { installProgram } from '../install.ts';
import type { ProgramName } from '../programs.ts';

/** Keys that open nothing; each program wants one before it asks its model. */
const dummyKeys = {
  ANTHROPIC_API_KEY: 'dummy',
  OPENAI_API_KEY: 'dummy',
};

export interface AgentWorld {
  readonly sample: Sample;
  readonly model: Awaited<ReturnType<typeof startModel>>;
  readonly close: () => Promise<void>;
}

export interface WorldOptions {
  readonly script: Script;
  /** Lines of slipway.yaml after the agents. */
  readonly config?: string;
  /** More agents beside the one under test, as lines of slipway.yaml; they ask the world's model. */
  readonly agents?: (url: string) => string;
  /** Where the agent under test finds its model, where that is not the world's. */
  readonly model?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Instead of a key. */
  readonly env?: Readonly<Record<string, string>>;
}

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'sample', type: 'module', scripts: { test: 'node --test' } }),
  'greet.js': 'export const greet = () => "hello";\n',
  'greet.test.js': [
    "import test from 'node:test';",
    "import assert from 'node:assert/strict';",
    "import { greet } from './greet.js';",
    "test('greets', () => assert.match(greet(), /hello/));",
    '',
  ].join('\n'),
};

export async function worldWith(name: ProgramName, options: WorldOptions): Promise<AgentWorld> {
  const program = await installProgram(name);
  const model = await startModel(options.script);
  const repository = await makeRepository({
    ...files,
    'slipway.yaml': [
      'agents:',
      `  ${name}: ${agentLine(name, program, options.model ?? model.url)}`,
      ...(options.agents === undefined ? [] : [options.agents(model.url)]),
      'gates: { plan: false }',
      options.config ?? '',
    ].join('\n'),
    ...options.files,
  });
  const sample = await sampleIn(repository, options.env ?? dummyKeys);
  return {
    sample,
    model,
    close: async () => {
      await model.close();
      await sample.remove();
    },
  };
}

export function agentLine(name: ProgramName, program: string, url: string): string {
  const shared = `type: ${name}, program: ${program}`;
  switch (name) {
    case 'claude':
      return `{ ${shared}, baseUrl: "${url}" }`;
    case 'codex':
      return `{ ${shared}, model: gpt-5.5, baseUrl: "${url}/v1" }`;
    case 'opencode':
      return `{ ${shared}, model: local/m1, baseUrl: "${url}/v1" }`;
  }
}
