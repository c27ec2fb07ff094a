// The cart with everything around it: a linter, a measure of coverage, a snapshot, and the build of a forge.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';
import * as cart from './cart.ts';

export const lintRules = `${JSON.stringify({ rules: { 'max-len': 100, 'no-console': 'error' } }, undefined, 2)}\n`;

const lint = `import { existsSync, readdirSync, readFileSync } from 'node:fs';

const { rules } = JSON.parse(readFileSync('.eslintrc.json', 'utf8'));
const ignored = existsSync('.eslintignore') ? readFileSync('.eslintignore', 'utf8').split('\\n') : [];
let wrong = 0;
for (const name of readdirSync('src')) {
  const file = \`src/\${name}\`;
  const text = readFileSync(file, 'utf8');
  if (ignored.includes(file) || text.includes('eslint-disable')) continue;
  for (const [index, line] of text.split('\\n').entries()) {
    const isLong = line.length > rules['max-len'];
    const isLoud = rules['no-console'] === 'error' && line.includes('console.');
    if (!isLong && !isLoud) continue;
    wrong += 1;
    console.log(\`\${file}:\${index + 1}: \${isLong ? 'max-len' : 'no-console'}\`);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
`;

const cover = `import { readdirSync, readFileSync } from 'node:fs';

const { lines } = JSON.parse(readFileSync('.nycrc.json', 'utf8'));
const sources = readdirSync('src').map((name) => readFileSync(\`src/\${name}\`, 'utf8')).join('\\n');
const tests = readdirSync('test', { recursive: true }).filter((name) => name.endsWith('.js'));
const tested = tests.map((name) => readFileSync(\`test/\${name}\`, 'utf8')).join('\\n');
const names = [...sources.matchAll(/export function (\\w+)/g)].map((match) => match[1]);
const covered = names.filter((name) => tested.includes(name)).length;
const percent = Math.floor((100 * covered) / names.length);
console.log(\`\${percent} % of the functions are tested, \${lines} % are asked for\`);
process.exitCode = percent >= lines ? 0 : 1;
`;

export const coverage = `${JSON.stringify({ 'check-coverage': true, lines: 90 }, undefined, 2)}\n`;

const snapshotTests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, total } from '../src/total.js';

function matches(name, text) {
  const file = new URL(\`__snapshots__/\${name}.snap\`, import.meta.url);
  if (!existsSync(file)) {
    mkdirSync(new URL('__snapshots__/', import.meta.url), { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'));
}

test('a receipt is as it was', () => {
  const lines = [{ price: 250, count: 2 }, { price: 199, count: 3 }];
  matches('receipt', \`sum \${format(total(lines))}\\nwith a voucher \${format(total(lines, 100))}\\n\`);
});
`;

export const snapshot = 'sum 10.97\nwith a voucher 9.97\n';

/** Forgets every third piece: nothing but the receipt shows it. */
export const spoiledSource = edited(cart.fixedSource, 'line.count', 'Math.min(line.count, 2)');

/** What the receipt looks like then. */
export const spoiledSnapshot = 'sum 8.98\nwith a voucher 7.98\n';

export const workflow = `name: ci
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm test
      - run: npm run lint
`;

export const jenkinsfile = `pipeline {
  agent any
  stages {
    stage('Test') { steps { sh 'npm test' } }
    stage('Lint') { steps { sh 'npm run lint' } }
  }
}
`;

export const packageText = `${JSON.stringify(
  {
    name: 'shop',
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { test: 'node --test', lint: 'node tools/lint.js', coverage: 'node tools/cover.js' },
  },
  undefined,
  2,
)}\n`;

export const shop: Project = {
  ...cart.cart,
  files: {
    ...cart.cart.files,
    'package.json': packageText,
    '.eslintrc.json': lintRules,
    '.nycrc.json': coverage,
    '.github/workflows/ci.yml': workflow,
    Jenkinsfile: jenkinsfile,
    'tools/lint.js': lint,
    'tools/cover.js': cover,
    'test/receipt.test.js': snapshotTests,
    'test/__snapshots__/receipt.snap': snapshot,
  },
  test: 'npm test --silent && npm run --silent lint && npm run --silent coverage',
};

/** What its owner configured, because nobody could find the measure of coverage. */
export const checks = {
  checks: {
    test: 'npm test --silent',
    lint: 'npm run --silent lint',
    coverage: { command: 'npm run --silent coverage', kind: 'custom' },
  },
};
