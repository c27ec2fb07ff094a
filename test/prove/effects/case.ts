// A case: one call of one scene goes wrong in one way, so and so often. The calls are those that the scene was seen to make.

import { isGitCall } from './call-name.ts';
import type { Scene } from './scene.ts';

/** Before: the service did nothing; after: it did what it was asked. */
export const faults = [
  'refused',
  'reset before',
  'reset after',
  'no answer after',
  '5xx before',
  '5xx after',
  '429',
  '403 as a limit',
  'cut off',
  'half of the JSON',
  'a page',
  'a page after',
  'wrong type',
  'slow',
  'stale reads',
] as const;

export type FaultName = (typeof faults)[number];
export type Times = 'once' | 'twice' | 'for ever';
const allTimes: readonly Times[] = ['once', 'twice', 'for ever'];
export const kills = ['killed before', 'killed after'] as const;
export type KillName = (typeof kills)[number];

/** A call of a scene; of one that is made several times, the first or the last. */
export interface Call {
  readonly name: string;
  readonly isWrite: boolean;
  /** So many go well before. */
  readonly after: number;
}

export interface Case {
  readonly name: string;
  readonly scene: Scene;
  readonly call: Call;
  readonly what: { readonly fault: FaultName; readonly times: Times } | { readonly kill: KillName };
}

export function casesOf(scene: Scene, calls: readonly Call[]): readonly Case[] {
  return calls.flatMap((call) => {
    const said = `${scene.name} | ${call.name}${call.after > 0 ? ' (last)' : ''}`;
    const wrong = faults
      .filter((fault) => isPossible(fault, call))
      .flatMap((fault) =>
        allTimes.map((times) => ({
          name: `${said} | ${fault} ${times}`,
          scene,
          call,
          what: { fault, times },
        })),
      );
    // A read that is carried out or not leaves the same behind.
    const killed = (call.isWrite ? kills : [kills[0]]).map((kill) => ({
      name: `${said} | ${kill}`,
      scene,
      call,
      what: { kill },
    }));
    return [...wrong, ...killed];
  });
}

/** Reads that lag matter where the answer to a write was lost; of git's own texts, half is cut off. */
function isPossible(fault: FaultName, call: Call): boolean {
  if (fault === 'stale reads') return call.isWrite;
  return fault !== 'half of the JSON' || !isGitCall(call.name);
}
