// Counts what was held against a description and collects what it refuses, for one server. At its end it writes a line where
// `SLIPWAY_CONTRACTS_TALLY` names a file, so that many test processes can be summed up.

import { appendFileSync } from 'node:fs';
import type { FaultKind } from '../web/fault.ts';
import type { WebAnswer, WebRequest } from '../web/web-server.ts';
import type { Answered, Exchanged } from './openapi.ts';

export interface Violation {
  readonly of: 'request' | 'answer';
  /** As it was called: method and path, or the name of a GraphQL operation. */
  readonly call: string;
  readonly why: string;
}

/** Whatever can say what is wrong with a request and an answer. */
export interface Contract {
  readonly request: (asked: Exchanged) => readonly string[];
  readonly answer: (asked: Exchanged, answered: Answered) => readonly string[];
}

export interface Tally {
  readonly service: string;
  readonly validated: boolean;
  readonly requests: number;
  readonly answers: number;
  /** Answers that a fault spoiled or kept back. */
  readonly exempt: number;
  readonly documents: number;
  readonly violations: readonly Violation[];
}

export class Watch {
  readonly violations: Violation[] = [];
  readonly #service: string;
  readonly #contract: Contract | undefined;
  #requests = 0;
  #answers = 0;
  #exempt = 0;
  #documents = 0;

  constructor(service: string, contract: Contract | undefined) {
    this.#service = service;
    this.#contract = contract;
  }

  get validated(): boolean {
    return this.#contract !== undefined;
  }

  /** `path` is the request's below the base of the description. */
  seen(request: WebRequest, path: string, answer: WebAnswer | undefined, fault: FaultKind | undefined): void {
    if (this.#contract === undefined) return;
    const asked: Exchanged = {
      method: request.method,
      path,
      query: request.query,
      contentType: request.headers['content-type'],
      body: request.body.toString('utf8'),
    };
    const call = `${request.method} ${path}`;
    this.#requests += 1;
    this.#refuse('request', call, this.#contract.request(asked));
    if (fault !== undefined) this.#exempt += 1;
    if (answer === undefined) return;
    this.#answers += 1;
    const told = {
      status: answer.status,
      contentType: answer.headers['content-type'],
      body: answer.body.toString(),
    };
    this.#refuse('answer', `${call} ${answer.status}`, this.#contract.answer(asked, told));
  }

  /** A GraphQL document, which is held against the schema by who executes it. */
  document(operation: string, wrong: readonly string[]): void {
    this.#documents += 1;
    this.#refuse('request', operation, wrong);
  }

  #refuse(of: Violation['of'], call: string, wrong: readonly string[]): void {
    for (const why of wrong) this.violations.push({ of, call, why });
  }

  /** What was refused until now was meant to be: a test of refusing. */
  forgive(): void {
    this.violations.length = 0;
  }

  get tally(): Tally {
    return {
      service: this.#service,
      validated: this.validated,
      requests: this.#requests,
      answers: this.#answers,
      exempt: this.#exempt,
      documents: this.#documents,
      violations: this.violations,
    };
  }

  end(): void {
    const file = process.env['SLIPWAY_CONTRACTS_TALLY'];
    if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify(this.tally)}\n`);
  }
}
