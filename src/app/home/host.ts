// What the process that owns a home says of itself, and how it is told to go: an engine that was started detached is
// nobody's command, and any terminal may look at it or end it. A command that owns the home is for its own terminal to end.

import type { Run } from '../../core/run.ts';
import { UserError } from '../ending/user-error.ts';

/** Why an owner leaves: somebody stopped it, another is to take its place, or it has nothing to do. */
export type Leaving = 'stopped' | 'restart' | 'idle';

/** A run that is being moved. */
export interface Due {
  readonly run: string;
  /** The time it waits for, where it waits for nothing else. */
  readonly until?: number | undefined;
}

/** A run that is not being moved, and goes on when something comes that this process would hear of. */
export interface Awaited {
  readonly run: string;
  readonly what: 'another-day' | 'others';
  /** When the other day begins. */
  readonly until?: number | undefined;
}

export interface HostFacts {
  readonly pid: number;
  readonly build: string;
  readonly startedAt: number;
  readonly detached: boolean;
  /** How many terminals stay connected. */
  readonly attached: number;
  readonly due: readonly Due[];
  /** What it stays for beside them; an engine of a version before does not say it. */
  readonly awaits?: readonly Awaited[] | undefined;
  readonly listens?: readonly ('page' | 'triggers')[] | undefined;
  /** How long it stays when nothing is due and nobody is attached; nothing is said of a command. */
  readonly graceMs?: number | undefined;
}

export class Host {
  readonly #leaving = new AbortController();
  readonly #facts: () => Omit<HostFacts, 'attached'>;
  readonly #stop: () => void;
  #attached = 0;
  #why: Leaving | undefined;

  /** `stop` begins the leaving. */
  constructor(facts: () => Omit<HostFacts, 'attached'>, stop: () => void) {
    this.#facts = facts;
    this.#stop = stop;
  }

  facts(): HostFacts {
    return { ...this.#facts(), attached: this.#attached };
  }

  /** Fires when this process takes on nothing more. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  get why(): Leaving | undefined {
    return this.#why;
  }

  /** For whoever stays connected; the answer is called when they go. */
  attach(): () => void {
    this.#attached += 1;
    return () => {
      this.#attached -= 1;
    };
  }

  /** The first reason is the one that is told. */
  leave(why: Leaving): void {
    this.#why ??= why;
    this.#leaving.abort();
  }

  /** By somebody else's word. */
  sendAway(why: Leaving): void {
    const { detached, pid } = this.#facts();
    if (!detached) {
      throw new UserError(
        `The home is owned by a command at a terminal (process ${pid}), and not by an engine of its own. Ctrl-C there ends it.`,
        'refused',
      );
    }
    this.leave(why);
    this.#stop();
  }
}

/** What a run that is being moved waits for. */
export function dueOf(run: Run, begunAt: (key: string) => number | undefined): Due {
  const times = run.inFlight.map((effect) => {
    if (effect.kind !== 'wait-until') return undefined;
    const { untilMs, waitMs = 0 } = effect.input;
    return untilMs ?? (begunAt(effect.key) ?? 0) + waitMs;
  });
  const known = times.filter((time) => time !== undefined);
  const onlyTime = known.length > 0 && known.length === times.length;
  return { run: run.id, ...(onlyTime ? { until: Math.min(...known) } : {}) };
}
