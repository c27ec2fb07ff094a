// Port: what keeps runs moving.

import type { Command } from '../core/commands.ts';
import type { Effect } from '../core/effects.ts';
import type { Identity } from '../core/identity.ts';
import type { Submitted } from './runs.ts';

export interface Engine {
  /**
   * Hands a command to its run, under the id of its sender where it has one, and sees to it that the run moves on. A note
   * and a task that a person takes move nothing: a run that nobody works on is left so, but for handing out the task.
   */
  readonly submit: (run: string, command: Command, sent?: Identity) => Promise<Submitted>;
  /** Takes up one run, or every open run, where it is, whatever state the last owner left it in. */
  readonly recover: (run?: string) => Promise<readonly string[]>;
  /** Hands out what a person took in a run, and begins nothing else of one that nobody works on. */
  readonly handOut: (run: string) => void;
  /** Resolves when the run needs nothing more from the engine: it ended, or waits for a person. */
  readonly settled: (run: string) => Promise<void>;
  /** Resolves when that is so for every run. */
  readonly idle: () => Promise<void>;
  /** The runs that are being moved now, in this process; one in which a task is only handed out is none. */
  readonly driven: () => readonly string[];
  /** The same as `stop` for one run, which others may take up again at any time. */
  readonly stopRun: (run: string) => Promise<void>;
  /** Stops taking on work, tells agents to stop, records what they left, and resolves when nothing runs. */
  readonly stop: () => Promise<void>;
}

/** The four places at which a crash may find an effect. */
export type Boundary = 'before-intent' | 'after-intent' | 'after-act' | 'after-record';

/** Called synchronously at every boundary; production passes none. */
export type BoundaryHook = (boundary: Boundary, run: string, effect: Effect) => void;
