// What a box with egress needs beside its files: the proxy outside, the forwarder inside, the variables that lead programs
// to it, and the certificates of the user's network. A box without egress has none of it, and no network.

import path from 'node:path';
import { packageFile } from '../config/package-file.ts';
import type { EgressOptions, EgressProxy } from './egress-proxy.ts';
import { parseTarget, targetText } from './egress-rules.ts';
import type { Mount, DiskPlace } from './mounts.ts';
import { isPlain } from './paths.ts';
import type { ProcessRequest } from './process.ts';
import { lookAt } from './program-roots.ts';

export interface Egress {
  readonly mounts: readonly Mount[];
  /** Files with certificates. */
  readonly places: readonly DiskPlace[];
  readonly env: Readonly<Record<string, string>>;
  /** The words before the program. */
  readonly launcher: readonly string[];
  readonly close: () => Promise<{ readonly refused: readonly string[] }>;
}

export interface EgressRequest {
  /** What may be reached; nothing where it is empty. */
  readonly listed: readonly string[];
  /** A folder of this box alone. */
  readonly folder: string;
  readonly request: ProcessRequest;
  /** The user's surroundings: their proxy, their certificates. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hosts of the user's own configuration, which may lie in a private network. */
  readonly own: readonly string[];
}

/** The compiled one, also where this file is not. */
const forwarder = packageFile('dist/containment/forwarder.js');
/** Inside a box, whose network is its own; outside nobody listens there for us. */
const proxyPort = 21_780;
const insideFolder = '/run/slipway';
const insideSocket = `${insideFolder}/egress.sock`;
/** A module by its name, because no package file lies beside it in the box. */
const insideForwarder = `${insideFolder}/forwarder.mjs`;
/** Variables that name files with certificates, for those whose network has its own. */
const certificateNames = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'PIP_CERT',
  'npm_config_cafile',
] as const;

/** Programs read one or the other spelling; none may think that anything is reached without the proxy. */
export function proxyVariables(port: number): Readonly<Record<string, string>> {
  const url = `http://127.0.0.1:${port}`;
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    all_proxy: url,
    NO_PROXY: '',
    no_proxy: '',
    NODE_USE_ENV_PROXY: '1',
  };
}

export async function openEgress(asked: EgressRequest): Promise<Egress> {
  const { listed, folder, own, env } = asked;
  if (listed.length === 0) {
    return { mounts: [], places: [], env: {}, launcher: [], close: async () => ({ refused: [] }) };
  }
  const socket = path.join(folder, 'egress.sock');
  const certificates = certificatesOf(asked);
  const proxy = await openProxy({ socket, listed, own }, env);
  return {
    mounts: [
      { type: 'readable', from: socket, at: insideSocket },
      { type: 'readable', from: forwarder, at: insideForwarder },
    ],
    places: certificates.map(({ place }) => place),
    env: {
      ...Object.fromEntries(certificates.map(({ name, place }) => [name, place.path])),
      ...proxyVariables(proxyPort),
    },
    launcher: [
      process.execPath,
      insideForwarder,
      insideSocket,
      String(proxyPort),
      loopbackOf(listed).join(','),
      '--',
    ],
    close: async () => {
      await proxy.close();
      return { refused: proxy.refused() };
    },
  };
}

/** Loaded when the first box needs it: most commands of Slipway need none. */
export async function openProxy(
  options: EgressOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<EgressProxy> {
  const [{ openEgressProxy }, { outerProxyOf }] = await Promise.all([
    import('./egress-proxy.ts'),
    import('./outer-proxy.ts'),
  ]);
  const outer = outerProxyOf(env);
  return openEgressProxy({ ...options, ...(outer === undefined ? {} : { outer }) });
}

function loopbackOf(listed: readonly string[]): readonly string[] {
  return listed
    .map((entry) => parseTarget(entry, 443))
    .filter((target) => target !== undefined)
    .filter(({ host }) => host === '127.0.0.1' || host === 'localhost')
    .map(targetText);
}

/** Where something may be reached, the user's own certificates are needed to trust it. */
function certificatesOf({
  env,
  request,
}: EgressRequest): readonly { readonly name: string; readonly place: DiskPlace }[] {
  return certificateNames.flatMap((name) => {
    const file = request.env[name] ?? env[name];
    const place = file === undefined || !isPlain(file) ? undefined : lookAt(file);
    return place?.kind === 'file' ? [{ name, place }] : [];
  });
}
