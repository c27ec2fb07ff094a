// The way to one server, as the client uses it, and how it came to its end.

import type { Transport } from '@modelcontextprotocol/client';
import type { Unheard } from './tool-servers.ts';

/** One message may have no more; a server that sends more is hung up on. */
export const messageCharsMax = 8 * 1024 * 1024;

export interface Line extends Transport {
  /** What ended it before the client did, once it has ended and nothing of it is left. */
  readonly ended: () => Promise<LineEnd>;
}

export interface LineEnd extends Partial<Pick<Unheard, 'because' | 'exit'>> {
  /** The last it said beside the protocol. */
  readonly detail: string;
  readonly refused?: readonly string[];
}
