// A part of what a tracker gave, where it gave something.

import type { TrackerAnswer } from './tracker.ts';

export function pickedFrom<T, U>(answer: TrackerAnswer<T>, pick: (value: T) => U): TrackerAnswer<U> {
  return answer.ok ? { ok: true, value: pick(answer.value) } : answer;
}
