// Make and the shell: functions that the tests read in, a library for tests, and an expected listing.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const makefile = `.PHONY: test units listing

test: units listing

units:
	@for file in test/*.t.sh; do sh "$$file" || exit 1; done

listing:
	@sh listing.sh test/goods.txt | diff test/listing.expected -
	@echo "listing: ok"
`;

export const source = `# Counts of goods, read in by others.

# The pieces of all boxes, and what is loose.
pieces() {
  echo $(($1 * $2 + \${3:-0}))
}

# A word in one or many.
word() {
  if [ "$1" -eq 1 ]; then
    echo "$1 $2"
  else
    echo "$1 $2s"
  fi
}

# Whether there are enough: no if fewer than asked for.
enough() {
  [ "$1" -gt "$2" ]
}
`;

export const listingSource = `. ./stock.sh

while read -r name boxes each; do
  echo "$name: $(word "$(pieces "$boxes" "$each")" piece)"
done < "$1"
`;

export const library = `count=0
failed=0

equal() {
  count=$((count + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $count - $1"
  else
    echo "not ok $count - $1 (found $2, expected $3)"
    failed=1
  fi
}

finish() {
  echo "1..$count"
  exit $failed
}
`;

export const piecesTests = `. ./test/lib.sh
. ./stock.sh

equal 'boxes are counted by their pieces' "$(pieces 3 4)" 12
equal 'what is loose is added' "$(pieces 3 4 2)" 14
equal 'no box has no piece' "$(pieces 0 4)" 0
finish
`;

export const wordTests = `. ./test/lib.sh
. ./stock.sh

equal 'one is one' "$(word 1 box)" '1 box'
equal 'two are many' "$(word 2 cup)" '2 cups'
equal 'fewer are not enough' "$(enough 2 3 && echo yes || echo no)" no
equal 'more are enough' "$(enough 4 3 && echo yes || echo no)" yes
finish
`;

const expected = 'tea: 24 pieces\ncup: 1 piece\n';

/** Mends what the ticket is about: as many as asked for are enough. */
export const fixedSource = edited(source, '[ "$1" -gt "$2" ]', '[ "$1" -ge "$2" ]');

/** Mends it as well, and forgets what is loose. */
export const looseSource = edited(fixedSource, ' + ${3:-0}', '');

/** Mends it as well, and says many for one: a test and the listing are red. */
export const manySource = edited(fixedSource, '    echo "$1 $2"\n', '    echo "$1 $2s"\n');

export const moreTests = edited(
  wordTests,
  'finish\n',
  'equal \'as many are enough\' "$(enough 3 3 && echo yes || echo no)" yes\nfinish\n',
);

export const stock: Project = {
  files: {
    Makefile: makefile,
    'stock.sh': source,
    'listing.sh': listingSource,
    'test/lib.sh': library,
    'test/pieces.t.sh': piecesTests,
    'test/word.t.sh': wordTests,
    'test/goods.txt': 'tea 2 12\ncup 1 1\n',
    'test/listing.expected': expected,
  },
  test: 'make test',
  ticket: {
    title: 'Fix the goods that are not enough although there are as many as asked for',
    criterion: 'Three pieces are enough where three are asked for.',
  },
  plan: { files: ['stock.sh'], tests: ['test/word.t.sh'] },
  fixed: { 'stock.sh': fixedSource, 'test/word.t.sh': moreTests },
};
