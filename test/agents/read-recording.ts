// What a dialect makes of a recording, in the words recordings are expected in.

import type { ProcessResult } from '../../src/containment/process.ts';
import type { Session } from '../../src/core/effects.ts';
import type { FailureReason } from '../../src/core/failures/failure.ts';
import { lineReader } from '../../src/agents/readers.ts';
import type { Dialect, Reading } from '../../src/agents/reading.ts';
import type { Recording } from './recording/case.ts';

interface Told {
  readonly before?: Session;
  readonly now?: number;
}

export function readRecording<Seen extends { readonly session?: Session }>(
  dialect: Dialect<Seen>,
  recording: Recording,
  { before, now = Date.parse(recording.recordedAt) }: Told = {},
): Reading {
  const reader = lineReader(dialect, { before, wantsSchema: true, now: () => now });
  reader.push(recording.stdout);
  return reader.end(resultOf(recording));
}

function resultOf({ exit, stdout, stderr }: Recording): ProcessResult {
  return {
    how: exit === undefined ? 'signalled' : 'exited',
    ...(exit === undefined ? {} : { exit }),
    ms: 1,
    stdoutTail: stdout.slice(-65_536),
    stderrTail: stderr,
    outputBytes: stdout.length,
  };
}

const words: Readonly<Partial<Record<FailureReason, string>>> = {
  'agent-failed': 'failed',
  'agent-missing': 'failed',
  'agent-killed': 'killed',
  'over-budget': 'budget',
  'malformed-answer': 'malformed',
};

/** A success is one only with exit 0, and a signal is one whatever was said before it. */
export function wordFor(reading: Reading, { exit }: Recording): string {
  if (reading.lostSession === true) return 'lost-session';
  if (reading.problem !== undefined) return words[reading.problem.reason] ?? reading.problem.reason;
  if (exit === undefined) return 'killed';
  if (exit !== 0) return 'failed';
  return reading.answer === undefined || reading.answer === '' ? 'no-result' : 'completed';
}
