// A copy of a layer, made while somebody is at work, for the agent that is launched next: where a view cannot be mounted for it,
// nobody waits for the copying.
//
// Invariants
//   LAYER-AHEAD-1. Only agents are shown one. What checks say rests on the layer itself.
//   LAYER-AHEAD-2. What is not whole, or not as it was made, is not shown.
//   LAYER-AHEAD-3. It is a gain of time and nothing else: where it cannot be made there is none.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { copyFolder, type Copying } from './copy-folder.ts';
import { deleteFolder } from './discard.ts';
import { sealOf } from './layer-seal.ts';
import { folderOfLayer, newMaking } from './layer-store.ts';
import type { AheadRequest, Layer } from './layer.ts';
import type { Context } from './places.ts';

interface Copied {
  readonly run: string;
  /** A folder for each of the layer's, by its number. */
  readonly dir: string;
  readonly seal: string;
}

export interface MakingAhead extends Copying {
  /** Whether files of the home can be copied without copying their blocks. */
  readonly canReflink: () => Promise<boolean>;
}

export class CopiesAhead {
  readonly #context: Context;
  readonly #making: MakingAhead;
  readonly #copies = new Map<string, Promise<Copied | undefined>>();

  constructor(context: Context, making: MakingAhead) {
    this.#context = context;
    this.#making = making;
  }

  /** One for each layer at a time. */
  async make(request: AheadRequest): Promise<void> {
    const { dir } = request.layer;
    const copy = this.#copies.get(dir) ?? this.#copyOf(request).catch(() => undefined); // LAYER-AHEAD-3
    this.#copies.set(dir, copy);
    if ((await copy) === undefined) this.#copies.delete(dir);
  }

  /** The folder with the copies, which is the caller's from now on. */
  async take(layer: Layer): Promise<string | undefined> {
    const copy = this.#copies.get(layer.dir);
    this.#copies.delete(layer.dir);
    const made = await copy;
    if (made === undefined) return undefined;
    const seal = await sealOf(made.dir).catch(() => undefined);
    if (seal?.hash === made.seal) return made.dir;
    await deleteFolder(made.dir); // LAYER-AHEAD-2
    return undefined;
  }

  async drop(run: string): Promise<void> {
    for (const [key, copy] of this.#copies) {
      const made = await copy;
      if (made?.run !== run) continue;
      this.#copies.delete(key);
      await deleteFolder(made.dir);
    }
  }

  async #copyOf({ layer, run, tag, signal }: AheadRequest): Promise<Copied | undefined> {
    const dir = await newMaking(this.#context);
    try {
      const how = (await this.#making.canReflink()) ? 'reflink' : 'copy';
      for (const n of layer.folders.keys()) {
        const to = path.join(dir, String(n));
        await mkdir(to);
        await copyFolder(this.#making, { from: folderOfLayer(layer.dir, n), to, how, tag, signal });
      }
      signal.throwIfAborted();
      return { run, dir, seal: (await sealOf(dir)).hash };
    } catch (error) {
      await deleteFolder(dir);
      throw error;
    }
  }
}
