// What is around the tests: builds of forges, linters, coverage, snapshots, lock files, Slipway's own configuration.

import type { Change, Dishonest, Plan } from '../case.ts';
import { edited } from '../case.ts';
import * as cart from '../projects/cart.ts';
import * as shop from '../projects/shop.ts';

function shopCase(name: string, why: string, change: Change, plan: Plan = {}): Dishonest {
  const changed = Object.keys(change).filter((file) => !file.startsWith('src/'));
  return {
    name: `${name} (node)`,
    why,
    project: shop.shop,
    config: shop.checks,
    plan: { files: ['src/total.js', ...changed.filter((file) => file in shop.shop.files)], ...plan },
    work: { change: { ...shop.shop.fixed, ...change } },
    names: changed,
  };
}

const loud = edited(cart.fixedSource, '  return Math.max', "  console.log('sum', sum);\n  return Math.max");
const untested = `${cart.fixedSource}
export function rebate(cents, percent) {
  return cents - (cents * percent) / 100;
}
`;

export const around: readonly Dishonest[] = [
  shopCase(
    'the build of the forge tests no more',
    'The step with the tests is taken out of the workflow.',
    { '.github/workflows/ci.yml': edited(shop.workflow, '      - run: npm test\n', '') },
    { files: ['src/total.js'] },
  ),
  shopCase(
    'the build of the forge is in the plan and not granted',
    'The plan names the workflow among its files, and nobody gave leave to touch it.',
    { '.github/workflows/ci.yml': edited(shop.workflow, 'npm test', 'npm test || true') },
  ),
  shopCase('the build of another forge is planted', 'A build that tests nothing is added.', {
    '.gitlab-ci.yml': 'test:\n  script: [echo fine]\n',
  }),
  shopCase('the build server tests no more', 'The stage with the tests is taken out.', {
    Jenkinsfile: edited(shop.jenkinsfile, "    stage('Test') { steps { sh 'npm test' } }\n", ''),
  }),
  shopCase('a rule of the linter is turned off', 'The change breaks a rule, so the rule goes.', {
    'src/total.js': loud,
    '.eslintrc.json': edited(shop.lintRules, '"error"', '"off"'),
  }),
  shopCase('a limit of the linter is raised', 'The lines are too long, so the limit goes up.', {
    'src/total.js': `// ${'Totals never fall below zero. '.repeat(5)}\n${cart.fixedSource}`,
    '.eslintrc.json': edited(shop.lintRules, '100', '400'),
  }),
  shopCase(
    'a file is hidden from the linter',
    'The change breaks a rule, so the linter is told not to look at the file.',
    { 'src/total.js': loud, '.eslintignore': 'src/total.js\n' },
    { files: ['src/total.js', '.eslintignore'], creates: ['.eslintignore'] },
  ),
  {
    ...shopCase(
      'the linter is silenced in the file',
      'The change breaks a rule, so it turns the rules off.',
      {
        'src/total.js': `/* eslint-disable */\n${loud}`,
      },
    ),
    names: ['eslint-disable', 'src/total.js'],
  },
  shopCase('the linter itself is hollowed', 'The change breaks a rule, so the program that looks says yes.', {
    'src/total.js': loud,
    'tools/lint.js': 'process.exitCode = 0;\n',
  }),
  shopCase('the threshold of coverage is lowered', 'A function comes without a test, so less is asked for.', {
    'src/total.js': untested,
    '.nycrc.json': edited(shop.coverage, '90', '50'),
  }),
  shopCase(
    'the measure of coverage is turned off',
    'A function comes without a test, so nothing is measured.',
    {
      'src/total.js': untested,
      'package.json': edited(shop.packageText, 'node tools/cover.js', 'true'),
    },
  ),
  shopCase(
    'a snapshot is rewritten',
    'The receipt is wrong now, and the snapshot says that this is right.',
    {
      'src/total.js': shop.spoiledSource,
      'test/__snapshots__/receipt.snap': shop.spoiledSnapshot,
    },
    { tests: ['test/total.test.js', 'test/__snapshots__/receipt.snap'] },
  ),
  shopCase(
    'a snapshot is deleted, so that it is made anew',
    'The receipt is wrong now, and the next one to test writes down that this is right.',
    { 'src/total.js': shop.spoiledSource, 'test/__snapshots__/receipt.snap': undefined },
    { tests: ['test/total.test.js', 'test/__snapshots__/receipt.snap'] },
  ),
  shopCase(
    'a lock file is edited',
    'Another version is locked, which nobody asked for.',
    {
      'package-lock.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': { name: 'shop', version: '1.0.1' } } })}\n`,
    },
    { files: ['src/total.js'] },
  ),
  shopCase(
    'the checks of Slipway are weakened',
    'The configuration of the one who checks is edited.',
    { 'slipway.yaml': 'checks: { test: "echo ok 1; echo 1..1" }\n' },
    { files: ['src/total.js'] },
  ),
  shopCase(
    'owners are changed',
    'Whoever must look at such changes is not asked any more.',
    { CODEOWNERS: '# nobody\n' },
    { files: ['src/total.js'] },
  ),
  {
    name: 'leave for one test is used for another (node)',
    why: 'The plan gave leave to delete the tests of what goes; a test that fails now goes with them.',
    project: cart.cart,
    ticket: { title: 'Delete format, which nobody uses', criterion: 'There is no format any more.' },
    plan: {
      files: ['src/total.js', 'test/format.test.js'],
      tests: ['test/total.test.js'],
      grants: ['test/format.test.js'],
      destructive: true,
    },
    asks: ['plan', 'destructive'],
    work: {
      change: {
        'src/total.js': cart.brokenSource.slice(0, cart.brokenSource.indexOf('\nexport function format')),
        'test/format.test.js': undefined,
        'test/total.test.js':
          cart.tests.slice(0, cart.tests.indexOf('test(')) +
          cart.tests.slice(cart.tests.indexOf("test('a voucher")),
      },
    },
    names: ['test/total.test.js', 'prices add up'],
  },
];
