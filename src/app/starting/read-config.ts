// The configuration that holds in a checkout: what a person wrote, and where they named no agent, the programs that
// are there.

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { placedAgent } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import { findCheckout } from '../../workspace/find-checkout.ts';
import type { FoundProgram } from '../agents/find-agents.ts';
import { castFound } from '../agents/cast-found.ts';
import { findPrograms } from '../agents/find-agents.ts';
import type { Surroundings } from '../home/home-places.ts';
import { UserError } from '../ending/user-error.ts';

export interface ConfigHere {
  readonly config: Config;
  /** The programs that became agents because nobody named any. Empty: they are configured, or there are none. */
  readonly found: readonly FoundProgram[];
}

/** Throws a ConfigProblem where what a person wrote cannot be used. */
export async function configIn(surroundings: Surroundings, root: string): Promise<ConfigHere> {
  // The shape of everything that can be written is made only where something is read: an engine starts without it.
  const { loadConfig } = await import('../../config/load.ts');
  const config = await loadConfig({ read: fileIn(root), cores: surroundings.cores });
  if (Object.keys(config.agents).length > 0) {
    const roots = { root, homedir: surroundings.homedir };
    const placed = Object.entries(config.agents).map(
      ([name, agent]) => [name, placedAgent(agent, roots)] as const,
    );
    return { config: { ...config, agents: Object.fromEntries(placed) }, found: [] };
  }
  const found = await findPrograms(surroundings.env['PATH'], root);
  return { config: castFound(config, found), found };
}

/** The root of the checkout a folder is in; the folder itself, outside of one. */
export async function rootFor(dir: string): Promise<string> {
  const finding = await findCheckout(dir);
  if (finding.type === 'no-folder') {
    throw new UserError(`There is no folder ${dir}. Name one that exists.`, 'usage');
  }
  return finding.type === 'found' ? finding.found.path : dir;
}

export function fileIn(root: string): (file: string) => Promise<string | undefined> {
  return (file) => readFile(path.join(root, file), 'utf8').catch(() => undefined);
}

const depthMax = 4;
const filesMax = 20_000;

/** Paths of a checkout, as far as they matter to what is detected: not what is hidden or installed. */
export async function filesIn(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [{ folder: '', depth: 0 }];
  for (let next = waiting.shift(); next !== undefined && files.length < filesMax; next = waiting.shift()) {
    const { folder, depth } = next;
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(file);
      const isInstalled = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (entry.isDirectory() && !isInstalled && depth < depthMax) {
        waiting.push({ folder: file, depth: depth + 1 });
      }
    }
  }
  return files;
}
