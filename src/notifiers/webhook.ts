// Tells a program of somebody's own, or a room in Slack or Teams, by a webhook: signed as the Standard Webhooks have it.
//
//   WEBHOOK-1. The same notice has the same id, however often it is sent: who gets it twice can see that.
//   WEBHOOK-2. It goes to the address that was written, and to no other: a redirect is not followed. What comes back is not kept.

import { createHash } from 'node:crypto';
import type { Template } from '../core/notices/notice.ts';
import { messageOf } from '../plain/errors.ts';
import type { Clock } from '../telemetry/clock.ts';
import { standardSignature } from '../triggers/signature.ts';
import type { Notice, Notifier, NoticeResult } from './notifier.ts';
import { templates } from './templates.ts';

const timeMsMax = 10_000;

export interface WebhookParts {
  readonly url: string;
  /** Undefined where whoever gets it knows no signatures. */
  readonly secret: string | undefined;
  readonly template: Template;
  readonly clock: Pick<Clock, 'now'>;
}

export function webhookNotifier(parts: WebhookParts): Notifier {
  return { say: (notice) => post(parts, notice) };
}

async function post({ url, secret, template, clock }: WebhookParts, notice: Notice): Promise<NoticeResult> {
  const body = JSON.stringify(templates[template](notice));
  const stamp = { id: idOf(notice), seconds: Math.floor(clock.now() / 1_000) };
  const signed =
    secret === undefined
      ? {}
      : {
          'webhook-id': stamp.id,
          'webhook-timestamp': String(stamp.seconds),
          'webhook-signature': standardSignature(secret, stamp, body),
        };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual', // WEBHOOK-2
      headers: { 'content-type': 'application/json', 'user-agent': 'slipway', ...signed },
      signal: AbortSignal.timeout(timeMsMax),
    });
    await answer.body?.cancel();
    return saidBy(answer);
  } catch (error) {
    return down(`nobody answers at its address (${reasonOf(error)})`);
  }
}

/** WEBHOOK-1. */
function idOf({ matter, side, since }: Notice): string {
  return `msg_${createHash('sha256').update(`${matter}\n${side}\n${since}`).digest('hex').slice(0, 32)}`;
}

/** What its service does not want in this form, it does not want a minute later either. */
const unwanted: ReadonlySet<number> = new Set([400, 413, 415, 422]);

function saidBy({ status, headers }: Response): NoticeResult {
  if (status >= 200 && status < 300) return { ok: true };
  if (unwanted.has(status)) return { ok: false, why: 'refused', because: `it was answered with ${status}` };
  if (status === 0 || (status >= 300 && status < 400))
    return down('its address sends on to another one; write that one');
  if ([401, 403, 404, 410].includes(status))
    return down(`it was answered with ${status}: the address was taken back, or is another one`);
  return down(`it was answered with ${status}`, headers.get('retry-after'));
}

const waitMsMax = 3_600_000;

function down(because: string, retryAfter: string | null = null): NoticeResult {
  const waitMs = /^\d{1,6}$/.test(retryAfter ?? '')
    ? Math.min(Number(retryAfter) * 1_000, waitMsMax)
    : undefined;
  return { ok: false, why: 'down', because, waitMs };
}

/** The reason of `fetch failed` is one further in; the address is part of neither, because it may be a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `not within ${timeMsMax / 1_000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : messageOf(cause).slice(0, 100);
}
