// A run that the journal calls running, and that nobody works on, is interrupted: in words and in documents. Pure.

import type { RunSummary } from '../../views/run/summary.ts';

export interface RunSaid extends RunSummary {
  /** It should be at work, and no process works on it. */
  readonly interrupted?: true | undefined;
}

export function saidOf(summary: RunSummary, driven: boolean): RunSaid {
  return summary.status === 'running' && !driven ? { ...summary, interrupted: true } : summary;
}
