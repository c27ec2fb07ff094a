// Port: a listener for webhooks. It hands on what came as it came, and says back what it is told to.

import type { Headers } from './brought.ts';

export interface Posted {
  readonly path: string;
  readonly headers: Headers;
  /** The bytes as they came: what was signed. */
  readonly body: Uint8Array;
}

export interface Reply {
  readonly status: 200 | 202 | 400 | 401 | 404 | 429 | 503;
  readonly message: string;
}

export interface Hooks {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export type OpenHooks = (
  at: { readonly host: string; readonly port: number },
  receive: (posted: Posted) => Promise<Reply>,
) => Promise<Hooks>;
