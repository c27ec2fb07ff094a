// The cases of a smaller proof: seeded, and with every call, every fault as often as it may come, and every kill of a write in it.

import { createHash } from 'node:crypto';
import type { Case } from './case.ts';

/** In an order that the seed gives, so that which case stands for a call is another with another seed. */
function shuffled(cases: readonly Case[], seed: string): readonly Case[] {
  const place = ({ name }: Case): string => createHash('sha256').update(`${seed}/${name}`).digest('hex');
  return cases
    .map((one) => ({ one, at: place(one) }))
    .toSorted((left, right) => (left.at < right.at ? -1 : 1))
    .map(({ one }) => one);
}

/** What a sample has to have each of. */
function traitsOf({ scene, call, what }: Case): readonly string[] {
  const how = 'kill' in what ? what.kill : `${what.fault} ${what.times}`;
  const isAfter = call.isWrite && how.includes('after');
  return [
    `${scene.name} | ${call.name} | ${call.after}`,
    `${call.isWrite ? 'write' : 'read'} | ${how}`,
    ...(isAfter ? [`${call.name} | ${'kill' in what ? 'killed' : 'lost'}`] : []),
  ];
}

export function sampleOf(cases: readonly Case[], seed: string): readonly Case[] {
  return covering(shuffled(cases, seed), traitsOf);
}

/**
 * Of all cases: every fault on every write of every scene, every fault on every read in one scene, and that read in another scene once.
 * A read goes the same way wherever it is made; what a scene makes of a read that failed is seen by one.
 */
export function wholeOf(cases: readonly Case[], seed: string): readonly Case[] {
  const mixed = shuffled(cases, seed);
  const first = new Map<string, string>();
  for (const { scene, call } of cases) if (!first.has(call.name)) first.set(call.name, scene.name);
  const isPlain = ({ scene, call }: Case): boolean => call.isWrite || first.get(call.name) === scene.name;
  const others = covering(
    mixed.filter((one) => !isPlain(one)),
    ({ scene, call }) => [`${scene.name} | ${call.name} | ${call.after}`],
  );
  return [...mixed.filter(isPlain), ...others];
}

/** The first of those that have something that none before has. */
function covering(cases: readonly Case[], traits: (one: Case) => readonly string[]): readonly Case[] {
  const had = new Set<string>();
  return cases.filter((one) => {
    const isNew = traits(one).some((trait) => !had.has(trait));
    if (isNew) for (const trait of traits(one)) had.add(trait);
    return isNew;
  });
}
