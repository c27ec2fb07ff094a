// A cap that was reached, in words: how high it is, whose it is, what was used of it, and what a new number means.

import type { Cap, Scope } from '../../core/budget/budget.ts';
import { capNamed } from '../../core/budget/budget.ts';
import { limitNow } from '../../core/budget/day.ts';
import type { Run } from '../../core/run.ts';
import { amountWords } from '../../views/words/amount-words.ts';
import { duration, money, plural } from '../../views/words/words.ts';

export function capWords(run: Run, name: string): string {
  const named = capNamed(name);
  return named === undefined
    ? name
    : `${amountWords(named.cap, limitNow(run, named))}${scopeWords(named.scope)}`;
}

function scopeWords(scope: Scope | undefined): string {
  if (scope === 'day') return ' a day, over all runs';
  return scope === undefined ? '' : ` for the ${scope.replace('/', ' ')}`;
}

/** What was used of what the cap limits. */
export function spentWords(run: Run, name: string): string {
  const scope = capNamed(name)?.scope;
  if (scope === 'day') return dayWords(run);
  if (capNamed(name)?.cap === 'wallMs')
    return `${duration(run.wall.passedMs)} under way, ${money(run.spend)}`;
  const spend = scope === undefined ? run.spend : (run.spends[scope] ?? run.spend);
  return `${money(spend)}, ${plural(spend.launches, 'launch', 'launches')}${scopeWords(scope)}`;
}

function dayWords({ day, spend }: Run): string {
  const { spent = spend, day: name = 'today' } = day ?? {};
  return `${money(spent)}, ${plural(spent.launches, 'launch', 'launches')} on ${name}, over all runs`;
}

/** What a number means as a new cap; times are given in minutes. */
export function capFrom(name: string, given: number): number {
  const minuteMs = 60_000;
  const cap = capNamed(name)?.cap;
  return cap === 'agentMs' || cap === 'wallMs' ? given * minuteMs : given;
}

const units: Readonly<Record<Cap, string>> = {
  usd: 'USD',
  launches: 'launches',
  agentMs: 'minutes of agent time',
  wallMs: 'minutes under way',
  tokens: 'tokens',
};

export function capUnit(name: string): string {
  return units[capNamed(name)?.cap ?? 'launches'];
}
