// What is kept of an account at a place for as long as the process lives: until when it is limited, and when it last wrote. GitHub
// counts by account, whichever repository a request is about and whichever part of Slipway sends it.

import { createHash } from 'node:crypto';
import type { Bearer } from './credentials.ts';

export interface Account {
  limitedUntil: number;
  lastWriteAt: number;
  /** Who writes next waits for this. */
  lastTurn: Promise<void>;
}

/** By place and who it is there. */
export type Accounts = Map<string, Account>;

const everybody: Accounts = new Map();
/** Tokens of an App are new every hour; those that were used longest ago are forgotten. */
const accountsMax = 200;

/** An App is one account, however often its token is renewed; a token is known by a hash, so that it is kept nowhere else. */
export function accountAt(
  place: string,
  { kind, source, token }: Bearer,
  accounts: Accounts = everybody,
): Account {
  const who = kind === 'app' ? source : createHash('sha256').update(token).digest('hex');
  const key = `${place} ${who}`;
  const found = accounts.get(key) ?? {
    limitedUntil: 0,
    lastWriteAt: Number.NEGATIVE_INFINITY,
    lastTurn: Promise.resolve(),
  };
  accounts.delete(key);
  accounts.set(key, found);
  for (const old of [...accounts.keys()].slice(0, -accountsMax)) accounts.delete(old);
  return found;
}
