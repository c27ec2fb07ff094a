// What a scripted agent can do, one step after another. Written by `script.ts`, played by `player.ts`.

import type { SaidFault } from './said-fault.ts';

export type ScriptStep =
  | { readonly type: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly type: 'patch'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly type: 'delete'; readonly path: string }
  | { readonly type: 'link'; readonly path: string; readonly target: string }
  | { readonly type: 'mode'; readonly path: string; readonly executable: boolean }
  | { readonly type: 'run'; readonly command: string }
  | { readonly type: 'spawn'; readonly command: string; readonly detached: boolean }
  | { readonly type: 'print'; readonly text: string }
  | {
      readonly type: 'stream';
      readonly lines: readonly string[];
      readonly file?: string;
      readonly everyMs: number;
    }
  | { readonly type: 'sleep'; readonly ms: number }
  | { readonly type: 'answer'; readonly value: unknown }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'cost'; readonly usd?: number; readonly tokens?: number }
  | { readonly type: 'fail'; readonly exit: number; readonly message: string }
  /** The last one: what stands behind it is not played, and the attempt ends with this reason. */
  | { readonly type: 'fault'; readonly reason: SaidFault }
  | { readonly type: 'hang'; readonly ignoreTerm: boolean }
  | { readonly type: 'flood'; readonly bytes: number; readonly to: 'stdout' | 'stderr' };

/** Begins the line by which the player tells a cost; the rest of the line is JSON. */
export const costMark = 'slipway-cost ';
