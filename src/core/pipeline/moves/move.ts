// A move: one row of the transition table, which lets a run from one stage into another.

import type { NamedBlob } from '../../effects.ts';
import type { RunEvent } from '../../events.ts';
import type { RoundName, Run } from '../../run.ts';
import type { Condition } from '../conditions.ts';
import type { StageName } from '../stage.ts';

export interface Move {
  readonly from: StageName | 'any';
  readonly to: StageName | 'completed' | 'blocked';
  readonly because: string;
  readonly when: readonly Condition[];
  readonly round?: RoundName;
  readonly carry?: (run: Run) => readonly NamedBlob[];
  /** Events that belong to the move itself, after the stage is entered. */
  readonly also?: (run: Run) => readonly RunEvent[];
}

export const passOn = (run: Run): readonly NamedBlob[] => run.visit.carry;
