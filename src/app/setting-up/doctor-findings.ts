// What works here and what does not, looked at without changing anything: programs, home, repository, configuration,
// agents, checks, containment. Each finding says what to do where something is to be done.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { configName } from '../../config/config.ts';
import { roomIn } from '../../containment/room-watch.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { commandWords } from '../../core/evidence/evidence.ts';
import { withNamed } from '../../core/evidence/named-checks.ts';
import type { EffectParts } from '../../effects/parts.ts';
import { programWarnings, serverTroubles, variableWarnings } from '../../effects/surveying/preflight.ts';
import { isOfFolder, noticesIn, noticeStream } from '../../engine/notice-ledger.ts';
import { inboxIn, triggerStream } from '../../engine/trigger-ledger.ts';
import { loadSqliteDriver } from '../../journal/sqlite/driver.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { gitRunner } from '../../workspace/git-runner.ts';
import type { Checkout } from '../../workspace/workspace.ts';
import { installHints } from '../agents/find-agents.ts';
import { levelHere, levelWords, raiseWords } from '../starting/level-here.ts';
import type { ListedAgent } from '../agents/list-agents.ts';
import { listAgents } from '../agents/list-agents.ts';
import { lookAside } from '../starting/look-here.ts';
import { ownerAlive } from '../home/owner-alive.ts';
import type { Tools } from '../parts.ts';
import { machineOf, toolsOf } from '../parts.ts';
import type { ServersHere } from './server-findings.ts';
import type { Places, Surroundings } from '../home/home-places.ts';
import { placesOf } from '../home/home-places.ts';
import { configIn, fileIn, filesIn } from '../starting/read-config.ts';
import { openReader } from '../home/reader.ts';
import { messageOf } from '../../plain/errors.ts';

export interface Diagnosis {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; where it is ok there is nothing to do. */
  readonly todo?: string;
}

const nodeMin = { major: 20, minor: 19 } as const;
const freeMbMin = 200;
const freeMbLow = 2_048;
const bytesPerMb = 1024 * 1024;

export async function diagnose(
  surroundings: Surroundings,
  dir: string,
  nodeVersion: string,
): Promise<readonly Diagnosis[]> {
  const places = placesOf(surroundings);
  const checkout = await lookAside(surroundings, dir);
  return [
    node(nodeVersion),
    await git(),
    await sqlite(),
    ...(await home(places)),
    await journal(places),
    ...(await notifiers(places)),
    ...('problem' in checkout
      ? [{ name: 'repository', level: 'fail' as const, found: 'not usable', todo: checkout.problem }]
      : await repository(surroundings, places, checkout)),
    await containment(surroundings, places),
  ];
}

function node(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isOld = major < nodeMin.major || (major === nodeMin.major && minor < nodeMin.minor);
  return isOld
    ? {
        name: 'node',
        level: 'fail',
        found: version,
        todo: `Install Node ${nodeMin.major}.${nodeMin.minor} or newer.`,
      }
    : { name: 'node', level: 'ok', found: version };
}

async function git(): Promise<Diagnosis> {
  const { versionProblem } = await import('../../workspace/look-at-checkout.ts');
  const version = await gitRunner().version();
  const problem = versionProblem(version);
  return problem === undefined
    ? { name: 'git', level: 'ok', found: version ?? '' }
    : { name: 'git', level: 'fail', found: version ?? 'not found', todo: problem };
}

async function sqlite(): Promise<Diagnosis> {
  const driver = await loadSqliteDriver();
  return driver instanceof Error
    ? { name: 'sqlite', level: 'fail', found: 'none', todo: driver.message }
    : { name: 'sqlite', level: 'ok', found: `${driver.version} (${driver.name})` };
}

async function home(places: Places): Promise<readonly Diagnosis[]> {
  const there = await firstExisting(places.home);
  const isMade = there === places.home;
  const isWritable = await canWriteInto(there);
  const folder: Diagnosis = isWritable
    ? { name: 'home', level: 'ok', found: `${places.home}${isMade ? '' : ' (made by the first run)'}` }
    : {
        name: 'home',
        level: 'fail',
        found: `${places.home} cannot be written`,
        todo: 'Make the folder writable, or point SLIPWAY_HOME at one that is.',
      };
  return [folder, ...(isMade ? await privacy(places) : []), room(there), await owner(places)];
}

async function privacy(places: Places): Promise<readonly Diagnosis[]> {
  const { mode } = await stat(places.home);
  if ((mode & 0o077) === 0) return [];
  const found = `others may look into it (mode ${(mode & 0o777).toString(8)})`;
  return [{ name: 'privacy', level: 'warn', found, todo: `chmod 700 ${places.home}` }];
}

function room(folder: string): Diagnosis {
  const mb = Math.floor(roomIn(folder) / bytesPerMb);
  const found = mb === Infinity ? 'this file system does not say how much is free' : `${mb} MB free`;
  if (mb < freeMbMin) {
    return { name: 'disk', level: 'fail', found, todo: `Make room: a run needs at least ${freeMbMin} MB.` };
  }
  return mb < freeMbLow
    ? { name: 'disk', level: 'warn', found, todo: 'Large repositories may need more: make room soon.' }
    : { name: 'disk', level: 'ok', found };
}

async function owner(places: Places): Promise<Diagnosis> {
  const found = (await ownerAlive(places))
    ? 'a process works on the runs of this home now'
    : 'nobody works on this home now';
  return { name: 'owner', level: 'ok', found };
}

async function journal(places: Places): Promise<Diagnosis> {
  try {
    const reader = await openReader(places);
    const runs = (await reader.journal?.summaries())?.length;
    await reader.close();
    const found = runs === undefined ? 'none yet' : `${runs} ${runs === 1 ? 'run' : 'runs'}`;
    return { name: 'journal', level: 'ok', found };
  } catch (error) {
    return { name: 'journal', level: 'fail', found: 'not usable', todo: messageOf(error) };
  }
}

/** Of those that are on, such as have something to say about themselves. */
async function notifiers(places: Places): Promise<readonly Diagnosis[]> {
  try {
    const reader = await openReader(places);
    const [noticed, brought] = await Promise.all([
      reader.journal?.read(noticeStream) ?? [],
      reader.journal?.read(triggerStream) ?? [],
    ]);
    await reader.close();
    const { armed } = inboxIn(brought);
    return [...noticesIn(noticed)].flatMap(([name, { down }]): readonly Diagnosis[] =>
      down === undefined || ![...armed.keys()].some((folder) => isOfFolder(name, folder))
        ? []
        : [
            {
              name: 'notifiers',
              level: 'warn',
              found: `nobody is told by ${name}`,
              todo: `${down.because}.`,
            },
          ],
    );
  } catch {
    return []; // a journal that cannot be read is said above
  }
}

async function repository(
  surroundings: Surroundings,
  places: Places,
  checkout: Checkout,
): Promise<readonly Diagnosis[]> {
  const read = fileIn(checkout.root);
  const found = `${checkout.root}, ${checkout.branch} at ${checkout.commit.slice(0, 12)}, ${checkout.dirty}`;
  const seen: readonly Diagnosis[] = [
    { name: 'repository', level: 'ok', found },
    ...noted('repository', checkout.warnings),
  ];
  const tools = toolsOf(places, surroundings, systemClock());
  try {
    const { config } = await configIn(surroundings, checkout.root);
    const isWritten = (await read(configName)) !== undefined;
    const found = await tools.checks.survey(read, await filesIn(checkout.root));
    const specs = withNamed(found.checks, config);
    return [
      ...seen,
      isWritten
        ? { name: 'config', level: 'ok', found: configName }
        : { name: 'config', level: 'warn', found: `no ${configName}`, todo: '`slipway init` writes one.' },
      ...(config.forge === undefined ? [] : await forge(surroundings, checkout.root, config.forge)),
      ...agents(await listAgents(tools, config, checkout.root)),
      checks(specs),
      ...ciFindings(found.elsewhere),
      ...(await needs({ checks: tools.checks, machine: machineOf(surroundings) }, config, specs)),
      ...(await servers(tools, {
        dir: checkout.root,
        config,
        checks: specs,
        measured: found.coverage,
        machine: machineOf(surroundings),
      })),
    ];
  } catch (error) {
    return [...seen, { name: 'config', level: 'fail', found: 'not usable', todo: messageOf(error) }];
  }
}

/** Loaded where there is a forge to ask. */
async function forge(
  surroundings: Surroundings,
  dir: string,
  name: NonNullable<Config['forge']>,
): Promise<readonly Diagnosis[]> {
  const { forgeFindings } = await import('./forge-findings.ts');
  return forgeFindings(surroundings, dir, name);
}

/** Loaded where there are any. */
async function servers(tools: Tools, here: ServersHere): Promise<readonly Diagnosis[]> {
  const isNamed =
    here.checks.some(({ tool }) => tool !== undefined) ||
    Object.values(here.config.agents).some((agent) => 'mcp' in agent);
  if (!isNamed) return [];
  const { serverFindings } = await import('./server-findings.ts');
  return serverFindings(tools, here);
}

/** What pre-flight of a run would say beyond the agents themselves. */
async function needs(
  parts: Pick<EffectParts, 'checks' | 'machine'>,
  config: Config,
  specs: readonly CheckSpec[],
): Promise<readonly Diagnosis[]> {
  const names = Object.keys(config.agents);
  const [servers, programs] = await Promise.all([
    serverTroubles(parts, config, names),
    programWarnings(parts, specs),
  ]);
  return [
    ...noted('mcp', servers),
    ...noted('environment', variableWarnings(parts, config, names)),
    ...noted('checks', programs),
  ];
}

function noted(name: string, todos: readonly string[]): readonly Diagnosis[] {
  return todos.map((todo) => ({ name, level: 'warn', found: 'note', todo }));
}

function agents(listed: readonly ListedAgent[]): readonly Diagnosis[] {
  if (listed.length === 0) {
    const todo = `Install one (${installHints()}), or name a program of your own under \`agents\` in slipway.yaml. \`slipway demo\` needs none.`;
    return [{ name: 'agents', level: 'fail', found: 'none configured', todo }];
  }
  return listed.map(({ name, usable, plays }): Diagnosis => {
    // Whoever only takes over, or plays nothing, is missed by no run yet.
    const level = plays.length > 0 ? 'fail' : 'warn';
    if (!usable.ok) return { name: 'agent', level, found: `${name} is not usable`, todo: usable.problem };
    const login = usable.login === undefined ? '' : `, ${usable.login}`;
    return { name: 'agent', level: 'ok', found: `${name} (${usable.version}${login})` };
  });
}

async function containment(surroundings: Surroundings, places: Places): Promise<Diagnosis> {
  const here = await levelHere(toolsOf(places, surroundings, systemClock()));
  const found = levelWords(here);
  if (here.level === 'contained') return { name: 'containment', level: 'ok', found };
  return {
    name: 'containment',
    level: 'warn',
    found,
    todo: `${raiseWords(here)}\nUntil then a run asks once before agents work here: let them work only on tickets you trust.`,
  };
}

function ciFindings(elsewhere: readonly string[]): readonly Diagnosis[] {
  if (elsewhere.length === 0) return [];
  const found = `CI files also name ${elsewhere.join(', ')}`;
  return [
    {
      name: 'ci',
      level: 'ok',
      found: `${found}; a run does not run these unless slipway.yaml names them under \`checks\``,
    },
  ];
}

function checks(found: readonly CheckSpec[]): Diagnosis {
  const names = found.map((check) => `${check.name} (${commandWords(check)})`).join(', ');
  if (found.some((check) => check.kind === 'test')) return { name: 'checks', level: 'ok', found: names };
  return {
    name: 'checks',
    level: 'warn',
    found: names === '' ? 'none found' : names,
    todo: 'No test was found, so a run asks before it goes on without one. Name one under `checks` in slipway.yaml.',
  };
}

async function canWriteInto(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

/** A home that does not exist yet is made in the first folder above it that does. */
async function firstExisting(folder: string): Promise<string> {
  const there = await stat(folder).then(
    () => true,
    () => false,
  );
  const parent = path.dirname(folder);
  return there || parent === folder ? folder : firstExisting(parent);
}
