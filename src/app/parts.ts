// The composition root: the only place that knows every implementation. Nothing here is loaded by commands that
// only read.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../agents/find-program.ts';
import { factsOf } from '../agents/kinds.ts';
import { secretValues } from '../agents/secret-values.ts';
import { fileBlobs } from '../blobs/files.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { createChecks } from '../checks/run-checks.ts';
import { Seats } from '../checks/seats.ts';
import type { Config } from '../config/config.ts';
import { cleanEnvironment } from '../containment/environment.ts';
import type { LevelFound } from '../containment/levels.ts';
import { loadWatch } from '../containment/load-watch.ts';
import { loadLimitsHere } from '../containment/process-limits.ts';
import { processRunner } from '../containment/process-runner.ts';
import type { Processes } from '../containment/process.ts';
import { roomIn } from '../containment/room-watch.ts';
import type { Run } from '../core/run.ts';
import { must, startedIn } from '../core/run.ts';
import type { EffectParts } from '../effects/parts.ts';
import { filePasses } from '../effects/checking/passes.ts';
import { fileSeenBases } from '../effects/checking/seen-bases.ts';
import { fileReceipts } from '../effects/receipts.ts';
import { forgesByName } from '../forges/forges.ts';
import { createPrompts } from '../prompts/render.ts';
import type { LearningScreener } from '../screening/learning.ts';
import { learningScreener } from '../screening/learning.ts';
import { searxng } from '../search/searxng.ts';
import type { Clock } from '../telemetry/clock.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Followed } from '../secrets/reference.ts';
import { createSurveyor } from '../survey/surveyor.ts';
import type { Remote } from '../github/address.ts';
import { slugText } from '../github/address.ts';
import type { GitHubCalls } from '../github/calls.ts';
import { gitHubCalls } from '../github/calls.ts';
import { credentialsFor } from '../github/credentials.ts';
import { githubTracker } from '../trackers/github/github.ts';
import { jiraTracker } from '../trackers/jira/jira.ts';
import { jiraSecrets } from '../trackers/jira/site.ts';
import { localTracker } from '../trackers/local/local.ts';
import type { TrackerSettings } from '../config/tracker-settings.ts';
import type { Tracker } from '../trackers/tracker.ts';
import type { LocalTracker } from '../trackers/local/local.ts';
import { mcpServers } from '../tool-servers/mcp-servers.ts';
import type { ToolServers } from '../tool-servers/tool-servers.ts';
import { trackersByName } from '../trackers/trackers.ts';
import { deleteFolder } from '../workspace/discard.ts';
import { gitRunner } from '../workspace/git-runner.ts';
import type { Git } from '../workspace/git.ts';
import type { LayersUnderWay } from '../workspace/layers.ts';
import { createLayers } from '../workspace/layers.ts';
import { packageCaches } from '../workspace/package-caches.ts';
import { createWorkspaces } from '../workspace/workspaces.ts';
import type { Workspaces } from '../workspace/workspace.ts';
import { hashText } from './hash-text.ts';
import { serverAsker } from './agents/ask-server.ts';
import { agentsByName } from './agents/make-agents.ts';
import { playerOf } from './agents/cast.ts';
import { givenTo } from './agents/given-secrets.ts';
import { containmentFor } from './containment.ts';
import type { Places, Surroundings } from './home/home-places.ts';
import { agentFolders } from './home/home-places.ts';

/** What a command that starts or moves runs works with, whoever owns the home. */
export interface Tools {
  readonly places: Places;
  readonly surroundings: Surroundings;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly screener: LearningScreener;
  readonly workspaces: Workspaces;
  readonly trackerOf: EffectParts['trackerOf'];
  /** The same before there is a run: by what is configured now. */
  readonly trackerNamed: (name: string, settings: TrackerSettings) => Tracker;
  /** Of tickets that come as a file or as text. */
  readonly localTracker: LocalTracker;
  readonly processes: Processes;
  /** How strongly they are contained and why; the first to ask may wait for a box to be tried. */
  readonly level: () => LevelFound;
  readonly forgeOf: EffectParts['forgeOf'];
  readonly checks: EffectParts['checks'];
  readonly toolServers: ToolServers;
  readonly layers: EffectParts['layers'];
  readonly seenBases: EffectParts['seenBases'];
  readonly git: Git;
  readonly layersUnderWay: LayersUnderWay;
  /** For checks of all runs of the home. */
  readonly seats: Seats;
}

export function toolsOf(places: Places, surroundings: Surroundings, clock: Clock): Tools {
  const git = gitRunner({
    ...(surroundings.env['PATH'] === undefined ? {} : { path: surroundings.env['PATH'] }),
    watch: (leader, onOver) => loadWatch(leader, loadLimitsHere, onOver),
  });
  const screener = learningScreener();
  const workspaces = createWorkspaces({ home: places.home, git });
  const tracker = localTracker({ home: places.home });
  const shared: Shared = {
    places,
    clock,
    blobs: fileBlobs(places.blobs),
    screener,
    workspaces,
    localTracker: tracker,
    seenBases: fileSeenBases(path.join(places.home, 'cache', 'bases')),
    git,
    layersUnderWay: new Map(),
    seats: new Seats(surroundings.cores),
  };
  return dressed(shared, surroundings);
}

/** What there is one of in a process: it takes turns, remembers secrets, or is the same whatever a terminal has set. */
type Shared = Omit<
  Tools,
  'surroundings' | 'processes' | 'level' | 'checks' | 'toolServers' | 'layers' | 'forgeOf' | TrackerKeys
>;
type TrackerKeys = 'trackerOf' | 'trackerNamed';

/** The same tools in other surroundings: what runs in them sees their PATH, proxies and registries. */
export function dressed(shared: Shared, surroundings: Surroundings): Tools {
  const { places, clock, screener, git, layersUnderWay, seats } = shared;
  const containment = containmentFor(places, surroundings);
  const processes = processRunner(clock, containment.here);
  screener.learn([...secretValues({}, surroundings.env), ...jiraSecrets(surroundings.env)]);
  const environment = cleanEnvironment(surroundings.env, toolHomes(surroundings));
  // Asked once: what a run executes is what its start has shown, whatever is installed meanwhile.
  const has = remembered(
    (program: string) => program,
    async (program) => (await findProgram(program, environment['PATH'])) !== undefined,
  );
  const { canMount } = containment;
  const caches = packageCaches({ home: places.home, git, processes, environment, canMount });
  const toolServers = mcpServers({ processes, clock });
  const checks = createChecks({
    processes,
    toolServers,
    screener,
    environment,
    has,
    seats,
    setup: containment.setup(caches),
  });
  const forgeNamed = forgesByName({
    home: places.home,
    git,
    workspaces: shared.workspaces,
    clock,
    env: { ...surroundings.env, HOME: surroundings.homedir },
    learn: (secrets) => screener.learn(secrets),
  });
  const layers = { home: places.home, git, checks, processes, clock, environment, canMount };
  return {
    ...shared,
    surroundings,
    ...trackersIn(shared, surroundings),
    processes,
    level: containment.here.found,
    forgeOf: ({ forge }) => forgeNamed(forge),
    checks,
    toolServers,
    layers: createLayers(layers, layersUnderWay),
  };
}

/** Whose tokens are used is the business of who started a run; where its tickets live, of its configuration. */
function trackersIn(
  { localTracker: local, clock, blobs, screener }: Shared,
  surroundings: Surroundings,
): Pick<Tools, TrackerKeys> {
  const env = { ...surroundings.env, HOME: surroundings.homedir }; // programs that know a token have their settings there
  const journaled = { now: () => clock.now(), until: systemClock().until };
  const waiting = { ...journaled, monotonic: () => clock.monotonic() };
  const calls = new Map<string, GitHubCalls>();
  const learn = (secrets: readonly string[]): void => screener.learn(secrets);
  /** One way out for each repository: limits and the pace of writes are kept by it. */
  const callsTo = ({ hub, slug }: Remote): GitHubCalls => {
    const key = `${hub.web}/${slugText(slug)}`;
    const found =
      calls.get(key) ??
      gitHubCalls({
        hub,
        credentials: credentialsFor({ env, hub, slug, now: () => clock.now(), learn }),
        clock: waiting,
      });
    calls.set(key, found);
    return found;
  };
  const named = trackersByName({
    local: () => local,
    github: (settings) =>
      githubTracker({ settings: async () => (await settings()).github ?? {}, env, callsTo }),
    jira: (settings) =>
      jiraTracker({ settings: async () => (await settings()).jira ?? {}, env, learn, clock: journaled }),
  });
  const settingsOf =
    ({ config }: Pick<Run, 'config'>) =>
    async () =>
      (await configOfRun(blobs, config)).tracker ?? {};
  return {
    trackerOf: ({ tracker }, run) => named(tracker, run && settingsOf(run)),
    trackerNamed: (tracker, settings) => named(tracker, () => Promise.resolve(settings)),
  };
}

/** A tool that lies in the user's home and looks for its own parts there is told where that is: HOME is another one. */
function toolHomes({ env, homedir }: Surroundings): Readonly<Record<string, string>> {
  const rustup = env['RUSTUP_HOME'] ?? path.join(homedir, '.rustup');
  return existsSync(rustup) ? { RUSTUP_HOME: rustup } : {};
}

export function effectParts(
  tools: Tools,
  kept: Pick<EffectParts, 'home' | 'artifacts' | 'headOf' | 'memory'>,
): EffectParts {
  const configOf = remembered(
    (run: Run) => run.config,
    async (run) => {
      const config = await configOfRun(tools.blobs, run.config);
      await givenTo(tools, config.agents);
      return config;
    },
  );
  // Everybody who could play a role is looked for at once, and a program that is asked for a key may ask a person.
  const givenNow = shared(
    (run: Run) => run.config,
    async (run) => givenTo(tools, (await configOf(run)).agents),
  );
  // Making an agent reads its script; a run launches the same few agents again and again, until a key is another one.
  const agentsOf = remembered(
    ({ run, given }: { readonly run: Run; readonly given: Followed }) =>
      hashText(JSON.stringify([run.config, startedIn(run).repository, given.values, [...given.problems]])),
    async ({ run, given }) =>
      agentsByName(tools, await configOf(run), await tools.workspaces.root(startedIn(run).repository), given),
  );
  const guidanceAt = remembered(
    ({ repository, commit }: { readonly repository: string; readonly commit: string }) =>
      `${repository} ${commit}`,
    async ({ repository, commit }) =>
      (await tools.workspaces.readFile(repository, commit, 'AGENTS.md')) ??
      tools.workspaces.readFile(repository, commit, 'CLAUDE.md'),
  );
  return {
    ...tools,
    waiting: systemClock(),
    prompts: createPrompts(),
    searchAt: searxng,
    receipts: fileReceipts(tools.places.receipts),
    passes: filePasses(path.join(tools.places.home, 'cache', 'passes')),
    ...kept,
    configOf,
    agentFor: async (run, role, cast) => {
      const player = playerOf(await configOf(run), role, cast);
      const agent = (await agentsOf({ run, given: await givenNow(run) })).get(player?.agent ?? '');
      const { model, effort } = player ?? {};
      return {
        agent: must(agent, `an agent plays the role ${role}`),
        ...(model === undefined ? {} : { model }),
        ...(effort === undefined ? {} : { effort }),
      };
    },
    agentFolders: (run, agent, judging) => agentFolders(tools.places, { run, agent, judging }),
    dropSessions: (run) => deleteFolder(path.join(tools.places.sessions, run)),
    guidanceAt: (repository, commit) => guidanceAt({ repository, commit }),
    freeBytes: () => Promise.resolve(roomIn(tools.places.home)),
    surveyor: createSurveyor({ home: tools.places.home, workspaces: tools.workspaces }),
    machine: machineOf(tools.surroundings),
    askServer: serverAsker(tools, homeTag(tools.places.home)),
    homeTag: homeTag(tools.places.home),
  };
}

/** What this machine has, as programs and checks of a run will see it. */
export function machineOf({ env, cores }: Surroundings): EffectParts['machine'] {
  return {
    cores,
    hasProgram: async (name) => (await findProgram(name, env['PATH'])) !== undefined,
    unset: (agent) => factsOf(agent).asked.filter((name) => (env[name] ?? '') === ''),
  };
}

/** A configuration kept as a blob was written by `startRun`, from a parsed one. */
export async function configOfRun(blobs: Blobs, hash: string): Promise<Config> {
  const text = await blobs.get(hash);
  if (text === undefined) throw new Error(`the configuration ${hash} of this run is gone`);
  const config: Config = JSON.parse(text);
  return config;
}

/** Does the work once for each key, and again only where it failed. */
function remembered<In, Out>(
  keyOf: (input: In) => string,
  work: (input: In) => Promise<Out>,
): (input: In) => Promise<Out> {
  const known = new Map<string, Promise<Out>>();
  return (input) => {
    const key = keyOf(input);
    const found = known.get(key) ?? work(input);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
}

/** Whoever asks while it is being done gets the same answer; whoever asks later, another. */
function shared<In, Out>(
  keyOf: (input: In) => string,
  work: (input: In) => Promise<Out>,
): (input: In) => Promise<Out> {
  const underWay = new Map<string, Promise<Out>>();
  return (input) => {
    const key = keyOf(input);
    const found = underWay.get(key) ?? work(input).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
}

/** Marks the processes of this home; a hash, because a path in an environment tells more than it must. */
/** Marks what the owner of a home has at work. */
export function homeTag(home: string): string {
  return createHash('sha256').update(home).digest('hex').slice(0, 16);
}

/** Marks what a command has at work that does not own the home: an owner that begins leaves it alone. */
export function commandTag(home: string): string {
  return homeTag(path.join(home, `command-${process.pid}`));
}
