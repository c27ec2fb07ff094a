// Every answer of GitHub's that is not the one asked for, as a sentence: what happened, why, what to do next. Pure. What
// GitHub wrote itself is quoted shortly and without anything that could be a credential.

import { isRecord, parseJson } from '../plain/json.ts';
import type { Refusal, Why } from './answer.ts';
import { refusal } from './answer.ts';
import { isCut, limitedUntil } from './limits.ts';

export interface GitHubRequest {
  readonly method: string;
  /** Below the address of the API; has no credential in it. */
  readonly path: string;
  readonly host: string;
  /** What we act with, such as "the token in GH_TOKEN". */
  readonly source: string;
}

export interface GitHubResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const saidCharsMax = 300;

/** Why an answer that is no success is none. */
export function refusalOf(asked: GitHubRequest, said: GitHubResponse, now: number): Refusal {
  const until = limitedUntil(said, now);
  const words = wordsOf(said);
  const more = { status: said.status, said: words };
  if (until !== undefined) return limited(asked, until, { ...more, until }, isCut(said, now));
  const quoted = words === '' ? '' : ` It says: ${words}`;
  const what = `${asked.method} ${asked.path}`;
  switch (said.status) {
    case 401:
      return refusal(
        'unknown-caller',
        `${asked.host} does not accept ${asked.source}: it is wrong, has expired or was taken back. Make a new one and set it, then go on.${quoted}`,
        more,
      );
    case 403:
      return refusal('forbidden', `${forbidden(asked, said)}${quoted}`, more);
    case 404:
    case 410:
      return refusal(
        'absent',
        `${asked.host} has nothing at ${asked.path}, or ${asked.source} may not see it: GitHub does not tell these apart. Look whether the repository is spelled right and whether ${asked.source} was given access to it.`,
        more,
      );
    case 409:
      return refusal(
        'conflict',
        `${asked.host} refused ${what}, because things are not as it says.${quoted}`,
        more,
      );
    case 405:
    case 406:
    case 422:
    case 400:
    case 413:
    case 415:
      return refusal('unacceptable', `${asked.host} did not accept ${what}.${quoted}`, more);
    default:
      return said.status >= 500
        ? refusal(
            asked.method === 'GET' ? 'unreachable' : 'unsettled',
            `${asked.host} failed at ${what} (status ${said.status}). This is not for us to mend: githubstatus.com tells whether it is known. It is tried again.`,
            more,
          )
        : refusal(
            'garbled',
            `${asked.host} answered ${what} with status ${said.status}, which means nothing here. Look whether something stands between this machine and GitHub, such as a proxy that wants a login.`,
            more,
          );
  }
}

/** No answer at all. */
export function silenceOf(
  { method, path, host }: Pick<GitHubRequest, 'method' | 'path' | 'host'>,
  { code, wasSent }: { readonly code: string; readonly wasSent: boolean },
): Refusal {
  const why: Why = wasSent && method !== 'GET' ? 'unsettled' : 'unreachable';
  const what = `${method} ${path}`;
  if (code === 'timeout') {
    return refusal(why, `${host} did not answer ${what} in time. It is tried again.`);
  }
  if (code === 'too-long') {
    return refusal(
      'garbled',
      `${host} answered ${what} with more than we read of anything. Look at it by hand.`,
    );
  }
  if (/^(?:ENOTFOUND|EAI_\w+)$/.test(code)) {
    return refusal(
      why,
      `${host} cannot be found (${code}). Look whether this machine has a network and whether the name is right.`,
    );
  }
  if (/CERT|TLS|UNABLE_TO/.test(code)) {
    return refusal(
      why,
      `The certificate of ${host} is not trusted here (${code}). Where your company has its own authority, name its file in NODE_EXTRA_CA_CERTS and start again.`,
    );
  }
  const lost = why === 'unsettled' ? ' Whether it was done is found out by looking.' : '';
  return refusal(why, `The connection to ${host} broke at ${what} (${code}).${lost}`);
}

/** An answer that says it succeeded and is not what GitHub answers: a login page, half a text, another service's. */
export function garbledAnswer(
  { method, path, host }: GitHubRequest,
  { headers, text }: GitHubResponse,
  where: string,
): Refusal {
  const type = (headers.get('content-type') ?? 'no type').split(';')[0] ?? '';
  const isPage = /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text);
  const found = isPage ? 'a web page' : `something else (${type}${where === '' ? '' : `, ${where}`})`;
  return refusal(
    method === 'GET' ? 'garbled' : 'unsettled',
    `${host} answered ${method} ${path} with ${found} instead of what its interface promises. Look whether something stands between this machine and GitHub, such as a proxy that wants a login.`,
  );
}

export function limited(
  { host }: Pick<GitHubRequest, 'host'>,
  until: number,
  more: Omit<Refusal, 'ok' | 'why' | 'detail'>,
  isTooLong = false,
): Refusal {
  const time = new Date(until).toISOString().slice(0, 19);
  const words = isTooLong
    ? `${host} takes no more requests of ours, and names a time that is too far away to be believed. It is asked again by then: ${time} UTC.`
    : `${host} takes no more requests of ours until ${time} UTC. Nothing is lost: it goes on then.`;
  return refusal('limited', words, more);
}

function forbidden({ method, path, host, source }: GitHubRequest, said: GitHubResponse): string {
  const { headers } = said;
  const wanted = headers.get('x-accepted-github-permissions');
  if (/sso|saml/i.test(headers.get('x-github-sso') ?? '') || /SAML/.test(wordsOf(said))) {
    return `${host} wants single sign-on for this organisation. Authorise ${source} for it in your account's settings, then go on.`;
  }
  const permission =
    wanted === null || wanted === ''
      ? ''
      : ` It needs one of these permissions: ${wanted.replaceAll('; ', ' or ')}.`;
  return `${source} may not do ${method} ${path} at ${host}.${permission} Give it that permission, then go on.`;
}

/** GitHub's message and the errors below it, in one line. */
function wordsOf({ text }: GitHubResponse): string {
  const data = parseJson(text);
  if (!isRecord(data)) return '';
  const errors = Array.isArray(data['errors']) ? data['errors'] : [];
  const all = [data['message'], ...errors.map((error: unknown) => errorWords(error))];
  return all
    .filter((word) => typeof word === 'string' && word !== '')
    .join('; ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, saidCharsMax);
}

function errorWords(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!isRecord(error)) return '';
  const { message, resource, field, code } = error;
  if (typeof message === 'string') return message;
  return [resource, field, code].filter((word) => typeof word === 'string').join(' ');
}
