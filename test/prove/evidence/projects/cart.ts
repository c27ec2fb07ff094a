// Node, with its own test runner: what a cart costs.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `export function total(lines, voucher = 0) {
  const sum = lines.reduce((all, line) => all + line.price * line.count, 0);
  return sum - voucher;
}

export function format(cents) {
  return \`\${Math.floor(cents / 100)}.\${String(cents % 100).padStart(2, '0')}\`;
}
`;

export const tests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { total } from '../src/total.js';

test('prices add up by their counts', () => {
  assert.equal(total([{ price: 250, count: 2 }, { price: 100, count: 1 }]), 600);
});

test('a voucher is taken off', () => {
  assert.equal(total([{ price: 500, count: 1 }], 200), 300);
});

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});
`;

export const formatTests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { format } from '../src/total.js';

test('cents are two digits', () => {
  assert.equal(format(1205), '12.05');
});

test('less than one is shown with a zero', () => {
  assert.equal(format(99), '0.99');
});
`;

/** What a comma in place of the point makes of them. */
export const commaAnnounced = ['cents are two digits', 'less than one is shown with a zero'].map((test) => ({
  file: 'test/format.test.js',
  test,
  reason: 'The ticket wants a comma.',
}));

export const packageText = `${JSON.stringify(
  { name: 'cart', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } },
  undefined,
  2,
)}\n`;

/** Put together here, because such words stand in no test of ours. */
export const testOnly = ['test', 'only'].join('.');
export const testTodo = ['test', 'todo'].join('.');

/** Mends what the ticket is about. */
export const fixedSource = edited(source, 'return sum - voucher;', 'return Math.max(0, sum - voucher);');

/** Mends it as well, and forgets the counts: one test of the cart is red. */
export const brokenSource = edited(fixedSource, 'line.price * line.count', 'line.price');

export const newTest = `
test('a voucher above the sum leaves nothing to pay', () => {
  assert.equal(total([{ price: 100, count: 3 }], 400), 0);
});
`;

export const cart: Project = {
  files: {
    'package.json': packageText,
    'README.md': '# Cart\n\nWhat a cart costs.\n',
    'src/total.js': source,
    'test/total.test.js': tests,
    'test/format.test.js': formatTests,
  },
  test: 'npm test --silent',
  ticket: {
    title: 'Fix the negative total when a voucher is above the sum',
    criterion: 'A cart of 3.00 with a voucher of 4.00 has a total of 0.',
  },
  plan: { files: ['src/total.js'], tests: ['test/total.test.js'] },
  fixed: { 'src/total.js': fixedSource, 'test/total.test.js': tests + newTest },
};

/** Red before the fix, green after it. */
export const reproduction = {
  path: 'test/voucher.test.js',
  content: `import test from 'node:test';
import assert from 'node:assert/strict';
import { total } from '../src/total.js';

test('a voucher above the sum leaves nothing to pay', () => {
  assert.equal(total([{ price: 100, count: 3 }], 400), 0);
});
`,
};
