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

export class Listening {
  readonly #openListener: OpenListener | undefined;
  #opening: Promise<Listener> | undefined;
  #listener: Listener | undefined;

  constructor(openListener: OpenListener | undefined) {
    this.#openListener = openListener;
  }

  isOn(): boolean {
    return this.#opening !== undefined;
  }

  get listener(): Listener | undefined {
    return this.#listener;
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
