// Accounts, tokens and Apps, as tests make them.

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Hub } from './hub.ts';
import {
  type Account,
  type AccountType,
  type Level,
  type Permission,
  type Token,
  accountOf,
  findAccount,
  newId,
} from './state.ts';

export interface TokenOptions {
  /** A classic one tells its scopes, a fine-grained one tells nothing. */
  readonly kind?: 'classic' | 'fine-grained';
  readonly scopes?: readonly string[];
  readonly permissions?: Partial<Record<Permission, Level>>;
  readonly repositories?: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

export interface AppOptions {
  readonly permissions: Partial<Record<Permission, Level>>;
  /** Accounts that it is installed for, with the repositories it may reach: all of them, where none are named. */
  readonly installedFor: Readonly<Record<string, readonly string[] | undefined>>;
}

export interface Installed {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  /** PEM, as GitHub hands it out once. */
  readonly privateKey: string;
  readonly installations: readonly { readonly id: number; readonly account: string }[];
  readonly suspend: () => void;
  /** From now on its new tokens may this. */
  readonly grant: (permissions: Partial<Record<Permission, Level>>) => void;
}

/** Made once: it takes longer than all the rest of a small test. */
let keys: { readonly publicKey: string; readonly privateKey: string } | undefined;

function pairOfKeys(): { readonly publicKey: string; readonly privateKey: string } {
  keys ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return keys;
}

export class Registry {
  readonly #hub: Hub;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  account(login: string, type: AccountType = 'User', name = login): Account {
    const { world } = this.#hub;
    const known = findAccount(world, login);
    if (known !== undefined) return known;
    const made: Account = { id: newId(world), login, type, name };
    world.accounts.push(made);
    return made;
  }

  organization(login: string, members: readonly string[]): void {
    this.account(login, 'Organization');
    for (const member of members) this.account(member);
    const { members: all } = this.#hub.world;
    all[login] = [...(all[login] ?? []), ...members];
  }

  token(login: string, options: TokenOptions = {}): string {
    this.account(login);
    const kind = options.kind ?? 'classic';
    const secret = randomBytes(18).toString('hex');
    const token: Token = {
      value: kind === 'classic' ? `ghp_${secret}` : `github_pat_${secret}`,
      kind,
      login: accountOf(this.#hub.world, login).login,
      scopes: kind === 'classic' ? (options.scopes ?? ['repo', 'workflow']) : [],
      permissions: options.permissions ?? {},
      ...(options.repositories === undefined ? {} : { repositories: options.repositories }),
      ...(options.expiresAt === undefined ? {} : { expiresAt: options.expiresAt }),
    };
    this.#hub.world.tokens.push(token);
    return token.value;
  }

  revoke(value: string): void {
    for (const token of this.#hub.world.tokens) if (token.value === value) token.expiresAt = 0;
  }

  app(slug: string, options: AppOptions): Installed {
    const { world } = this.#hub;
    const { publicKey, privateKey } = pairOfKeys();
    const accounts = Object.entries(options.installedFor);
    const owner = accounts[0]?.[0] ?? slug;
    this.account(owner);
    this.account(`${slug}[bot]`, 'Bot');
    const id = newId(world);
    const app = {
      id,
      clientId: `Iv23li${id}`,
      slug,
      owner,
      publicKey,
      permissions: options.permissions,
      installations: accounts.map(([account, repositories]) => ({
        id: newId(world),
        account: this.account(account).login,
        suspended: false,
        ...(repositories === undefined ? {} : { repositories }),
      })),
    };
    world.apps.push(app);
    return {
      id,
      clientId: app.clientId,
      slug,
      privateKey,
      installations: app.installations,
      suspend: () => {
        for (const one of app.installations) one.suspended = true;
      },
      grant: (permissions) => {
        app.permissions = permissions;
      },
    };
  }
}
