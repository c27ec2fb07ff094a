// Python, with unittest: names for addresses.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `import re


def slugify(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower())


def shorten(slug, limit):
    if len(slug) <= limit:
        return slug
    return slug[:limit].rsplit("-", 1)[0]
`;

export const tests = `import unittest

from slug import shorten, slugify


class SlugTest(unittest.TestCase):
    def test_letters_are_small(self):
        self.assertEqual(slugify("Hello"), "hello")

    def test_what_is_between_words_is_one_dash(self):
        self.assertEqual(slugify("one,  two"), "one-two")

    def test_a_short_one_stays(self):
        self.assertEqual(shorten("one-two", 10), "one-two")

    def test_a_long_one_ends_with_a_word(self):
        self.assertEqual(shorten("one-two-three", 9), "one-two")


if __name__ == "__main__":
    unittest.main()
`;

export const fixedSource = edited(source, 'text.lower())', 'text.lower()).strip("-")');

/** Mends it as well, and cuts words: one test is red. */
export const brokenSource = edited(fixedSource, 'slug[:limit].rsplit("-", 1)[0]', 'slug[:limit]');

const newTest = `    def test_no_dash_at_the_ends(self):
        self.assertEqual(slugify("(hello!)"), "hello")

`;

export const moreTests = edited(
  tests,
  '    def test_a_short_one_stays',
  `${newTest}    def test_a_short_one_stays`,
);

export const slug: Project = {
  files: { 'slug.py': source, 'test_slug.py': tests, 'README.md': '# Slug\n\nNames for addresses.\n' },
  test: 'python3 -m unittest',
  ticket: {
    title: 'Fix the dashes at the ends of a slug',
    criterion: 'The slug of "(hello!)" is "hello".',
  },
  plan: { files: ['slug.py'], tests: ['test_slug.py'] },
  fixed: { 'slug.py': fixedSource, 'test_slug.py': moreTests },
};

export const reproduction = {
  path: 'test_ends.py',
  content: `import unittest

from slug import slugify


class EndsTest(unittest.TestCase):
    def test_no_dash_at_the_ends(self):
        self.assertEqual(slugify("(hello!)"), "hello")
`,
};
