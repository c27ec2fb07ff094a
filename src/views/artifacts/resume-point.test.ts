import { describe, expect, test } from 'vitest';
import { aPlan, aTask, checkedAs, drive, evidenceOf, failing, taskOf } from '../../../test/support/core.ts';
import type { Driver, Options } from '../../../test/support/core.ts';
import { tell } from '../../../test/support/told.ts';
import type { Run } from '../../core/run.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { resumePoint } from './resume-point.ts';
import { storyOf } from './story-of-events.ts';

const none = { total: 0, byStage: {}, byReason: {}, recurring: [] };

function pointOf(driver: Driver, change: Partial<Run> = {}, existing: readonly string[] = []): unknown {
  const story = storyOf(tell(driver.events()));
  if (story === undefined) throw new Error('there is a story');
  return resumePoint({ story: { ...story, run: { ...story.run, ...change } }, summary: none, existing });
}

function at(stage: StageName, options: Options = {}): Driver {
  const driver = drive(options);
  return driver.go(() => driver.run().visit.stage === stage);
}

const unanswered: Options = { policy: { gates: { plan: true } }, person: () => undefined };

describe('the point a run would go on from', () => {
  test('in implementation is the first task that is not integrated, with the work that was saved', () => {
    const driver = at('implementation');
    expect(pointOf(driver)).toEqual({
      state: 'implementation',
      step: { step_id: 'a', description: taskOf(driver.run(), 'a').task.title, status: 'pending' },
      checkpoint: null,
    });
    const saved = driver.run().tasks.map((state) => ({ ...state, saved: 'c9' }));
    expect(pointOf(driver, { tasks: saved })).toMatchObject({ checkpoint: { commit: 'c9' } });
    expect(pointOf(driver, { tasks: [] })).toMatchObject({ step: null, checkpoint: null });
  });

  test('tells of saved work when, why, how far it is and in which files', () => {
    const plans = [aPlan([aTask('a', { files: ['src/a.ts'], tests: ['src/a.test.ts'] })])];
    const driver = at('implementation', { plans });
    const attempt = driver.begin('attempt', 'a');
    const work = { commit: 's1', why: 'token-limit', changed: 1, files: ['src/a.ts'] } as const;
    driver.send({ type: 'task.save', key: attempt.key, work });
    const checkpoint = {
      at: '2026-05-28T11:02:50Z',
      reason: 'token_limit',
      work_in_progress: 'changed so far: 1 file, it used up what its agent may use; untouched: src/a.test.ts',
      uncommitted_files: ['src/a.ts'],
      untouched_files: ['src/a.test.ts'],
      commit: 's1',
    };
    expect(pointOf(driver)).toMatchObject({ step: { step_id: 'a', status: 'running' }, checkpoint });
  });

  test.each(['analysis', 'planning'] as const)('in %s says whether something is there', (stage) => {
    const driver = at(stage);
    expect(pointOf(driver, {}, ['round-1/plan.md'])).toEqual({
      state: stage,
      sub_status: 'fresh',
      existing_artifacts: ['round-1/plan.md'],
      recommendation: 'ask the role of this stage from the beginning',
    });
    const visit = { ...driver.run().visit, ended: { 'ask/planner': { done: 1, failed: 0, stopped: 0 } } };
    expect(pointOf(driver, { visit })).toMatchObject({ sub_status: 'partial' });
  });

  test('at an open gate is the answer of a person', () => {
    const driver = drive(unanswered);
    driver.go(() => driver.run().gates.length > 0);
    expect(pointOf(driver)).toMatchObject({ state: 'plan-review', sub_status: 'review_pending' });
  });

  test('in evaluation is the first check that did not report', () => {
    const driver = at('evaluation');
    expect(pointOf(driver)).toEqual({ state: 'evaluation', last_stage_completed: null, next_stage: 'test' });
    const evidence = driver.run().checks.map((spec) => evidenceOf(spec, 't'));
    const visit = { ...driver.run().visit, evidence };
    expect(pointOf(driver, { visit })).toMatchObject({ last_stage_completed: 'test', next_stage: null });
  });

  test.each(['intake', 'review', 'completion', 'triage', 'merge'] as const)(
    'in %s is what is under way',
    (stage) => {
      expect(pointOf(at(stage))).toMatchObject({ state: stage, checkpoint: null });
    },
  );

  test('of a blocked run is a person, with the reason', () => {
    const driver = drive({
      policy: { rounds: { bug: 0 } },
      script: (effect, run) =>
        effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
    });
    driver.go(() => driver.run().blocked !== undefined);
    expect(pointOf(driver)).toMatchObject({
      state: 'evaluation',
      block_reason: 'bug rounds are used up: at the check test',
    });
  });

  test('of a run that is over is none', () => {
    expect(pointOf(drive().go())).toBeNull();
    const stopped = drive({ script: (effect) => (effect.kind === 'survey' ? failing('io') : undefined) });
    expect(pointOf(stopped, { ended: 'cancelled' })).toBeNull();
  });
});
