// The processes that meet at one home: commands that own it, terminals that attach, engines that are started beside, and
// whoever listens now. Each is the compiled command line, in a process of its own.

import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import { askEngine } from '../../../src/app/home/ask-engine.ts';
import { homeTag } from '../../../src/app/parts.ts';
import { tagVariable } from '../../../src/containment/process.ts';
import { processFile, processIds, statFields } from '../../../src/containment/process-table.ts';
import type { Said } from '../../support/sample.ts';
import { main, startIn } from '../../support/sample.ts';
import type { Seat } from '../../support/terminal.ts';
import { atTerminal } from '../../support/terminal.ts';
import type { World } from '../support/world.ts';
import { placesIn, surroundingsOf } from '../support/world.ts';
import { pause } from './eye.ts';

export interface Party {
  readonly words: string;
  readonly at: 'terminal' | 'foreground';
  readonly pid: number;
  readonly ended: Promise<Said>;
  readonly isOver: () => boolean;
  /** What it said so far where it was to be seen: all of a terminal, else its talk. */
  readonly shown: () => string;
  readonly press: (keys: string) => void;
  /** SIGKILL. Of a terminal, to what holds it open: the command in it loses its terminal, as when a window is closed. */
  readonly close: () => void;
}

/** A second is a long grace here: an engine that leaves between two orders is one of the cases. */
const graceSeconds = '0.3';

export async function seatIn(world: World): Promise<Seat> {
  const runtime = path.join(world.root, 'rt');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const env = {
    ...defined(surroundingsOf(world).env),
    HOME: world.root,
    XDG_RUNTIME_DIR: runtime,
    SLIPWAY_ENGINE_GRACE: graceSeconds,
  };
  return { repository: { dir: world.repository }, env };
}

function defined(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** `program` is the compiled command line, or another build of it. */
export function partyOf(seat: Seat, at: Party['at'], words: readonly string[], program = main): Party {
  const started =
    at === 'terminal'
      ? atTerminal(seat, words, (command) => command, program)
      : { ...startIn(seat.repository.dir, seat.env, words, program), press: () => undefined };
  let isOver = false;
  const ended = started.ended.then((said) => {
    isOver = true;
    return said;
  });
  return {
    words: words.join(' '),
    at,
    pid: started.child.pid ?? 0,
    ended,
    isOver: () => isOver,
    shown: started.err,
    press: started.press,
    close: () => void started.child.kill('SIGKILL'),
  };
}

const answerMs = 1_500;

/** The process that listens for this home now. */
export async function ownerOf(world: World): Promise<number | undefined> {
  const asked = await askEngine(placesIn(world), {
    by: { who: 'prove', authenticated: 'os', channel: 'cli' },
    verb: 'engine',
    input: {},
    signal: AbortSignal.timeout(answerMs),
  });
  const { output }: { readonly output?: unknown } = 'output' in asked ? asked : {};
  const { pid }: { readonly pid?: unknown } = typeof output === 'object' && output !== null ? output : {};
  return typeof pid === 'number' ? pid : undefined;
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Everything that lives and belongs to the home, by its environment: engines and commands, agents and checks. */
export function ofHome({ home }: Pick<World, 'home'>): readonly number[] {
  const marks = [`SLIPWAY_HOME=${home}`, `${tagVariable}=${homeTag(home)}/`];
  return processIds().filter((pid) => {
    const env = (processFile(pid, 'environ') ?? '').split('\0');
    const isMarked = env.some((line) => line === marks[0] || line.startsWith(marks[1] ?? '\0'));
    return isMarked && !['Z', 'X'].includes(statFields(pid)[0] ?? 'X');
  });
}

/** Those of them that are the command line, engines among them. */
export function commandsOf(world: Pick<World, 'home'>): readonly number[] {
  return ofHome(world).filter((pid) => {
    const [program, ...words] = (processFile(pid, 'cmdline') ?? '').split('\0');
    return program === process.execPath && words.some((word) => word.endsWith('/dist/cli/main.js'));
  });
}

const leavingMs = 8_000;

/** What is left of a home after everybody was to go: told, and then ended. */
export async function orphansOf(
  world: Pick<World, 'home'>,
  withinMs = leavingMs,
): Promise<readonly string[]> {
  const giveUpAt = performance.now() + withinMs;
  while (ofHome(world).length > 0 && performance.now() < giveUpAt) await pause(50);
  return ofHome(world).map((pid) => {
    const words = (processFile(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim();
    const [state = '?'] = statFields(pid);
    signal(pid, 'SIGKILL');
    return `process ${pid} (${state}): ${words}`;
  });
}
