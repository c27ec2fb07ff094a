// How GitHub says no. Thrown by whoever executes a request, and turned into an answer in one place.

import type { WebAnswer } from '../web/web-server.ts';

const documentation = 'https://docs.github.com/rest';

export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { message, ...more, documentation_url: documentation, status: String(status) };
    this.headers = headers;
  }

  get answer(): WebAnswer {
    return {
      status: this.status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...this.headers },
      body: JSON.stringify(this.body),
    };
  }
}

/** Also where something is there and the caller may not know of it. */
export function notFound(): Refusal {
  return new Refusal(404, 'Not Found');
}

export interface Invalid {
  readonly resource: string;
  readonly code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  readonly field?: string;
  readonly message?: string;
}

/** 422 means several things; which one is said by the entries. */
export function invalid(...errors: readonly Invalid[]): Refusal {
  return new Refusal(422, 'Validation Failed', { errors });
}
