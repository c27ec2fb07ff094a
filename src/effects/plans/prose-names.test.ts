import { describe, expect, test } from 'vitest';
import { takenForGranted } from './prose-names.ts';

const taken = (...texts: readonly string[]): readonly string[] =>
  takenForGranted(texts).map(({ kind, name }) => `${kind} ${name}`);

describe('prose takes for granted', () => {
  test.each([
    ['It is done as in src/cart/total.ts.', 'file src/cart/total.ts'],
    ['See `./src/cart/total.ts` (line 3).', 'file src/cart/total.ts'],
    ['It reuses `applyVoucher`.', 'symbol applyVoucher'],
    ['It calls the existing apply_voucher.', 'symbol apply_voucher'],
    ['It calls the existing function apply().', 'symbol apply'],
    ['As applyVoucher does, it stops at zero.', 'symbol applyVoucher'],
  ])('what it says is there: %s', (text, name) => {
    expect(taken(text)).toEqual([name]);
  });

  test.each([
    'The loop of applyVoucher in src/total.ts stops at zero.',
    'In src/total.ts, applyVoucher stops at zero.',
    'In `src/total.ts` the function `applyVoucher()` stops at zero.',
    'Every caller of `applyVoucher` (src/total.ts) gets it.',
    'Add a call to applyVoucher in src/total.ts.',
  ])('a name that it puts into a file: %s', (text) => {
    expect(taken(text)).toEqual(['file src/total.ts', 'symbol applyVoucher']);
  });

  test.each([
    'Add a function applyVoucher to the cart.',
    'A new helper `applyVoucher` does that.',
    'It is renamed to `applyVoucher`.',
    'The existing loop is extracted into `applyVoucher`.',
    'It copies with the built-in `structuredClone`.',
    '`applyVoucher` is added beside it.',
    'Both callers share `applyVoucher`, which stops at zero.',
    'The option `strictMode` of the ticket.',
    'Errors like SQLITE_BUSY leave it open.',
    'On macOS, GitHub and JavaScript alike, as TypeScript does.',
    'A pattern such as public/** or a/b matches C:/../public/secret.',
    'See https://example.com/docs/guide.html and <name>/x.js and lib/*.ts.',
    'It prints "src/x.ts:3: wrong" and node:fs/promises stays.',
  ])('nothing that it makes, and nothing that is only mentioned: %s', (text) => {
    expect(taken(text)).toEqual([]);
  });

  test('nothing that is called new elsewhere in the plan (PROSE-NAMES-2)', () => {
    expect(
      taken('It reuses applyVoucher and src/new.ts.', 'Add `applyVoucher`, in the new src/new.ts.'),
    ).toEqual([]);
  });

  test('each name once', () => {
    expect(taken('It reuses `applyVoucher`.', 'The existing applyVoucher stays.')).toEqual([
      'symbol applyVoucher',
    ]);
  });
});
