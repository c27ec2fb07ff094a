// Live fire at scripts of the shell that lean on a library of their own: each says ok and not ok, and one ends the whole run.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FiringWorld } from '../../../test/support/firing.ts';
import { firingWorld, testSpec } from '../../../test/support/firing.ts';

const library = `count=0
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
const source = 'double() {\n  echo $(($1 * 2))\n}\n';
const tests = `. ./test/lib.sh
. ./sum.sh

equal 'two are four' "$(double 2)" 4
finish
`;

const makefile = '.PHONY: test\ntest:\n\t@for file in test/*.t.sh; do sh "$$file" || exit 1; done\n';
const checks = [testSpec('unit', 'make test')];

let world: FiringWorld;
beforeAll(async () => {
  world = await firingWorld({
    Makefile: makefile,
    'sum.sh': source,
    'test/lib.sh': library,
    'test/word.t.sh': tests,
  });
});
afterAll(() => world.close());

const halved = `${source}half() {\n  echo $(($1 / 2))\n}\n`;
const newTests = '. ./test/lib.sh\n. ./sum.sh\n\nequal \'a half\' "$(half 4)" 2\nfinish\n';

describe('[E9] scripts of the shell', () => {
  test('in a new file are red without the function they are about, though they say of a failure what they found', async () => {
    const shown = await world.shotAt(
      'new-tests',
      { 'sum.sh': halved, 'test/half.t.sh': newTests },
      { checks },
    );
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('Red without the change, and green with it: a half');
  });

  test('keep the canary of what they lean on in sight, where a new one is run before them', async () => {
    const shown = await world.shotAt('canary', { 'sum.sh': halved, 'test/half.t.sh': newTests }, { checks });
    expect(shown.kinds).toEqual([]);
    expect(shown.told).toContain('was seen failing, on the base and with the change');
  });

  test('are held against their own comparison where only a new file asks for the change, too', async () => {
    const patched = `${halved}equal() {\n  count=$((count + 1))\n  echo "ok $count - $1"\n}\n`;
    const shown = await world.shotAt('canary', { 'sum.sh': patched, 'test/half.t.sh': newTests }, { checks });
    expect(shown.kinds).toEqual(['check-silenced test/word.t.sh']);
  });

  test('are held against their own comparison, which the code they read in may have replaced', async () => {
    const shown = await world.shotAt(
      'canary',
      {
        'sum.sh': `${source.replace('* 2', '* 3')}equal() {\n  count=$((count + 1))\n  echo "ok $count - $1"\n}\n`,
        'test/word.t.sh': tests.replace('finish', 'equal \'none is none\' "$(double 0)" 0\nfinish'),
      },
      { checks },
    );
    expect(shown.kinds).toEqual(['check-silenced test/word.t.sh']);
    expect(shown.words).toContain('The change touches sum.sh');
  });
});
