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

/** Of every run of this check, or of any. */
export function waysOf(seen: readonly SeenCheck[], token: Token, check?: string): readonly Way[] {
  const found = seen
    .filter((one) => check === undefined || one.check === check)
    .flatMap((one) => waysIn(one, token));
  return [...new Set(found)];
}

/** The name that a runner gives to a canary, or to its file. */
export function isCanaryName(name: string, tokens: readonly Token[]): boolean {
  return tokens.some(({ id }) => name.includes(id));
}
