// How artifacts spell times, durations and texts of programs. Pure: a time is always one an event carries, and it
// is told in UTC, so that the same journal gives the same files on every machine.

import { duration, plural } from '../words/words.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** For machines: ISO 8601 in UTC, to the second. */
export function isoOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** For people: "2026-05-28 01:23:45 UTC". */
export function timeOf(at: number): string {
  return isoOf(at).replace('T', ' ').replace('Z', ' UTC');
}

/** Short ones to the tenth of a second. */
export function durationOf(ms: number): string {
  const isShort = ms >= secondMs && ms < 10 * secondMs;
  return isShort ? `${(Math.floor(ms / 100) / 10).toFixed(1)} s` : duration(ms);
}

/** How long a check took, where it was run at all: what passed on the same tree before stands for it. */
export function tookOf({ ms, reused }: { readonly ms: number; readonly reused?: true }): string {
  return reused === true ? 'not run again' : durationOf(ms);
}

export function minutesOf(ms: number): number {
  return Math.round((ms / minuteMs) * 100) / 100;
}

/** Absence in a file of a fixed shape is a null there, as its readers expect. */
export function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

export function isoOrNull(at: number | undefined): string | null {
  return at === undefined ? null : isoOf(at);
}

/** The last lines of a text, with a word about what was left out. */
export function tailOf(
  text: string,
  limit: { readonly linesMax: number; readonly charsMax: number },
): string {
  const lines = text.trimEnd().split('\n');
  const kept = lines.slice(-limit.linesMax).join('\n');
  const cut = kept.length > limit.charsMax ? `…${kept.slice(-limit.charsMax)}` : kept;
  const left = lines.length - limit.linesMax;
  return left > 0 ? `[${plural(left, 'line')} left out before this]\n${cut}` : cut;
}

/** Output of programs, without the sequences that colour a terminal. */
export function plainOf(text: string): string {
  // oxlint-disable-next-line no-control-regex -- an escape character is what such a sequence starts with
  return text.replaceAll(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g, '');
}
