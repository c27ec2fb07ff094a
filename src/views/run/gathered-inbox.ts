// The inbox as people read it: an agent that cannot log in is one thing to mend, however many runs wait for it.

import type { InboxItem } from './summary.ts';

export interface GatheredItem extends InboxItem {
  /** All the runs that wait for the same thing, where there are more than this one. */
  readonly runs?: readonly string[];
}

/** Each login once, where its first gate stands. */
export function gathered(items: readonly InboxItem[]): readonly GatheredItem[] {
  return items.flatMap((item) => {
    if (item.kind !== 'login') return [item];
    const same = items.filter((other) => other.kind === 'login' && other.subject === item.subject);
    if (same[0] !== item) return [];
    return same.length === 1 ? [item] : [{ ...item, runs: same.map(({ run }) => run) }];
  });
}
