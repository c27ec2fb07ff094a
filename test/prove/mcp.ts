// test:mcp. The official suite for the Model Context Protocol against Slipway: its server as a person starts it, the code that speaks
// the protocol with fixtures behind it, and the client that asks servers of others. Which scenario is run where, and which is not and
// why, is in `mcp/scenarios.ts`; one that is in no list is a failure.
//
//   tsx test/prove/mcp.ts
//
// The suite is fetched from npm with the Node it wants, into a folder that is thrown away. The control is a server whose error does not
// say that it is one: the suite has to find that. Progress goes to stderr; the last line of stdout is one JSON document, and the exit
// is 0 only where every scenario that applies passed, none is unknown, and the control held.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFixtures } from './mcp/fixtures.ts';
import { startProduct } from './mcp/product.ts';
import { ofClients, ofServers } from './mcp/scenarios.ts';
import type { Result, Suite } from './mcp/suite.ts';
import { fetchSuite } from './mcp/suite.ts';
import { report, say } from './support/proof.ts';

const controlled = 'tools-call-error';

interface Tried {
  readonly where: string;
  readonly scenario: string;
  readonly result: Result;
}

async function prove(): Promise<boolean> {
  const startedMs = performance.now();
  const dir = await mkdtemp(path.join(tmpdir(), 'slipway-mcp-'));
  try {
    const suite = await fetchSuite(dir);
    say(`@modelcontextprotocol/conformance ${suite.version} on Node ${suite.node}`);
    const unknown = await unknownTo(suite);
    const tried = [...(await onProduct(suite)), ...(await onFixtures(suite)), ...(await withClient(suite))];
    const held = await control(suite);
    const wrong = tried.filter(({ result }) => !isPass(result));
    for (const { where, scenario, result } of tried)
      say(
        `${isPass(result) ? 'passed' : 'WRONG '} ${where} ${scenario}${result.why.map((why) => `\n  ${why}`).join('')}`,
      );
    const not = [...Object.entries(ofServers), ...Object.entries(ofClients)].flatMap(([scenario, where]) =>
      typeof where === 'string' ? [] : [`${scenario}: ${where.not}`],
    );
    for (const words of not) say(`not applicable: ${words}`);
    for (const name of unknown) say(`WRONG unknown scenario ${name}: say in scenarios.ts what it is to us`);
    if (!held) say(`WRONG control: a server that fails ${controlled} passed it`);
    const count = (where: string): number => tried.filter((one) => one.where === where).length;
    report(
      {
        suite: suite.version,
        node: suite.node,
        product: count('product'),
        fixtures: count('fixtures'),
        client: count('client'),
        failed: wrong.map(({ where, scenario }) => `${where} ${scenario}`),
        notApplicable: not.length,
        unknown,
        controls: { held: held ? 1 : 0, of: 1 },
      },
      startedMs,
    );
    return wrong.length === 0 && unknown.length === 0 && held && tried.length > 0;
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** One that tried nothing did not pass. */
function isPass({ passed, failed, warned }: Result): boolean {
  return passed > 0 && failed === 0 && warned === 0;
}

async function unknownTo(suite: Suite): Promise<readonly string[]> {
  const clients = Object.keys(ofClients);
  const [servers, others] = await Promise.all([suite.names('Server'), suite.names('Client')]);
  if (servers.length === 0 || others.length === 0) throw new Error('the suite lists no scenarios');
  return [
    ...servers.filter((name) => !Object.hasOwn(ofServers, name)),
    ...others.filter(
      (name) => !clients.some((known) => (known.endsWith('/') ? name.startsWith(known) : name === known)),
    ),
  ];
}

const nothing: Result = { passed: 0, failed: 0, warned: 0, why: ['it was not run'] };

function listed(where: 'product' | 'fixtures', results: ReadonlyMap<string, Result>): readonly Tried[] {
  return Object.entries(ofServers)
    .filter(([, run]) => run === where)
    .map(([scenario]) => ({ where, scenario, result: results.get(scenario) ?? nothing }));
}

async function onProduct(suite: Suite): Promise<readonly Tried[]> {
  const product = await startProduct();
  try {
    return listed('product', await suite.againstServer(product.url));
  } finally {
    await product.close();
  }
}

async function onFixtures(suite: Suite): Promise<readonly Tried[]> {
  const server = await startFixtures();
  try {
    return listed('fixtures', await suite.againstServer(server.url));
  } finally {
    server.close();
  }
}

async function withClient(suite: Suite): Promise<readonly Tried[]> {
  const root = path.resolve(import.meta.dirname, '../..');
  const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const command = `${process.execPath} ${tsx} ${path.join(import.meta.dirname, 'mcp', 'client.ts')}`;
  const tried: Tried[] = [];
  for (const [scenario, where] of Object.entries(ofClients)) {
    if (typeof where === 'string')
      tried.push({ where: 'client', scenario, result: await suite.againstClient(scenario, command) });
  }
  return tried;
}

/** Whoever lets everything pass proves nothing. */
async function control(suite: Suite): Promise<boolean> {
  const server = await startFixtures('calm-error');
  try {
    const result = (await suite.againstServer(server.url)).get(controlled);
    return result !== undefined && result.failed > 0;
  } finally {
    server.close();
  }
}

process.exitCode = (await prove()) ? 0 : 1;
