// One HTTP call to a tracker's service, on the platform's own fetch. The service is on the network, so nothing it does is believed:
// time, size and where it sends us are limited, and every way to fail has a name.
//
// Invariants
//   TRACKER-CALLS-1. A read is tried again where that may help; a write is sent once. Where nobody knows whether a write was carried
//       out, its failure says so (`unknown`), and whoever sent it looks before anything is sent again.
//   TRACKER-CALLS-2. A redirect is not followed: what we sign in with goes to the place it was given for and to no other.
//   TRACKER-CALLS-3. No failure quotes what was sent; of the answer it tells what the service says of itself, in a line.

import { boundedText } from '../plain/bounded-text.ts';
import { isRecord, parseJson } from '../plain/json.ts';
import type { Clock } from '../telemetry/clock.ts';

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface CallAnswered {
  readonly ok: true;
  readonly status: number;
  /** Undefined where the answer has no body. */
  readonly data: unknown;
  readonly headers: Headers;
}

export type CallFailure = { readonly ok: false; readonly detail: string; readonly said?: string } & (
  | { readonly kind: 'refused'; readonly status: number; readonly data: unknown }
  | { readonly kind: 'limited'; readonly retryAfterMs?: number }
  /** `unknown`: it may have been carried out all the same. */
  | { readonly kind: 'unavailable'; readonly unknown: boolean }
  | { readonly kind: 'too-large' }
);

export type CallAnswer = CallAnswered | CallFailure;

export interface CallLimits {
  readonly timeMs: number;
  readonly bytesMax: number;
  /** Pauses before a read is tried again, one for each time. */
  readonly pausesMs: readonly number[];
}

export const usualLimits: CallLimits = { timeMs: 30_000, bytesMax: 16_777_216, pausesMs: [250, 1_000] };

/** `name` is what the service is called in sentences. */
export interface Calling {
  readonly name: string;
  readonly limits: CallLimits;
  readonly clock: Pick<Clock, 'now' | 'until'>;
}

export async function call(request: CallRequest, how: Calling): Promise<CallAnswer> {
  const { limits, clock } = how;
  const isRead = request.method === 'GET';
  for (const pauseMs of isRead ? limits.pausesMs : []) {
    const answer = await once(request, how);
    if (answer.ok || answer.kind !== 'unavailable') return answer;
    await clock.until(clock.now() + pauseMs, new AbortController().signal);
  }
  return once(request, how); // TRACKER-CALLS-1
}

async function once(request: CallRequest, how: Calling): Promise<CallAnswer> {
  const { name, limits } = how;
  const timeUp = AbortSignal.timeout(limits.timeMs);
  const { method, url, headers, body } = request;
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual', // TRACKER-CALLS-2
      signal: timeUp,
    });
    return await read(answer, how, method === 'GET');
  } catch (error) {
    const why = timeUp.aborted ? `gave no answer within ${limits.timeMs / 1_000} s` : networkWords(error);
    const isSent = timeUp.aborted || !neverSent.has(networkCode(error) ?? '');
    return unavailable(`${name} ${why}.`, method !== 'GET' && isSent);
  }
}

/** Before a connection there is nothing that could have been carried out. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

async function read(
  answer: Response,
  { name, limits, clock }: Calling,
  isRead: boolean,
): Promise<CallAnswer> {
  const { status, headers } = answer;
  const text = await boundedText(answer, limits.bytesMax);
  if (text === undefined) {
    const mb = Math.round(limits.bytesMax / 1_048_576);
    return { ok: false, kind: 'too-large', detail: `The answer of ${name} has more than ${mb} MB.` };
  }
  if (status >= 300 && status < 400) {
    return unavailable(
      `${name} sends on to another address, and what you sign in with is not taken there. Configure the address it really has.`,
      false,
    );
  }
  const data = parseJson(text);
  const said = saidIn(data);
  if (status === 429) {
    const waitMs = retryAfterMs(headers.get('retry-after'), clock.now());
    const isCut = waitMs !== undefined && waitMs > waitMsMax;
    const cut = isCut
      ? ` It names a time that is too far away to be believed, so it is asked again in ${waitMsMax / 3_600_000} hours.`
      : '';
    const detail = `${name} says that it was asked too often${saidWords(said)}.${cut}`;
    const wait = waitMs === undefined ? {} : { retryAfterMs: Math.min(waitMs, waitMsMax) };
    return { ok: false, kind: 'limited', detail, ...wait };
  }
  if (status >= 500 || status === 408) {
    return unavailable(`${name} answered with status ${status}${saidWords(said)}.`, !isRead);
  }
  if (status >= 400) {
    const detail = `${name} answered with status ${status}${saidWords(said)}.`;
    return { ok: false, kind: 'refused', status, data, detail, ...(said === undefined ? {} : { said }) };
  }
  if (text !== '' && (data === undefined || !isJson(headers.get('content-type')))) {
    return unavailable(
      `${name} answered with something that is not JSON. A login page may stand before it, the address may not be the right one, or the answer was cut.`,
      !isRead,
    );
  }
  return { ok: true, status, data: text === '' ? undefined : data, headers };
}

function isJson(type: string | null): boolean {
  return type === null || /\bjson\b/i.test(type);
}

/** No service stops us for longer, whatever it says: its clock may be wrong, or somebody may stand in between. */
const waitMsMax = 2 * 3_600_000;

/** In seconds, or a date. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,12}$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const saidCharsMax = 300;

/** TRACKER-CALLS-3. Jira says `errorMessages` and `errors`, GitHub says `message`. */
function saidIn(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const { errorMessages, errors, message } = data;
  const lines = [
    ...(typeof message === 'string' ? [message] : []),
    ...(Array.isArray(errorMessages) ? errorMessages : []),
    ...(isRecord(errors) ? Object.entries(errors).map(([field, what]) => `${field}: ${String(what)}`) : []),
  ].filter((line) => typeof line === 'string');
  const words = lines.join(' ').replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return words === '' ? undefined : words.slice(0, saidCharsMax);
}

function saidWords(said: string | undefined): string {
  return said === undefined ? '' : ` (${said})`;
}

function unavailable(detail: string, unknown: boolean): CallFailure {
  return { ok: false, kind: 'unavailable', detail, unknown };
}

function networkWords(error: unknown): string {
  return `cannot be reached (${networkCode(error) ?? 'unknown'})`;
}

function networkCode(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : undefined;
}
