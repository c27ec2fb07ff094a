// What a tracker's refusal means to a run: its class by the reason, and of a limit the time it names.

import type { Failed } from '../core/effects.ts';
import type { TrackerFailure } from '../trackers/tracker.ts';
import type { EffectParts } from './parts.ts';
import { failedWith } from './parts.ts';

export function untold(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  { reason, detail, resetsAt }: TrackerFailure,
): Promise<Failed> {
  return failedWith(parts, { reason, ...(resetsAt === undefined ? {} : { resetsAt }) }, detail);
}
