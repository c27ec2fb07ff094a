// A scene: one effect with everything it needs around it, how often what it is for is there, and what it has to bring back.

import type { Run } from '../../../src/core/run.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import type { Deed } from './deed.ts';
import type { Reach } from './reach.ts';
import type { Stage } from './stage.ts';

export interface Scene {
  readonly name: string;
  /** Writes that may be carried out again, and why that is nothing twice. */
  readonly again?: Readonly<Record<string, string>>;
  readonly set: (stage: Stage, n: number) => Promise<Staged>;
}

export interface Staged {
  readonly run: Run;
  readonly deed: Deed;
  readonly reach: Omit<Reach, 'timeMs' | 'home'>;
  /** How often each thing is there that it is for: once, when it is done. */
  readonly there: () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>;
  /** What is wrong with what it brought; undefined where nothing is. */
  readonly wrong?: (result: unknown, parts: EffectParts) => Promise<string | undefined> | string | undefined;
}
