// What a story is told for has to have happened in it; else its cuts prove nothing about that. Pure.

import type { Finding } from './compare.ts';
import type { Facts } from './facts.ts';
import type { StoryName } from './world.ts';

type Happened = Pick<Facts, 'rounds' | 'basesMoved' | 'conflicts'>;
type Wanted = Readonly<Record<string, (facts: Happened) => boolean>>;

const wanted: Readonly<Record<StoryName, Wanted>> = {
  short: {},
  tiny: {},
  demo: {
    'a coverage round': ({ rounds }) => rounds['coverage'] === 1,
  },
  rounds: {
    'a bug round': ({ rounds }) => rounds['bug'] === 1,
    'a fix round': ({ rounds }) => rounds['fix'] === 1,
    'a target that moved': ({ rounds, basesMoved }) => basesMoved === 1 && rounds['rebase'] === 1,
    'a step that conflicts with it': ({ conflicts }) => conflicts === 1,
  },
};

export function missingIn(story: StoryName, facts: Happened): readonly Finding[] {
  return Object.entries(wanted[story])
    .filter(([, holds]) => !holds(facts))
    .map(([name]) => ({ category: 'lost', what: `${name} did not happen` }));
}
