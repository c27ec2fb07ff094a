// Text that counts as screened, for tests of what comes after screening. Nothing but a test may import this.

import type { Screened } from '../../src/screening/screened.ts';

export function screenedForTest(text: string): Screened {
  const candidate = { text };
  if (isTrusted(candidate)) return candidate;
  throw new Error('unreachable');
}

function isTrusted(candidate: { readonly text: string }): candidate is Screened {
  return typeof candidate.text === 'string';
}
