// Numbers as people say them: durations, money, counts, short names of long hashes. Pure.

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The two largest units, such as "2 h 5 min"; under a minute, seconds. */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < secondMs) return `${Math.floor(whole)} ms`;
  if (whole < minuteMs) return `${Math.floor(whole / secondMs)} s`;
  if (whole < hourMs) return two(whole, [minuteMs, 'min'], [secondMs, 's']);
  if (whole < dayMs) return two(whole, [hourMs, 'h'], [minuteMs, 'min']);
  return two(whole, [dayMs, 'd'], [hourMs, 'h']);
}

/** The largest unit only, for columns: "5 min". */
export function age(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < minuteMs) return `${Math.floor(whole / secondMs)} s`;
  if (whole < hourMs) return `${Math.floor(whole / minuteMs)} min`;
  return whole < dayMs ? `${Math.floor(whole / hourMs)} h` : `${Math.floor(whole / dayMs)} d`;
}

type Unit = readonly [number, string];

function two(ms: number, [large, name]: Unit, [small, smallName]: Unit): string {
  const count = Math.floor(ms / large);
  const rest = Math.floor((ms % large) / small);
  return rest === 0 ? `${count} ${name}` : `${count} ${name} ${rest} ${smallName}`;
}

export function usd(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

export interface Spent {
  readonly launches: number;
  readonly usd: number;
  readonly launchesWithoutUsd: number;
}

/** Known and unknown money stay apart: "$0.42 + 3 launches of unknown cost". */
export function money({ launches, usd: known, launchesWithoutUsd: unknown }: Spent): string {
  if (launches === 0 && known === 0) return 'nothing';
  if (unknown === 0) return usd(known);
  const rest = `${plural(unknown, 'launch', 'launches')} of unknown cost`;
  return known === 0 ? rest : `${usd(known)} + ${rest}`;
}

/** The same for a column: "$0.42+3?". */
export function moneyShort({ launches, usd: known, launchesWithoutUsd: unknown }: Spent): string {
  if (launches === 0 && known === 0) return '-';
  if (unknown === 0) return usd(known);
  return known === 0 ? `${unknown}?` : `${usd(known)}+${unknown}?`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const shortChars = 12;

/** The beginning of a hash, enough to tell two apart. */
export function short(hash: string): string {
  return hash.replace(/^sha256:/, '').slice(0, shortChars);
}

export function list(items: readonly string[], none = ''): string {
  if (items.length < 2) return items[0] ?? none;
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** One line, at most so many characters. */
export function clip(text: string, charsMax: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= charsMax ? line : `${characters.slice(0, Math.max(0, charsMax - 1)).join('')}…`;
}

/** Local time as one says it of a time to come: seconds where it is near, the day where it is another one. */
export function pointInTime(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  if (Math.abs(at - now) < 2 * minuteMs) return timeOfDay(at);
  const time = timeOfDay(at).slice(0, 'hh:mm'.length);
  if (date.toDateString() === today.toDateString()) return time;
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${day.join('-')} ${time}`;
}

/** What is left of a wait: whole minutes are enough while there are some, but not whole hours. */
export function timeLeft(ms: number): string {
  return ms < hourMs ? age(ms) : duration(ms);
}

/** Local time of day, as a person at this machine reads it. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** The pull request of a run by its number; of several repositories, each with its alias. */
export function pullRequestWords(summary: {
  readonly pullRequest?: number | undefined;
  readonly pullRequests?: readonly { readonly repository: string; readonly number: number }[] | undefined;
}): string | undefined {
  if (summary.pullRequest !== undefined) return `#${summary.pullRequest}`;
  const all = (summary.pullRequests ?? []).map(({ repository, number }) => `#${number} in ${repository}`);
  return all.length === 0 ? undefined : list(all);
}

/** Behind the name of a stage that a run is in again. */
export function againWords(times: number): string {
  return times > 1 ? `, for the ${ordinal(times)} time` : '';
}

function ordinal(count: number): string {
  const teen = count % 100 > 10 && count % 100 < 14;
  const end = teen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[count % 10];
  return `${count}${end ?? 'th'}`;
}
