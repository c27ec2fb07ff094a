import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Add the colour of a button to themes', 'add_colour_button'],
  ['Naïve Über-résumé', 'naive_uber_resume'],
  ['ﬁle names', 'file_names'],
  ['로그인 오류 수정', 'rogeuin_oryu_sujeong'],
  ['API 응답에 값이 없음', 'api_eungdape_gapi'],
  ['로그인'.normalize('NFD'), 'rogeuin'],
  ['닭 값 않', 'dak_gap_an'],
  ['日本語', 'change'],
  ['the a of', 'change'],
  ['', 'change'],
])('[I1] the slug of %j is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('[I1] a slug is never longer than forty characters and never ends with a line', () => {
  expect(slugOf('x'.repeat(100))).toHaveLength(40);
  expect(
    slugOf('가나다라마바사아자차카타파하 가나다라마바사아자차카타파하 가나다라마바사아자차카타파하'),
  ).toMatch(/^[a-z0-9]+_[a-z0-9]+$/);
});

test.each(['a', 'an', 'the', 'to', 'of', 'and', 'or', 'in', 'on', 'for', 'with', 'is', 'it', 'that'])(
  '[I1] the small word %s has no place in a slug',
  (word) => {
    expect(slugOf(`Tabs ${word} spaces ${word} ends`)).toBe('tabs_spaces_ends');
  },
);
