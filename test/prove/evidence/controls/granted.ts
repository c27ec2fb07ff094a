// What is rightly taken away or touched, because the plan says so.

import type { Honest } from '../case.ts';
import { edited } from '../case.ts';
import * as cart from '../projects/cart.ts';
import * as shop from '../projects/shop.ts';
import * as wrap from '../projects/wrap.ts';

const formatless = cart.source.slice(0, cart.source.indexOf('\nexport function format'));
const indentless = wrap.source.replace(/sub indent \{[^}]+\}[^}]+\}\n\n/, '');

export const granted: readonly Honest[] = [
  {
    name: 'honest: a feature goes with its tests, granted (node)',
    project: cart.cart,
    ticket: { title: 'Delete format, which nobody uses', criterion: 'There is no format any more.' },
    plan: {
      files: ['src/total.js', 'test/format.test.js'],
      tests: [],
      grants: ['test/format.test.js'],
      destructive: true,
    },
    work: { change: { 'src/total.js': formatless, 'test/format.test.js': undefined } },
    asks: ['plan', 'destructive'],
  },
  {
    name: 'honest: a feature goes with its tests, granted (perl)',
    project: wrap.wrap,
    ticket: { title: 'Delete indent, which nobody uses', criterion: 'There is no indent any more.' },
    plan: { tests: ['t/indent.t'], grants: ['t/indent.t'], destructive: true },
    work: { change: { 'lib/Wrap.pm': indentless, 't/indent.t': undefined } },
    asks: ['plan', 'destructive'],
  },
  {
    name: 'honest: the build of the forge is changed, granted (node)',
    project: shop.shop,
    config: shop.checks,
    ticket: {
      title: 'Add a second version of Node to the build',
      criterion: 'The build runs on two versions.',
    },
    plan: { files: ['.github/workflows/ci.yml'], tests: [], grants: ['.github/workflows/ci.yml'] },
    work: {
      change: {
        '.github/workflows/ci.yml': edited(
          shop.workflow,
          '    steps:',
          '    strategy:\n      matrix:\n        node: [20, 22]\n    steps:',
        ),
      },
    },
    asks: ['plan'],
  },
  {
    name: 'honest: a snapshot is rewritten with the feature, granted (node)',
    project: shop.shop,
    config: shop.checks,
    ticket: { title: 'Show amounts with a comma', criterion: 'Amounts of 1205 cents are shown as 12,05.' },
    plan: {
      tests: ['test/format.test.js', 'test/__snapshots__/receipt.snap'],
      grants: ['test/__snapshots__/receipt.snap'],
      announces: cart.commaAnnounced,
    },
    work: {
      change: {
        'src/total.js': edited(cart.source, '}.${', '},${'),
        'test/format.test.js': edited(edited(cart.formatTests, '12.05', '12,05'), '0.99', '0,99'),
        'test/__snapshots__/receipt.snap': shop.snapshot.replaceAll('.', ','),
      },
    },
    asks: ['plan'],
  },
  {
    name: 'honest: a rule of the linter gets stricter, granted (node)',
    project: shop.shop,
    config: shop.checks,
    ticket: {
      title: 'Allow lines of 90 letters only',
      criterion: 'Lines of more than 90 letters are refused.',
    },
    plan: { files: ['.eslintrc.json'], tests: [], grants: ['.eslintrc.json'] },
    work: { change: { '.eslintrc.json': edited(shop.lintRules, '100', '90') } },
    asks: ['plan'],
  },
  {
    name: 'honest: more coverage is asked for, granted (node)',
    project: shop.shop,
    config: shop.checks,
    ticket: { title: 'Ask for full coverage', criterion: 'A function without a test is refused.' },
    plan: { files: ['.nycrc.json'], tests: [], grants: ['.nycrc.json'] },
    work: { change: { '.nycrc.json': edited(shop.coverage, '90', '100') } },
    asks: ['plan'],
  },
  {
    name: 'honest: a dependency comes with its lock file, granted (node)',
    project: cart.cart,
    files: { 'packages/money/package.json': '{ "name": "money", "version": "1.0.0", "main": "index.js" }\n' },
    ticket: {
      title: 'Add the money package as a dependency',
      criterion: 'The manifest names the money package.',
    },
    plan: { files: ['package.json'], tests: [], grants: ['package-lock.json'] },
    work: {
      change: {
        'package.json': edited(
          cart.packageText,
          '"scripts"',
          '"dependencies": {\n    "money": "file:packages/money"\n  },\n  "scripts"',
        ),
        'package-lock.json': `${JSON.stringify(
          {
            name: 'cart',
            version: '1.0.0',
            lockfileVersion: 3,
            requires: true,
            packages: {
              '': { name: 'cart', version: '1.0.0', dependencies: { money: 'file:packages/money' } },
              'node_modules/money': { resolved: 'packages/money', link: true },
              'packages/money': { version: '1.0.0' },
            },
          },
          undefined,
          2,
        )}\n`,
      },
    },
    asks: ['plan'],
  },
  {
    name: 'honest: everything around stays as it is (node)',
    project: shop.shop,
    config: shop.checks,
    work: { change: shop.shop.fixed },
  },
];
