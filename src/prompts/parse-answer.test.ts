import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { modeOf } from '../core/roles/modes.ts';
import type { Role } from '../core/roles/modes.ts';
import { packageFile } from '../config/package-file.ts';
import { answersOf, jsonSchemaOf } from './answers.ts';
import { parseAnswer } from './parse-answer.ts';

const work = { type: 'work', status: 'done', summary: 'Greets by name.', needs: [] };
const pass = {
  type: 'verdict',
  conclusion: 'pass',
  confidence: 0.9,
  summary: 'Good.',
  findings: [],
  criteria: [],
};
const audit = {
  ...pass,
  marks: { correctness: 5, completeness: 5, executability: 5, tests: 5, quality: 5 },
};
const question = {
  type: 'needs_input',
  question: 'Which one?',
  options: [
    { title: 'a', pros: '', cons: '', files: [], impact: '' },
    { title: 'b', pros: '', cons: '', files: [], impact: '' },
  ],
  recommendation: 1,
};
const json = JSON.stringify(work);
const proseChars = ['{', '}', '[', ']', '"', ':', ',', '\\', 'a', ' ', '`', '\n'];

function isRole(word: string): word is Role {
  return Object.hasOwn(modeOf, word);
}
const roles = Object.keys(modeOf).filter(isRole);

function problems(role: Role, text: string): readonly string[] {
  const parsed = parseAnswer(role, text);
  return parsed.ok ? [] : parsed.problems;
}

describe('finding the answer', () => {
  test.each([
    ['the whole text', json],
    ['the whole text, with spaces around', `\n  ${json}\n`],
    ['a fenced block after prose', `I am done.\n\n\`\`\`json\n${json}\n\`\`\`\nBye.`],
    ['a block fenced with tildes', `~~~json\n${json}\n~~~`],
    ['a block with carriage returns', `ok\r\n\`\`\`json\r\n${json}\r\n\`\`\`\r\n`],
    ['a bare object after prose', `I am done: ${json}`],
    ['a bare object before prose with braces', `${json}\nThat is {all} of it }`],
    ['an object after a brace that is never closed', `function f() {\n${json}`],
    ['an object after a quote that is never closed', `He said "go\n${json}`],
    ['an object after a quote on its own line', `5" is the size: ${json}`],
    ['an object after a brace and a quote that are never closed', `f() { say("go\n${json}`],
    ['an object after code', `const a = { b: 1 };\n${json}`],
    ['a fence that is never closed', `\`\`\`json\n${json}`],
  ])('takes %s', (_, text) => {
    expect(parseAnswer('implementer', text)).toEqual({ ok: true, answer: work });
  });

  test('takes the last of several, fenced or bare', () => {
    const draft = JSON.stringify({ ...work, summary: 'A draft.' });
    for (const text of [
      `${draft}\n${json}`,
      `\`\`\`json\n${draft}\n\`\`\`\n\`\`\`json\n${json}\n\`\`\``,
      `\`\`\`json\n${draft}\n\`\`\`\nNo, rather: ${json}`,
      `${draft} no, rather:\n\`\`\`json\n${json}\n\`\`\``,
    ]) {
      expect(parseAnswer('implementer', text)).toEqual({ ok: true, answer: work });
    }
  });

  test('does not fall back to an object the agent quoted when its own answer is broken (FIND-JSON-1)', () => {
    const quoted = `The ticket says ${json}.`;
    const broken = '{"type": "work", "status": "done",}';
    expect(problems('implementer', `${quoted}\n\`\`\`json\n${broken}\n\`\`\``)).toEqual([
      expect.stringMatching(/^the last JSON object cannot be read: /),
    ]);
    expect(problems('implementer', `${quoted}\n${broken}`)).toEqual([
      expect.stringMatching(/^the last JSON object cannot be read: /),
    ]);
    expect(parseAnswer('implementer', `${json}\n{"note": "that was it"}`).ok).toBe(false);
  });

  test('keeps braces, quotes and fences that stand inside strings', () => {
    const summary = 'a } b { c " d \\ e\n```json\n{"x": 1}\n```\n';
    const text = `Done.\n${JSON.stringify({ ...work, summary })}`;
    expect(parseAnswer('implementer', text)).toEqual({ ok: true, answer: { ...work, summary } });
  });

  test('finds any answer behind any prose, as long as it comes last on a line of its own', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60, unit: fc.constantFrom(...proseChars) }),
        fc.string({ minLength: 1 }),
        (prose, summary) => {
          fc.pre(!prose.includes('```'));
          const parsed = parseAnswer(
            'implementer',
            `${prose}\n\`\`\`json\n${JSON.stringify({ ...work, summary })}\n\`\`\``,
          );
          expect(parsed).toEqual({ ok: true, answer: { ...work, summary } });
        },
      ),
    );
  });

  test.each([
    ['prose', 'All tests pass, I am done.'],
    ['nothing', ''],
    ['a list', '[1, 2]'],
    ['half an object', '{"type": "work", "status": "do'],
    ['an object in words', '{type: work}'],
  ])('calls %s malformed', (_, text) => {
    expect(parseAnswer('implementer', text).ok).toBe(false);
  });

  test('takes time in proportion to the text, whatever is in it', () => {
    for (const unit of ['{', '}', '"', '{"', '{}', '\\"', '```json\n', '{"a":']) {
      const text = unit.repeat(Math.floor(1_900_000 / unit.length));
      const before = performance.now();
      expect(parseAnswer('implementer', text).ok).toBe(false);
      // A quadratic scan of two million characters takes minutes; ten seconds leave room for a busy machine.
      expect(performance.now() - before).toBeLessThan(10_000);
    }
  });

  test('survives an answer nested deeper than any answer goes', () => {
    const deep = `${'{"a":'.repeat(20_000)}null${'}'.repeat(20_000)}`;
    expect(parseAnswer('implementer', deep).ok).toBe(false);
  });
});

describe('validating the answer', () => {
  test('adds a type that is missing, because the rest says which it is', () => {
    const { type: _, ...rest } = audit;
    expect(parseAnswer('auditor', JSON.stringify(rest))).toMatchObject({
      ok: true,
      answer: { type: 'verdict' },
    });
  });

  test('does not take a question without its type for one', () => {
    const { type: _, ...rest } = question;
    expect(parseAnswer('implementer', JSON.stringify(rest)).ok).toBe(false);
    expect(parseAnswer('dispatcher', JSON.stringify(rest)).ok).toBe(false);
  });

  test('refuses an answer that belongs to another role', () => {
    expect(problems('implementer', JSON.stringify(pass))).toEqual([
      'type: expected one of work, needs_input for the role implementer',
    ]);
  });

  test('lets everybody ask but those who judge', () => {
    const asking = roles.filter((role) => parseAnswer(role, JSON.stringify(question)).ok);
    const judging = ['dispatcher', 'auditor', 'assumption-verifier', 'executability-verifier', 'reviewer'];
    expect(asking).toEqual(roles.filter((role) => !judging.includes(role)));
  });

  test('ignores keys it does not know and takes null for left out', () => {
    const text = JSON.stringify({ ...pass, score: null, mood: 'good', findings: [] });
    const answer = { ...pass, concerns: 'change', mandates: [], undelivered: [] };
    expect(parseAnswer('reviewer', text)).toEqual({ ok: true, answer });
  });

  test('says of an audit that names nothing that it concerns the plan', () => {
    expect(parseAnswer('auditor', JSON.stringify(audit))).toMatchObject({ answer: { concerns: 'plan' } });
  });

  test('takes no verdict without findings, and no review without criteria (ANSWERS-2)', () => {
    const { criteria: _, ...withoutCriteria } = pass;
    const { findings: __, ...withoutFindings } = audit;
    const { criteria: ___, ...plain } = audit;
    expect(problems('reviewer', JSON.stringify(withoutCriteria))).toEqual([
      'criteria: is missing; expected a list',
    ]);
    expect(problems('auditor', JSON.stringify(withoutFindings))).toEqual([
      'findings: is missing; expected a list',
    ]);
    expect(parseAnswer('auditor', JSON.stringify(plain)).ok).toBe(true);
  });

  test('takes no audit without what it is for: marks, mirages, a walk with every point (ANSWERS-2)', () => {
    expect(problems('auditor', JSON.stringify(pass))).toEqual(['marks: is missing; expected a mapping']);
    expect(problems('assumption-verifier', JSON.stringify(pass))).toEqual([
      'mirages: is missing; expected a list',
    ]);
    const walk = [{ task: 'a', points: [{ point: 'open_files', state: 'CLEAR', note: '' }] }];
    expect(problems('executability-verifier', JSON.stringify({ ...pass, walk }))).toEqual([
      'walk[0].points: is less than 7 entries',
    ]);
  });

  test('never guesses who does a task, nor whether it destroys something (ANSWERS-2)', () => {
    const task = { id: 'a', title: 'A', description: 'Do a.', files: ['a.ts'], successCriteria: ['a'] };
    const plan = { type: 'plan', summary: 'A.', confidence: 0.9, tasks: [task], risks: [] };
    expect(problems('planner', JSON.stringify(plan))).toEqual([
      'tasks[0].executor: is missing; expected one of implementer, tester, documenter',
      'tasks[0].destructive: is missing; expected true or false',
    ]);
  });

  test('says what is wrong, where, in words', () => {
    const text = JSON.stringify({
      ...audit,
      conclusion: 'ok',
      confidence: 85,
      findings: [{ severity: 'HIGH', line: 0 }],
    });
    expect(problems('auditor', text)).toEqual([
      'conclusion: expected one of pass, revise, reject, abstain',
      'confidence: is more than 1',
      'findings[0].severity: expected one of CRITICAL, MAJOR, MINOR',
      'findings[0].line: is less than 1',
      'findings[0].title: is missing; expected text',
      'findings[0].detail: is missing; expected text',
    ]);
  });

  test('says at most twenty problems and how many there are besides', () => {
    const text = JSON.stringify({ ...audit, findings: Array.from({ length: 30 }, () => 'bad') });
    expect(problems('auditor', text)).toHaveLength(21);
    expect(problems('auditor', text).at(-1)).toBe('and 10 more');
  });

  test('bounds text, lists and tasks (ANSWERS-3)', () => {
    const long = { ...work, summary: 'x'.repeat(40_001) };
    expect(problems('tester', JSON.stringify(long))).toEqual(['summary: is more than 40000 characters long']);
    const many = {
      ...pass,
      criteria: Array.from({ length: 201 }, () => ({ id: 'a', met: true, evidence: '' })),
    };
    expect(problems('reviewer', JSON.stringify(many))).toEqual(['criteria: is more than 200 entries']);
  });

  test('holds a question to its options', () => {
    expect(problems('planner', JSON.stringify({ ...question, recommendation: 3 }))).toEqual([
      'recommendation: there is no option with this number',
    ]);
    expect(parseAnswer('planner', JSON.stringify({ ...question, options: [] })).ok).toBe(false);
  });
});

describe('every role', () => {
  test.each(roles)('%s: the example in its template is an answer it may give', (role) => {
    const text = readFileSync(packageFile(`prompts/${role}.md`), 'utf8');
    const good: unknown = JSON.parse(/^```json\n(.*?)\n```$/ms.exec(text)?.[1] ?? '');
    expect(parseAnswer(role, JSON.stringify(good))).toEqual({ ok: true, answer: good });
  });

  test.each(roles)('%s: its schema is one object at the root and names its answers', (role) => {
    const schema = jsonSchemaOf(role);
    expect(schema).toMatchObject({ type: 'object' });
    for (const type of answersOf(role)) expect(JSON.stringify(schema)).toContain(`"const":"${type}"`);
  });
});
