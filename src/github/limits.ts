// How GitHub says that it has had enough of us, and until when. It has two limits: so many requests an hour, told by headers
// that count down, and a second one for bursts, told by Retry-After or by words alone.

import { isRecord, parseJson } from '../plain/json.ts';

const minuteMs = 60_000;
/** Nothing is believed that would stop us for longer: a clock that is wrong must not stop a run for years. */
const waitMsMax = 2 * 60 * minuteMs;

export interface LimitSigns {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** When it answers again; undefined where this is no limit. */
export function limitedUntil(signs: LimitSigns, now: number): number | undefined {
  const until = toldUntil(signs, now);
  return until === undefined ? undefined : Math.min(Math.max(until, now + 1000), now + waitMsMax);
}

/** Whether it names a time that nobody waits for. */
export function isCut(signs: LimitSigns, now: number): boolean {
  return (toldUntil(signs, now) ?? now) > now + waitMsMax;
}

function toldUntil({ status, headers, text }: LimitSigns, now: number): number | undefined {
  if (status !== 403 && status !== 429 && !(status === 200 && isLimitOfGraph(text))) return undefined;
  const after = secondsIn(headers.get('retry-after'));
  if (after !== undefined) return now + after * 1000;
  if (headers.get('x-ratelimit-remaining') === '0') return resetOf(headers, now);
  const isLimit = status === 429 || status === 200 || /rate limit|abuse detection/i.test(messageIn(text));
  return isLimit ? now + minuteMs : undefined;
}

/** Only what GitHub says of its answer counts: the answer itself quotes what people write. */
function isLimitOfGraph(text: string): boolean {
  if (!text.includes('RATE_LIMITED')) return false; // most answers need not be read for this
  const answer = parseJson(text);
  const errors = isRecord(answer) && Array.isArray(answer['errors']) ? answer['errors'] : [];
  return errors.some((error: unknown) => isRecord(error) && error['type'] === 'RATE_LIMITED');
}

function messageIn(text: string): string {
  const answer = parseJson(text);
  const message = isRecord(answer) ? answer['message'] : undefined;
  return typeof message === 'string' ? message : '';
}

/** The reset is a time of GitHub's clock; where the answer says what time it is there, ours need not agree. */
function resetOf(headers: Headers, now: number): number {
  const reset = secondsIn(headers.get('x-ratelimit-reset'));
  if (reset === undefined) return now + minuteMs;
  const there = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(there) ? reset * 1000 : now + (reset * 1000 - there);
}

function secondsIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}
