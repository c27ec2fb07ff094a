// When a schedule fires: five fields of cron, in a zone, and what becomes of times that passed while nobody was there.
//
//   SCHEDULE-TIMES-1. A time that a change of the clock leaves out is kept at the end of the gap; one that comes twice is kept once, the first
//       time. What is to happen every so many minutes or hours goes on as the time does.
//   SCHEDULE-TIMES-2. What is due is a function of the last moment that was seen to and of now, so that it is the same whoever asks, after
//       whatever crash.

import { Cron } from 'croner';

export interface Times {
  readonly cron: string;
  readonly zone: string;
  readonly missed: 'skip' | 'once' | 'all';
}

/** What is later than this was missed. */
const lateMs = 300_000;
/** What of missed times is caught up at most, the last of them. */
const caughtUpMax = 24;
/** What a span can hold that was made longer because the one before held too few. */
const timesMax = 10_000;

/** Why it cannot be used, in words; undefined where it can. */
export function problemWith({ cron, zone }: Pick<Times, 'cron' | 'zone'>, now: number): string | undefined {
  try {
    return nextTime({ cron, zone }, now) === undefined
      ? `'${cron}' never fires. A schedule has minute, hour, day, month and weekday, such as 0 6 * * 1-5.`
      : undefined;
  } catch {
    return isZone(zone)
      ? `'${cron}' is no schedule. It has minute, hour, day, month and weekday, such as 0 6 * * 1-5.`
      : `'${zone}' is no time zone. Zones are named after places, such as Europe/Berlin, or UTC.`;
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The first time after a moment. */
export function nextTime({ cron, zone }: Pick<Times, 'cron' | 'zone'>, after: number): number | undefined {
  return patternOf(cron, zone).nextRun(new Date(after))?.getTime();
}

function patternOf(cron: string, zone: string): Cron {
  return new Cron(cron, { timezone: zone, paused: true, mode: '5-part' });
}

export interface Due {
  /** Moments that a ticket is made for. */
  readonly planned: readonly number[];
  /** How many passed without one, as far back as anybody looked. */
  readonly missed: number;
}

/** SCHEDULE-TIMES-2. */
export function dueBetween({ cron, zone, missed: policy }: Times, after: number, now: number): Due {
  const pattern = patternOf(cron, zone);
  const lateUntil = now - lateMs - 1;
  const inTime = timesIn(pattern, Math.max(after, lateUntil), now);
  const late = lateTimes(pattern, after, lateUntil);
  const caughtUp = policy === 'skip' ? [] : late.slice(policy === 'all' ? -caughtUpMax : -1);
  // One is enough where one is there anyway.
  const kept = policy === 'once' && inTime.length > 0 ? [] : caughtUp;
  return { planned: [...kept, ...inTime], missed: late.length - kept.length };
}

/** Looked for from the end, so that years of sleep cost no more than a day. */
function lateTimes(pattern: Cron, after: number, until: number): readonly number[] {
  for (let spanMs = firstSpanMs; ; spanMs *= spanGrowth) {
    const from = Math.max(after, until - spanMs);
    const found = timesIn(pattern, from, until);
    if (from === after || found.length >= caughtUpMax) return found;
  }
}

const firstSpanMs = 3_600_000;
const spanGrowth = 4;

/** After the first moment, up to the other. */
function timesIn(pattern: Cron, after: number, until: number): readonly number[] {
  const found: number[] = [];
  let at = pattern.nextRun(new Date(after))?.getTime();
  while (at !== undefined && at <= until && found.length < timesMax) {
    found.push(at);
    at = pattern.nextRun(new Date(at))?.getTime();
  }
  return found;
}
