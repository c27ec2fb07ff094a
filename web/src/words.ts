// Words the screens share: times, money, the colour of a status.

import type { Status } from '../../src/core/status.ts';

const minuteMs = 60_000;

/** As the command line says it: the largest two units. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 || days > 6 ? `${days} d` : `${days} d ${hours % 24} h`;
}

export function ago(at: number, now: number): string {
  return now - at < minuteMs / 2 ? 'just now' : `${span(now - at)} ago`;
}

export function exact(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

export function usd(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

export function money({
  usd: known,
  unknown,
  launches,
}: {
  usd: number;
  unknown: number;
  launches: number;
}): string {
  if (launches === 0) return 'nothing';
  if (unknown === launches) return `${plural(launches, 'launch', 'launches')} of unknown cost`;
  return unknown === 0
    ? usd(known)
    : `${usd(known)} and ${plural(unknown, 'launch', 'launches')} of unknown cost`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** As `slipway list` calls it: without what only tells two of the same name apart. */
export function repositoryName(id: string): string {
  return (id.split('/').at(-1) ?? id).replace(/-[0-9a-f]{8}$/, '');
}

/** One word and one colour for each; the word is always there. */
export const tones: Readonly<Record<Status, 'run' | 'wait' | 'bad' | 'good' | 'soft'>> = {
  running: 'run',
  waiting: 'wait',
  blocked: 'bad',
  failed: 'bad',
  cancelled: 'soft',
  completed: 'good',
};
