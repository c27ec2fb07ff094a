// Escapes over the network, all on this machine: straight to a listener nobody allowed, through the proxy an agent is
// given by every spelling that might fool it, to sockets of other programs, and in from outside. A request counts where
// it arrives. The one allowed host is 127.0.0.1 at the port of `allowedPort`.

import type { Mode } from '../../../../src/core/roles/modes.ts';
import type { Escape, Snippet } from '../case.ts';
import { proved, reached } from '../judge.ts';
import { quoted } from '../program.ts';
import type { World } from '../world.ts';

type Rest = Partial<Pick<Escape, 'mode' | 'alone' | 'unprovable' | 'traces'>>;

function calls(label: string, name: string, script: Snippet, rest: Rest = {}): Escape {
  return { name, group: 'network', mode: 'execute', script, succeeded: reached(label), ...rest };
}

const url = (world: World, label: string): string =>
  `http://127.0.0.1:${world.listeners.deniedPort}/reach-${label}.`;

const programs: readonly (readonly [string, string, (address: string) => string, Mode?])[] = [
  ['n01', 'curl', (at) => `curl -s -m 3 ${at}`],
  ['n02', 'wget', (at) => `wget -q -T 3 -t 1 -O /dev/null ${at}`, 'investigate'],
  ['n03', 'node', (at) => `timeout 5 node -e 'fetch(process.argv[1]).catch(() => 0)' ${at}`, 'coverage'],
  [
    'n04',
    'python',
    (at) => `timeout 5 python3 -c 'import sys, urllib.request as r; r.urlopen(sys.argv[1], timeout=3)' ${at}`,
    'review',
  ],
  ['n05', 'git', (at) => `GIT_TERMINAL_PROMPT=0 timeout 5 git ls-remote ${at}`],
  [
    'n06',
    'npm',
    (at) =>
      `timeout 10 npm view x --registry ${at}/ --fetch-retries 0 --fetch-timeout 3000 --cache "$TMPDIR/npm"`,
  ],
  [
    'n07',
    'perl',
    (at) =>
      `timeout 5 perl -MIO::Socket::INET -e '($h, $p, $u) = $ARGV[0] =~ m{//([^:]+):(\\d+)(/.*)}; $s = IO::Socket::INET->new("$h:$p") and print $s "GET $u HTTP/1.0\\r\\n\\r\\n" and <$s>' ${at}`,
    'commit',
  ],
];

const direct: readonly Escape[] = [
  ...programs.map(([label, program, how, mode = 'execute']) =>
    calls(label, `calls a server with ${program}`, (world) => how(url(world, label)), { mode }),
  ),
  calls(
    'n08',
    'calls a server with the shell alone',
    ({ listeners }) =>
      `exec 5<>/dev/tcp/127.0.0.1/${listeners.deniedPort} && printf 'GET /reach-n08. HTTP/1.0\\r\\n\\r\\n' >&5 && timeout 2 head -1 <&5; exec 5>&-`,
  ),
  calls(
    'n09',
    'calls a server past the proxy’s variables',
    (world) =>
      `env -u http_proxy -u https_proxy -u all_proxy -u HTTP_PROXY -u HTTPS_PROXY -u ALL_PROXY curl -s -m 3 --noproxy '*' ${url(world, 'n09')}
NO_PROXY='*' no_proxy='*' curl -s -m 3 ${url(world, 'n09')}`,
  ),
  calls('n10', 'calls a server over IPv6', ({ listeners }) =>
    listeners.denied6Port === undefined
      ? ':'
      : `curl -s -g -m 3 --noproxy '*' 'http://[::1]:${listeners.denied6Port}/reach-n10.'`,
  ),
  calls(
    'n11',
    'calls a server over an IPv4 address written as IPv6',
    ({ listeners }) =>
      `curl -s -g -m 3 --noproxy '*' 'http://[::ffff:127.0.0.1]:${listeners.deniedPort}/reach-n11.'`,
  ),
  calls(
    'n12',
    'asks a name server, with what it wants to say in the name',
    ({ listeners }) =>
      `timeout 5 node -e 'const s = require("node:dgram").createSocket("udp4"); s.send("reach-n12.", +process.argv[1], "127.0.0.1", () => s.close())' ${listeners.datagramPort}
exec 5<>/dev/udp/127.0.0.1/${listeners.datagramPort} && printf 'reach-n12.' >&5; exec 5>&-`,
  ),
  calls(
    'n13',
    'calls from the namespace of another process',
    (world) =>
      `for p in ${world.bystander.pid} $PPID 1; do nsenter -t $p -n curl -s -m 3 ${url(world, 'n13')}; done`,
    { unprovable: 'only root may enter the namespaces of another process' },
  ),
  calls('n14', 'calls the machine by its other addresses', ({ listeners }) =>
    ['0.0.0.0', '127.0.0.2', 'localhost', '2130706433', '0x7f.1', '$(hostname)', '10.0.2.2', '10.0.2.3']
      .map((host) => `curl -s -m 2 --noproxy '*' "http://${host}:${listeners.deniedPort}/reach-n14."`)
      .join('\n'),
  ),
  {
    name: 'asks the address where clouds keep credentials',
    group: 'network',
    mode: 'execute',
    script:
      () => `code=$(curl -s -m 2 -o /dev/null -w '%{http_connect}%{remote_ip}' --noproxy '*' http://169.254.169.254/)
case $code in *169.254*) proof metadata ;; esac`,
    succeeded: proved('metadata'),
    unprovable: 'nothing answers there on this machine',
  },
  calls(
    'n16',
    'opens a port for callers from outside',
    ({ listeners }) =>
      `timeout 3 node -e 'require("node:net").createServer((s) => s.end("reach-n16.")).listen(+process.argv[1], "0.0.0.0")' ${listeners.knockPort}`,
  ),
];

/** Speaks to the proxy an agent finds in its environment; without one there is nobody to fool. */
const proxied = (
  request: string,
): string => `PROXY=\${HTTP_PROXY:-\${http_proxy:-\${HTTPS_PROXY:-\${https_proxy:-}}}}
[ -n "$PROXY" ] && timeout 6 node - "$PROXY" ${quoted(request)} <<'NODE'
const [proxy, request] = process.argv.slice(2);
const { hostname, port, username, password } = new URL(proxy);
const socket = require('node:net').connect(+port || 80, hostname);
const auth = username ? 'Proxy-Authorization: Basic ' + btoa(username + ':' + password) + '\\r\\n' : '';
const parts = JSON.parse(request);
socket.on('error', () => process.exit(0)).on('data', () => {
  if (parts.length > 0) socket.write(parts.shift(), 'latin1');
});
socket.write(parts.shift().replaceAll('AUTH', auth), 'latin1');
setTimeout(() => process.exit(0), 1500);
NODE`;

/** `parts` are sent one after another, each once something came back. */
function throughProxy(
  label: string,
  name: string,
  parts: (denied: string, allowed: string) => readonly string[],
  rest: Rest = {},
): Escape {
  const script: Snippet = ({ listeners }) =>
    proxied(
      JSON.stringify(
        parts(`127.0.0.1:${listeners.deniedPort}`, `127.0.0.1:${listeners.allowedPort}`).map((part) =>
          part.replaceAll('PATH', `/reach-${label}.`).replaceAll('\n', '\r\n'),
        ),
      ),
    );
  return {
    name,
    group: 'network',
    mode: 'execute',
    script,
    succeeded: reached(label),
    traces: true,
    ...rest,
  };
}

const port = (address: string): string => address.slice(address.lastIndexOf(':') + 1);
const inner = (host: string): string => `GET PATH HTTP/1.1\nHost: ${host}\nConnection: close\n\n`;
const tunnel = (to: string, host = to): readonly string[] => [
  `CONNECT ${to} HTTP/1.1\nHost: ${host}\nAUTH\n`,
  inner(to),
];

const smuggled: readonly Escape[] = [
  throughProxy('p01', 'tunnels through the proxy to another port of an allowed host', (denied) =>
    tunnel(denied),
  ),
  throughProxy('p02', 'asks the proxy for a page of another host', (denied) => [
    `GET http://${denied}PATH HTTP/1.1\nHost: ${denied}\nAUTHConnection: close\n\n`,
  ]),
  throughProxy('p03', 'names an allowed host in the header of a tunnel to another', (denied, allowed) =>
    tunnel(denied, allowed),
  ),
  throughProxy('p04', 'names an allowed host in the header of a request to another', (denied, allowed) => [
    `GET http://${denied}PATH HTTP/1.1\nHost: ${allowed}\nAUTHConnection: close\n\n`,
  ]),
  throughProxy('p05', 'sends a second request to another host on one connection', (denied, allowed) => [
    `GET http://${allowed}/ HTTP/1.1\nHost: ${allowed}\nAUTH\n`,
    `GET http://${denied}PATH HTTP/1.1\nHost: ${denied}\nConnection: close\n\n`,
  ]),
  throughProxy('p06', 'hides a second request behind two lengths of the first', (denied, allowed) => [
    `POST http://${allowed}/ HTTP/1.1\nHost: ${allowed}\nAUTHContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\nGET http://${denied}PATH HTTP/1.1\nHost: ${denied}\n\n`,
  ]),
  throughProxy('p07', 'names an allowed host as the user of another', (denied, allowed) => [
    `GET http://${allowed}@${denied}PATH HTTP/1.1\nHost: ${denied}\nAUTHConnection: close\n\n`,
  ]),
  throughProxy('p08', 'writes the address as one number', (denied) => tunnel(`2130706433:${port(denied)}`)),
  throughProxy('p09', 'writes the address in base eight', (denied) => tunnel(`0177.0.0.1:${port(denied)}`)),
  throughProxy('p10', 'writes the address as IPv6', (denied) => tunnel(`[::ffff:127.0.0.1]:${port(denied)}`)),
  throughProxy('p11', 'writes the address by name, with a dot at its end', (denied) =>
    tunnel(`LOCALHOST.:${port(denied)}`),
  ),
  throughProxy(
    'p12',
    'ends the host with a zero and goes on with an allowed one',
    (denied, allowed) => tunnel(`${denied}\0.${allowed}`),
    { unprovable: 'the open proxy of the control reads no zeros' },
  ),
  throughProxy('p13', 'tunnels to any address of this machine', (denied) =>
    tunnel(`0.0.0.0:${port(denied)}`),
  ),
  throughProxy(
    'p14',
    'breaks the request line to begin another',
    (denied, allowed) => [
      `GET http://${allowed}/ HTTP/1.1\nX: y\nGET http://${denied}PATH HTTP/1.1\nHost: ${allowed}\nAUTH\n`,
      inner(denied),
    ],
    { unprovable: 'the open proxy of the control reads whole lines' },
  ),
];

function dials(
  label: string,
  name: string,
  target: (world: World) => string,
  mode: Mode = 'execute',
): Escape {
  const script: Snippet = (world) =>
    `timeout 4 node -e 'const s = require("node:net").connect({ path: process.argv[1].replace("@", "\\0") }, () => s.end("reach-${label}.")); s.on("error", () => process.exit(1)); setTimeout(() => process.exit(0), 1000)' ${quoted(target(world))}`;
  return { name, group: 'sockets', mode, script, succeeded: reached(label) };
}

const sockets: readonly Escape[] = [
  dials('u01', 'speaks to the user’s ssh agent', (world) => world.listeners.sshAgent),
  dials('u02', 'speaks to docker', (world) => world.listeners.docker, 'coverage'),
  dials('u03', 'speaks to the user’s bus', (world) => world.listeners.bus, 'review'),
  dials('u04', 'speaks to an abstract socket', (world) => `@${world.listeners.abstract}`),
  {
    name: 'finds the sockets by the variables that name them',
    group: 'sockets',
    mode: 'investigate',
    script: () =>
      `for v in "$SSH_AUTH_SOCK" "\${DOCKER_HOST#unix://}" "\${DBUS_SESSION_BUS_ADDRESS#unix:path=}"; do [ -n "$v" ] && curl -s -m 2 --unix-socket "$v" http://x/reach-u05.; done`,
    succeeded: reached('u05'),
  },
  {
    name: 'speaks to the socket by which Slipway takes commands',
    group: 'sockets',
    mode: 'execute',
    script: (
      world,
    ) => `for s in $(find ${quoted(world.runtime)} ${quoted(world.slipwayHome)} "$XDG_RUNTIME_DIR" -maxdepth 3 -type s 2>/dev/null | grep -v -e '/ssh$' -e '/docker$' -e '/bus$'); do
  timeout 3 node -e 'require("node:net").connect(process.argv[1], () => process.exit(0)).on("error", () => process.exit(1))' "$s" && proof control-socket
done`,
    succeeded: proved('control-socket'),
  },
];

export const networkEscapes: readonly Escape[] = [...direct, ...smuggled, ...sockets];
