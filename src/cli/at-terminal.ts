// Whether a person sits at a terminal with all its ends: what they order is then worked on by an engine.

import type { Io } from './command.ts';

export function isAtTerminal(io: Pick<Io, 'interactive' | 'outWidth'>): boolean {
  return io.interactive && Number.isFinite(io.outWidth());
}
