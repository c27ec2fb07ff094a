// The engine of a home, put together: what moves runs, what is known of agents that cannot log in, and the watch over
// pull requests that wait for a person.

import type { Effects } from '../../effects/effect.ts';
import { effectsOf } from '../../effects/effect.ts';
import { UnchangedSince } from '../../effects/delivery/unchanged.ts';
import { lookAt } from '../../effects/delivery/look.ts';
import type { EffectParts } from '../../effects/parts.ts';
import type { MendingEngine } from '../../engine/agent-halts.ts';
import { heldLaunch, mendingEngine } from '../../engine/agent-halts.ts';
import { DayBudget } from '../../engine/day-budget.ts';
import type { BoundaryHook } from '../../engine/engine.ts';
import { localEngine } from '../../engine/engines/local.ts';
import type { HomeLedger } from '../../engine/home-ledger.ts';
import { StoreDamaged } from '../../engine/intact.ts';
import { PullRequestWatch } from '../../engine/pull-request-watch.ts';
import type { Runs } from '../../engine/runs.ts';
import type { Run } from '../../core/run.ts';
import { isWatched } from '../../core/stages/watched.ts';
import type { Journal } from '../../journal/journal.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { launchedAgent } from '../agents/cast.ts';
import type { Tools } from '../parts.ts';
import { mayMove } from '../starting/level-consent.ts';
import type { Environments } from './environments.ts';
import type { Awaited } from './host.ts';
import { SavedWorkTold } from './saved-work-told.ts';

interface HomeEngineParts {
  readonly tools: Tools;
  readonly environments: Environments;
  /** What effects are done with, in the surroundings of these tools. */
  readonly partsIn: (tools: Tools) => EffectParts;
  readonly runs: Runs;
  readonly home: HomeLedger;
  readonly journal: Journal;
  readonly options: {
    readonly onTrouble: (error: unknown) => void;
    readonly onBoundary?: BoundaryHook;
  };
}

export interface HomeEngine extends MendingEngine {
  /** Runs that go on when another day comes, or when others do something to their pull requests, if this process is there. */
  readonly awaited: () => readonly Awaited[];
  /** Why the forge could not be asked about the pull request of a run, when it was last tried. */
  readonly lookTrouble: (run: string) => string | undefined;
  /** Something may have happened to pull requests of a repository. */
  readonly hint: (repository: string, touched: readonly number[] | 'all') => void;
  /**
   * Goes on where an owner before it stopped looking: at every run that waits for another day or for others, and where that is
   * wished for one that waits for a time; as far as it can be worked on without anybody.
   */
  readonly takeUpWaiting: (what: {
    readonly timers: boolean;
    readonly until: AbortSignal;
  }) => Promise<readonly string[]>;
}

export function homeEngine(given: HomeEngineParts): HomeEngine {
  const { tools, environments, runs, home, journal, options } = given;
  const { clock } = tools;
  const inSurroundings = byTools(given.partsIn);
  const { parts } = inSurroundings(tools);
  const openRuns = async (): Promise<readonly string[]> =>
    (await journal.summaries({ open: true })).map((summary) => summary.run);
  /** A summary is enough to leave most of them alone. */
  const waitingRuns = async (): Promise<readonly string[]> =>
    (await journal.summaries({ open: true }))
      .filter(({ status }) => status === 'waiting')
      .map(({ run }) => run);
  const movable = async (): Promise<readonly string[]> => {
    const open: string[] = [];
    for (const run of await openRuns()) if (await isMovable(run)) open.push(run);
    return open;
  };
  /** LEVEL-CONSENT-1. */
  const isMovable = async (id: string): Promise<boolean> => {
    const run = await runs.load(id).catch(() => undefined); // whoever orders something of it is told what is wrong
    if (run === undefined || !(await environments.covers(run))) return false;
    return mayMove({ tools: environments.of(id), owner: { home } }, run).then(
      () => true,
      () => false,
    );
  };
  const held = heldLaunch(home, launchedAgent(parts));
  const day = new DayBudget({ journal, runs, clock, waiting: systemClock() });
  const local = localEngine({
    runs,
    effects: inTheirOwn((run) => inSurroundings(environments.of(run)).effects),
    openRuns,
    instead: async (run, effect) => (await held(run, effect)) ?? day.instead(run, effect),
    storesOf: (run) => storesIntact(tools, run),
    ...options,
  });
  const engine = mendingEngine({ engine: local, home, runs, clock, openRuns: movable });
  day.watch(engine, movable);
  const unchanged = new UnchangedSince(systemClock());
  const watch = new PullRequestWatch({
    engine,
    runs,
    clock: systemClock(), // a clock on which waiting takes no time would look without a pause
    isShared: (run) => parts.forgeOf(run).isShared,
    look: async (run, place, number, isHinted) => {
      const { parts: own } = inSurroundings(environments.of(run.id));
      const { repository } = place;
      const asking = { repository, number, everyMs: run.policy.pollMs, isHinted };
      const looked = await unchanged.changed(own.forgeOf(run), asking);
      if (looked === undefined) return undefined;
      const seen = await lookAt(own, run, place, number);
      if (!seen.ok) return { problem: seen.detail };
      looked();
      return seen.value;
    },
  });
  const told = new SavedWorkTold({ runs, write: parts.artifacts.write });
  const recover = async (only?: string): Promise<readonly string[]> => {
    const waiting = (await openRuns()).filter((run) => only === undefined || run === only);
    await day.takeUp(engine, waiting);
    const open = await engine.recover(only);
    await watch.takeUp(open);
    return open;
  };
  return {
    ...engine,
    awaited: () => [
      ...day.awaited().map((waits) => ({ ...waits, what: 'another-day' as const })),
      ...watch.awaited().map((run) => ({ run, what: 'others' as const })),
    ],
    lookTrouble: (run) => watch.troubleOf(run),
    hint: (repository, touched) => watch.hint(repository, touched),
    recover,
    takeUpWaiting: async ({ timers, until }) => {
      const taken: string[] = [];
      for (const id of await waitingRuns()) {
        if (until.aborted) break;
        const run = await runs.load(id).catch(() => undefined);
        if (run === undefined) continue;
        const driven = timers && awaitsTime(run);
        const isAwaited = driven || run.day !== undefined || (isWatched(run) && watch.isAwaitedIn(run));
        if (!isAwaited || !(await isMovable(id))) continue;
        if (driven) await recover(id);
        else {
          await day.takeUp(engine, [id]);
          await watch.takeUp([id]);
        }
        taken.push(id);
      }
      return taken;
    },
    stop: async () => {
      const left = engine.driven();
      await Promise.all([watch.stop(), day.stop(), engine.stop()]);
      await told.stop(left);
    },
  };
}

function awaitsTime(run: Run): boolean {
  return run.blocked === undefined && !run.paused && run.holds.some((hold) => hold.login === undefined);
}

/** What there is of each surroundings is made once. */
function byTools(partsIn: (tools: Tools) => EffectParts): (tools: Tools) => {
  readonly parts: EffectParts;
  readonly effects: Effects;
} {
  const made = new Map<Tools, { readonly parts: EffectParts; readonly effects: Effects }>();
  return (tools) => {
    const known = made.get(tools);
    if (known !== undefined) return known;
    const parts = partsIn(tools);
    const fresh = { parts, effects: informed(parts, loadedEffects(parts)) };
    made.set(tools, fresh);
    return fresh;
  };
}

/** What does them is most of what there is to load, and is loaded for the first of them: whoever starts an engine waits for its answer. */
function loadedEffects(parts: EffectParts): Effects {
  let made: Promise<Effects> | undefined;
  const make = async (): Promise<Effects> => {
    const { effectHandlers } = await import('../../effects/handlers.ts');
    return effectsOf(effectHandlers(parts));
  };
  const effects = (): Promise<Effects> => (made ??= make());
  return {
    probe: async (effect, context) => (await effects()).probe(effect, context),
    act: async (effect, context) => (await effects()).act(effect, context),
  };
}

/** Each run's effects are done in its own surroundings. */
function inTheirOwn(effectsFor: (run: string) => Effects): Effects {
  return {
    probe: (effect, context) => effectsFor(context.run.id).probe(effect, context),
    act: (effect, context) => effectsFor(context.run.id).act(effect, context),
  };
}

/**
 * Reading a run's configuration teaches the screener what its agents are given, so it comes before anything is done
 * for the run, also in a process that launches none of them. Where it cannot be read, whoever needs it says so.
 */
function informed(parts: EffectParts, effects: Effects): Effects {
  return {
    probe: effects.probe,
    act: async (effect, context) => {
      await parts.configOf(context.run).catch(() => undefined);
      return effects.act(effect, context);
    },
  };
}

/** Every commit that is about to leave can be read. */
async function storesIntact({ workspaces }: Tools, run: Run): Promise<void> {
  for (const { repository, base, head } of run.repositories) {
    const words = await workspaces.damage(repository, base.commit, head.commit);
    if (words !== undefined) throw new StoreDamaged(run.id, repository, words);
  }
}
