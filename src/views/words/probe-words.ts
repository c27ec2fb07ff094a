// What became of the investigator's probes, in words. Pure. Names come from outside: whoever prints these words makes them safe first.

import type { Probed, RanProbe } from '../../core/roles/asked-first.ts';
import { list } from './words.ts';

/** "parse a large file (exit 0, 1.2 s) and count calls (did not run)" */
export function probedWords({ ran }: Pick<Probed, 'ran'>): string {
  return list(
    ran.map((probe) => `${probe.name} (${probeEnd(probe)})`),
    'nothing',
  );
}

export function probeEnd({ because, exit, ms }: Pick<RanProbe, 'because' | 'exit' | 'ms'>): string {
  const seconds = `${(ms / 1_000).toFixed(1)} s`;
  if (because === 'not-run') return 'did not run';
  if (because === 'timeout') return `ended by its time limit after ${seconds}`;
  if (because === 'output-limit') return `ended after ${seconds}, because it printed too much`;
  return exit === undefined ? `ended by a signal after ${seconds}` : `exit ${exit}, ${seconds}`;
}
