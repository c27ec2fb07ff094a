// What each role of a play answers where nothing tells it otherwise: enough for the run to go on to its end, and every
// key of its schema, since claude takes no answer that leaves one out.

import type { Executor, Role } from '../../../../src/core/roles/modes.ts';
import { projectFiles } from '../project.ts';

export function answerOf(role: Role, planned: readonly string[], executor: Executor): unknown {
  switch (role) {
    case 'investigator':
      return {
        type: 'analysis',
        analysis: 'The greeting is made by one function in lib/greet.js, and one test reads it. '.repeat(4),
        relatedCode: [{ file: 'lib/greet.js', line: 1, why: 'makes the greeting' }],
      };
    case 'planner':
      return planOf(planned, executor);
    case 'implementer':
    case 'tester':
    case 'documenter':
      return { type: 'work', status: 'done', summary: 'Changed the greeting.', needs: [] };
    case 'reviewer':
      return {
        type: 'verdict',
        conclusion: 'pass',
        confidence: 0.95,
        summary: 'It does what the ticket asks.',
        concerns: 'change',
        findings: [],
        criteria: [{ id: 'AC1', met: true, evidence: 'the check test' }],
        mandates: [],
        undelivered: [],
      };
    case 'interpreter':
      return {
        type: 'refined',
        request: 'Greet with a comma.',
        criteria: ['It greets with a comma.'],
        openPoints: [],
      };
    case 'splitter':
    case 'designer':
    case 'auditor':
    case 'assumption-verifier':
    case 'executability-verifier':
    case 'dispatcher':
      return {};
  }
}

function planOf(files: readonly string[], executor: Executor): unknown {
  return {
    type: 'plan',
    summary: 'One small step.',
    confidence: 0.97,
    risks: [],
    openQuestions: [],
    grants: [],
    announces: [],
    kind: 'behaviour',
    tasks: [
      {
        id: 'one',
        title: 'Change the greeting',
        description: `Greet with a comma, in ${files.join(' and ')}.`,
        files,
        tests: [],
        creates: files.filter((file) => projectFiles[file] === undefined),
        assumes: [],
        dependsOn: [],
        executor,
        verification: ['test'],
        successCriteria: ['It greets.'],
        covers: ['AC1'],
        mandates: [],
        destructive: false,
      },
    ],
  };
}
