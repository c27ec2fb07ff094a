// Moves that a run makes wherever it is. They stand before all others, because what stops a run stops it whatever else
// could follow.

import { leftOut } from '../../stages/coverage.ts';
import * as when from '../conditions.ts';
import type { Move } from './move.ts';

export const anywhere: readonly Move[] = [
  { from: 'any', to: 'blocked', because: 'a person said no at a gate', when: [when.gateRefused] },
  {
    from: 'completion',
    to: 'triage',
    because: 'somebody else pushed meanwhile',
    when: [when.overtaken],
  },
  {
    from: 'merge',
    to: 'triage',
    because: 'somebody else pushed meanwhile',
    when: [when.overtaken, when.roundsLeft('pushes')],
    round: 'pushes',
  },
  { from: 'any', to: 'blocked', because: 'nothing is left to try', when: [when.lineDead] },

  {
    from: 'any',
    to: 'coverage',
    because: 'a person wants no more of the coverage round',
    when: [when.roundUnwanted],
    also: leftOut,
  },
];
