// Being heard beside the socket: an engine that was asked to listens at an address, for browsers and programs. Owns that there is
// one listener at most, and who asked for it; how it listens is a surface's, which is handed in.
//
// Invariants
//   LISTENING-1. It lasts as long as somebody who asked for it is there, however they go: the last one closes it, and nobody before them.
//   LISTENING-2. Whoever is there is told when it is closed by somebody else.

import type { Decider } from '../../core/gates/gate.ts';
import { UserError } from '../ending/user-error.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import type { EngineLog } from './engine-log.ts';

export interface ListenAt {
  /** An address of this machine. */
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** Where people reach it, if that is another address than this one. */
  readonly publicUrl?: string | undefined;
  /** Files with a certificate and its key. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface Listener {
  /** Where it listens: the port it got, and the address for people. */
  readonly at: { readonly host: string; readonly port: number; readonly origin: string };
  /** An address that lets one browser in, once, as this person. */
  readonly newLink: (by: Decider) => string;
  /** Somebody's access changed: who has none any more is cut off. */
  readonly recheck: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type OpenListener = (at: ListenAt, owner: AskedOrder['owner']) => Promise<Listener>;

/** Where a listener says what it answered and what went wrong with it. */
export type ListenerLog = Pick<EngineLog, 'say' | 'sayOf'>;

/** Whether it listened before. */
interface Did {
  readonly was: boolean;
}

const rememberedMax = 100;

const closedWords =
  'This order had the home be served, and it was ended since. Serve it again: slipway serve';

export class Listening {
  readonly #openListener: OpenListener | undefined;
  readonly #holders = new Set<string>();
  #opening: Promise<Listener> | undefined;
  #listener: Listener | undefined;
  /** What orders did here, by their ids: they are about this process, and so is what it remembers of them. */
  readonly #did = new Map<string, Did>();
  #closed = new AbortController();

  constructor(openListener: OpenListener | undefined) {
    this.#openListener = openListener;
  }

  isOn(): boolean {
    return this.#opening !== undefined;
  }

  get listener(): Listener | undefined {
    return this.#listener;
  }

  /**
   * The one that is there, or a new one, for the order with this id. Ordered once and closed since, it stays closed; another
   * process that took the order listens no more, and so this one does.
   */
  async openFor(
    at: ListenAt,
    { id, owner }: Pick<AskedOrder, 'id' | 'owner'>,
  ): Promise<{ readonly listener: Listener; readonly already: boolean }> {
    const before = this.#did.get(id);
    if (before !== undefined && !this.isOn()) throw new UserError(closedWords, 'refused');
    const already = before?.was ?? this.isOn();
    const listener = await this.open(at, owner);
    this.#remember(id, already);
    return { listener, already };
  }

  /** The one that is there, or a new one. */
  async open(at: ListenAt, owner: AskedOrder['owner']): Promise<Listener> {
    if (this.#openListener === undefined) {
      throw new UserError(
        'The home is owned by a command at a terminal, which serves no page. Let it finish, or end it with Ctrl-C there, and try again.',
        'refused',
      );
    }
    if (this.#opening === undefined) this.#closed = new AbortController();
    this.#opening ??= this.#openListener(at, owner);
    try {
      this.#listener = await this.#opening;
      return this.#listener;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** By one who stayed and goes, or for all of them. Whether this order closed it, when it came first. */
  async closeFor(id: string, holder: string | undefined): Promise<boolean> {
    const before = this.#did.get(id);
    if (before !== undefined) return before.was;
    const was = await (holder === undefined ? this.close('ordered') : this.release(holder));
    this.#remember(id, was);
    return was;
  }

  #remember(id: string, was: boolean): void {
    this.#did.set(id, { was });
    const [oldest] = this.#did.keys();
    if (this.#did.size > rememberedMax && oldest !== undefined) this.#did.delete(oldest);
  }

  /** Somebody stays for whom it is served. The signal fires when it is closed. */
  hold(holder: string): AbortSignal {
    this.#holders.add(holder);
    return this.#closed.signal;
  }

  /** LISTENING-1. They have gone: whether that closed it. */
  async release(holder: string): Promise<boolean> {
    const wasThere = this.#holders.delete(holder);
    return wasThere && this.#holders.size === 0 ? this.close() : false;
  }

  /** Asked for, and whoever asked went before they said that they stay. */
  isForNobody(): boolean {
    return this.#listener !== undefined && this.#holders.size === 0;
  }

  /** Whether there was one. LISTENING-2: `why` is the reason of the signal that those who stay have. */
  async close(why: 'ordered' | 'over' = 'over'): Promise<boolean> {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#listener = undefined;
    this.#holders.clear();
    this.#closed.abort(why);
    const listener = await opening?.catch(() => undefined);
    await listener?.close();
    return listener !== undefined;
  }
}
