// What may be reached. Pure: names and addresses are judged as they are written, before anything is looked up.
//
// Invariants
//   EGRESS-RULES-1. Only what is listed is allowed: a host stands for its port 443, `*.suffix` for every name below a suffix of at least
//       two labels.
//   EGRESS-RULES-2. An address is allowed only where it is listed itself, in its one canonical form.
//   EGRESS-RULES-3. What is not plainly a name or an address is refused: no other spelling of a number, no letters beyond ASCII.

import { BlockList, isIP } from 'node:net';

export interface Target {
  /** Lower case, without brackets. */
  readonly host: string;
  readonly port: number;
}

const hostCharsMax = 253;
const securePort = 443;
const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const name = new RegExp(`^(${label}\\.)*${label}$`);

/** `host:port`, the port being needed unless there is a usual one; undefined for what is neither name nor address. */
export function parseTarget(text: string, usualPort?: number): Target | undefined {
  const found = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/.exec(text);
  const host = found?.[1]?.toLowerCase().replace(/^\[|\]$/g, '') ?? '';
  const port = found?.[2] === undefined ? usualPort : Number(found[2]);
  if (port === undefined || port < 1 || port > 65_535 || !isHost(host)) return undefined;
  return { host, port };
}

/** EGRESS-RULES-3: a last label that begins with a digit would be read as a number by some programs and as a name by others. */
function isHost(host: string): boolean {
  if (isIP(host) === 4) return true;
  if (isIP(host) === 6) return host === canonical(host);
  return host.length <= hostCharsMax && name.test(host) && !/^[0-9]/.test(host.split('.').at(-1) ?? '');
}

function canonical(address: string): string {
  return URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : '';
}

export function targetText({ host, port }: Target): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

export function isListed(target: Target, list: readonly string[]): boolean {
  return list.some((entry) => {
    if (entry.startsWith('*.')) return isBelow(target, entry);
    const listed = parseTarget(entry, securePort);
    return listed !== undefined && listed.host === target.host && listed.port === target.port;
  });
}

function isBelow(target: Target, entry: string): boolean {
  const suffix = parseTarget(entry.slice(2), securePort);
  if (suffix === undefined || isIP(suffix.host) !== 0 || !suffix.host.includes('.')) return false; // EGRESS-RULES-1
  return target.port === suffix.port && isIP(target.host) === 0 && target.host.endsWith(`.${suffix.host}`);
}

const inner = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inner.addSubnet(net, bits, 'ipv6');
}
const links = new BlockList();
links.addSubnet('169.254.0.0', 16, 'ipv4');
links.addSubnet('fe80::', 10, 'ipv6');
links.addAddress('fd00:ec2::254', 'ipv6');

/** Of this machine or its own network: nothing of the open network lives there. */
export function isInner(address: string): boolean {
  return has(inner, address);
}

/** Where clouds hand out the credentials of a machine. */
function isMetadata(address: string): boolean {
  return has(links, address);
}

/** An IPv4 address written as an IPv6 one is judged as what it is. */
function has(list: BlockList, address: string): boolean {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return list.check(mapped, 'ipv4');
  const family = isIP(address);
  if (family === 0) return true;
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether a listed name that leads to this address may be followed. Addresses of this machine and its network only where
 * they are listed themselves (a name the outside controls must not lead inside), or where the name is one of the user's own.
 */
export function mayLeadTo(
  target: Target,
  address: string,
  lists: { readonly listed: readonly string[]; readonly own: readonly string[] },
): boolean {
  if (!isInner(address)) return true;
  if (isListed({ host: address.toLowerCase(), port: target.port }, lists.listed)) return true;
  if (target.host === 'localhost') return address === '::1' || address.startsWith('127.');
  return lists.own.includes(target.host) && !isMetadata(address);
}
