// Which mutants are tried: each has a rank of its own, made of a seed and of what it is, and the first ones are taken. So
// a sample stays nearly the same while the tree grows, and a smaller sample is the beginning of a larger one.

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Mutant } from './tree.ts';

export function sampleOf(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  const times = new Map<string, number>();
  const ranked = mutants.map((mutant) => {
    const words = JSON.stringify([path.posix.basename(mutant.file), mutant.within, mutant.was, mutant.now]);
    // The same change at two places of a function is two mutants.
    const time = (times.get(words) ?? 0) + 1;
    times.set(words, time);
    return { mutant, rank: createHash('sha256').update(`${seed} ${time} ${words}`).digest('hex') };
  });
  return ranked
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
