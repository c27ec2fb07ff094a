// A stage for a rehearsal: a folder with a clone of the repository, a home, and the policy with every agent played from a script.
//
//   LAY-OUT-1. Nothing of the user is written: the clone has no way back to the repository it is of, and the home is its own.
//   LAY-OUT-2. The policy is the user's own. Only who plays is another one: agents keep their names, so that roles, those who take over
//       and everything that is said of them hold as they would; what is delivered goes to the local forge.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { configName } from '../../config/config.ts';
import { readYaml } from '../../config/yaml-text.ts';
import { usualForge } from '../../forges/names.ts';
import { deleteFolder } from '../../workspace/discard.ts';
import { findCheckout } from '../../workspace/find-checkout.ts';
import { UserError } from '../ending/user-error.ts';
import type { Surroundings } from '../home/home-places.ts';
import { fileIn } from '../starting/read-config.ts';
import { entriesWith, scriptText } from './faults.ts';
import type { Answers, Crash, Rehearsal } from './rehearsal-file.ts';
import type { WorldFault } from './world-faults.ts';

/** Written into the folder, for whoever plays it. */
export interface Laid {
  readonly repository: string;
  readonly ticket: string;
  readonly answers: Answers;
  readonly crashes: readonly Crash[];
  readonly world: readonly WorldFault[];
}

export interface Stage {
  readonly dir: string;
  /** As the user's own, but for a home that is thrown away with the rest. */
  readonly surroundings: Surroundings;
}

const scriptName = 'slipway-rehearsal.yaml';
const laidName = 'rehearsal.json';
const bytesMax = 4 * 1024 * 1024;
const run = promisify(execFile);

export async function layOut(
  surroundings: Surroundings,
  {
    dir,
    config,
    rehearsal,
  }: { readonly dir: string; readonly config?: string; readonly rehearsal: Rehearsal },
): Promise<Stage> {
  const root = await rootOf(dir);
  const written = config ?? (await readFile(path.join(root, configName), 'utf8').catch(() => ''));
  // What is wrong with it is said of the file a person wrote.
  const { loadConfig } = await import('../../config/load.ts');
  await loadConfig({
    read: (file) => (file === configName ? Promise.resolve(written) : fileIn(root)(file)),
    cores: surroundings.cores,
  });
  const { entries, idle } = entriesWith(rehearsal.entries, rehearsal.faults);
  refuseIdle(idle);
  const stage = await realpath(await mkdtemp(path.join(surroundings.tmp, 'slipway-rehearsal-')));
  try {
    const repository = path.join(stage, path.basename(root));
    await cloned(root, repository, surroundings.env);
    await dressed(repository, surroundings.env, {
      config: playedConfig(written),
      script: scriptText(entries),
    });
    const { ticket, answers, crashes, world } = rehearsal;
    const laid: Laid = { repository, ticket, answers, crashes, world };
    await writeFile(path.join(stage, laidName), JSON.stringify(laid));
    return { dir: stage, surroundings: await at(stage, surroundings) };
  } catch (error) {
    await deleteFolder(stage);
    throw error;
  }
}

/** Whatever a run left there: folders of dependencies are closed, and go all the same. */
export function takeDown({ dir }: Stage): Promise<void> {
  return deleteFolder(dir);
}

async function dressed(
  repository: string,
  env: Surroundings['env'],
  { config, script }: { readonly config: string; readonly script: string },
): Promise<void> {
  await writeFile(path.join(repository, configName), config);
  await writeFile(path.join(repository, scriptName), script);
  await git(repository, env, ['add', '--force', '--', configName, scriptName]);
  await git(repository, env, ['commit', '--quiet', '--no-verify', '--message=chore: a rehearsal']);
}

/** What somebody else does in the same repository: a commit on the branch that is checked out there. */
export async function commitBeside(
  repository: string,
  env: Surroundings['env'],
  file: string | undefined,
): Promise<void> {
  const message = '--message=chore: somebody else was quicker';
  if (file === undefined) {
    await git(repository, env, ['commit', '--quiet', '--no-verify', '--allow-empty', message]);
    return;
  }
  const place = path.join(repository, file);
  const text = await readFile(place, 'utf8').catch(() => '');
  await writeFile(place, `${text}\n`);
  await git(repository, env, ['add', '--force', '--', file]);
  await git(repository, env, ['commit', '--quiet', '--no-verify', message]);
}

/** What a stage was laid out with, for the process that plays on it. */
export async function laidIn(dir: string): Promise<Laid> {
  const laid: Laid = JSON.parse(await readFile(path.join(dir, laidName), 'utf8'));
  return laid;
}

/** LAY-OUT-1. */
async function at(stage: string, surroundings: Surroundings): Promise<Surroundings> {
  const runtime = path.join(stage, 'runtime');
  await mkdir(runtime, { mode: 0o700 });
  const { env } = surroundings;
  return {
    ...surroundings,
    env: { ...env, SLIPWAY_HOME: path.join(stage, 'home'), XDG_RUNTIME_DIR: runtime },
  };
}

async function rootOf(dir: string): Promise<string> {
  const finding = await findCheckout(dir);
  if (finding.type === 'found') return finding.found.path;
  throw new UserError(
    `${dir} is in no git repository, so there is nothing to rehearse on. Go to one, or name it with -C.`,
    'refused',
  );
}

function refuseIdle(idle: Rehearsal['faults']): void {
  const [first] = idle;
  if (first === undefined) return;
  const { fault, times: _times, ...whom } = first;
  const where = Object.entries(whom).map(([key, value]) => `${key} ${value}`);
  throw new UserError(
    `The fault ${fault} would strike nobody: no entry of the script is for ${where.join(', ')}. Mend the fault, or add the entry.`,
    'configuration',
  );
}

/** LAY-OUT-2. */
function playedConfig(text: string): string {
  const { data } = readYaml(configName, text);
  const config: Readonly<Record<string, unknown>> = isFields(data) ? data : {};
  const agents = isFields(config['agents']) ? Object.keys(config['agents']) : [];
  const names = agents.length === 0 ? ['scripted'] : agents;
  const played = { type: 'scripted', script: scriptName };
  return `${JSON.stringify({
    ...config,
    agents: Object.fromEntries(names.map((name) => [name, played])),
    forge: usualForge,
  })}\n`;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function cloned(root: string, to: string, env: Surroundings['env']): Promise<void> {
  const { stdout: branch } = await git(root, env, ['rev-parse', '--abbrev-ref', 'HEAD']).catch(() => {
    throw new UserError(
      `${root} has no commit yet, so there is nothing to rehearse on. Commit something first.`,
      'refused',
    );
  });
  // Copies of the objects, not links: nothing that happens to the clone reaches the repository.
  await git(root, env, ['clone', '--quiet', '--no-hardlinks', '--template=', '--', root, to]);
  const name = branch.trim() === 'HEAD' ? 'rehearsal' : branch.trim();
  await git(to, env, ['checkout', '--quiet', '-B', name]);
  await git(to, env, ['remote', 'remove', 'origin']);
}

function git(
  cwd: string,
  env: Surroundings['env'],
  args: readonly string[],
): Promise<{ readonly stdout: string }> {
  const who = { name: 'Slipway rehearsal', email: 'rehearsal@slipway.invalid' };
  return run('git', args, {
    cwd,
    maxBuffer: bytesMax,
    env: {
      PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
      HOME: '/dev/null',
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_AUTHOR_NAME: who.name,
      GIT_AUTHOR_EMAIL: who.email,
      GIT_COMMITTER_NAME: who.name,
      GIT_COMMITTER_EMAIL: who.email,
    },
  });
}
