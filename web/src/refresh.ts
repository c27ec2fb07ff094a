// What an event makes old, and when that is asked for again.
//
//   REFRESH-1. A look at one run is asked for again when that run moved, and not because another did.
//   REFRESH-2. What takes long to find out is asked for now and then by itself, and never because something happened: agents, forges and
//       two hundred journals do not change with each step of a run.
//   REFRESH-3. Nothing is asked for while the same is still being answered: it is asked for once more after that, so that what happened
//       meanwhile is seen, and nothing piles up in a server that is slower than the events.

import type { Query, QueryClient } from '@tanstack/react-query';

/** What happened: of which run, in which stream of the journal; nothing where anything may have been missed. */
export interface Moved {
  readonly run?: string | undefined;
  readonly stream?: string | undefined;
}

const minuteMs = 60_000;

/** REFRESH-2. */
const stillMs: Readonly<Record<string, number>> = {
  agents: 5 * minuteMs,
  doctor: 5 * minuteMs,
  costs: minuteMs,
};

/** A whole diff is not read four times a second. */
const paceMs: Readonly<Record<string, number>> = { changes: 3_000, system: 2_000, triggers: 2_000 };

const usualPaceMs = 250;
/** Behind another tab only the count in the title is seen. */
const hiddenPaceMs = 5_000;

/** How a look is kept that is asked for by itself; nothing for those that events make old. */
export function keptFor(verb: string): { readonly staleTime?: number; readonly refetchInterval?: number } {
  const ms = stillMs[verb];
  return ms === undefined ? {} : { staleTime: ms, refetchInterval: ms };
}

/** REFRESH-1, REFRESH-2. */
function isOld({ queryKey: [verb, input] }: Query, { run, stream }: Moved): boolean {
  if (typeof verb !== 'string' || stillMs[verb] !== undefined) return false;
  const named: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'run') : undefined;
  if (stream === undefined || typeof named !== 'string') return true;
  // A run may be named by the beginning of its id, or by its ticket, which only the server knows.
  return named.startsWith('r-') ? run?.startsWith(named) === true : true;
}

/** Everything on the screen but what is asked for by itself. */
export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: (query) => isOld(query, {}) });
}

/** Told of each event, it asks again for what that made old, each look at its own pace. */
export class Refresher {
  readonly #client: QueryClient;
  readonly #due = new Set<Query>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  readonly tell = (moved: Moved): void => {
    for (const query of this.#client.getQueryCache().getAll()) if (isOld(query, moved)) this.#due.add(query);
    this.#later();
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#due.clear();
  }

  #later(): void {
    if (this.#due.size === 0) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#askDue();
        this.#later();
      },
      document.hidden ? hiddenPaceMs : usualPaceMs,
    );
  }

  #askDue(): void {
    const now = Date.now();
    for (const query of this.#due) {
      const pace = paceMs[String(query.queryKey[0])] ?? 0;
      // REFRESH-3.
      if (query.state.fetchStatus === 'fetching' || now - query.state.dataUpdatedAt < pace) continue;
      this.#due.delete(query);
      void this.#client.invalidateQueries(
        { queryKey: query.queryKey, exact: true },
        { cancelRefetch: false },
      );
    }
  }
}
