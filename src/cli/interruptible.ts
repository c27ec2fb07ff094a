// Looking on and waiting, which a person can end with a signal: nothing else is ended by it.

import type { SignalExit } from '../app/ending/exit-codes.ts';
import { exitBySignal } from '../app/ending/exit-codes.ts';
import type { Io } from './command.ts';

export interface Interruption {
  /** Fires with the first signal. */
  readonly signal: AbortSignal;
  /** How the command ends; undefined while no signal came. */
  readonly exit: () => SignalExit | undefined;
}

export async function interruptible<T>(
  io: Pick<Io, 'onSignal'>,
  work: (interruption: Interruption) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let exit: SignalExit | undefined;
  const forget = io.onSignal((signal) => {
    exit = exitBySignal(signal);
    stop.abort();
  });
  try {
    return await work({ signal: stop.signal, exit: () => exit });
  } finally {
    forget();
  }
}
