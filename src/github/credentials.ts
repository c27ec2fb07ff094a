// Who Slipway acts as on GitHub, found in this order: a GitHub App, a token in the environment, the login of the gh program.
//
// Invariants
//   CREDENTIALS-1. A token is in memory and in the headers of requests, and nowhere else: in no argument, address,
//        configuration, log or sentence. Whoever keeps texts is told each value first, so that it is taken out of them.
//   CREDENTIALS-2. A token of an App is renewed before it ends; one that is refused is not used again: where the environment only names
//        one (`file:`, `cmd:`), it is looked for anew.
//   CREDENTIALS-3. GH_TOKEN and GITHUB_TOKEN are for github.com and ghe.com, and for the server the environment itself
//        names. For any other place gh is asked, which knows a login for each.

import type { GitHubAnswered } from './answer.ts';
import { answered, refusal } from './answer.ts';
import type { Hub, Slug } from './address.ts';
import type { Environment } from '../plain/environment.ts';
import type { AppCredentials } from './app-token.ts';
import { isReference, printedBy, secretOf } from '../secrets/reference.ts';

export interface Bearer {
  readonly token: string;
  /** Only an App may write check runs. */
  readonly kind: 'app' | 'token';
  /** What it is, for sentences: "the token in GH_TOKEN". */
  readonly source: string;
  /** What an App was given, by name; GitHub does not say it of other tokens. */
  readonly permissions?: Readonly<Record<string, string>>;
}

export interface Credentials {
  readonly bearer: () => Promise<GitHubAnswered<Bearer>>;
  /** It was refused: the next `bearer` is looked for anew. Says whether there can be another one. */
  readonly refused: () => boolean;
}

export interface CredentialNeeds {
  readonly env: Environment;
  readonly hub: Hub;
  readonly slug: Slug;
  readonly now: () => number;
  /** CREDENTIALS-1. */
  readonly learn: (secrets: readonly string[]) => void;
}

export function credentialsFor(needs: CredentialNeeds): Credentials {
  const appId = needs.env['SLIPWAY_GITHUB_APP_ID'] ?? '';
  if (appId !== '') return appCredentials(needs, appId);
  const named = tokenIn(needs.env);
  if (named === undefined) return ghCredentials(needs);
  if (isReference(named.token)) return foundCredentials(() => followedToken(needs, named));
  needs.learn([named.token]);
  return { bearer: () => Promise.resolve(answered(named)), refused: () => false };
}

/** As it is set: it may be a reference. */
interface NamedToken extends Bearer {
  readonly name: string;
}

function tokenIn(env: Environment): NamedToken | undefined {
  for (const name of ['GH_TOKEN', 'GITHUB_TOKEN']) {
    const token = (env[name] ?? '').trim();
    if (token !== '') return { name, token, kind: 'token', source: `the token in ${name}` };
  }
  return undefined;
}

async function followedToken(
  { env, learn }: CredentialNeeds,
  { name, token: reference }: NamedToken,
): Promise<GitHubAnswered<Bearer>> {
  const found = await secretOf(name, reference, env);
  if (!found.ok) return refusal('unknown-caller', found.problem);
  const token = found.value.trim();
  learn([token]);
  return answered({ token, kind: 'token', source: `the token that ${name} names` });
}

/** gh keeps a login for each host, in the keyring or in a file; asked once, and again where it was refused. */
function ghCredentials({ env, hub, learn }: CredentialNeeds): Credentials {
  return foundCredentials(async () => {
    const token = (await printedBy('gh', ['auth', 'token', '--hostname', hub.host], env))?.trim();
    if (token === undefined || !/^\S+$/.test(token)) {
      return refusal(
        'unknown-caller',
        `Nobody is logged in to ${hub.host} here. Set GH_TOKEN to a token, or run gh auth login, then go on.`,
      );
    }
    learn([token]);
    return answered({ token, kind: 'token', source: 'the login of gh' });
  });
}

/** Looked for once, and again where nothing was found or what was found is refused. */
function foundCredentials(find: () => Promise<GitHubAnswered<Bearer>>): Credentials {
  let known: Promise<GitHubAnswered<Bearer>> | undefined;
  const ask = async (): Promise<GitHubAnswered<Bearer>> => {
    const found = await find();
    if (!found.ok) known = undefined;
    return found;
  };
  return {
    bearer: () => (known ??= ask()),
    refused: () => {
      known = undefined;
      return true;
    },
  };
}

/** CREDENTIALS-2. The part that signs and asks is loaded by whoever is an App. */
function appCredentials(needs: CredentialNeeds, appId: string): Credentials {
  let made: Promise<GitHubAnswered<AppCredentials>> | undefined;
  const make = async (): Promise<GitHubAnswered<AppCredentials>> => {
    const reference = needs.env['SLIPWAY_GITHUB_APP_KEY'] ?? '';
    const key = await secretOf('SLIPWAY_GITHUB_APP_KEY', reference, needs.env);
    if (!key.ok) return refusal('unknown-caller', key.problem);
    needs.learn([key.value.trim()]);
    const { createAppCredentials } = await import('./app-token.ts');
    const installation = needs.env['SLIPWAY_GITHUB_APP_INSTALLATION'];
    return createAppCredentials({ ...needs, appId, key: key.value, installation });
  };
  const app = async (): Promise<GitHubAnswered<AppCredentials>> => {
    made ??= make();
    const result = await made;
    if (!result.ok) made = undefined;
    return result;
  };
  return {
    bearer: async () => {
      const found = await app();
      return found.ok ? found.value.bearer() : found;
    },
    refused: () => {
      made = undefined;
      return true;
    },
  };
}
