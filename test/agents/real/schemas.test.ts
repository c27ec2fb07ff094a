// Every role's schema is taken by each real program, and what the model answers by it is an answer to Slipway.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../../src/agents/agent.ts';
import { kinds, makeAgent } from '../../../src/agents/kinds.ts';
import { processRunner } from '../../../src/containment/process-runner.ts';
import { modeOf, type Role, roles } from '../../../src/core/roles/modes.ts';
import { defaultPolicy } from '../../../src/core/policy.ts';
import { answersOf, jsonSchemaOf } from '../../../src/prompts/answers.ts';
import { walkPoints } from '../../../src/prompts/prompts.ts';
import { createPrompts } from '../../../src/prompts/render.ts';
import { systemClock } from '../../../src/telemetry/system-clock.ts';
import { requestIn } from '../../contract/agent.ts';
import { makeRepository, type TestRepository } from '../../support/repository.ts';
import type { ModelRequest } from '../../support/model-server/request.ts';
import { startModel } from '../../support/model-server/server.ts';
import { answer, type Turn } from '../../support/model-server/turn.ts';
import { installProgram } from '../install.ts';
import { type ProgramName, programNames } from '../programs.ts';
import { analysis, plan, verdict, work } from './obedient.ts';

const design = { type: 'design', design: 'The function stays where it is and says more. '.repeat(6) };
const question = {
  type: 'needs_input',
  question: 'Which greeting?',
  options: [
    { title: 'Short', pros: 'quick', cons: 'terse', files: [], impact: 'small' },
    { title: 'Long', pros: 'kind', cons: 'slow', files: [], impact: 'small' },
  ],
  recommendation: 1,
};

const refined = { type: 'refined', request: 'Say more.', criteria: ['It says more.'], openPoints: [] };

const search = { type: 'search', searches: ['greetings in the morning'] };

const docs = { type: 'docs', documents: [{ path: 'docs/ARCHITECTURE.md', text: '# Architecture\n' }] };

const probe = { name: 'a', path: 'a.mjs', content: 'console.log(1)', command: 'node a.mjs', shows: 'one' };
const probes = { type: 'probes', probes: [probe] };
const answers = {
  wish: { type: 'wish', wish: 'unclear', why: 'It could mean two things.' },
  sorted: {
    type: 'sorted',
    remarks: [{ id: 'c-1', class: 'nit', severity: 'low', outside: false, why: 'Taste.' }],
  },
  analysis,
  refined,
  plan,
  design,
  verdict,
  work,
  needs_input: question,
  search,
  probes,
  docs,
};

/** Those who audit a plan say more than a reviewer, each in their own way. */
const audit = {
  type: 'verdict',
  conclusion: 'pass',
  confidence: 0.9,
  concerns: 'plan',
  summary: 'It can be done as it stands.',
  findings: [],
  criteria: [],
  earlier: [],
};
const walked = walkPoints.map((point) => ({ point, state: 'CLEAR', note: 'Nothing is missing.' }));
const audits = new Map<Role, unknown>([
  [
    'auditor',
    {
      ...audit,
      marks: { correctness: 5, completeness: 5, executability: 5, tests: 4, quality: 4 },
      risks: [{ category: 'concurrency', state: 'dealt_with', note: 'The task locks.' }],
    },
  ],
  ['assumption-verifier', { ...audit, mirages: [] }],
  ['executability-verifier', { ...audit, walk: [{ task: 'greet', points: walked }] }],
]);

const prompts = createPrompts();
/** opencode takes seven seconds of a core to start. */
const patient = { ...defaultPolicy.limits, attemptMs: 180_000, silenceMs: 180_000 };

/** The answer a role is mostly asked for. */
function answerFor(role: Role): unknown {
  const [type = 'needs_input'] = answersOf(role);
  return audits.get(role) ?? answers[type];
}

const asked = /^role=([a-z-]+)$/m;

function reply(request: ModelRequest): Turn {
  const role = roles.find((name) => name === asked.exec(request.userTexts.join('\n'))?.[1]);
  return answer(role === undefined ? {} : answerFor(role));
}

describe.each(programNames)('%s', (name) => {
  let repository: TestRepository;
  let model: Awaited<ReturnType<typeof startModel>>;
  let agent: Agent;

  beforeAll(async () => {
    repository = await makeRepository({ 'greet.js': 'export {};\n' });
    model = await startModel(reply);
    agent = await agentFor(name, model.url, repository.root);
  });

  afterAll(async () => {
    await model.close();
    await repository.remove();
  });

  test.each(roles)('answers as %s by its schema', async (role) => {
    const state = path.join(repository.root, 'state', role);
    await mkdir(state, { recursive: true });
    const outcome = await agent.play({
      ...requestIn(repository.dir),
      role,
      mode: modeOf[role],
      prompt: `Answer by the schema.\nrole=${role}\n`,
      schema: jsonSchemaOf(role),
      limits: patient,
      state,
    });
    expect(outcome).toMatchObject({ ended: 'answered' });
    if (outcome.ended === 'answered') expect(prompts.parse(role, outcome.answer)).toMatchObject({ ok: true });
  });
});

async function agentFor(name: ProgramName, url: string, root: string): Promise<Agent> {
  const clock = systemClock();
  const config = {
    ...kinds[name].found(await installProgram(name)),
    baseUrl: name === 'claude' ? url : `${url}/v1`,
    model: name === 'opencode' ? 'local/m1' : 'gpt-5.5',
  };
  return makeAgent(config, {
    name,
    env: { PATH: process.env['PATH'] ?? '', HOME: root, ANTHROPIC_API_KEY: 'dummy', OPENAI_API_KEY: 'dummy' },
    processes: processRunner(clock),
    now: () => clock.now(),
    base: root,
    loginFolder: path.join(root, 'login'),
    homedir: root,
  });
}
