// What views need to know about one type of event: one row, in the file of its subject. Pure.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { lacksProgram } from '../../core/evidence/evidence.ts';
import type { EventOf, RunEventType } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Run } from '../../core/run.ts';
import { isTaskLine } from '../../core/run.ts';
import { waivedWords } from '../words/lack-words.ts';
import { isQueueLine } from '../words/effect-words.ts';
import { clip } from '../words/words.ts';

/** `run` is the state before the event. */
interface EventRow<T extends RunEventType> {
  /** What follows from such an event: one sentence. */
  readonly meaning: string;
  /** The event in words, on one line. */
  readonly words: (event: EventOf<T>, run: Run) => string;
  /** Whether somebody who watches is told; where it is left out, they are. */
  readonly isTold?: (event: EventOf<T>, run: Run) => boolean;
}

export type EventRows = { readonly [T in RunEventType]: EventRow<T> };

const textCharsMax = 160;

export function oneLine(text: string): string {
  return clip(text, textCharsMax);
}

/** A line of work as a place: a task by its id, everything else by the stage the run is in. */
export function whereOf(line: string, run: Run): string {
  return isTaskLine(line)
    ? `${run.visit.stage}: task ${oneLine(line.slice('task/'.length))}`
    : `${run.visit.stage}${isQueueLine(line) ? ': accepted tasks together' : ''}`;
}

/** The reason as it is in the journal, made readable: `checks-failed` reads "checks failed". */
export function reasonWords(reason: FailureReason): string {
  return reason.replaceAll('-', ' ');
}

export function checkWords(item: Evidence): string {
  const { check, verdict, because, counts, known = 0, flakyTests = [], reused } = item;
  const notes = [
    ...(counts === undefined ? [] : [`${counts.passed} passed, ${counts.failed} failed`]),
    ...(known === 0 ? [] : [`${known} red at the base already`]),
    ...(because === 'known-failures' && known === 0 && !lacksProgram(item) ? ['as at the base'] : []),
    ...(because === 'waived'
      ? [`${item.lack === undefined ? 'no test was found' : `it ${waivedWords(item)}`}; a person waived that`]
      : []),
    ...(because === 'flaky'
      ? [`flaky${flakyTests.length === 0 ? '' : `: ${flakyTests.map(oneLine).join(', ')}`}`]
      : []),
    ...(because === 'no-tests' ? ['no test was found'] : []),
    ...(because === 'timeout' ? ['out of time'] : []),
    ...(because === 'not-run' ? ['not run'] : []),
    ...(lacksProgram(item) ? [`its program is not there, ${item.exit}`] : []),
    ...(reused === true ? ['not run again'] : []),
  ];
  return `${check} ${verdict}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}
