// Node without a test runner: a script of assertions that prints TAP.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `const signs = [[10, 'X'], [5, 'V'], [1, 'I']];

export function roman(number) {
  let rest = number;
  let text = '';
  for (const [value, sign] of signs) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}

export function isRoman(text) {
  return /^[XVI]+$/.test(text);
}
`;

export const tests = `import assert from 'node:assert/strict';
import { isRoman, roman } from '../lib/roman.js';

const checks = {
  'one is I': () => assert.equal(roman(1), 'I'),
  'sixteen is XVI': () => assert.equal(roman(16), 'XVI'),
  'signs are known': () => assert.equal(isRoman('XVI'), true),
  'words are not': () => assert.equal(isRoman('hello'), false),
};

let count = 0;
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  count += 1;
  try {
    check();
    console.log(\`ok \${count} - \${name}\`);
  } catch (error) {
    failed += 1;
    console.log(\`not ok \${count} - \${name}\`);
    console.log(\`# \${error.message.split('\\n').join(' ')}\`);
  }
}
console.log(\`1..\${count}\`);
process.exitCode = failed === 0 ? 0 : 1;
`;

const packageText = `${JSON.stringify(
  { name: 'roman', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node test/run.js' } },
  undefined,
  2,
)}\n`;

export const fixedSource = edited(
  source,
  "[[10, 'X'], [5, 'V'], [1, 'I']]",
  "[[10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']]",
);

/** Mends it as well, and takes every word for a number: one test is red. */
export const brokenSource = edited(fixedSource, '/^[XVI]+$/.test(text)', 'text.length > 0');

export const moreTests = edited(
  tests,
  "  'signs are known'",
  "  'four is IV': () => assert.equal(roman(4), 'IV'),\n  'signs are known'",
);

export const roman: Project = {
  files: { 'package.json': packageText, 'lib/roman.js': source, 'test/run.js': tests },
  test: 'npm test --silent',
  ticket: { title: 'Fix the number four, which is written IIII', criterion: 'Four is IV and nine is IX.' },
  plan: { files: ['lib/roman.js'], tests: ['test/run.js'] },
  fixed: { 'lib/roman.js': fixedSource, 'test/run.js': moreTests },
};
