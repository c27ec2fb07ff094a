// Waiting that a person can end: pauses between looks, cut short by a signal.

import type { SignalExit } from '../app/exit-codes.ts';
import { exitBySignal } from '../app/exit-codes.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Io } from './command.ts';

export interface Patience {
  /** Resolves after the pause; with an exit where a signal ended the wait. */
  readonly pause: (ms: number) => Promise<SignalExit | undefined>;
  readonly end: () => void;
}

export function patience(io: Pick<Io, 'onSignal'>, clock: Clock): Patience {
  const stop = new AbortController();
  let exit: SignalExit | undefined;
  const forget = io.onSignal((signal) => {
    exit = exitBySignal(signal);
    stop.abort();
  });
  return {
    pause: async (ms) => {
      if (exit === undefined) await clock.until(clock.now() + ms, stop.signal);
      return exit;
    },
    end: forget,
  };
}
