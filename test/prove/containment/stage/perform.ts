// Performs a play with the command line a person calls, and hands everything that can be seen of it to the world.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { seenIn } from '../../../support/seen-in.ts';
import { heldOpen } from '../held-open.ts';
import type { World } from '../world.ts';
import type { Lead } from './company.ts';
import type { Play } from './play.ts';

const child = fileURLToPath(new URL('commit-child.ts', import.meta.url));
const main = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));
const callMsMax = 150_000;

export interface Performed {
  /** Null: it was ended for its time. */
  readonly exit: number | null;
  readonly said: string;
}

export async function performRun(world: World, play: Play, lead: Lead): Promise<Performed> {
  const ticket = path.join(world.root, 'ticket.json');
  const criteria = ['It greets with a comma.'];
  await writeFile(ticket, JSON.stringify({ id: 'T-1', ...ticketOf(play), criteria }));
  const performed = await call(world, [main, 'run', '--file', ticket, '--trust', ...levelOf(lead)], lead);
  world.ran({ timedOut: performed.exit === null });
  return performed;
}

function levelOf({ level }: Lead): readonly string[] {
  return level === undefined ? [] : ['--level', level];
}

/** One launch without a run around it. */
export async function performLaunch(world: World, play: Play, lead: Lead): Promise<Performed> {
  const prompt = `# Your role: documenter\n\n${ticketOf(play).body}\n`;
  // The loader that lets this process run TypeScript is handed on to the child.
  const performed = await call(world, [...process.execArgv, child, lead.agent, prompt], lead);
  world.ran({ timedOut: performed.exit === null });
  return performed;
}

/** What a person does with a change that is ready. */
export async function land(world: World, lead: Lead): Promise<Performed> {
  const { said } = await call(world, [main, 'land'], lead);
  return call(world, [main, 'land', ...seenIn(said)], lead);
}

function ticketOf({ told }: Play): { readonly title: string; readonly body: string } {
  const title = 'Greet with a comma';
  const body = [`${title}, as letters do.`, told].filter((text) => text !== '').join('\n\n');
  return { title, body };
}

/**
 * Calls a program of ours as its owner would: with their environment, and with a file they hold open. Its output goes to
 * files, because what a run leaves behind may hold a pipe open for ever.
 */
async function call(world: World, args: readonly string[], { env = {} }: Lead): Promise<Performed> {
  const said = path.join(world.root, 'said.txt');
  await writeFile(said, '');
  const files = [openSync(said, 'a'), openSync(said, 'a')];
  const held = heldOpen(world);
  const running = spawn(process.execPath, [...args], {
    cwd: world.checkout,
    env: { ...world.env, ...env },
    stdio: ['ignore', ...files, ...held.stdio],
  });
  for (const open of files) closeSync(open);
  held.close();
  const timer = setTimeout(() => running.kill('SIGKILL'), callMsMax);
  const [exit] = await once(running, 'exit');
  clearTimeout(timer);
  const text = await readFile(said, 'utf8');
  world.hear(text);
  return { exit: typeof exit === 'number' ? exit : null, said: text };
}
