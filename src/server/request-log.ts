// What of the requests is written down: orders and refusals, by route and status. What pages look at all day is counted and not written.
//
//   REQUEST-LOG-1. Nothing somebody sent is in a line but the id of a run: a path that is not ours is called that.
//   REQUEST-LOG-2. Whoever is refused again and again fills no log: so many refusals a minute are written, and then how many more there were.

import type { ListenerLog } from '../app/home/listening.ts';
import { isVerb, verbs } from '../app/verbs/table.ts';
import type { Clock } from '../telemetry/clock.ts';

const refusalsAMinuteMax = 30;
const minuteMs = 60_000;
const runId = /^r-[0-9a-z]{1,32}$/;

export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** As it was named in what was asked. */
  readonly run?: unknown;
}

export class RequestLog {
  readonly #log: ListenerLog;
  readonly #clock: Clock;
  #since = 0;
  #refused = 0;

  constructor(log: ListenerLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  answered({ method, path, status, ms, run }: Answered): void {
    const route = `${method} ${routeOf(path)}`;
    const facts = { route, status, ms: Math.round(ms), ...(isRun(run) ? { run } : {}) };
    if (status >= 500) this.#log.say('failed', facts, 'error');
    else if (status >= 400) this.#refusal(facts);
    else if (isOrder(path) || path === '/api/session') this.#log.say('answered', facts);
  }

  /** A bug of ours, with what is known of it. */
  wrong(error: unknown, { method, path }: Pick<Answered, 'method' | 'path'>): void {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log.sayOf(said, { route: `${method} ${routeOf(path)}`, status: 500 });
  }

  /** REQUEST-LOG-2. */
  #refusal(facts: Parameters<ListenerLog['say']>[1]): void {
    const now = this.#clock.monotonic();
    if (now - this.#since > minuteMs) {
      const more = this.#refused - refusalsAMinuteMax;
      if (more > 0) this.#log.say(`refused ${more} more within a minute`, {}, 'warn');
      [this.#since, this.#refused] = [now, 0];
    }
    this.#refused += 1;
    if (this.#refused <= refusalsAMinuteMax) this.#log.say('refused', facts, 'warn');
  }
}

const known = /^\/(?:api\/(?:session|feed|openapi\.json)|metrics|healthz|mcp)$/;
const ofVerb = /^\/api\/(verbs|streams)\/(\w+)$/;

/** REQUEST-LOG-1. */
function routeOf(path: string): string {
  const [, kind, verb = ''] = ofVerb.exec(path) ?? [];
  if (kind !== undefined) return isVerb(verb) ? `/api/${kind}/${verb}` : `/api/${kind}/(none of ours)`;
  if (known.test(path)) return path;
  return path.startsWith('/api/') ? '/api/(none of ours)' : '/(a page or a file)';
}

function isOrder(path: string): boolean {
  const [, , verb = ''] = ofVerb.exec(path) ?? [];
  return isVerb(verb) && verbs[verb].changes;
}

function isRun(run: unknown): run is string {
  return typeof run === 'string' && runId.test(run);
}
