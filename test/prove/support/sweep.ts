// Resumes every copy of a sweep in child processes and says what is wrong with each.

import { rm } from 'node:fs/promises';
import type { Ending } from './children.ts';
import { Child } from './children.ts';
import type { Finding } from './compare.ts';
import { compare } from './compare.ts';
import type { Copy } from './copies.ts';
import type { Facts } from './facts.ts';
import type { Plant } from './plant.ts';
import { inLanes } from './proof.ts';

/** A run takes seconds; one that takes this long on a busy machine does not move. */
export const resumeMsMax = 120_000;

export interface Resumed {
  readonly copy: Copy;
  readonly findings: readonly Finding[];
}

interface Sweep {
  readonly control: Facts;
  readonly copies: readonly Copy[];
  readonly lanes: number;
  readonly plant?: Plant;
  readonly onResumed: (resumed: Resumed) => void;
}

/** Worlds that came to the right end are deleted; the others stay, to be looked at. */
export async function resumeAll(sweep: Sweep): Promise<readonly Resumed[]> {
  const children = Array.from({ length: sweep.lanes }, () => new Child());
  const resumed = await inLanes({
    items: sweep.copies,
    lanes: sweep.lanes,
    work: async (copy, lane) => {
      const { plant } = sweep;
      const { root, story } = copy.world;
      const request = { root, story, ...(plant === undefined ? {} : { plant }) };
      const child = children[lane] ?? new Child();
      const ending = await child.ask(request, resumeMsMax);
      if (ending.type !== 'finished') {
        await child.kill();
        children[lane] = new Child();
      }
      const findings = findingsOf(ending, sweep.control, copy);
      if (findings.length === 0) await rm(root, { recursive: true, force: true });
      return { copy, findings };
    },
    onDone: sweep.onResumed,
  });
  for (const child of children) await child.kill();
  return resumed;
}

export function findingsOf(
  ending: Ending,
  control: Facts,
  copy: Pick<Copy, 'acknowledged'>,
): readonly Finding[] {
  switch (ending.type) {
    case 'finished':
      return compare(control, ending.facts, copy.acknowledged);
    case 'threw':
      return [{ category: 'stuck', what: ending.error }];
    case 'late':
      return [{ category: 'stuck', what: `no end after ${resumeMsMax / 1000} s` }];
    case 'gone':
      return [{ category: 'stuck', what: 'the process that drove it ended' }];
  }
}
