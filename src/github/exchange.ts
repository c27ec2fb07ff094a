// One request and its answer over HTTP, on the platform's own fetch. Sends once and follows nothing; time and size are
// bounded, because nothing a network says is believed.

import { codeOf } from '../plain/errors.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeMs: number;
  readonly bytesMax: number;
  /** The end is kept instead of refusing what is longer: for logs. */
  readonly keepsEnd?: boolean;
}

export type Exchanged =
  | { readonly ok: true; readonly status: number; readonly headers: Headers; readonly text: string }
  | {
      readonly ok: false;
      /** Such as ECONNREFUSED; `timeout`, `too-long` and `cut-off` are our own words. */
      readonly code: string;
      /** The other side may have got the request. */
      readonly wasSent: boolean;
    };

/** Found out before a byte of the request left this machine. */
const neverSent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_\w+|ERR_TLS_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

export async function exchange(request: HttpRequest): Promise<Exchanged> {
  const timeUp = AbortSignal.timeout(request.timeMs);
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal: timeUp,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await bounded(answer, request);
    if (text === undefined) return { ok: false, code: 'too-long', wasSent: true };
    return { ok: true, status: answer.status, headers: answer.headers, text };
  } catch (error) {
    const code = timeUp.aborted ? 'timeout' : reasonOf(error);
    return { ok: false, code, wasSent: !neverSent.test(code) };
  }
}

/** Undefined where it is too long: the rest is not even fetched. */
async function bounded(
  answer: Response,
  { bytesMax, keepsEnd = false }: HttpRequest,
): Promise<string | undefined> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes <= bytesMax) continue;
    if (!keepsEnd) return undefined; // leaving the loop cancels the body
    const end = Buffer.concat(pieces).subarray(-bytesMax);
    pieces = [end];
    bytes = end.length;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** fetch wraps what happened into an error that says only that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return codeOf(cause) ?? 'cut-off';
}
