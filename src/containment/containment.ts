// Port: how strongly a process is contained. A box says what one process may touch; a containment makes it hold,
// as strongly as its level promises. `contained` promises that nothing else can be read, written or reached and that
// nothing survives; `fenced` that nothing else can be written or reached; `open` promises nothing but a clean
// environment and an audit afterwards.

import type { Level } from '../core/roles/modes.ts';
import type { Box } from './box.ts';
import type { ProcessRequest } from './process.ts';

export interface Containment {
  readonly level: Level;
  /** The same request, so that it runs inside the box. `close` takes away what that needed; it is called exactly once. */
  readonly confine: (request: ProcessRequest, box: Box) => Promise<Confined>;
}

export interface Confined {
  readonly request: ProcessRequest;
  /** Whether an exit says that a signal ended the program, where the box can tell that only by a number. */
  readonly isSignal?: (exit: number) => boolean;
  /** Gives what the box refused to let out, `host:port`, for the record of the attempt. */
  readonly close: () => Promise<{ readonly refused: readonly string[] }>;
}
