import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileEntry } from '../workspace/workspace.ts';
import { fingerprintOf } from './docs.ts';
import { impactOf } from './impact.ts';
import { languageOf } from './languages.ts';
import { isLeftOut } from './left-out.ts';
import { matcherOf } from './matcher.ts';
import { termsMax, termsOf } from './terms.ts';

const counted = (terms: readonly string[], text: string): readonly number[] => {
  const counts = new Uint8Array(terms.length);
  matcherOf(terms).count(Buffer.from(text), counts);
  return [...counts];
};

/** What the automaton does at once, one term and one place at a time. */
const alone = (one: string, all: string): number => {
  let found = 0;
  for (let at = 0; at + one.length <= all.length; at += 1) {
    if (all.slice(at, at + one.length).toLowerCase() !== one) continue;
    const [before, first] = [all[at - 1] ?? ' ', all[at] ?? ' '];
    const isHump = /[A-Z]/.test(first) && !/[A-Z]/.test(before);
    if (!/[a-z]/i.test(first) || !/[a-z]/i.test(before) || isHump) found += 1;
  }
  return found;
};

describe('counting terms', () => {
  test.each([
    [['total'], 'total Total TOTAL subtotal cartTotal total2', [5]],
    [['he', 'she', 'hers'], 'she hers he', [2, 1, 1]],
    [['a b', 'b'], 'a b b', [1, 2]],
    [['"quoted"'], 'x="quoted"', [1]],
    [['요금'], '배송 요금 계산', [1]],
    [['--dry-run'], 'slipway --dry-run', [1]],
    [[''], 'abc', [0]],
  ])('finds %j', (terms, text, wanted) => {
    expect(counted(terms, text)).toEqual(wanted);
  });

  test('is what looking for each term alone would give', () => {
    const term = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 4 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', ' '), maxLength: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(term, { minLength: 1, maxLength: 6 }), text, (terms, all) => {
        expect(counted(terms, all)).toEqual(terms.map((one) => alone(one, all)));
      }),
      { numRuns: 500 },
    );
  });

  test('forgets a term, and only that one', () => {
    const matcher = matcherOf(['he', 'she']);
    const counts = new Uint8Array(2);
    matcher.forget(0);
    matcher.count(Buffer.from('she he'), counts);
    expect([...counts]).toEqual([0, 1]);
  });
});

const kindsOf = (title: string, text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(termsOf({ title, text }).map((term) => [term.text, term.kind]));

describe('the terms of a ticket', () => {
  test('are names of files, quoted text, identifiers and words, in this order', () => {
    const text =
      'See ./src/cart/total.ts. It says "no voucher" from applyVoucher in MAX_ITEMS with --dry-run.';
    expect(kindsOf('Totals go below zero', text)).toMatchObject({
      'src/cart/total.ts': 'path',
      'no voucher': 'quoted',
      applyvoucher: 'identifier',
      max_items: 'identifier',
      '--dry-run': 'identifier',
      totals: 'word',
    });
    expect(termsOf({ title: '', text })[0]?.text).toBe('src/cart/total.ts');
  });

  test('leave out words that are in every ticket, numbers and what is too short', () => {
    expect(kindsOf('Fix the bug', 'It should work with 12345 as expected by us')).toEqual({});
  });

  test('are no more than can be searched for at once', () => {
    const text = Array.from({ length: 500 }, (_, n) => `word${n}x`).join(' ');
    expect(termsOf({ title: '', text })).toHaveLength(termsMax);
  });

  test('take no longer for a text that is made to be slow', () => {
    const text = `${'a/'.repeat(20_000)} ${'a_'.repeat(20_000)} ${'-'.repeat(20_000)} ${'`'.repeat(20_001)}`;
    const start = performance.now();
    termsOf({ title: '', text });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

type Files = Readonly<Record<string, string>>;

const entriesOf = (files: Files): readonly FileEntry[] =>
  Object.entries(files).map(([path, text]) => ({ path, id: path, bytes: Buffer.byteLength(text) }));

const scan = async (files: Files, title: string, text = '') => {
  const read: string[] = [];
  const eachContent = (
    _repository: string,
    ids: readonly string[],
    each: (at: number, content: Uint8Array) => void,
  ) => {
    for (const [at, id] of ids.entries()) {
      read.push(id);
      each(at, Buffer.from(files[id] ?? ''));
    }
    return Promise.resolve();
  };
  const found = await impactOf(
    { eachContent },
    { repository: 'r', entries: entriesOf(files), ticket: { title, text } },
  );
  return { ...found, ids: read };
};

describe('an impact scan', () => {
  const shop: Files = {
    'src/cart/total.ts': 'export function applyVoucher(sum) { return sum; }',
    'src/cart/gift-card.ts': 'applyVoucher(card); // redeem',
    'src/checkout/pay.ts': 'import { pay } from "./pay";',
    'src/user/name.ts': 'export const name = "voucherless";',
    'CHANGELOG.md': 'voucher voucher voucher applyVoucher applyVoucher',
    'package-lock.json': 'applyVoucher',
    'node_modules/x/index.js': 'applyVoucher',
    'logo.png': 'applyVoucher',
    'big.ts': `applyVoucher ${'x'.repeat(600_000)}`,
    'data.ts': 'applyVoucher \0',
  };

  test('puts the file with the identifier first, and says why [I6]', async () => {
    const { files, areas } = await scan(shop, 'Cart total is negative', '`applyVoucher` goes below zero');
    expect(files[0]).toEqual({
      path: 'src/cart/total.ts',
      score: 1,
      why: expect.stringContaining('"applyvoucher" 1×'),
    });
    expect(files[0]?.why).toContain('"total" in its path');
    expect(files.map((file) => file.path).indexOf('CHANGELOG.md')).toBeGreaterThan(1);
    expect(areas[0]).toEqual({ folder: 'src/cart', files: 2 });
  });

  test('finds a file that the ticket names, whatever is in it [I6]', async () => {
    const { files } = await scan(shop, 'Pay twice', 'In src/checkout/pay.ts something is wrong');
    expect(files[0]).toMatchObject({ path: 'src/checkout/pay.ts' });
    expect(files[0]?.why).toContain('is named');
  });

  test('does not read what is large, vendored, locked or a picture, and nothing counts in a binary [I6]', async () => {
    const { ids, files } = await scan(shop, 'applyVoucher');
    expect(ids).not.toEqual(expect.arrayContaining(['big.ts']));
    for (const name of ['package-lock.json', 'node_modules/x/index.js', 'logo.png', 'big.ts', 'data.ts'])
      expect(files.map((file) => file.path)).not.toContain(name);
  });

  test('shows twenty files at most, the same ones every time [I6]', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`src/f${n}.ts`, 'voucher']));
    const first = await scan(many, 'The voucher');
    expect(first.files).toHaveLength(20);
    expect(await scan(many, 'The voucher')).toEqual(first);
  });

  test('leaves room for what is tested, however often tests say the words (IMPACT-4)', async () => {
    const tests = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`test/voucher${n}.test.ts`, 'voucher voucher voucher']),
    );
    const sources = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`src/f${n}.ts`, 'a voucher']));
    const both = await scan({ ...tests, ...sources }, 'The voucher');
    expect(both.files.filter(({ path }) => path.startsWith('test/'))).toHaveLength(5);
    expect(both.files).toHaveLength(20);
    const alone = await scan({ ...tests, 'src/f.ts': 'a voucher' }, 'The voucher');
    expect(alone.files).toHaveLength(20);
    expect(alone.files.map(({ path }) => path)).toContain('src/f.ts');
  });

  test('forgets a word that is in too many files [I6]', async () => {
    const many: Files = {
      ...Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`src/f${n}.ts`, 'state of things'])),
      'src/rare.ts': 'voucher state',
    };
    const { files } = await scan(many, 'state of the voucher');
    expect(files).toEqual([{ path: 'src/rare.ts', score: 1, why: '"voucher" 1×' }]);
  });

  test('finds nothing without words', async () => {
    expect(await scan(shop, 'Fix it')).toMatchObject({ files: [], areas: [], terms: [], read: 0 });
  });
});

test.each([
  ['a.tsx', 'TypeScript'],
  ['lib/A.pm', 'Perl'],
  ['Makefile', undefined],
  ['.ts/readme', undefined],
])('%s is written in %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test.each(['a/vendor/b.go', 'x.min.js', 'go.sum', 'dist/a.js', 'a.PNG', 'x.pb.go'])(
  '%s is left out',
  (path) => {
    expect(isLeftOut(path)).toBe(true);
  },
);

describe('the fingerprint of a repository', () => {
  const before = entriesOf({ 'src/a.ts': '', 'src/b/c.ts': '', 'package.json': '{}' });
  const with1 = (...more: readonly FileEntry[]) => fingerprintOf([...before, ...more]);

  test('stays with files that come and go in a folder', () => {
    expect(with1({ path: 'src/z.ts', id: 'z', bytes: 1 })).toBe(fingerprintOf(before));
  });

  test.each([
    ['a new folder', 'src/new/a.ts'],
    ['a new manifest', 'src/package.json'],
  ])('changes with %s', (_name, path) => {
    expect(with1({ path, id: 'z', bytes: 1 })).not.toBe(fingerprintOf(before));
  });
});
