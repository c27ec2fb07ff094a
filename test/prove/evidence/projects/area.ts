// Make and the shell: areas, with tests that print TAP.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const makefile = `.PHONY: test

test:
	@sh test/run.sh
`;

export const source = `# Prints the area of a rectangle, or its rim where the third word is rim.
if [ "$3" = rim ]; then
  echo $((2 * ($1 + $2)))
  exit
fi
echo $(($1 * $2))
`;

export const tests = `count=0
failed=0

check() {
  count=$((count + 1))
  found=$(eval "$2" 2>&1)
  if [ "$found" = "$3" ]; then
    echo "ok $count - $1"
  else
    echo "not ok $count - $1"
    echo "# expected $3, found $found"
    failed=1
  fi
}

check 'an area is a product' 'sh area.sh 3 4' 12
check 'an empty one is nothing' 'sh area.sh 0 4' 0
check 'a rim goes around' 'sh area.sh 3 4 rim' 14

echo "1..$count"
exit $failed
`;

export const fixedSource = edited(
  source,
  'echo $(($1 * $2))',
  'if [ "$1" -lt 0 ] || [ "$2" -lt 0 ]; then\n  echo "no side is negative"\n  exit 1\nfi\necho $(($1 * $2))',
);

/** Mends it as well, and spoils the rim: one test is red. */
export const brokenSource = edited(fixedSource, 'echo $((2 * ($1 + $2)))', 'echo $(($1 + $2))');

export const moreTests = edited(
  tests,
  '\necho "1..$count"',
  "check 'a negative side is refused' 'sh area.sh -3 4' 'no side is negative'\n\necho \"1..$count\"",
);

export const area: Project = {
  files: {
    Makefile: makefile,
    'area.sh': source,
    'test/run.sh': tests,
    'README.md': '# Area\n\nAreas and rims.\n',
  },
  test: 'make test',
  ticket: {
    title: 'Fix the area of a rectangle with a negative side',
    criterion: 'A side of -3 is refused with the words "no side is negative".',
  },
  plan: { files: ['area.sh'], tests: ['test/run.sh'] },
  fixed: { 'area.sh': fixedSource, 'test/run.sh': moreTests },
};
