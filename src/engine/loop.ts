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
export interface LoopSeen {
  readonly run: Run;
  /** The effects this process is performing, by key; it may change while the turns are taken. */
  readonly atWork: AtWork;
}

/** What a set and a map have in common. */
interface AtWork {
  readonly size: number;
  readonly has: (key: string) => boolean;
  readonly keys: () => Iterable<string>;
}

export function* loop(look: () => LoopSeen): Generator<Turn, void, void> {
  for (;;) {
    const { run, atWork } = look();
    const due = effectsDue(run);
    for (const key of atWork.keys()) if (!isAmong(due, key)) yield { type: 'cancel', key };
    for (const effect of due) {
      if (!atWork.has(effect.key))
        yield { type: 'start', effect, recovered: isAmong(run.inFlight, effect.key) };
    }
    const abandoned = run.inFlight.filter(({ key }) => !atWork.has(key) && !isAmong(due, key));
    for (const effect of abandoned) yield { type: 'end', effect };
    // By what was seen at the top of this pass: whatever came in since rings the bell and is seen in the next one.
    if (due.length === 0 && abandoned.length === 0 && atWork.size === 0) return;
    yield { type: 'wait' };
  }
}

/** Few are due or in flight at a time: to make a set of them takes longer than to look at each. */
function isAmong(effects: readonly Effect[], key: string): boolean {
  return effects.some((effect) => effect.key === key);
}
