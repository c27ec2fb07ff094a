// How much of what a cap limits, in words. Pure.

import type { Cap } from '../../core/budget/budget.ts';
import { duration, plural, usd } from './words.ts';

export function amountWords(cap: Cap, amount: number): string {
  switch (cap) {
    case 'usd':
      return usd(amount);
    case 'launches':
      return plural(amount, 'launch', 'launches');
    case 'agentMs':
      return `${duration(amount)} of agent time`;
    case 'wallMs':
      return `${duration(amount)} under way`;
    case 'tokens':
      return plural(amount, 'token', 'tokens');
  }
}

/** Such as "13 of 6 launches". */
export function usedWords(cap: Cap, used: number, limit: number): string {
  return `${bare(cap, used)} of ${amountWords(cap, limit)}`;
}

function bare(cap: Cap, amount: number): string {
  if (cap === 'usd') return usd(amount);
  return cap === 'agentMs' || cap === 'wallMs' ? duration(amount) : String(amount);
}
