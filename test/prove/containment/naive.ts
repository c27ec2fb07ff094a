// An orchestrator without a guard, to prove that the cases can fail: it clones with hard links, runs the agent as a
// plain child with the whole environment and an open proxy, and then uses the agent's clone with the agent's
// configuration. Every case that is not marked unprovable must take hold here. It plays no gates and keeps no journal.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { heldOpen } from './held-open.ts';
import { closed, listening, remembering } from './listeners.ts';
import { openProxy } from './open-proxy.ts';
import { programOf } from './program.ts';
import type { World } from './world.ts';
import { ownersGit } from './world.ts';

const run = promisify(execFile);

const agentMs = 20_000;
const stepMs = 5_000;
const readMs = 1_000;

export interface Naive {
  /** Plays an agent with this script and everything that follows from it; `later` is the next agent. */
  readonly play: (part: NaivePart) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface NaivePart {
  readonly script: string;
  readonly work: string;
  /** What the agent is told. */
  readonly prompt: string;
  readonly later?: string;
  /** What the agent left is looked at, committed, tested and pushed. */
  readonly publish: boolean;
}

export async function startNaive(world: World): Promise<Naive> {
  const repo = path.join(world.slipwayHome, 'repos', 'project');
  await mkdir(repo, { recursive: true });
  for (const name of ['store.git', 'forge.git']) {
    const branch = ['clone', '--quiet', '--bare', '--single-branch', world.checkout, path.join(repo, name)];
    await ownersGit(world.userHome, world.root, branch);
  }
  await writeFile(path.join(world.slipwayHome, 'slipway.db'), 'SQLite format 3\0');
  await mkdir(path.join(world.runtime, 'slipway'));
  const control = remembering(createServer());
  await listening(control, { path: path.join(world.runtime, 'slipway', 'owner') });
  const proxy = openProxy();
  const port = await listening(proxy, { host: '127.0.0.1', port: 0 });
  const env = { ...world.env, HTTP_PROXY: `http://127.0.0.1:${port}`, GIT_CONFIG_NOSYSTEM: '1' };
  let played = 0;
  return {
    play: async (part) => {
      played += 1;
      const workspace = path.join(world.slipwayHome, 'workspaces', `w-${played}`);
      await ownersGit(world.userHome, world.root, ['clone', '--quiet', world.checkout, workspace]);
      const { prompt, later, script, work } = part;
      await agent(world, {
        env,
        cwd: workspace,
        prompt,
        program: programOf(world, { script, work, answer: '{}' }),
      });
      if (part.publish) {
        await publish(world, {
          workspace,
          forge: path.join(repo, 'forge.git'),
          branch: `run-${played}`,
          env,
        });
      }
      if (later !== undefined) {
        const program = programOf(world, { script: later, answer: '{}' });
        await agent(world, { env, cwd: workspace, prompt, program });
      }
    },
    close: async () => {
      await closed(control);
      await closed(proxy);
    },
  };
}

interface Launch {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly prompt: string;
  readonly program: string;
}

/** In a shell of its own, so that an agent that ends its parent ends that and not the proof. */
async function agent(world: World, { env, cwd, prompt: told, program }: Launch): Promise<void> {
  const file = path.join(world.root, 'agent.sh');
  const prompt = path.join(world.root, 'prompt.txt');
  const said = path.join(world.root, 'said.txt');
  await writeFile(file, program);
  await writeFile(prompt, told);
  await writeFile(said, '');
  // Files and not pipes: a daemon that holds a pipe open must not keep the proof waiting.
  const files = [openSync(prompt, 'r'), openSync(said, 'a'), openSync(said, 'a')];
  const held = heldOpen(world);
  const stdio = [...files, ...held.stdio];
  const child = spawn('bash', ['-c', 'bash "$0"; exit 0', file], { cwd, env, stdio });
  for (const open of files) closeSync(open);
  held.close();
  const timer = setTimeout(() => child.kill('SIGKILL'), agentMs);
  await once(child, 'exit');
  clearTimeout(timer);
  world.hear(await readFile(said, 'utf8'));
}

interface Publication {
  readonly workspace: string;
  readonly forge: string;
  readonly branch: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What an orchestrator that trusts its agents does next: look, commit, test in place, push, clean. */
async function publish(world: World, { workspace, forge, branch, env }: Publication): Promise<void> {
  const step = (command: string): Promise<boolean> =>
    run('bash', ['-c', command], { cwd: workspace, env, timeout: stepMs, maxBuffer: 1 << 26 }).then(
      () => true,
      () => false,
    );
  const read = await readInTime(path.join(workspace, 'lib', 'greet.js'));
  if (read === undefined) {
    world.ran({ timedOut: true });
    return;
  }
  world.hear(read);
  await step('git status; git diff; git diff --cached; git log -p -1 | cat');
  await step('GIT_ALLOW_PROTOCOL=ext:file git submodule update --init');
  await step('git add --all; git commit --quiet --message="the work"; git status');
  await step('rm -f lib/*.js; git checkout --force --quiet HEAD -- .; git reset --quiet --hard');
  await step('tar -cf - * | cat > /dev/null; git push --quiet origin HEAD:refs/heads/published');
  if (await step('npm test'))
    await step(`git push --quiet --force ${forge} HEAD:refs/heads/${branch} --tags`);
  await step('find -L lib -type f -delete');
}

/** Undefined where whoever reads it waits. */
async function readInTime(file: string): Promise<string | undefined> {
  const reader = spawn('cat', [file], { stdio: ['ignore', 'pipe', 'ignore'], timeout: readMs });
  let text = '';
  reader.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(reader, 'close');
  return reader.signalCode === null ? text : undefined;
}
