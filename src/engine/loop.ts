// The loop of one run: start what is due and not at work yet, cancel what nobody wants any more, wait for
// something to change, until the run needs nothing more from us. A generator, like `perform`.

import type { Effect } from '../core/effects.ts';
import { effectsDue } from '../core/effects-due.ts';
import type { Run } from '../core/run.ts';

export type Turn =
  | { readonly type: 'start'; readonly effect: Effect; readonly recovered: boolean }
  /** Begun by an owner that is gone and wanted by nobody since: looked for, ended, never done. */
  | { readonly type: 'end'; readonly effect: Effect }
  | { readonly type: 'cancel'; readonly key: string }
  | { readonly type: 'wait' };

/** What the loop sees. Read anew at every turn, because commands change it in between. */
export interface Seen {
  readonly run: Run;
  /** Keys of the effects this process is performing. */
  readonly atWork: ReadonlySet<string>;
}

export function* loop(look: () => Seen): Generator<Turn, void, void> {
  for (;;) {
    const { run, atWork } = look();
    const due = effectsDue(run);
    const wanted = new Set(due.map((effect) => effect.key));
    for (const key of atWork) if (!wanted.has(key)) yield { type: 'cancel', key };
    const begun = new Set(run.inFlight.map((effect) => effect.key));
    for (const effect of due) {
      if (!atWork.has(effect.key)) yield { type: 'start', effect, recovered: begun.has(effect.key) };
    }
    const abandoned = run.inFlight.filter((effect) => !wanted.has(effect.key) && !atWork.has(effect.key));
    for (const effect of abandoned) yield { type: 'end', effect };
    // By what was seen at the top of this pass: whatever came in since rings the bell and is seen in the next one.
    if (due.length === 0 && abandoned.length === 0 && atWork.size === 0) return;
    yield { type: 'wait' };
  }
}
