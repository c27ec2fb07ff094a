// What may go wrong with one call to a service, as tests and proofs order it. Faults know nothing of the service: what a refusal
// looks like there is said by the server that uses them.

/** `executed` ones happen after the service did what it was asked; the others before. A stale read answers as before the last write. */
export const faultKinds = [
  'refused',
  'reset-before',
  'reset-after',
  'timeout-after',
  'server-error',
  'rate-limit',
  'secondary-limit',
  'truncated',
  'html',
  'wrong-type',
  'slow',
  'stale',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** What is known of a call before it is executed. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** The operation's name where the service has one beside its path: the name of a GraphQL operation. */
  readonly operation?: string;
  /** Whether it may change anything. */
  readonly write: boolean;
  readonly body: string;
}

export interface Match {
  readonly method?: string;
  /** A whole path, or what is found in it. */
  readonly path?: string | RegExp;
  readonly operation?: string;
  readonly write?: boolean;
  readonly body?: RegExp;
}

export interface Fault {
  readonly kind: FaultKind;
  /** Everything, where nothing is said. */
  readonly match?: Match | ((asked: Asked) => boolean);
  /** How many matching calls go well before: 1 means that the second one fails. */
  readonly after?: number;
  /** Once, where nothing is said. */
  readonly times?: number | 'for ever';
  /** Of a server error: 502 where nothing is said. */
  readonly status?: number;
  /** Seconds that a limit tells to wait; 1 where nothing is said. */
  readonly retryAfter?: number;
  /** How long a slow answer takes; 200 ms where nothing is said. */
  readonly ms?: number;
  /** Of a server error or a page: the service did what it was asked, and somebody on the way said otherwise. */
  readonly executed?: boolean;
  /** Of a truncated answer: the half comes as if it were the whole, and nothing breaks. */
  readonly whole?: boolean;
}

interface Armed {
  readonly fault: Fault;
  seen: number;
  hit: number;
}

export class Faults {
  readonly #armed: Armed[] = [];

  arm(fault: Fault): () => void {
    const armed: Armed = { fault, seen: 0, hit: 0 };
    this.#armed.push(armed);
    return () => {
      const at = this.#armed.indexOf(armed);
      if (at !== -1) this.#armed.splice(at, 1);
    };
  }

  clear(): void {
    this.#armed.length = 0;
  }

  /** Whether a stale read may still come, so that what was before a write has to be kept. */
  get keepsOld(): boolean {
    return this.#armed.some(({ fault }) => fault.kind === 'stale');
  }

  /** The first that is due; each that matches counts the call. */
  next(asked: Asked): Fault | undefined {
    let due: Fault | undefined;
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (!matches(fault, asked)) continue;
      armed.seen += 1;
      if (due !== undefined || armed.seen <= (fault.after ?? 0)) continue;
      const times = fault.times ?? 1;
      if (times !== 'for ever' && armed.hit >= times) continue;
      armed.hit += 1;
      due = fault;
    }
    return due;
  }
}

function matches({ match, kind }: Fault, asked: Asked): boolean {
  if (kind === 'stale' && asked.write) return false;
  if (match === undefined) return true;
  if (typeof match === 'function') return match(asked);
  return (
    (match.method === undefined || match.method === asked.method) &&
    (match.path === undefined || pathMatches(match.path, asked.path)) &&
    (match.operation === undefined || match.operation === asked.operation) &&
    (match.write === undefined || match.write === asked.write) &&
    (match.body === undefined || match.body.test(asked.body))
  );
}

function pathMatches(wanted: string | RegExp, path: string): boolean {
  return typeof wanted === 'string' ? wanted === path : wanted.test(path);
}
