// A build whose engine kills itself, by SIGKILL, at those boundaries of its effects that lie written beside its home, each once; it
// writes down every boundary it comes to. Nothing else of it is changed.

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Patch } from '../support/patched-build.ts';
import { patchedBuild } from '../support/patched-build.ts';
import type { Point } from '../support/points.ts';
import { nameOf } from '../support/points.ts';
import type { World } from '../support/world.ts';

/** Where the hook is that the other stories listen at. */
const hook = 'if (boundary !== void 0) this.#parts.onBoundary?.(boundary, run, effect);';
const cutting = `if (boundary !== void 0) {
  const { appendFileSync, readFileSync } = process.getBuiltinModule("node:fs");
  const cuts = process.env.SLIPWAY_HOME + "-cuts/";
  const lines = (file) => readFileSync(cuts + file, "utf8").split("\\n");
  const name = effect.key + " " + boundary;
  appendFileSync(cuts + "points", JSON.stringify({ boundary, key: effect.key, kind: effect.kind }) + "\\n");
  if (lines("wanted").includes(name) && !lines("cut").includes(name)) {
    appendFileSync(cuts + "cut", name + "\\n");
    process.kill(process.pid, "SIGKILL");
  }
}`;

/** A tracker that does not remember what it was told. */
const forgetting: readonly Patch[] = [
  ['const others = entry.comments.some((comment) => comment.marker === marker) ?', 'const others = false ?'],
  ['comments: (ref) => read(ref, (entry) => entry.comments),', 'comments: (ref) => read(ref, () => []),'],
];

export function cuttingBuild(folder: string, { forgets }: { readonly forgets: boolean }): string {
  return patchedBuild(folder, [[hook, cutting], ...(forgets ? forgetting : [])]);
}

/** What is to be cut in a world, what was, and what its engines came to. */
export class Cuts {
  readonly #dir: string;

  constructor({ home }: World, wanted: readonly Point[]) {
    this.#dir = `${home}-cuts`;
    mkdirSync(this.#dir);
    for (const file of ['points', 'cut']) appendFileSync(path.join(this.#dir, file), '');
    writeFileSync(path.join(this.#dir, 'wanted'), wanted.map((point) => `${nameOf(point)}\n`).join(''));
  }

  get made(): readonly string[] {
    return this.#lines('cut');
  }

  /** Each once, in the order in which they were come to first. */
  get points(): readonly Point[] {
    const all = this.#lines('points').map((line): Point => JSON.parse(line));
    return [...new Map(all.map((point) => [nameOf(point), point])).values()];
  }

  #lines(file: string): readonly string[] {
    const place = path.join(this.#dir, file);
    return existsSync(place) ? readFileSync(place, 'utf8').split('\n').slice(0, -1) : [];
  }
}
