// A model that plays every role well: by the role its prompt names and by how far the conversation has come. An answer has
// every key its schema asks for, since claude takes no other.

import type { ModelRequest } from '../../support/model-server/request.ts';
import { answer, call, type Turn } from '../../support/model-server/turn.ts';

/** The role in the newest prompt of a conversation. */
export function roleIn(request: ModelRequest): string {
  const prompts = request.userTexts.filter((text) => text.includes('# Your role: '));
  return /# Your role: ([a-z-]+)/.exec(prompts.at(-1) ?? '')?.[1] ?? '';
}

export const analysis = {
  type: 'analysis',
  analysis: 'The greeting is made by one function in greet.js, and one test reads it. '.repeat(4),
  relatedCode: [{ file: 'greet.js', line: 1, why: 'makes the greeting' }],
};

export const plan = {
  type: 'plan',
  summary: 'One step: the greeting is changed where it is made.',
  confidence: 0.95,
  risks: [],
  openQuestions: [],
  grants: [],
  announces: [],
  kind: 'behaviour',
  tasks: [
    {
      id: 'greet',
      title: 'Greet the world',
      description: 'Change the greeting in greet.js so that it greets the world.',
      files: ['greet.js'],
      tests: ['greet.test.js'],
      creates: [],
      assumes: [],
      dependsOn: [],
      executor: 'implementer',
      verification: ['test'],
      successCriteria: ['the greeting names the world'],
      covers: ['AC1'],
      mandates: [],
      destructive: false,
    },
  ],
};

export const verdict = {
  type: 'verdict',
  conclusion: 'pass',
  confidence: 0.9,
  concerns: 'change',
  summary: 'It does what the ticket asks.',
  findings: [],
  criteria: [{ id: 'AC1', met: true, evidence: 'the check test' }],
  mandates: [],
  undelivered: [{ path: 'greet.test.js', coveredBy: 'greet.test.js:4' }],
};

export const work = {
  type: 'work',
  status: 'done',
  summary: 'The greeting names the world now.',
  needs: [],
};

export const newText = 'export const greet = () => "hello, world";\n';

/** Writes the change, then says that it did; a role that only answers does so at once. */
export function obedient(request: ModelRequest): Turn {
  switch (roleIn(request)) {
    case 'investigator':
      return answer(analysis);
    case 'planner':
      return answer(plan);
    case 'implementer':
      return wrote(request) ? answer(work) : call({ do: 'write', path: 'greet.js', text: newText });
    default:
      return answer(verdict);
  }
}

/** Whether this conversation has called a tool since its newest prompt. */
function wrote(request: ModelRequest): boolean {
  return request.toolResults.length > 0;
}
