// In which ways a canary was seen failing.

import { randomBytes } from 'node:crypto';
import type { Token } from '../../live-fire/canary-forms.ts';
import { assertedToken, thrownToken } from '../../live-fire/canary-forms.ts';
import type { SeenCheck } from './range.ts';

export type Way = 'thrown' | 'asserted';

const tokenBytes = 6;

/** Nobody can know it before. */
export function newToken(): Token {
  return { id: randomBytes(tokenBytes).toString('hex') };
}

/** A check that is not red says nothing, whatever it prints. */
export function waysIn({ verdict, log }: Pick<SeenCheck, 'verdict' | 'log'>, token: Token): readonly Way[] {
  if (verdict !== 'FAIL') return [];
  return [
    ...(log.includes(thrownToken(token)) ? ['thrown' as const] : []),
    ...(log.includes(assertedToken(token)) ? ['asserted' as const] : []),
  ];
}
