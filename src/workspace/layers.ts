// The layers port. Owns when a layer is made and by whom; how is in `layer-build.ts`, where it lies in
// `layer-store.ts`, how it gets into a workspace in `layer-show.ts`.

import path from 'node:path';

import type { Checks } from '../checks/checks.ts';
import type { View } from '../containment/box.ts';
import type { Processes } from '../containment/process.ts';
import type { Clock } from '../telemetry/clock.ts';
import { placesOf } from './copies.ts';
import { deleteFolder } from './discard.ts';
import type { Git } from './git.ts';
import { CopiesAhead } from './layer-ahead.ts';
import { buildLayer } from './layer-build.ts';
import type { Built } from './layer-build.ts';
import { toolsNamed } from './layer-inputs.ts';
import { changesInstall } from './layer-installs.ts';
import { areFree, installsOnly, keyOf, manifestsOf, platformName, readBeside } from './layer-key.ts';
import { probeReflink, showLayer } from './layer-show.ts';
import { clearMaking, forgetUnused, markUsed, openLayer, runPlace, sharedPlace } from './layer-store.ts';
import type { KeptLayer } from './layer-store.ts';
import type { Layer, LayerRequest, Layers, SetupFailed } from './layer.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { pinnedIn, unfilledAt, usersCheckout } from './submodules.ts';
import { toolVersions } from './tool-versions.ts';
import type { ToolVersions } from './tool-versions.ts';
import { treeEntries } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';

export interface LayersOptions {
  readonly home: string;
  readonly git: Git;
  readonly checks: Checks;
  readonly processes: Processes;
  readonly clock: Clock;
  /** What setup commands see, such as PATH: their tools are looked for there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the processes that will see these views can mount them. */
  readonly canMount: (views: readonly View[], foreign: boolean) => Promise<boolean>;
}

/** How often one asks again after somebody else's making was stopped. */
const turnsMax = 3;

/** The layers that are being made in a process, by place: who asks for one of them waits for it, whatever they see. */
export type LayersUnderWay = Map<string, Promise<Built>>;

export function createLayers(options: LayersOptions, underWay: LayersUnderWay = new Map()): Layers {
  const making = new Making(options, underWay);
  let reflink: Promise<boolean> | undefined;
  const canReflink = (): Promise<boolean> => (reflink ??= probeReflink(options));
  const ahead = new CopiesAhead(options, { ...options, canReflink });
  return {
    prepare: async (request) => {
      const found = await making.prepare(request, 'known');
      return found !== undefined && 'failedOn' in found ? undefined : found;
    },
    setUp: (request) => making.prepare(request, 'afresh'),
    show: (request) => showLayer(options, { ...options, canReflink, ahead }, request),
    copyAhead: (request) => ahead.make(request),
    places: (request) => placesOf(options, { ...options, canReflink }, request),
    dropRun: async (run) => {
      await ahead.drop(run);
      await deleteFolder(runPlace(options, run));
    },
  };
}

type How = 'known' | 'afresh';

/** A commit and what a layer for it is called. */
interface Wanted {
  readonly request: LayerRequest;
  readonly key: string;
  readonly entries: readonly TreeEntry[];
  /** The base commit has the same manifests, so that what is made on it fits and is for everybody (LAYER-2). */
  readonly shared: boolean;
  /** What installers run is other than at the base (LAYER-6). */
  readonly installsOther: boolean;
}

/** Who asks for a layer that is being made waits for it. What failed in this process is not tried again by it. */
class Making {
  readonly #options: LayersOptions;
  readonly #versions: ToolVersions;
  readonly #building: LayersUnderWay;
  readonly #failed = new Set<string>();
  #cleared: Promise<void> | undefined;

  constructor(options: LayersOptions, underWay: LayersUnderWay) {
    this.#options = options;
    this.#building = underWay;
    this.#versions = toolVersions(options.processes, options.environment);
  }

  /** `afresh`: what failed in this process before is tried again. */
  async prepare(request: LayerRequest, how: How): Promise<Layer | SetupFailed | undefined> {
    if (request.setup.length === 0) return undefined;
    await (this.#cleared ??= clearMaking(this.#options));
    const wanted = await this.#wanted(request);
    if (wanted.installsOther) return undefined;
    const layer = await this.#layerFor(wanted, how);
    if (layer === undefined || 'failedOn' in layer) return layer;
    if (!areFree(wanted.entries, layer.folders)) return undefined;
    await markUsed(layer, this.#options.clock.now());
    return layer;
  }

  async #wanted(request: LayerRequest): Promise<Wanted> {
    const { repository, commit, base, setup } = request;
    const store = storeOf(this.#options, repository);
    const commands = setup.map((check) => check.command);
    const entriesOf = (id: string): Promise<readonly TreeEntry[]> => treeEntries(this.#options, store, id);
    const [entries, other, tools, platform] = await Promise.all([
      entriesOf(commit),
      commit === base ? undefined : entriesOf(base),
      this.#versions.of(toolsNamed(commands)),
      platformName(),
    ]);
    const inputsOf = (of: readonly TreeEntry[]): Promise<readonly string[]> =>
      this.#inputsOf(repository, { entries: of, commands });
    const manifests = await inputsOf(entries);
    const key = keyOf({ repository, commands, manifests, tools, platform });
    const shared = other === undefined || manifests.join('\n') === (await inputsOf(other)).join('\n');
    const installsOther =
      !shared &&
      other !== undefined &&
      (await changesInstall(this.#options, store, { base: other, entries }));
    return { request, key, entries, shared, installsOther };
  }

  /** Manifests with what is read beside them, and what setup sees of submodules: where each is pinned, and which are empty. */
  async #inputsOf(
    repository: string,
    setup: { readonly entries: readonly TreeEntry[]; readonly commands: readonly string[] },
  ): Promise<readonly string[]> {
    const { entries } = setup;
    const beside = await readBeside(this.#options, storeOf(this.#options, repository), setup);
    const manifests = [...manifestsOf(entries), ...beside];
    const pinned = pinnedIn(entries);
    if (pinned.length === 0) return manifests;
    const from = await usersCheckout(this.#options, repository);
    const unfilled = await unfilledAt(this.#options, from, entries);
    return [
      ...manifests,
      ...pinned.map((one) => `submodule ${one.commit} ${one.path}`),
      ...unfilled.map((one) => `empty ${one.path}`),
    ];
  }

  async #layerFor(wanted: Wanted, how: How): Promise<Layer | SetupFailed | undefined> {
    const { key, request, shared } = wanted;
    const places = [
      sharedPlace(this.#options, key),
      ...(shared ? [] : [path.join(runPlace(this.#options, request.run), key)]),
    ];
    const place = places.at(-1) ?? '';
    let now: Pick<Layer, 'madeNow'> = {};
    for (let turn = 0; turn < turnsMax; turn += 1) {
      const kept = await this.#firstAt(places, key);
      if (kept.found === 'layer') return { ...kept.layer, ...now };
      const isHopeless = how === 'known' && this.#failed.has(place);
      if (kept.found === 'none' || isHopeless || request.signal.aborted) return undefined;
      const built = await this.#build(wanted, place);
      if (typeof built !== 'string' && 'failedOn' in built) return built;
      if (typeof built !== 'string' && how === 'afresh') now = { madeNow: built.made };
    }
    return undefined;
  }

  async #firstAt(places: readonly string[], key: string): Promise<KeptLayer> {
    for (const place of places) {
      // One after the other: a layer that one of them puts away must not be the new one that the other made.
      const kept = await this.#options.git.exclusive(place, () => openLayer(this.#options, place, key));
      if (kept.found !== 'nothing') return kept;
    }
    return { found: 'nothing' };
  }

  async #build(wanted: Wanted, place: string): Promise<Built> {
    const begun = this.#building.get(place);
    if (begun !== undefined) return begun;
    const building = this.#begin(wanted, place);
    this.#building.set(place, building);
    try {
      const built = await building;
      if (typeof built !== 'string' && 'failedOn' in built) this.#failed.add(place);
      else this.#failed.delete(place);
      return built;
    } finally {
      this.#building.delete(place);
    }
  }

  async #begin({ request, key, entries, shared }: Wanted, place: string): Promise<Built> {
    const context: Context = this.#options;
    const { checks, clock } = this.#options;
    const store = storeOf(context, request.repository);
    const commit = shared ? request.base : request.commit;
    const made = shared ? await treeEntries(context, store, commit) : entries;
    const commands = request.setup.map((check) => check.command);
    const alone = await installsOnly(context, store, { entries: made, commands });
    const built = await buildLayer({
      context,
      checks,
      request,
      key,
      place,
      commit,
      entries: made,
      installsOnly: alone,
    });
    if (typeof built !== 'string' && 'made' in built && shared) await forgetUnused(context, clock.now());
    return built;
  }
}
