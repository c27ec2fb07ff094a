// Port: servers of MCP that a person named. One is started or gone to, says which tools it has, answers one call, and is left.

import type { Box } from '../containment/box.ts';
import type { ProcessLimits } from '../containment/process-limits.ts';
import type { ToolAnswer, ToolCall, ToolServer } from '../core/evidence/tool-call.ts';

export interface ToolRequest {
  readonly server: ToolServer;
  /** Left out, it is only asked which tools it has. */
  readonly call?: Pick<ToolCall, 'tool' | 'arguments'>;
  /** Where a program runs. One at an address is told nothing but what it is asked. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly box: Box;
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** What a program prints beside the protocol. */
  readonly onTalk?: (piece: string) => void;
}

export type ToolServerHeard = { readonly ms: number; readonly refused?: readonly string[] } & (
  | { readonly heard: 'tools'; readonly tools: readonly string[] }
  | { readonly heard: 'answer'; readonly answer: ToolAnswer }
  | Unheard
);

/** No answer, and what was in the way. */
export interface Unheard {
  readonly heard: 'nothing';
  readonly because:
    | 'stopped'
    | 'timeout'
    | 'flood'
    | 'no-room'
    /** Its program took more of the machine than one may. */
    | 'overran'
    /** It could not be started, or there is nobody at its address. */
    | 'not-there'
    /** It went away before it had answered. */
    | 'gone'
    /** It speaks no revision of the protocol that is spoken here. */
    | 'other-protocol'
    | 'no-such-tool'
    /** It answered that it cannot, or something that is no answer. */
    | 'refused';
  /** How its program ended, where it did by itself. */
  readonly exit?: number;
  /** In the words of whoever said it: others wrote that. */
  readonly detail: string;
}

export interface ToolServers {
  readonly ask: (request: ToolRequest) => Promise<ToolServerHeard>;
}

/** In our words alone. */
export function unheardWords({ because, exit }: Pick<Unheard, 'because' | 'exit'>): string {
  switch (because) {
    case 'stopped':
      return 'it was stopped';
    case 'timeout':
      return 'it did not answer in time';
    case 'flood':
      return 'it said more than anybody reads';
    case 'no-room':
      return 'the disk is full';
    case 'overran':
      return 'it took more of the machine than a program may';
    case 'not-there':
      return 'it cannot be reached';
    case 'gone':
      return exit === undefined
        ? 'it went away before it had answered'
        : `it ended with exit ${exit} before it had answered`;
    case 'other-protocol':
      return 'it speaks no version of the protocol that is spoken here';
    case 'no-such-tool':
      return 'it has no such tool';
    case 'refused':
      return 'it answered, but with no result';
  }
}
