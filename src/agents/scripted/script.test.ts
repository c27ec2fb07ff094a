import { describe, expect, test } from 'vitest';
import { parseScript } from './script.ts';

function problemsOf(text: string): readonly string[] {
  const parsed = parseScript(text);
  return parsed.ok ? [] : parsed.problems;
}

describe('a script', () => {
  test('may use every step, long and short', () => {
    const parsed = parseScript(`
- role: implementer
  task: 7
  attempt: 2
  do:
    - write: { path: a.js, text: "" }
    - append: { path: a.js, text: b }
    - patch: { path: a.js, find: b, replace: "" }
    - delete: { path: a.js }
    - delete: a.js
    - link: { path: l, target: a.js }
    - mode: { path: a.js, executable: true }
    - run: npm test
    - print: hello
    - stream: { lines: [one, two], everyMs: 5 }
    - stream: { file: recorded.txt }
    - sleep: { ms: 100 }
    - answer: { status: done, n: [1, null, true] }
    - say: "{ half"
    - spawn: sleep 9
    - spawn: { command: sleep 9, detached: true }
    - cost: { usd: 0.02, tokens: 1200 }
    - flood: { bytes: 10 }
    - flood: { bytes: 10, to: stderr }
    - fault: quota
    - hang:
    - hang: { ignoreTerm: true }
    - fail:
    - fail: no luck
    - fail: { exit: 3, message: no luck }
`);
    expect(parsed).toEqual({
      ok: true,
      entries: [
        {
          role: 'implementer',
          task: '7',
          attempt: 2,
          do: [
            { type: 'write', path: 'a.js', text: '' },
            { type: 'append', path: 'a.js', text: 'b' },
            { type: 'patch', path: 'a.js', find: 'b', replace: '' },
            { type: 'delete', path: 'a.js' },
            { type: 'delete', path: 'a.js' },
            { type: 'link', path: 'l', target: 'a.js' },
            { type: 'mode', path: 'a.js', executable: true },
            { type: 'run', command: 'npm test' },
            { type: 'print', text: 'hello' },
            { type: 'stream', lines: ['one', 'two'], everyMs: 5 },
            { type: 'stream', file: 'recorded.txt', lines: [], everyMs: 0 },
            { type: 'sleep', ms: 100 },
            { type: 'answer', value: { status: 'done', n: [1, null, true] } },
            { type: 'say', text: '{ half' },
            { type: 'spawn', command: 'sleep 9', detached: false },
            { type: 'spawn', command: 'sleep 9', detached: true },
            { type: 'cost', usd: 0.02, tokens: 1200 },
            { type: 'flood', bytes: 10, to: 'stdout' },
            { type: 'flood', bytes: 10, to: 'stderr' },
            { type: 'fault', reason: 'quota' },
            { type: 'hang', ignoreTerm: false },
            { type: 'hang', ignoreTerm: true },
            { type: 'fail', exit: 1, message: '' },
            { type: 'fail', exit: 1, message: 'no luck' },
            { type: 'fail', exit: 3, message: 'no luck' },
          ],
        },
      ],
    });
  });

  const wrong: readonly { readonly what: string; readonly text: string; readonly says: readonly string[] }[] =
    [
      {
        what: 'has a step nobody knows',
        text: '- do:\n    - print: a\n    - prnt: b\n',
        says: ['Line 3, column 7', '0.do.1', 'out of write, append'],
      },
      {
        what: 'has two steps in one',
        text: '- do:\n    - print: a\n      say: b\n',
        says: ['Line 2, column 7', 'exactly one name'],
      },
      {
        what: 'leaves out what a step needs',
        text: '- do:\n    - write: { path: a }\n',
        says: ['Line 2', '0.do.0.write.text', 'expected string'],
      },
      {
        what: 'has a number where text belongs',
        text: '- do:\n    - say: 12\n',
        says: ['Line 2, column 12', '0.do.0.say', 'expected string'],
      },
      {
        what: 'has a key too many in a step',
        text: '- do:\n    - sleep: { ms: 1, s: 2 }\n',
        says: ['Line 2, column 14', '"s"'],
      },
      {
        what: 'names a role that does not exist',
        text: '- role: hacker\n  do: []\n',
        says: ['Line 1, column 9', '0.role', '"implementer"'],
      },
      {
        what: 'counts attempts from zero',
        text: '- attempt: 0\n  do: []\n',
        says: ['Line 1, column 12', '0.attempt'],
      },
      { what: 'does nothing at all', text: '- role: planner\n', says: ['Line 1', '0.do'] },
      { what: 'is empty', text: '', says: ['Line 1, column 1', 'a list of entries'] },
      { what: 'has no entries', text: '[]', says: ['at least one entry'] },
      { what: 'is not YAML', text: '- do: [\n', says: ['Line 2'] },
      { what: 'has a key twice', text: '- do: []\n  do: []\n', says: ['Line 2, column 3', 'unique'] },
      {
        what: 'streams nothing',
        text: '- do:\n    - stream: {}\n',
        says: ['0.do.0.stream', 'give `lines`'],
      },
      { what: 'costs nothing in particular', text: '- do:\n    - cost: {}\n', says: ['give `usd`'] },
      {
        what: 'answers with what JSON cannot say',
        text: '- do:\n    - answer: .nan\n',
        says: ['Line 2', 'JSON'],
      },
    ];

  test.each(wrong)('that $what says where and what is wrong', ({ text, says }) => {
    const [first, ...others] = problemsOf(text);
    expect(others).toEqual([]);
    for (const part of says) expect(first).toContain(part);
    expect(first).toMatch(/\.$/);
  });

  test('with many mistakes names only the first ones', () => {
    expect(problemsOf(`- do:\n${'    - say: 1\n'.repeat(50)}`)).toHaveLength(10);
  });

  test('that grows without bounds by referring to itself is refused', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]`);
    expect(problemsOf(`a0: &a0 [x]\n${levels.join('\n')}\n`)).toHaveLength(1);
  });

  test('that is too long is refused unread', () => {
    expect(problemsOf(`- do:\n    - say: ${'x'.repeat(1_100_000)}\n`)).toEqual([
      'The script is longer than 1048576 characters.',
    ]);
  });
});
