// Being heard beside the socket: an engine that was asked to listens at an address, for browsers and programs. Owns that there is
// one listener at most, and who asked for it; how it listens is a surface's, which is handed in.

import type { Decider } from '../../core/gates/gate.ts';
import { UserError } from '../ending/user-error.ts';
import type { AskedOrder } from '../verbs/verb.ts';

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

/** Whether it listened before. */
interface Did {
  readonly was: boolean;
}

const rememberedMax = 100;

const closedWords =
  'This order had the home be served, and it was ended since. Serve it again: slipway serve';

export class Listening {
  readonly #openListener: OpenListener | undefined;
  #opening: Promise<Listener> | undefined;
  #listener: Listener | undefined;
  /** What orders did here, by their ids: they are about this process, and so is what it remembers of them. */
  readonly #did = new Map<string, Did>();

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
    this.#opening ??= this.#openListener(at, owner);
    try {
      this.#listener = await this.#opening;
      return this.#listener;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** Whether there was one when this order came first. */
  async closeFor(id: string): Promise<boolean> {
    const before = this.#did.get(id);
    if (before !== undefined) return before.was;
    const was = await this.close();
    this.#remember(id, was);
    return was;
  }

  #remember(id: string, was: boolean): void {
    this.#did.set(id, { was });
    const [oldest] = this.#did.keys();
    if (this.#did.size > rememberedMax && oldest !== undefined) this.#did.delete(oldest);
  }

  /** Whether there was one. */
  async close(): Promise<boolean> {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#listener = undefined;
    const listener = await opening?.catch(() => undefined);
    await listener?.close();
    return listener !== undefined;
  }
}
