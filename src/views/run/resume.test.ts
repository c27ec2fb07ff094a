import { describe, expect, test } from 'vitest';
import type { Driver, Options } from '../../../test/support/core.ts';
import { aPlan, aTask, checkedAs, drive, me } from '../../../test/support/core.ts';
import { tell } from '../../../test/support/told.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { detailsOf } from './details.ts';
import type { ResumePoint } from './resume.ts';

function resumeOf(driver: Driver): ResumePoint | undefined {
  return detailsOf(driver.run(), tell(driver.events())).resume;
}

function at(stage: StageName, options: Options = {}): Driver {
  return drive(options).to(stage);
}

describe('where a run would go on, in the details of its status', () => {
  test('is every task that is not integrated, each with its saved work', () => {
    const plans = [aPlan([aTask('a'), aTask('b'), aTask('c')])];
    const driver = at('implementation', { plans, policy: { slots: 3 } });
    driver.perform('attempt', 'b', {
      type: 'stopped',
      saved: 's2',
      work: { why: 'stop', changed: 2, files: ['src/b.ts', 'src/x.ts'] },
    });
    driver.perform('attempt', 'c', { type: 'stopped', saved: 's3' });
    expect(resumeOf(driver)).toEqual({
      stage: 'implementation',
      tasks: [
        { id: 'a', title: 'task a', status: 'pending' },
        {
          id: 'b',
          title: 'task b',
          status: 'pending',
          checkpoint: {
            commit: 's2',
            at: expect.any(Number),
            why: 'stop',
            workInProgress: 'changed so far: 2 files, it was stopped',
            files: ['src/b.ts', 'src/x.ts'],
            left: [],
          },
        },
        {
          id: 'c',
          title: 'task c',
          status: 'pending',
          checkpoint: {
            commit: 's3',
            at: expect.any(Number),
            workInProgress: 'what an attempt left',
            files: [],
            left: ['src/c.ts'],
          },
        },
      ],
      recommendation: 'go on with the first of these tasks',
    });
  });

  test('is the role of a stage that writes, or the person who is asked', () => {
    expect(resumeOf(at('analysis'))).toMatchObject({ stage: 'analysis', written: 'nothing' });
    const asked = drive({ policy: { gates: { plan: true } }, person: () => undefined });
    asked.go((run) => run.gates.length > 0);
    expect(resumeOf(asked)).toMatchObject({ stage: 'plan-review', written: 'asked-about' });
  });

  test('is the first check that did not report', () => {
    expect(resumeOf(at('evaluation'))).toMatchObject({ checks: { next: 'test' } });
  });

  test('is a person where the run is blocked, and tells of what is saved all the same', () => {
    const driver = drive({
      policy: { rounds: { bug: 0 } },
      script: (effect, run) =>
        effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
    }).go();
    expect(resumeOf(driver)).toEqual({
      stage: 'evaluation',
      blocked: 'bug rounds are used up: at the check test',
      recommendation: 'a person has to decide: retry with a hint, or cancel',
    });
  });

  test('is nowhere once the run is over', () => {
    const driver = at('analysis');
    driver.send({ type: 'run.cancel', by: me });
    expect(resumeOf(driver)).toBeUndefined();
  });
});
