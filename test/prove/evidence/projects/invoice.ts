// Node, with its own test runner, a helper of its own, golden files and a table: what an invoice says.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `export function lineTotal({ price, count, rate = 0 }) {
  return Math.round(price * count * (1 + rate / 100));
}

export function invoiceTotal(lines) {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

export function money(cents) {
  return (cents / 100).toFixed(2);
}

export function render(lines) {
  const rows = lines.map((line) => line.name + ' ' + money(lineTotal(line)));
  return [...rows, 'total ' + money(invoiceTotal(lines))].join('\\n') + '\\n';
}

export async function load(read) {
  const lines = JSON.parse(await read());
  if (!Array.isArray(lines)) throw new TypeError('an invoice is a list of lines');
  return lines;
}
`;

export const helper = `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export function sameMoney(found, expected, what) {
  assert.equal(found, expected, what + ' is ' + found + ' cents instead of ' + expected);
}

export function golden(name, text) {
  const file = new URL('../test/golden/' + name + '.txt', import.meta.url);
  assert.equal(text, readFileSync(file, 'utf8'));
}
`;

export const totalTests = `import test from 'node:test';
import { lineTotal, invoiceTotal } from '../src/invoice.js';
import { sameMoney } from '../testing/check.js';

const table = [
  { name: 'one piece', line: { price: 250, count: 1 }, cents: 250 },
  { name: 'many pieces', line: { price: 250, count: 4 }, cents: 1000 },
  { name: 'tax is added', line: { price: 100, count: 1, rate: 19 }, cents: 119 },
  { name: 'half a cent is rounded up', line: { price: 50, count: 1, rate: 7 }, cents: 54 },
];

for (const { name, line, cents } of table) {
  test(name, () => {
    sameMoney(lineTotal(line), cents, name);
  });
}

test('lines add up', () => {
  sameMoney(invoiceTotal([{ price: 100, count: 2 }, { price: 5, count: 3, rate: 20 }]), 218, 'the sum');
});
`;

const renderTests = `import test from 'node:test';
import { render } from '../src/invoice.js';
import { golden } from '../testing/check.js';

test('an invoice is printed line by line', () => {
  golden('two-lines', render([{ name: 'tea', price: 350, count: 2 }, { name: 'cup', price: 50, count: 1, rate: 7 }]));
});

test('an empty invoice is a total', () => {
  golden('empty', render([]));
});
`;

export const loadTests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { load } from '../src/invoice.js';

test('lines are read', async () => {
  assert.deepEqual(await load(async () => '[{"price":1,"count":1}]'), [{ price: 1, count: 1 }]);
});

test('what is no list is refused', async () => {
  await assert.rejects(load(async () => '{}'), /list of lines/);
});
`;

export function packageWith(scripts: Readonly<Record<string, string>>): string {
  return `${JSON.stringify({ name: 'invoice', version: '1.0.0', private: true, type: 'module', scripts }, undefined, 2)}\n`;
}

const goldenLines = 'tea 7.00\ncup 0.54\ntotal 7.54\n';

/** Mends what the ticket is about. */
export const fixedSource = edited(
  edited(source, 'rate = 0 }', 'rate = 0, discount = 0 }'),
  'price * count * (1 + rate / 100)',
  'price * count * (1 - discount / 100) * (1 + rate / 100)',
);

/** Mends it as well, and takes what is no list: a test of loading is red. */
export const laxSource = edited(
  fixedSource,
  "  if (!Array.isArray(lines)) throw new TypeError('an invoice is a list of lines');\n",
  '',
);

/** Mends it as well, and counts three pieces at most: one row of the table is red. */
export const cappedSource = edited(fixedSource, 'price * count *', 'price * Math.min(count, 3) *');

/** Mends it as well, and prints a colon: one golden file is red. */
export const colonSource = edited(fixedSource, "line.name + ' ' +", "line.name + ': ' +");

export const newTest = `
test('a discount is taken off', () => {
  sameMoney(lineTotal({ price: 100, count: 2, discount: 10 }), 180, 'the line');
});
`;

export const moreTests = totalTests + newTest;

export const invoice: Project = {
  files: {
    'package.json': packageWith({ test: 'node --test' }),
    'README.md': '# Invoice\n\nWhat an invoice says.\n',
    'src/invoice.js': source,
    'testing/check.js': helper,
    'test/total.test.js': totalTests,
    'test/render.test.js': renderTests,
    'test/load.test.js': loadTests,
    'test/golden/two-lines.txt': goldenLines,
    'test/golden/empty.txt': 'total 0.00\n',
  },
  test: 'npm test --silent',
  ticket: {
    title: 'Fix the discount of a line, which is ignored',
    criterion: 'Two pieces of 100 cents with a discount of 10 percent cost 180 cents.',
  },
  plan: { files: ['src/invoice.js'], tests: ['test/total.test.js'] },
  fixed: { 'src/invoice.js': fixedSource, 'test/total.test.js': moreTests },
};
