// Port: dependency layers. A layer is what the setup checks of a repository install, made once, kept apart and shown
// to every attempt and check as a view of its own.
//
// Invariants
//   LAYER-1. A layer belongs to one repository, its setup commands, the manifests and lockfiles of a commit, the tools the
//       commands name and the platform. Where one of these differs, it is another layer.
//   LAYER-2. A shared layer is made on the base commit. What a run's own manifests need is made for that run and goes with it.
//   LAYER-3. A layer under its name is whole and as it was made: anything else is put away and never shown.
//   LAYER-4. No view shares an inode with its layer, and what is written into one is seen by nobody else.
//   LAYER-5. What in a layer names the place it was made at names, wherever it is shown, the workspace it is shown in.
//   LAYER-6. Of a commit that changes what installers run no layer is made: setup runs each time, on what is thrown away.

import type { CheckResult, PreparedCheckout } from '../checks/checks.ts';
import type { View } from '../containment/box.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import type { Placed } from './layer-place.ts';

export interface LayerRequest {
  readonly repository: string;
  /** The commit whose files it is to fit. */
  readonly commit: string;
  /** The commit of the user's that the run started from. */
  readonly base: string;
  readonly run: string;
  readonly setup: readonly CheckSpec[];
  /** Marks the processes that make it. */
  readonly tag: string;
  readonly signal: AbortSignal;
}

export interface Layer {
  readonly key: string;
  readonly dir: string;
  /** The folders of a workspace that it fills. */
  readonly folders: readonly string[];
  /** What in them names the place it was made at. */
  readonly placed: Placed;
  readonly madeOn: { readonly commit: string; readonly tree: string };
  /** What its setup checks did: their evidence wherever the layer stands for them. */
  readonly setup: readonly { readonly check: string; readonly log: string }[];
  /** How long each of them took, where it was made for the base just now. */
  readonly madeNow?: readonly { readonly check: string; readonly ms: number }[];
  /** Whether setup runs nothing of the repository's own, so that manifests and lockfiles alone say what comes of it. */
  readonly installsOnly: boolean;
  /** Whether something in it belongs to another user or group than ours. */
  readonly foreign: boolean;
}

/** Setup ran on a clean checkout of a commit to make a layer, and did not pass: whoever would run it there again knows. */
export interface SetupFailed {
  readonly failedOn: string;
  readonly results: readonly CheckResult[];
}

/** How a layer came into a workspace. Views are there only for programs that are started with them. */
export interface LayerShown {
  readonly how: 'overlay' | 'reflink' | 'copy';
  readonly views: readonly View[];
}

export interface PlacesRequest {
  readonly of: PreparedCheckout;
  readonly count: number;
  /** Of the workspace that holds the copies. */
  readonly name: string;
  readonly tag: string;
  readonly signal: AbortSignal;
}

export interface AheadRequest {
  readonly layer: Layer;
  readonly run: string;
  readonly tag: string;
  readonly signal: AbortSignal;
}

export interface Layers {
  /** The layer for a commit, made where there is none yet; undefined where setup has to run each time. */
  readonly prepare: (request: LayerRequest) => Promise<Layer | undefined>;
  /** The same for the base itself: what failed before is tried again, and a setup that fails now is told with all it did. */
  readonly setUp: (request: LayerRequest) => Promise<Layer | SetupFailed | undefined>;
  /** Shows a layer in a workspace that nobody has worked in yet. */
  readonly show: (request: {
    readonly layer: Layer;
    readonly workspace: string;
    /** On the disk itself, for whoever is not started by us too; else as it costs least. */
    readonly copied?: boolean;
    readonly tag: string;
    readonly signal: AbortSignal;
  }) => Promise<LayerShown>;
  /** Copies a layer for the next workspace that is shown it `copied`, while there is time; one copy at most. */
  readonly copyAhead: (request: AheadRequest) => Promise<void>;
  /** A checkout in which nobody is at work and copies of it, each with its own views; itself alone where copies cost more than they gain. */
  readonly places: (request: PlacesRequest) => Promise<readonly [PreparedCheckout, ...PreparedCheckout[]]>;
  /** Deletes what was made for one run. */
  readonly dropRun: (run: string) => Promise<void>;
}

/** Whether the setup checks would do the same on this tree, whose layer this is. */
export function standsForSetup(layer: Layer, tree: string): boolean {
  return layer.installsOnly || layer.madeOn.tree === tree;
}
