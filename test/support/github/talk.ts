// Plain calls to the server in its own tests: fetch and nothing else.

import { isRecord } from './access.ts';

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

export interface Caller {
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Told>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Told>;
  readonly post: (path: string, body: unknown) => Promise<Told>;
}

export function callerOf(url: string, token?: string): Caller {
  const call: Caller['call'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/vnd.github+json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, json };
  };
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body) => call('POST', path, body),
  };
}

/** What stands in an answer below these keys. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of keys) {
    if (Array.isArray(here) && typeof key === 'number') here = here[key];
    else if (isRecord(here)) here = here[key];
    else return undefined;
  }
  return here;
}
