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
  if (at - now > minuteMs / 2) return `in ${span(at - now)}`;
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

/** With its launches, each number once. */
export function spent(row: Parameters<typeof money>[0]): string {
  return row.launches > 0 && row.unknown < row.launches
    ? `${money(row)}, ${plural(row.launches, 'launch', 'launches')}`
    : money(row);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** As `slipway list` calls it: without what only tells two of the same name apart. */
export function repositoryName(id: string): string {
  return (id.split('/').at(-1) ?? id).replace(/-[0-9a-f]{8}$/, '');
}

/** As it is read, and not as it is written down. */
export function stageWords(stage: string): string {
  return stage.replaceAll('-', ' ');
}

/** A sentence that ends once, whatever it was put together from. */
export function sentences(...said: readonly (string | undefined)[]): string {
  return said
    .filter((one) => one !== undefined && one !== '')
    .map((one, index, all) => (index < all.length - 1 && !/[.!?]$/.test(one ?? '') ? `${one}.` : one))
    .join(' ');
}

export type ToneName = 'run' | 'wait' | 'bad' | 'good' | 'soft';

/** One word and one colour for each; the word is always there. */
export const tones: Readonly<Record<Status, ToneName>> = {
  running: 'run',
  waiting: 'wait',
  blocked: 'bad',
  failed: 'bad',
  cancelled: 'soft',
  completed: 'good',
};

const taskTones: Readonly<Record<string, ToneName>> = {
  integrated: 'good',
  accepted: 'good',
  failed: 'bad',
  running: 'run',
  waiting: 'wait',
};

/** Of a task, on every screen. */
export function taskTone(status: string): ToneName {
  return taskTones[status] ?? 'soft';
}

/** As a word of a command line that does what it says in every shell of a terminal: nothing in it is read as more than text. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
