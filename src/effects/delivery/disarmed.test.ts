import { expect, test } from 'vitest';
import { disarmed } from './disarmed.ts';

test.each([
  ['Closes #1', 'Closes issue 1'],
  ['This fixes: acme/shop#12, and more', 'This fixes: acme/shop issue 12, and more'],
  ['resolved GH-7', 'resolved issue 7'],
  ['Fixed\nhttps://forge.test/acme/shop/issues/3', 'Fixed\nforge.test/acme/shop/issues/3'],
  ['as `closes #4` says', 'as `closes issue 4` says'],
])('nobody closes a ticket by a word: %s', (text, said) => {
  expect(disarmed(text)).toBe(said);
});

test.each([
  ['Tidy up [skip ci]', 'Tidy up (skip ci)'],
  ['[CI skip] [no ci] [skip actions]', '(CI skip) (no ci) (skip actions)'],
  ['***NO_CI***', 'NO_CI'],
  ['done\n\nskip-checks: true', 'done\n\nskip-checks (true)'],
])('nobody keeps checks from running: %s', (text, said) => {
  expect(disarmed(text)).toBe(said);
});

test.each([
  ['![pixel](https://spy.test/a.png)', '[pixel](https://spy.test/a.png)'],
  ['![pixel][1]', '[pixel][1]'],
  ['a <img src="https://spy.test/a.png"> b', 'a &lt;img src="https://spy.test/a.png"> b'],
  ['<PICTURE><source srcset=x>', '&lt;PICTURE>&lt;source srcset=x>'],
  ['``<img src=x>`', '``&lt;img src=x>`'],
  ['\\`<img src=x>\\`', '\\`&lt;img src=x>\\`'],
])('nothing is loaded by whoever reads: %s', (text, said) => {
  expect(disarmed(text)).toBe(said);
});

test.each([
  'see #1, and what closed the shop in 2020',
  'the fix for https://forge.test/acme/shop/issues/3',
  'a [skip link](#main) for readers',
  'the tag `<img>` and `![](x)` in Markdown',
  'a < b, and if (!list[0]) it ends',
])('what sets nothing off stays as it is: %s', (text) => {
  expect(disarmed(text)).toBe(text);
});
