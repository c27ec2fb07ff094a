// Puts a pinned agent program into a folder outside the package, once. Two that install at the same time do not harm
// each other: each fills a folder of its own and renames it; the second one to arrive throws its own away.

import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Program, type ProgramName, programOf } from './programs.ts';

const run = promisify(execFile);
const installMsMax = 10 * 60_000;
const versionMsMax = 60_000;

/** The absolute path of the native program. */
export async function installProgram(name: ProgramName): Promise<string> {
  const program = programOf(name);
  const cache = process.env['SLIPWAY_AGENT_CACHE'] ?? path.join(tmpdir(), 'slipway-agents');
  const home = path.join(cache, program.spec.replaceAll(/[@/]/g, '_'));
  const binary = path.join(home, 'node_modules', program.binary);
  if (await isThere(binary)) return binary;
  await mkdir(cache, { recursive: true });
  const filling = await mkdtemp(path.join(cache, 'filling-'));
  try {
    await fill(filling, program);
    await settle(filling, home, binary);
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return binary;
}

async function fill(dir: string, program: Program): Promise<void> {
  process.stderr.write(`Installing ${program.spec} from npm, some hundred megabytes.\n`);
  await writeFile(path.join(dir, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--engine-strict=false'];
  await run('npm', ['install', '--save-exact', ...flags, program.spec], { cwd: dir, timeout: installMsMax });
  const version = await versionOf(path.join(dir, 'node_modules', program.binary), path.join(dir, 'trial'));
  if (!version.includes(program.version)) {
    throw new Error(`${program.spec} says that it is ${version}: the pin and the package disagree.`);
  }
  process.stderr.write(`Installed ${program.name} ${program.version}.\n`);
}

/** Asked in a home that is thrown away, because some programs write there even for this. */
async function versionOf(binary: string, trial: string): Promise<string> {
  await mkdir(trial);
  const env = { HOME: trial, TMPDIR: trial, PATH: '/usr/bin:/bin', OPENCODE_DISABLE_MODELS_FETCH: '1' };
  const { stdout } = await run(binary, ['--version'], { cwd: trial, timeout: versionMsMax, env });
  await rm(trial, { recursive: true, force: true });
  return stdout.trim();
}

async function settle(filled: string, home: string, binary: string): Promise<void> {
  try {
    await rename(filled, home);
  } catch (problem) {
    if (!(await isThere(binary))) throw problem;
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
