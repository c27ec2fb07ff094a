// When a schedule should fire, searched for by what the clocks of a zone show and by nothing else: no word of it is shared with what it
// is held against.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A time of the day on some weekdays, or every full hour. */
export type Plan =
  | { readonly at: readonly [hour: number, minute: number]; readonly weekdays: readonly number[] }
  | 'hourly';

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if it were UTC. */
function shownAt(zone: string, at: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

export function timesOf(plan: Plan, zone: string, from: number, to: number): readonly number[] {
  return plan === 'hourly' ? fullHours(zone, from, to) : daily(plan, zone, from, to);
}

function fullHours(zone: string, from: number, to: number): readonly number[] {
  const found: number[] = [];
  const quarter = 15 * minuteMs;
  for (let at = Math.ceil(from / quarter) * quarter; at <= to; at += quarter) {
    if (shownAt(zone, at) % hourMs === 0) found.push(at);
  }
  return found;
}

function daily(plan: Exclude<Plan, 'hourly'>, zone: string, from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let day = Math.floor(from / dayMs) * dayMs - dayMs; day <= to + dayMs; day += dayMs) {
    const weekday = new Date(day).getUTCDay();
    if (!plan.weekdays.includes(weekday)) continue;
    const wanted = day + plan.at[0] * hourMs + plan.at[1] * minuteMs;
    const at = firstShowing(zone, wanted) ?? endOfGap(zone, wanted);
    if (at >= from && at <= to) found.push(at);
  }
  return found;
}

/** Zones are at most 14 hours from UTC. */
const zoneMsMax = 14 * hourMs;

function firstShowing(zone: string, wanted: number): number | undefined {
  const around = [wanted - zoneMsMax, wanted, wanted + zoneMsMax];
  const offsets = new Set(around.map((at) => shownAt(zone, at) - at));
  const fitting = [...offsets].map((offset) => wanted - offset).filter((at) => shownAt(zone, at) === wanted);
  return fitting.length === 0 ? undefined : Math.min(...fitting);
}

/** The first minute at which the clocks show something later. */
function endOfGap(zone: string, wanted: number): number {
  let [low, high] = [wanted - zoneMsMax, wanted + zoneMsMax];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (shownAt(zone, middle) > wanted) high = middle;
    else low = middle;
  }
  return high;
}
