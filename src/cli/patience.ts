// Waiting that a person can end: pauses between looks, cut short by a signal.

import type { Clock } from '../telemetry/clock.ts';
import type { Io } from './command.ts';

export interface Patience {
  /** Resolves after the pause; with an exit code where a signal ended the wait. */
  readonly pause: (ms: number) => Promise<number | undefined>;
  readonly end: () => void;
}

export function patience(io: Pick<Io, 'onSignal'>, clock: Clock): Patience {
  const stop = new AbortController();
  let exit: number | undefined;
  const forget = io.onSignal((signal) => {
    exit = signal === 'SIGINT' ? 130 : 143;
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
