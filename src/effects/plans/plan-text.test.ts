import { describe, expect, test } from 'vitest';
import type { PlanAnswer } from '../../prompts/prompts.ts';
import { planText } from './plan-text.ts';

const task: PlanAnswer['tasks'][number] = {
  id: 'one',
  title: 'Plant it',
  description: 'Dig first.',
  files: ['a.txt', 'b.txt'],
  tests: ['a.test.txt'],
  creates: ['b.txt'],
  changedLines: 40,
  assumes: [{ kind: 'symbol', name: 'dig', file: 'a.txt' }],
  dependsOn: [],
  executor: 'implementer',
  speciality: 'garden',
  verification: ['test'],
  successCriteria: ['It stands.'],
  covers: ['AC1'],
  mandates: ['M1'],
  destructive: true,
};

const plan: PlanAnswer = {
  type: 'plan',
  summary: 'Two steps.',
  confidence: 0.8,
  tasks: [task],
  risks: [
    { category: 'performance', impact: 'HIGH', resolved: false, note: 'It is slow.' },
    { category: 'dependency', impact: 'NONE', resolved: true, note: 'Nothing is added.' },
  ],
  openQuestions: ['Which tree?'],
  grants: ['package-lock.json'],
  validationPolicy: { workingDirectory: '.', checksPerTask: ['test'], knownFailures: [] },
};

describe('a plan as text', () => {
  test('tells everything a person approves', () => {
    const text = planText(plan);
    const told = [
      'Two steps.',
      '- Size: 1 task, 3 files (TRIVIAL), about 40 changed lines',
      '- Confidence: 0.8',
      '## Task one: Plant it',
      'Dig first.',
      '- Files: `a.txt`, `b.txt`',
      '- New: `b.txt`',
      '- Tests: `a.test.txt`',
      '- Changed lines: about 40',
      '- Depends on: none',
      '- Executor: implementer (garden)',
      '- Verified by: `test`',
      '- Covers: `AC1`',
      '- Keeps: `M1`',
      '- Destructive: yes',
      '- Done when: It stands.',
      '- performance (HIGH, open): It is slow.',
      '- dependency (does not apply): Nothing is added.',
      '- Which tree?',
      '- `package-lock.json`',
      '- symbol `dig` in `a.txt` (task one)',
      '- After each task, beside build, tests and lint: `test`',
    ];
    expect(told.filter((line) => !text.split('\n').includes(line))).toEqual([]);
  });

  test('has no section for what there is none of', () => {
    const { validationPolicy: _none, ...rest } = plan;
    const bare = { ...task, assumes: [], creates: [] };
    const text = planText({ ...rest, tasks: [bare], risks: [], openQuestions: [], grants: [] });
    expect(text).not.toMatch(/Risks|Open questions|Protected paths|granted|validated|New:|## Tasks|## Order/);
  });

  test('of several tasks shows them in a table that lines up, and in which order they run', () => {
    const tasks = [
      task,
      { ...task, id: 'two', title: 'Water | it', dependsOn: ['zero'] },
      { ...task, id: 'three', dependsOn: ['one', 'two'] },
    ];
    const lines = planText({ ...plan, tasks }).split('\n');
    const table = lines.filter((line) => line.startsWith('|'));
    expect(table).toHaveLength(5);
    expect(new Set(table.map((line) => line.length)).size).toBe(1);
    expect(table[3]).toContain(String.raw`Water \| it`);
    expect(lines).toContain('1. one, two (at the same time)');
    expect(lines).toContain('2. three');
  });

  test('differs where anything in it differs, because its hash is what is approved', () => {
    const others: readonly PlanAnswer[] = [
      { ...plan, summary: 'Three steps.' },
      { ...plan, confidence: 0.9 },
      { ...plan, grants: [] },
      { ...plan, validationPolicy: { workingDirectory: 'x', checksPerTask: ['test'], knownFailures: [] } },
      ...[
        { files: ['b.txt'] },
        { tests: [] },
        { creates: [] },
        { changedLines: 41 },
        { assumes: [] },
        { mandates: [] },
        { dependsOn: ['two'] },
        { executor: 'tester' as const },
        { verification: [] },
        { covers: [] },
        { successCriteria: [] },
        { destructive: false },
      ].map((change) => ({ ...plan, tasks: [{ ...task, ...change }] })),
      { ...plan, risks: plan.risks.map((risk) => ({ ...risk, resolved: true })) },
    ];
    expect(new Set([plan, ...others].map((one) => planText(one))).size).toBe(others.length + 1);
  });
});
