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
import { createSurveyor } from '../survey/surveyor.ts';
import { localTracker } from '../trackers/local/local.ts';
import type { LocalTracker } from '../trackers/local/local.ts';
import { trackersByName } from '../trackers/trackers.ts';
import { deleteFolder } from '../workspace/discard.ts';
import { gitRunner } from '../workspace/git-runner.ts';
import type { Git } from '../workspace/git.ts';
import type { LayersUnderWay } from '../workspace/layers.ts';
import { createLayers } from '../workspace/layers.ts';
import { packageCaches } from '../workspace/package-caches.ts';
import { createWorkspaces } from '../workspace/workspaces.ts';
import type { Workspaces } from '../workspace/workspace.ts';
import { agentsByName } from './agents/make-agents.ts';
import { playerOf } from './agents/cast.ts';
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
  /** Of tickets that come as a file or as text. */
  readonly localTracker: LocalTracker;
  readonly processes: Processes;
  /** How strongly they are contained and why; the first to ask may wait for a box to be tried. */
  readonly level: () => LevelFound;
  readonly forgeOf: EffectParts['forgeOf'];
  readonly checks: EffectParts['checks'];
  readonly layers: EffectParts['layers'];
  readonly seenBases: EffectParts['seenBases'];
  readonly git: Git;
  readonly layersUnderWay: LayersUnderWay;
}

export function toolsOf(places: Places, surroundings: Surroundings, clock: Clock): Tools {
  const git = gitRunner({
    ...(surroundings.env['PATH'] === undefined ? {} : { path: surroundings.env['PATH'] }),
    watch: (leader, onOver) => loadWatch(leader, loadLimitsHere, onOver),
  });
  const screener = learningScreener();
  const workspaces = createWorkspaces({ home: places.home, git });
  const forgeNamed = forgesByName({ home: places.home, git, workspaces });
  const tracker = localTracker({ home: places.home });
  const trackerNamed = trackersByName({ local: () => tracker });
  const shared: Shared = {
    places,
    clock,
    blobs: fileBlobs(places.blobs),
    screener,
    workspaces,
    trackerOf: ({ tracker }) => trackerNamed(tracker),
    localTracker: tracker,
    forgeOf: ({ forge }) => forgeNamed(forge),
    seenBases: fileSeenBases(path.join(places.home, 'cache', 'bases')),
    git,
    layersUnderWay: new Map(),
  };
  return dressed(shared, surroundings);
}

/** What there is one of in a process: it takes turns, remembers secrets, or is the same whatever a terminal has set. */
type Shared = Omit<Tools, 'surroundings' | 'processes' | 'level' | 'checks' | 'layers'>;

/** The same tools in other surroundings: what runs in them sees their PATH, proxies and registries. */
export function dressed(shared: Shared, surroundings: Surroundings): Tools {
  const { places, clock, screener, git, layersUnderWay } = shared;
  const containment = containmentFor(places, surroundings);
  const processes = processRunner(clock, containment.here);
  screener.learn(secretValues({}, surroundings.env));
  const environment = cleanEnvironment(surroundings.env, toolHomes(surroundings));
  // Asked once: what a run executes is what its start has shown, whatever is installed meanwhile.
  const has = remembered(
    (program: string) => program,
    async (program) => (await findProgram(program, environment['PATH'])) !== undefined,
  );
  const { canMount } = containment;
  const caches = packageCaches({ home: places.home, git, processes, environment, canMount });
  const checks = createChecks({
    processes,
    screener,
    environment,
    has,
    setup: containment.setup(caches),
  });
  const layers = { home: places.home, git, checks, processes, clock, environment, canMount };
  return {
    ...shared,
    surroundings,
    processes,
    level: containment.here.found,
    checks,
    layers: createLayers(layers, layersUnderWay),
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
      tools.screener.learn(secretValues(config.agents, tools.surroundings.env));
      return config;
    },
  );
  // Making an agent reads its script; a run launches the same few agents again and again.
  const agentsOf = remembered(
    (run: Run) => `${run.config} ${startedIn(run).repository}`,
    async (run) =>
      agentsByName(tools, await configOf(run), await tools.workspaces.root(startedIn(run).repository)),
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
      const agent = (await agentsOf(run)).get(player?.agent ?? '');
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

/** Marks the processes of this home; a hash, because a path in an environment tells more than it must. */
export function homeTag(home: string): string {
  return createHash('sha256').update(home).digest('hex').slice(0, 16);
}
