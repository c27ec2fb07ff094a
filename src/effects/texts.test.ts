import { describe, expect, test } from 'vitest';
import type { PlanAnswer } from '../prompts/prompts.ts';
import { designText, planText, questionText, verdictText } from './texts.ts';

const plan: PlanAnswer = {
  type: 'plan',
  summary: 'Two steps.',
  confidence: 0.8,
  tasks: [
    {
      id: 'one',
      title: 'Plant it',
      description: 'Dig first.',
      files: ['a.txt'],
      tests: ['a.test.txt'],
      dependsOn: [],
      executor: 'implementer',
      speciality: 'garden',
      verification: ['test'],
      successCriteria: ['It stands.'],
      covers: ['AC1'],
      destructive: true,
    },
  ],
  risks: [{ category: 'performance', impact: 'HIGH', resolved: false, note: 'It is slow.' }],
  openQuestions: ['Which tree?'],
  grants: ['package-lock.json'],
};

describe('a plan as text', () => {
  test('tells everything a person approves', () => {
    const text = planText(plan);
    const told = [
      'Two steps.',
      'Confidence: 0.8',
      '## Task one: Plant it',
      'Dig first.',
      '- Files: `a.txt`',
      '- Tests: `a.test.txt`',
      '- Depends on: none',
      '- Executor: implementer (garden)',
      '- Verified by: `test`',
      '- Covers: `AC1`',
      '- Destructive: yes',
      '- Done when: It stands.',
      '- performance (HIGH, open): It is slow.',
      '- Which tree?',
      '- `package-lock.json`',
    ];
    expect(told.filter((line) => !text.split('\n').includes(line))).toEqual([]);
  });

  test('has no section for what there is none of', () => {
    const text = planText({ ...plan, risks: [], openQuestions: [], grants: [] });
    expect(text).not.toMatch(/Risks|Open questions|Protected paths/);
  });

  test('differs where anything in it differs, because its hash is what is approved', () => {
    const [task] = plan.tasks;
    if (task === undefined) throw new Error('the plan has a task');
    const others: readonly PlanAnswer[] = [
      { ...plan, summary: 'Three steps.' },
      { ...plan, confidence: 0.9 },
      { ...plan, grants: [] },
      ...[
        { files: ['b.txt'] },
        { tests: [] },
        { dependsOn: ['two'] },
        { executor: 'tester' as const },
        { verification: [] },
        { covers: [] },
        { successCriteria: [] },
        { destructive: false },
      ].map((change) => ({ ...plan, tasks: [{ ...task, ...change }] })),
      { ...plan, risks: plan.risks.map((risk) => ({ ...risk, resolved: true })) },
    ];
    expect(new Set([plan, ...others].map(planText)).size).toBe(others.length + 1);
  });
});

describe('a verdict as text', () => {
  test('names the place of each finding and answers each criterion', () => {
    const text = verdictText({
      type: 'verdict',
      conclusion: 'revise',
      confidence: 0.7,
      score: 60,
      summary: 'Nearly.',
      concerns: 'change',
      findings: [
        { severity: 'MAJOR', file: 'a.txt', line: 2, title: 'Wrong', detail: 'It is three.' },
        { severity: 'MINOR', title: 'Terse', detail: 'Say more.' },
      ],
      criteria: [{ id: 'AC1', met: false, evidence: 'No test.' }],
    });
    expect(text).toContain('# Verdict: revise');
    expect(text).toContain('Confidence: 0.7, score: 60');
    expect(text).toContain('- **MAJOR** Wrong (`a.txt:2`): It is three.');
    expect(text).toContain('- **MINOR** Terse: Say more.');
    expect(text).toContain('- AC1: not met. No test.');
  });
});

describe('a design and a question as text', () => {
  test('keep the words of the role', () => {
    expect(designText({ type: 'design', design: 'Three parts.' })).toBe('# Design\n\nThree parts.\n');
    const option = { pros: 'cheap', cons: 'slow', files: ['a.txt'], impact: 'small' };
    const text = questionText({
      type: 'needs_input',
      question: 'Which way?',
      options: [
        { title: 'Left', ...option },
        { title: 'Right', ...option },
      ],
      recommendation: 2,
    });
    expect(text).toContain('Which way?');
    expect(text).toContain('## Option 1: Left\n');
    expect(text).toContain('## Option 2: Right (recommended)');
    expect(text).toContain('- For: cheap\n- Against: slow\n- Files: `a.txt`\n- Impact: small');
  });
});
