// Where a repository lives on GitHub, read from the address of a git remote, and where GitHub's interface is then. Pure.
//
// Invariants
//   ADDRESS-1. A credential is sent only to github.com, to a company's place below ghe.com, or to the host the user's own
//        environment names (GH_HOST or GITHUB_SERVER_URL). No file of a repository can name another.

import type { Environment } from '../plain/environment.ts';

export interface Slug {
  readonly owner: string;
  readonly name: string;
}

/** A service that speaks GitHub's interface. */
export interface Hub {
  /** As people call it: `github.com`. */
  readonly host: string;
  /** Where repositories are fetched from: `https://github.com`. */
  readonly web: string;
  readonly rest: string;
  readonly graphql: string;
}

export interface Remote {
  readonly hub: Hub;
  readonly slug: Slug;
  /** The remote itself where it is reached over SSH: with the user's own keys. */
  readonly ssh?: string;
}

const part = /^[A-Za-z0-9_.-]{1,100}$/;

/** Undefined where it is no address of a GitHub that we may talk to. */
export function remoteOf(url: string, env: Environment): Remote | undefined {
  const read = readAddress(url.trim());
  if (read === undefined) return undefined;
  const hub = hubOf(read.host, read.isLoopbackHttp ? 'http' : 'https', env);
  const slug = slugOf(read.path);
  if (hub === undefined || slug === undefined) return undefined;
  return { hub, slug, ...(read.isSsh ? { ssh: url.trim() } : {}) };
}

interface Read {
  readonly host: string;
  readonly path: string;
  readonly isSsh: boolean;
  readonly isLoopbackHttp: boolean;
}

function readAddress(url: string): Read | undefined {
  const short = /^(?:[A-Za-z0-9_.-]+@)?([A-Za-z0-9.-]+):(?!\/\/)(.+)$/.exec(url);
  if (short !== null && !url.includes('://')) {
    return { host: (short[1] ?? '').toLowerCase(), path: short[2] ?? '', isSsh: true, isLoopbackHttp: false };
  }
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, host, pathname } = new URL(url);
  const isLoopbackHttp = protocol === 'http:' && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
  if (protocol === 'ssh:' || protocol === 'git+ssh:') {
    // GitHub takes SSH at another port of another name as well, where a firewall stops the usual one.
    const name = hostname.replace(/^ssh\.github\.com$/, 'github.com');
    return { host: name, path: pathname, isSsh: true, isLoopbackHttp: false };
  }
  if (protocol !== 'https:' && !isLoopbackHttp) return undefined;
  return { host, path: pathname, isSsh: false, isLoopbackHttp };
}

/** At both ends. A pattern that is held to the end would be tried at each of many slashes. */
function withoutSlashes(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charAt(start) === '/') start += 1;
  while (end > start && text.charAt(end - 1) === '/') end -= 1;
  return text.slice(start, end);
}

/** An owner and a name. */
const slugParts = 2;

function slugOf(path: string): Slug | undefined {
  const [owner, name, ...rest] = withoutSlashes(path)
    .replace(/\.git$/, '')
    .split('/', slugParts + 1);
  if (owner === undefined || name === undefined || rest.length > 0) return undefined;
  const fits = [owner, name].every((text) => part.test(text) && text !== '.' && text !== '..');
  return fits ? { owner, name } : undefined;
}

/** ADDRESS-1. */
function hubOf(host: string, scheme: 'http' | 'https', env: Environment): Hub | undefined {
  if (host === 'github.com' || host === 'www.github.com') {
    return {
      host: 'github.com',
      web: 'https://github.com',
      rest: 'https://api.github.com',
      graphql: 'https://api.github.com/graphql',
    };
  }
  if (host.endsWith('.ghe.com')) {
    return {
      host,
      web: `https://${host}`,
      rest: `https://api.${host}`,
      graphql: `https://api.${host}/graphql`,
    };
  }
  if (!namedHosts(env).includes(host)) return undefined;
  const web = `${scheme}://${host}`;
  const rest = env['GITHUB_API_URL'];
  const graphql = env['GITHUB_GRAPHQL_URL'];
  // Both say where the interface is, where it is not in its usual place below the server that GITHUB_SERVER_URL names.
  const isServer = serverHost(env) === host;
  return {
    host,
    web,
    rest: isServer && rest !== undefined && rest !== '' ? withoutSlashes(rest) : `${web}/api/v3`,
    graphql: isServer && graphql !== undefined && graphql !== '' ? graphql : `${web}/api/graphql`,
  };
}

function namedHosts(env: Environment): readonly string[] {
  return [(env['GH_HOST'] ?? '').toLowerCase(), serverHost(env)].filter((host) => host !== '');
}

function serverHost(env: Environment): string {
  const server = env['GITHUB_SERVER_URL'] ?? '';
  return URL.canParse(server) ? new URL(server).host.toLowerCase() : '';
}

/** `owner/name`, as people write it. */
export function slugText({ owner, name }: Slug): string {
  return `${owner}/${name}`;
}
