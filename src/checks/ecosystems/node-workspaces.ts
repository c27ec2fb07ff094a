// The packages of a workspace, by the patterns with which its root names their folders.

import type { FileTree } from './ecosystem.ts';
import type { Manager } from './node-managers.ts';
import type { PackageFile } from './package-json.ts';
import { parsePackage, workspacesOf } from './package-json.ts';

const membersMax = 200;
const manifest = '/package.json';

export async function membersOf(
  tree: FileTree,
  root: PackageFile,
  manager: Manager,
): Promise<readonly PackageFile[]> {
  const listed = manager.name === 'pnpm' ? await tree.read('pnpm-workspace.yaml') : undefined;
  const patterns = listed === undefined ? workspacesOf(root) : packagesIn(listed);
  const files = tree.files
    .filter((file) => file.endsWith(manifest) && !/(?:^|\/)node_modules\//.test(file))
    .filter((file) => isMember(file.slice(0, -manifest.length), patterns))
    .slice(0, membersMax);
  const found = await Promise.all(files.map(async (file) => parsePackage(await tree.read(file))));
  return found.filter((one) => one !== undefined);
}

/** The items of `packages:`. */
function packagesIn(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\s+#.*$/, '').trimEnd());
  const start = lines.indexOf('packages:') + 1;
  const end = lines.findIndex((line, at) => at >= start && /^[^\s#-]/.test(line));
  const items = start === 0 ? [] : lines.slice(start, end === -1 ? undefined : end);
  return items.flatMap((line) => /^\s*-\s*(\S+)$/.exec(line)?.[1]?.replaceAll(/["']/g, '') ?? []);
}

/** A pattern with `!` takes out. */
function isMember(folder: string, patterns: readonly string[]): boolean {
  const out = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const among = patterns.filter((pattern) => !pattern.startsWith('!'));
  return among.some((pattern) => fits(folder, pattern)) && !out.some((pattern) => fits(folder, pattern));
}

/** `packages/*`, `apps/**`, `docs`. */
function fits(folder: string, pattern: string): boolean {
  const parts = pattern.replaceAll(/^\.\/|\/+$/g, '').split('/');
  return fitsParts(folder.split('/'), parts);
}

function fitsParts(names: readonly string[], parts: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return names.length === 0;
  if (part === '**') return names.some((_, at) => fitsParts(names.slice(at), rest)) || fitsParts([], rest);
  const [name, ...others] = names;
  if (name === undefined) return false;
  const words = part.split('*').map((word) => word.replaceAll(/[^\w-]/g, String.raw`\$&`));
  return new RegExp(`^${words.join('[^/]*')}$`).test(name) && fitsParts(others, rest);
}
