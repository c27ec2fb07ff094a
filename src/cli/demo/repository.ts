// Makes the sample's repository, and asks git about it afterwards, as its owner would: with git itself, but with an
// identity and a configuration of the demo's own, so that nothing of the user's is read or changed.

import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../app/ending/user-error.ts';
import { sampleFiles } from './sample.ts';
import { picked } from '../../plain/pick.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Files = Readonly<Record<string, string>>;

const run = promisify(execFile);
const outputBytesMax = 4 * 1024 * 1024;
const testsMsMax = 60_000;

/** Commits of the demo's runs are the demo's too, whoever watches it. */
const ownIdentity = '[user]\n\tname = Slipway demo\n\temail = demo@slipway.invalid\n';

/** Makes the repository in `dir`; `atMs` dates its only commit. Without `files`, it is the sample of the demo. */
export async function makeSample(dir: string, env: Environment, atMs: number, files?: Files): Promise<void> {
  await filesOfSample(dir, env, files);
  await commitSample(dir, env, atMs);
}

export async function filesOfSample(dir: string, env: Environment, files?: Files): Promise<void> {
  await mkdir(dir, { recursive: true });
  await Promise.all([
    git(dir, env, ['init', '--quiet', '--initial-branch=main', '--template=']).then(() =>
      appendFile(path.join(dir, '.git/config'), ownIdentity),
    ),
    writeFiles(dir, files ?? demoFiles()),
  ]);
}

export async function commitSample(dir: string, env: Environment, atMs: number): Promise<void> {
  const date = `@${Math.floor(atMs / 1000)} +0000`;
  const dated = { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  await git(dir, env, ['add', '--all']);
  await git(dir, dated, ['commit', '--quiet', '--message=feat: how to brew a tea']);
}

/** Loaded while git is at work already. */
async function demoFiles(): Promise<Files> {
  const { sampleScript } = await import('./script.ts');
  return sampleFiles(sampleScript());
}

async function writeFiles(dir: string, files: Files | Promise<Files>): Promise<void> {
  await Promise.all(
    Object.entries(await files).map(async ([file, text]) => {
      await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
      await writeFile(path.join(dir, file), text);
    }),
  );
}

/** What git printed, trimmed. */
async function git(dir: string, env: Environment, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('git', args, {
      cwd: dir,
      env: gitEnvironment(env),
      maxBuffer: outputBytesMax,
    });
    return stdout.trim();
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) throw error;
    throw new UserError('The demo needs git, and it was not found. Install git, then try again.', 'missing');
  }
}

function gitEnvironment(env: Environment): Record<string, string> {
  return {
    PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: '/dev/null',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Slipway demo',
    GIT_AUTHOR_EMAIL: 'demo@slipway.invalid',
    GIT_COMMITTER_NAME: 'Slipway demo',
    GIT_COMMITTER_EMAIL: 'demo@slipway.invalid',
    ...picked(env, ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']),
  };
}

export interface TestsRun {
  readonly ok: boolean;
  readonly passed: number;
  readonly output: string;
}

/** Runs the sample's tests on a fresh clone of a branch: whether it landed is seen, not believed. */
export async function testsAt(dir: string, env: Environment, branch: string): Promise<TestsRun> {
  const scratch = await mkdtemp(path.join(path.dirname(dir), 'landed-'));
  try {
    await git(dir, env, ['clone', '--quiet', '--template=', `--branch=${branch}`, dir, scratch]);
    const found = await run(process.execPath, ['--test'], {
      cwd: scratch,
      env: { PATH: env['PATH'] ?? '', HOME: scratch, NO_COLOR: '1' },
      maxBuffer: outputBytesMax,
      timeout: testsMsMax,
    }).then(
      ({ stdout }) => ({ ok: true, output: stdout }),
      (error: unknown) => ({ ok: false, output: String(error) }),
    );
    const passed = Number(/^(?:#|ℹ) pass (\d+)$/m.exec(found.output)?.[1] ?? 0);
    return { ...found, ok: found.ok && passed > 0, passed };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
