// Writes a first `slipway.yaml` into a repository, and, for a rehearsal, a script that plays every role. Never
// overwrites: what a person wrote stays.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '../../agents/find-program.ts';
import { detect } from '../../checks/detect.ts';
import { starterConfig } from '../../config/init.ts';
import { configName } from '../../config/config.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { findCheckout } from '../../workspace/find-checkout.ts';
import { lookAside } from '../starting/look-here.ts';
import type { Surroundings } from '../home/home-places.ts';
import { fileIn, filesIn } from '../starting/read-config.ts';
import { rehearsalName, rehearsalScript } from './rehearsal-script.ts';
import { UserError } from '../ending/user-error.ts';

export interface Initialised {
  readonly root: string;
  readonly written: readonly string[];
  readonly checks: readonly CheckSpec[];
}

export async function initRepository(
  surroundings: Surroundings,
  dir: string,
  scripted: boolean,
): Promise<Initialised> {
  const root = await rootOf(surroundings, dir);
  const { PATH } = surroundings.env;
  const has = async (program: string): Promise<boolean> => (await findProgram(program, PATH)) !== undefined;
  const { checks, coverage } = await detect(fileIn(root), await filesIn(root), has);
  const files: readonly (readonly [string, string])[] = [
    [configName, `${starterConfig(checks, coverage)}${scripted ? rehearsalAgent : ''}`],
    ...(scripted ? [[rehearsalName, rehearsalScript(checks, await cited(root))] as const] : []),
  ];
  for (const [name] of files) await refuseExisting(root, name);
  for (const [name, text] of files) await writeNew(root, name, text);
  return { root, written: files.map(([name]) => name), checks };
}

const rehearsalAgent = `
# A rehearsal: every role is played from a file, so that a run works without any account. Name a real agent instead
# when you have seen one.
agents:
  rehearsal: { type: scripted, script: ${rehearsalName} }

# The script does the same whatever the ticket says, so nobody has to make an unclear one clear.
interpret: off
`;

/** A repository without a commit is good enough to write into; the first run says what else it needs. */
export async function rootOf(surroundings: Surroundings, dir: string): Promise<string> {
  const finding = await findCheckout(dir);
  if (finding.type === 'found') return finding.found.path;
  const look = await lookAside(surroundings, dir);
  throw new UserError('problem' in look ? look.problem : `${dir} is not usable.`, 'refused');
}

/** The analysis of a rehearsal has to cite something that exists. */
async function cited(root: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
  const known = ['package.json', 'README.md'].find((name) => names.includes(name));
  return known ?? names.toSorted()[0] ?? 'README.md';
}

async function refuseExisting(root: string, name: string): Promise<void> {
  const text = await readFile(path.join(root, name)).catch(() => undefined);
  if (text !== undefined) throw exists(name);
}

async function writeNew(root: string, name: string, text: string): Promise<void> {
  try {
    await writeFile(path.join(root, name), text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw exists(name);
    throw new UserError(
      `${name} cannot be written in ${root} (${String(code)}). Look at the folder's permissions and the room on the disk.`,
      'missing',
    );
  }
}

function exists(name: string): UserError {
  return new UserError(
    `There is a ${name} already, and it stays as it is. Edit it, or move it away and call \`slipway init\` again.`,
    'refused',
  );
}
