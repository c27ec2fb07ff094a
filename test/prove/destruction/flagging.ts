// What is told of the change between two commits, the way the effect that compares them finds it: from Slipway's own store.

import path from 'node:path';
import { placesOf } from '../../../src/app/home/home-places.ts';
import { toolsOf } from '../../../src/app/parts.ts';
import type { Tools } from '../../../src/app/parts.ts';
import { changedFiles } from '../../../src/effects/checking/changed-files.ts';
import { destroyedBy } from '../../../src/effects/checking/destroyed-by.ts';
import { systemClock } from '../../../src/telemetry/system-clock.ts';

export class Flagging {
  readonly #tools: Tools;

  constructor(root: string) {
    const env = { PATH: process.env['PATH'], SLIPWAY_HOME: path.join(root, 'home') };
    const surroundings = { env, homedir: root, tmp: root, uid: 0, cores: 2 };
    this.#tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
  }

  /** Brings a commit, and what it descends from, into the store; answers by which name the repository is known there. */
  async open(dir: string, commit: string): Promise<string> {
    const found = await this.#tools.workspaces.look(dir);
    if ('problem' in found) throw new Error(`${dir} cannot be looked at: ${found.problem}`);
    await this.#tools.workspaces.ensure(found.repository, commit);
    return found.repository;
  }

  async told(repository: string, from: string, to: string): Promise<readonly string[]> {
    const changes = await changedFiles(this.#tools.workspaces, repository, from, to);
    const destroyed = await destroyedBy(this.#tools, repository, { from, to }, changes);
    return (destroyed?.findings ?? []).map(
      ({ kind, file, line, what }) => `${kind} ${file}${line === undefined ? '' : `:${line}`} ${what}`,
    );
  }
}
