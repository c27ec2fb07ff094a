// A Jira site: where it is, which of its two interfaces it speaks, and how we sign in.
//
// Invariants
//   JIRA-SITE-1. A token goes to Atlassian's own hosts, or to the address that the environment itself names beside it (JIRA_URL).
//       A repository's configuration alone never says where a token is sent: whoever cloned it did not write it.
//   JIRA-SITE-2. Over HTTPS only; plain HTTP is for this machine itself.

import type { JiraSettings } from '../../config/tracker-settings.ts';
import { isReference } from '../../secrets/reference.ts';

export type JiraEnvironment = Readonly<Record<string, string | undefined>>;

/** Variables that say who we are to Jira. */
export const jiraVariables = ['JIRA_URL', 'JIRA_EMAIL', 'JIRA_API_TOKEN', 'JIRA_PAT'] as const;

export interface JiraSite {
  /** Without a slash at its end. */
  readonly url: string;
  readonly api: 'cloud' | 'data-center';
  readonly authorization: string;
}

export type FoundSite =
  | { readonly ok: true; readonly site: JiraSite }
  | { readonly ok: false; readonly problem: string };

export function siteOf(settings: JiraSettings, env: JiraEnvironment): FoundSite {
  const named = valueOf(env, 'JIRA_URL');
  const address = settings.url ?? named;
  if (address === undefined) {
    return problem(
      'Nobody says where Jira is. Write `tracker: {jira: {url: …}}` into slipway.yaml, or set JIRA_URL.',
    );
  }
  const url = webAddress(address);
  if (url === undefined) {
    return problem(
      `'${address.slice(0, 200)}' is not an address of a Jira site. It begins with https:// (http:// only on this machine).`,
    );
  }
  const api = settings.api ?? (isAtlassian(url) ? 'cloud' : 'data-center');
  const authorization = authorizationFor(api, env);
  if (authorization === undefined) return problem(notSignedIn(url, api));
  if (!isAtlassian(url) && webAddress(named ?? '')?.origin !== url.origin) {
    return problem(
      `Your Jira token is not sent to ${url.host}: slipway.yaml names that place, and a repository does not decide where a token goes. ` +
        `If it is your Jira, set JIRA_URL=${url.origin} beside the token.`,
    );
  }
  return { ok: true, site: { url: trimmed(url), api, authorization } };
}

/** Where a site is, whoever we are there. */
export function siteAddress(settings: JiraSettings, env: JiraEnvironment): string | undefined {
  const url = webAddress(settings.url ?? valueOf(env, 'JIRA_URL') ?? '');
  return url === undefined ? undefined : trimmed(url);
}

/** Those whose values must not turn up in anything that is kept; each may name where its value is instead. */
export const jiraTokens = ['JIRA_API_TOKEN', 'JIRA_PAT'] as const;

export function jiraSecrets(env: JiraEnvironment): readonly string[] {
  const values = jiraTokens.map((name) => valueOf(env, name));
  return values.filter((value) => value !== undefined).filter((value) => !isReference(value));
}

function valueOf(env: JiraEnvironment, name: (typeof jiraVariables)[number]): string | undefined {
  const value = (env[name] ?? '').trim();
  return value === '' ? undefined : value;
}

/** JIRA-SITE-2. */
function webAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined;
}

function isAtlassian({ hostname, protocol }: URL): boolean {
  return protocol === 'https:' && (hostname.endsWith('.atlassian.net') || hostname === 'api.atlassian.com');
}

function trimmed({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

function authorizationFor(api: JiraSite['api'], env: JiraEnvironment): string | undefined {
  const email = valueOf(env, 'JIRA_EMAIL');
  const token = valueOf(env, 'JIRA_API_TOKEN');
  const pat = valueOf(env, 'JIRA_PAT');
  if (api === 'data-center' && pat !== undefined) return `Bearer ${pat}`;
  if (email === undefined || token === undefined) return undefined;
  return `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
}

function notSignedIn({ host }: URL, api: JiraSite['api']): string {
  return api === 'cloud'
    ? `Nobody is signed in to Jira at ${host}: set JIRA_EMAIL and JIRA_API_TOKEN (id.atlassian.com, Security, API tokens).`
    : `Nobody is signed in to Jira at ${host}: set JIRA_PAT to a personal access token of Data Center.`;
}

function problem(sentence: string): FoundSite {
  return { ok: false, problem: sentence };
}
