import { describe, expect, test } from 'vitest';
import { designText, questionText, verdictText } from './texts.ts';

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

  test('says of a finding that does not hold that nobody has to mend it', () => {
    const finding = { severity: 'MAJOR', file: 'a.txt', title: 'Wrong', detail: 'It is three.' } as const;
    const text = verdictText(
      {
        type: 'verdict',
        conclusion: 'revise',
        confidence: 0.7,
        summary: 'Nearly.',
        concerns: 'change',
        findings: [finding, { ...finding, title: 'Right' }],
        criteria: [],
      },
      [{ validation: 'rejected', doubt: 'another-text' }, { validation: 'confirmed' }],
    );
    expect(text).toContain(
      '- **MAJOR** Wrong (`a.txt`) (rejected: what it quotes is not there; it need not be mended): It is three.',
    );
    expect(text).toContain('- **MAJOR** Right (`a.txt`): It is three.');
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
