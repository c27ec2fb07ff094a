// A blocked run that a person begins again further back.

import { describe, expect, test } from 'vitest';
import type { Script } from '../../../test/support/core.ts';
import { aPlan, aTask, checkedAs, drive, me } from '../../../test/support/core.ts';
import { earlierStages } from './earlier.ts';

/** Red until a person asked to go on. */
const redAtFirst: Script = (effect, run) =>
  effect.kind === 'check' && run.visit.stage === 'evaluation' && run.extraRounds === 0
    ? checkedAs('FAIL', effect)
    : undefined;

function blocked() {
  const driver = drive({
    policy: { rounds: { bug: 0 } },
    script: redAtFirst,
    plans: [aPlan([aTask('a', { files: ['src/a.ts'] })])],
  });
  return driver.go((run) => run.blocked !== undefined);
}

describe('a retry from an earlier stage', () => {
  test('begins again there, with what was found since and the words of the person, and comes to its end', () => {
    const driver = blocked();
    const before = driver.run();
    expect([before.visit.stage, earlierStages(before)]).toEqual(['evaluation', ['analysis', 'planning']]);
    driver.send({ type: 'run.retry', by: me, from: 'planning', comment: 'words' });
    expect(driver.run().blocked).toBeUndefined();
    expect(driver.run().visit).toMatchObject({
      n: before.visit.n + 1,
      stage: 'planning',
      because: 'a person asked to begin again there',
    });
    const told = driver.run().visit.carry.map(({ name }) => name);
    expect(told).toEqual([expect.stringMatching(/^failed check /), expect.stringContaining('person')]);
    expect(driver.begin('ask', 'planner').input).toMatchObject({ role: 'planner' });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('without words says what was found, and the stage it is in can be named as well', () => {
    const driver = blocked();
    const { carry } = driver.run().visit;
    driver.send({ type: 'run.retry', by: me, from: 'evaluation' });
    expect(driver.run().visit).toMatchObject({ stage: 'evaluation', carry });
    const other = blocked();
    other.send({ type: 'run.retry', by: me, from: 'analysis' });
    expect(other.run().visit).toMatchObject({ stage: 'analysis', carry: [{ name: 'failed check test' }] });
  });

  test('is refused where there is no way back, and says which there are', () => {
    const driver = blocked();
    expect(driver.refused({ type: 'run.retry', by: me, from: 'completion' })).toEqual({
      refused: 'no-way-back',
      stage: 'evaluation',
      to: 'completion',
      ways: ['analysis', 'planning'],
    });
    expect(driver.refused({ type: 'run.retry', by: me, from: 'implementation' })).toMatchObject({
      refused: 'no-way-back',
    });
  });

  test('has no way back once others have seen the pull request, nor to a stage its pipeline has not', () => {
    const delivered = drive().to('triage').run();
    expect(earlierStages({ ...delivered, blocked: 'it stands still' })).toEqual([]);
    expect(earlierStages({ ...blocked().run(), pipeline: 'release' })).toEqual(['analysis']);
  });
});
