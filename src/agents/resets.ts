// When a quota comes back, as programs word it: "in 20s", "at 3:26 AM", "at Nov 18th, 2026 1:26 AM". Times of day are
// read as UTC, because programs that print them are started with UTC as their time zone.

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const dayMs = 86_400_000;
/** Further away, it was no reset time. */
const waitMsMax = 400 * dayMs;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Milliseconds since 1970, where the text says when to try again. */
export function resetIn(text: string, now: number): number | undefined {
  const at = afterSpan(text, now) ?? onDay(text) ?? atTime(text, now);
  return at !== undefined && at >= now && at - now <= waitMsMax ? at : undefined;
}

/** "try again in 1h 2m 3.5s" */
function afterSpan(text: string, now: number): number | undefined {
  const words = /try again in ((?:\d+(?:\.\d+)? ?(?:ms|[smhd])[a-z]*,? ?)+)/i.exec(text)?.[1];
  if (words === undefined) return undefined;
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?) ?(ms|[smhd])/gi)];
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[lower(unit)] ?? 0), 0);
  return Math.ceil(now + ms);
}

/** "try again at Nov 18th, 2026 1:26 AM" */
function onDay(text: string): number | undefined {
  const found =
    /try again at ([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? (\d{1,2}):(\d{2}) ?([ap])m/i.exec(
      text,
    );
  if (found === null) return undefined;
  const [, month, day, year, hour, minute, half] = found;
  const index = months.indexOf(lower(month));
  if (index === -1) return undefined;
  return Date.UTC(Number(year), index, Number(day), hourOf(hour, half), Number(minute));
}

/** "try again at 3:26 AM": the next time it is that late. */
function atTime(text: string, now: number): number | undefined {
  const found = /try again at (\d{1,2}):(\d{2}) ?([ap])m/i.exec(text);
  if (found === null) return undefined;
  const [, hour, minute, half] = found;
  const midnight = now - (now % dayMs);
  const today = midnight + hourOf(hour, half) * 3_600_000 + Number(minute) * 60_000;
  // It is printed without seconds: a time in this very minute has just come.
  return today + 60_000 > now ? Math.max(today, now) : today + dayMs;
}

function hourOf(hour: string | undefined, half: string | undefined): number {
  return (Number(hour) % 12) + (lower(half) === 'p' ? 12 : 0);
}

function lower(word: string | undefined): string {
  return (word ?? '').toLowerCase();
}
