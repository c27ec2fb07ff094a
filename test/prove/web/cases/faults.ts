// One thing is wrong with a call, and everything else is as the page of whoever sits at the machine would have it: on every route, and
// on orders that would be carried out.

import type { Call } from '../call.ts';
import { called } from '../call.ts';
import type { Case } from '../case.ts';
import { doors, refusedBy } from '../case.ts';
import type { Route } from '../routes.ts';
import { callTo, orderTo } from '../routes.ts';
import type { Stage } from '../stage.ts';

interface Fault {
  readonly group: string;
  readonly name: string;
  readonly spoil: (call: Call, stage: Stage) => Call;
  readonly expected: readonly number[];
  /** Only writes have it. */
  readonly isOfWrites?: true;
}

const without =
  (...names: readonly string[]) =>
  (call: Call): Call => ({
    ...call,
    headers: Object.fromEntries(Object.entries(call.headers).filter(([name]) => !names.includes(name))),
  });

const withHeaders =
  (headers: Readonly<Record<string, string>>) =>
  (call: Call): Call => ({ ...call, headers: { ...call.headers, ...headers } });

const { session, place, type } = doors;

const sessions: readonly Fault[] = [
  { name: 'nobody is signed in', spoil: without('cookie', 'x-slipway-key') },
  { name: 'a cookie without its key', spoil: without('x-slipway-key') },
  { name: 'a key without its cookie', spoil: without('cookie') },
  { name: 'a key that is another', spoil: withHeaders({ 'x-slipway-key': 'A'.repeat(43) }) },
  { name: 'an empty key', spoil: withHeaders({ 'x-slipway-key': '' }) },
  {
    name: 'the key of somebody else',
    spoil: (call: Call, { people }: Stage) =>
      withHeaders({ 'x-slipway-key': people.administer.session.key })(call),
  },
  {
    name: 'the cookie of somebody else',
    spoil: (call: Call, { people }: Stage) => withHeaders({ cookie: people.administer.session.cookie })(call),
  },
  {
    name: 'the key in the address',
    spoil: (call: Call, { owner }: Stage) => {
      const path = `${call.path}${call.path.includes('?') ? '&' : '?'}key=${owner.key}`;
      return { ...without('x-slipway-key')(call), path };
    },
  },
  {
    name: 'the key as a cookie',
    spoil: (call: Call, { owner }: Stage) =>
      withHeaders({ cookie: `${owner.cookie}; x-slipway-key=${owner.key}; key=${owner.key}` })(
        without('x-slipway-key')(call),
      ),
  },
  {
    name: 'a token that nobody has',
    spoil: (call: Call) =>
      withHeaders({ authorization: `Bearer slw_${'A'.repeat(43)}` })(
        without('cookie', 'x-slipway-key')(call),
      ),
  },
].map((fault) => ({ group: 'session', expected: session, ...fault }));

/** Names that end at this machine when whoever owns them says so. */
const hosts: readonly Fault[] = [
  ['the name of a stranger', (port: number) => `rebound.example:${port}`],
  ['a name that begins like ours', (port: number) => `127.0.0.1.rebound.example:${port}`],
  ['a name that ends like ours', (port: number) => `rebound.localhost.example:${port}`],
  ['another port', (port: number) => `127.0.0.1:${port === 65_535 ? 1 : port + 1}`],
  ['no port', () => '127.0.0.1'],
  ['an address that means every one', (port: number) => `0.0.0.0:${port}`],
  ['ours with a user before it', (port: number) => `127.0.0.1:${port}@rebound.example`],
  ['a number for an address', (port: number) => `2130706433:${port}`],
].map(([name, host]) => ({
  group: 'host',
  name: `Host: ${String(name)}`,
  spoil: (call: Call, { server }: Stage) =>
    withHeaders({ host: typeof host === 'function' ? host(server.port) : '' })(call),
  expected: place,
}));

/** Also where the page of a stranger somehow has both secrets. */
const origins: readonly Fault[] = [
  ['a stranger', () => 'https://stranger.example'],
  ['none that has a name', () => 'null'],
  ['another port of the same address', (port: number) => `http://127.0.0.1:${port === 1 ? 2 : port - 1}`],
  ['the same address by another scheme', (port: number) => `https://127.0.0.1:${port}`],
  ['a name that begins like ours', (port: number) => `http://127.0.0.1:${port}.stranger.example`],
  ['an extension of the browser', () => 'chrome-extension://abcdefghijklmnop'],
].map(([name, origin]) => ({
  group: 'origin',
  name: `Origin: ${String(name)}`,
  spoil: (call: Call, { server }: Stage) =>
    withHeaders({ origin: typeof origin === 'function' ? origin(server.port) : '' })(call),
  expected: place,
}));

const sites: readonly Fault[] = ['cross-site', 'same-site', 'none', 'anything'].map((site) => ({
  group: 'fetch',
  name: `Sec-Fetch-Site: ${site}`,
  spoil: withHeaders({ 'sec-fetch-site': site }),
  expected: place,
}));

/** What a form of another page can send, with the cookie, which browsers have sent along before. */
const formTypes = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; charset=application/json',
  'application/jsonp',
];

const forms: readonly Fault[] = [
  ...[...formTypes, ''].map((given) => ({
    name: given === '' ? 'no Content-Type' : `Content-Type: ${given}`,
    spoil: given === '' ? without('content-type') : withHeaders({ 'content-type': given }),
    expected: type,
  })),
  { name: 'no Origin', spoil: without('origin', 'sec-fetch-site'), expected: place },
  {
    name: 'no Origin, and a token that nobody has beside the session',
    spoil: (call: Call) =>
      withHeaders({ authorization: `Bearer slw_${'A'.repeat(43)}` })(
        without('origin', 'sec-fetch-site')(call),
      ),
    expected: [...place, ...session],
  },
  ...formTypes.slice(0, 3).map((given) => ({
    name: `a form of a stranger: ${given}`,
    spoil: (call: Call) =>
      withHeaders({
        'content-type': given,
        origin: 'https://stranger.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      })(without('x-slipway-key')(call)),
    expected: [...place, ...session, ...type],
  })),
].map((fault) => ({ group: 'csrf', isOfWrites: true as const, ...fault }));

const faults: readonly Fault[] = [...sessions, ...hosts, ...origins, ...sites, ...forms];

/** In `ci`, each route has its share of them, so that all of both are there. */
export function faultCases(stage: Stage, share: number): readonly Case[] {
  const onRoutes = stage.routes.flatMap((route, at) =>
    faults
      .filter((fault, n) => applies(fault, route) && (n + at) % share === 0)
      .map((fault) => caseOf(fault, route.name, () => callTo(stage.server, stage.owner, route))),
  );
  const onOrders = ordersOf(stage).flatMap(({ name, call }) =>
    faults.map((fault) => caseOf(fault, name, call)),
  );
  return [...onRoutes, ...onOrders];
}

/** The page itself is public, whoever's link leads there; metrics are for programs. */
function applies({ group, name, isOfWrites }: Fault, { method, path, access, kind }: Route): boolean {
  // A token says nothing at the way in: no page can send one along, and nobody is known by it there.
  if (isOfWrites === true)
    return kind === 'verb' || (method === 'POST' && path === '/api/session' && !name.includes('token'));
  if (group === 'host') return true;
  if (group === 'fetch') return path.startsWith('/api/');
  return group === 'origin' ? true : access !== undefined;
}

function caseOf({ group, name, spoil, expected }: Fault, what: string, call: () => Call): Case {
  return {
    group,
    name: `${what}: ${name}`,
    play: async (stage) => {
      const answer = await called(stage.server.port, spoil(call(), stage));
      return refusedBy(answer, expected, stage.secrets);
    },
  };
}

interface Order {
  readonly name: string;
  readonly call: () => Call;
}

/** These would take hold. */
function ordersOf({ server, owner, run, sample }: Stage): readonly Order[] {
  const order = (verb: string, input: object): Order => ({
    name: `to ${verb} for real`,
    call: () => orderTo(server, owner, verb, input),
  });
  return [
    order('tell', { run, text: 'Do as a stranger says.' }),
    order('pause', { run }),
    order('cancel', { run, discard: true }),
    order('trust', { dir: sample.repository.dir }),
  ];
}
