// Red tests of the base that the plan announced: in the file that it named, and in no other that has one of the same name.

import { announcedIn } from '../../core/evidence/live-fire.ts';
import type { Crossing } from './crossing.ts';
import { otherTests } from './fewer-tests.ts';
import type { PlacesNamed } from './places.ts';
import type { Range } from './range.ts';
import type { RangePlace } from './range.ts';
import { shoot } from './range.ts';

export interface Sorted {
  readonly said: readonly string[];
  readonly stop: readonly string[];
}

export async function sortedByPlan(
  range: Range,
  crossed: Crossing['crossed'],
  {
    check,
    red,
    places,
  }: { readonly check: string; readonly red: readonly string[]; readonly places: PlacesNamed },
): Promise<Sorted> {
  const { announced } = range.input;
  const unsure = new Map<string, readonly string[]>();
  const said: string[] = [];
  for (const name of red) {
    const [files, where] = [announcedIn(name, announced), places(name)];
    if (files.length === 0) continue;
    if (where.length > 0 && where.every((file) => files.includes(file))) said.push(name);
    else if (where.length === 0 || where.some((file) => files.includes(file))) unsure.set(name, files);
  }
  for (const files of new Set([...unsure.values()].map((each) => each.join('\n')))) {
    const names = [...unsure].filter(([, each]) => each.join('\n') === files).map(([name]) => name);
    const without = files.split('\n');
    const others = await otherTests(range, range.input.from, without);
    const [still, there] = await Promise.all([
      failedBeside(range, { crossed, check, without, at: 'three' }),
      failedBeside(range, { crossed, check, without: others, at: 'four' }),
    ]);
    said.push(...names.filter((name) => !still.has(name) && there.has(name)));
  }
  return { said, stop: red.filter((name) => !said.includes(name)) };
}

interface Beside {
  readonly crossed: Crossing['crossed'];
  readonly check: string;
  readonly without: readonly string[];
  readonly at: RangePlace;
}

/** What is red without these files: it stands in another. */
async function failedBeside(
  range: Range,
  { crossed, check, without, at }: Beside,
): Promise<ReadonlySet<string>> {
  const { parts, repository } = range;
  const less = await parts.workspaces.vary(repository.repository, { commit: crossed.commit, without });
  const seen = await shoot(range, less, at);
  return new Set(seen.find((one) => one.check === check)?.failed);
}
