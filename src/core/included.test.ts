// What was not committed when a run began, and is part of it because a person said so.

import { describe, expect, test } from 'vitest';
import { drive, seenAs } from '../../test/support/core.ts';
import { theRepository } from '../../test/support/the-repository.ts';

const included = { commit: 'i0', tree: 'tree i0', files: 2 };
const repositories = [
  { alias: 'main', repository: 'repo', base: { branch: 'trunk', commit: 'c0' }, included },
];
const target = { commit: 'c9', tree: 'tree c9' };

describe('what a person included', () => {
  test('is where everybody begins, and part of what is reviewed; the base stays what it was', () => {
    const driver = drive({ repositories });
    expect(theRepository(driver.run())).toMatchObject({
      base: { commit: 'c0' },
      head: { commit: 'i0', tree: 'tree i0' },
    });
    expect(driver.to('analysis').begin('ask').input).toMatchObject({ commit: 'i0' });
    const working = drive({ repositories }).to('implementation');
    expect(working.begin('attempt').input).toMatchObject({ parent: 'i0' });
    const reviewing = drive({ repositories }).to('review');
    expect(reviewing.begin('ask').input).toMatchObject({ diff: { from: 'c0' } });
    expect(drive({ repositories }).go().run().ended).toBe('completed');
  });

  test.each([
    ['comes onto a base that moved before all else', { ...included, commit: 'i9' }, 'i9'],
    ['is gone where the new base has it all', undefined, 'c9'],
  ])('%s (REPLAY-6)', (_what, again, onto) => {
    const moved = { ...target, ...(again === undefined ? {} : { included: again }) };
    const driver = drive({
      repositories,
      script: (effect, run) =>
        effect.kind === 'inspect' && theRepository(run).base.commit === 'c0'
          ? seenAs({ base: moved })(run)
          : undefined,
    });
    driver.go((run) => run.replay.length > 0);
    expect(theRepository(driver.run())).toMatchObject({ base: target, head: { commit: onto } });
    expect(theRepository(driver.run()).included).toEqual(again);
    expect(driver.go().run().ended).toBe('completed');
  });
});
