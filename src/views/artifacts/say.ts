// How artifacts spell times, durations, hashes and lists. Pure: a time is always one an event carries, and it
// is told in UTC, so that the same journal gives the same files on every machine.

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** For machines: ISO 8601 in UTC, to the second. */
export function isoOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** For people: "2026-05-28 01:23:45 UTC". */
export function timeOf(at: number): string {
  return isoOf(at).replace('T', ' ').replace('Z', ' UTC');
}

/** The two largest units, such as "2 h 5 min"; short ones to the tenth of a second. */
export function durationOf(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < secondMs) return `${Math.floor(whole)} ms`;
  if (whole < 10 * secondMs) return `${(Math.floor(whole / 100) / 10).toFixed(1)} s`;
  if (whole < minuteMs) return `${Math.floor(whole / secondMs)} s`;
  if (whole < hourMs) return twoUnits(whole, [minuteMs, 'min'], [secondMs, 's']);
  if (whole < dayMs) return twoUnits(whole, [hourMs, 'h'], [minuteMs, 'min']);
  return twoUnits(whole, [dayMs, 'd'], [hourMs, 'h']);
}

type Unit = readonly [number, string];

function twoUnits(ms: number, [large, name]: Unit, [small, smallName]: Unit): string {
  const count = Math.floor(ms / large);
  const rest = Math.floor((ms % large) / small);
  return rest === 0 ? `${count} ${name}` : `${count} ${name} ${rest} ${smallName}`;
}

export function minutesOf(ms: number): number {
  return Math.round((ms / minuteMs) * 100) / 100;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const shortChars = 12;

export function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, '').slice(0, shortChars);
}

export function listed(items: readonly string[], none = 'none'): string {
  if (items.length === 0) return none;
  return items.length === 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
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
  return left > 0 ? `[${counted(left, 'line')} left out before this]\n${cut}` : cut;
}

/** Output of programs, without the sequences that colour a terminal. */
export function plainOf(text: string): string {
  // oxlint-disable-next-line no-control-regex -- an escape character is what such a sequence starts with
  return text.replaceAll(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g, '');
}
