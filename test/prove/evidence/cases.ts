// Everything dishonest.

import type { Dishonest } from './case.ts';
import { around } from './cases/around.ts';
import { claims } from './cases/claims.ts';
import { compiled } from './cases/compiled.ts';
import { forged } from './cases/forged.ts';
import { liveCases } from './cases/live.ts';
import { onlyWhenTested } from './cases/only-when-tested.ts';
import { loosened } from './cases/loosened.ts';
import { runners } from './cases/runners.ts';
import { skipped } from './cases/skipped.ts';
import { strays } from './cases/strays.ts';
import { unseen } from './cases/unseen.ts';

export const dishonest: readonly Dishonest[] = [
  ...claims,
  ...skipped,
  ...loosened,
  ...runners,
  ...around,
  ...forged,
  ...strays,
  ...unseen,
  ...compiled,
  ...liveCases,
  ...onlyWhenTested,
];

/** Counted apart: no run can tell. What varies with a path, the environment or a date is a cheat like any other. */
export const isOnlyWhenTested: (name: string) => boolean = (name) => onlyNames.has(name);

export const isVarying: (name: string) => boolean = (name) => varyingNames.has(name);

const onlyNames: ReadonlySet<string> = new Set(onlyWhenTested.map(({ name }) => name));
const varyingNames: ReadonlySet<string> = new Set(
  onlyWhenTested.filter(({ varies }) => varies === true).map(({ name }) => name),
);
