// The failure log of a run in words, for the roles of its next round [E6]: what comes again and again first, then what
// happened, newest first. It is held short: a planner that reads old output for pages plans the old thing again.

import { reasonWords } from './failure-words.ts';
import type { Failure } from './failures.ts';
import { failuresOf } from './failures.ts';
import type { FailureSummary } from './patterns.ts';
import { summaryOf } from './patterns.ts';
import type { TextOf } from './texts.ts';
import { wordsOf } from './texts.ts';
import { storyOf } from './story-of-events.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

/** An empty text where nothing went wrong yet. */
export async function failureLog(events: readonly RecordedEvent[], textOf: TextOf): Promise<string> {
  const story = storyOf(events);
  if (story === undefined || story.failures.length === 0) return '';
  const failures = failuresOf(story, await wordsOf(story, textOf));
  return failureLogText(failures, summaryOf(failures));
}

const patternsMax = 5;
/** Told with their details; the ones before them in a line each. */
const detailedMax = 3;
const entriesMax = 12;
const detailLinesMax = 10;
const charsMax = 8_000;

export function failureLogText(failures: readonly Failure[], { recurring }: FailureSummary): string {
  const entries = failures.toReversed().slice(0, entriesMax);
  const left = failures.length - entries.length;
  const lines = [
    ...(recurring.length === 0
      ? []
      : [
          'Came again, so that what was tried against it did not help:',
          ...recurring
            .slice(0, patternsMax)
            .map(({ pattern, ids }) => `- ${ids.length} times (${ids.join(', ')}): ${pattern}`),
          '',
        ]),
    'What went wrong, newest first:',
    ...entries.flatMap((failure, at) => entryLines(failure, at < detailedMax)),
    ...(left > 0 ? [`- and ${left} before these`] : []),
  ];
  return within(lines);
}

function entryLines(failure: Failure, isDetailed: boolean): readonly string[] {
  const { id, stage, step, task, reason, summary, expected, command, paths, details, next } = failure;
  const where = task === undefined ? `${stage}, ${step}` : `${stage}, task ${task}`;
  const head = `- ${id} (${where}): ${reasonWords[reason]}. ${summary}`;
  if (!isDetailed) return [head];
  return [
    head,
    `  expected: ${expected}`,
    ...(command === undefined ? [] : [`  command: ${command}`]),
    ...(paths.length === 0 ? [] : [`  files: ${paths.join(', ')}`]),
    `  then: ${next}`,
    ...details
      .split('\n')
      .slice(-detailLinesMax)
      .filter((line) => line.trim() !== '')
      .map((line) => `  | ${line}`),
  ];
}

/** Whole lines, as many as there is room for. */
function within(lines: readonly string[]): string {
  let chars = 0;
  const kept = lines.filter((line) => (chars += line.length + 1) <= charsMax);
  return `${kept.join('\n')}\n`;
}
