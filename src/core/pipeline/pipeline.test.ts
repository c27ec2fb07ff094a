import { describe, expect, test } from 'vitest';
import { aStart } from '../../../test/support/core.ts';
import { decide } from '../decide.ts';
import type { PipelineName } from './pipeline.ts';
import { firstStage, isOfKind, orderOf, pipelineFor, pipelines, stagesOf } from './pipeline.ts';
import { stageDefinitions, stageNames } from './stage.ts';

const names: readonly PipelineName[] = ['deliver', 'review', 'release'];

const taken = (pipeline: PipelineName) => stagesOf({ pipeline }).map(({ name }) => name);

describe('the pipelines', () => {
  test('are deliver, review and release, each under its own name', () => {
    expect(Object.keys(pipelines)).toEqual(names);
    for (const name of names) expect(pipelines[name].name).toBe(name);
  });

  test('are asked for by the type of a ticket, and deliver where it has none', () => {
    const types = ['feature', 'bugfix', 'code_review', 'release'] as const;
    expect(types.map((type) => pipelineFor(type))).toEqual(['deliver', 'deliver', 'review', 'release']);
    expect(pipelineFor()).toBe('deliver');
  });

  test('show a stage under its name', () => {
    for (const name of stageNames) {
      const words = `${name.slice(0, 1).toUpperCase()}${name.slice(1).replace('-', ' ')}`;
      expect(stageDefinitions[name].heading).toBe(words);
    }
  });

  test('say where a stage stands among those they take', () => {
    expect([orderOf({ pipeline: 'deliver' }, 'planning'), orderOf({ pipeline: 'review' }, 'review')]).toEqual(
      [2, 2],
    );
    expect(orderOf({ pipeline: 'review' }, 'merge')).toBe(-1);
  });

  test('take the stages that the kinds of tickets need', () => {
    expect(taken('deliver')).toEqual(stageNames);
    expect(taken('review')).toEqual(['intake', 'analysis', 'review', 'completion']);
    expect(taken('release')).toEqual(['intake', 'analysis', 'evaluation', 'completion']);
  });

  test.each(names)('%s begins where its runs do, and names no stage twice (PIPELINE-1)', (pipeline) => {
    expect(orderOf({ pipeline }, firstStage)).toBe(0);
    expect(new Set(taken(pipeline)).size).toBe(taken(pipeline).length);
  });

  test.each(names)('%s only gets further, and not past 95 % before it delivers (PIPELINE-2)', (pipeline) => {
    const stages = stagesOf({ pipeline });
    const percents = stages.map(({ percent }) => percent);
    expect(percents).toEqual([...new Set(percents)].toSorted((a, b) => a - b));
    for (const { name, percent } of stages) {
      expect([name, percent > 95]).toEqual([name, isOfKind(name, 'delivering', 'following', 'merging')]);
    }
  });
});

describe('a stage', () => {
  test('has a heading that no other has', () => {
    const headings = stageNames.map((name) => stageDefinitions[name].heading);
    expect(new Set(headings).size).toBe(stageNames.length);
  });
});

describe('a pipeline that nothing moves a run through yet', () => {
  test.each(['review', 'release'] as const)('refuses a start: %s', (pipeline) => {
    const start = { ...aStart(), pipeline };
    const answer = decide(undefined, { type: 'run.start', start }, 1);
    expect(answer).toEqual({ refused: 'pipeline-not-built', pipeline });
  });
});
