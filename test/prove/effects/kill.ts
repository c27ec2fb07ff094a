// An effect that is performed by another process, which is killed while one of its calls is under way.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Run } from '../../../src/core/run.ts';
import type { Asked } from '../../support/web/fault.ts';
import { cleared, everywhere } from './arming.ts';
import { callName, isGitCall } from './call-name.ts';
import type { Call, KillName } from './case.ts';
import type { Deed } from './deed.ts';
import type { Reach } from './reach.ts';
import type { Staged } from './scene.ts';
import type { Stage } from './stage.ts';

/** What the other process is told. */
export interface Order {
  readonly root: string;
  readonly reach: Reach;
  readonly run: Run;
  readonly deed: Deed;
}

export interface Killing {
  readonly stage: Stage;
  readonly staged: Staged;
  readonly reach: Reach;
  readonly call: Call;
  readonly kill: KillName;
}

const program = fileURLToPath(new URL('child.ts', import.meta.url));
/** A process that starts on a busy machine takes its time. */
const withinMs = 300_000;
const lookMs = 5;
/** Long enough to be killed in, and git ends by itself afterwards. */
const slowMs = 1_000;

/** Starting one takes longer than a case, so the next is always on its way. */
let spare: ChildProcess | undefined;

function started(): ChildProcess {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
  child.unref();
  child.channel?.unref();
  return child;
}

/** Ends the one that nobody needed. */
export function endSpare(): void {
  spare?.kill('SIGKILL');
}

export async function killedAt({ stage, staged, reach, call, kill }: Killing): Promise<void> {
  const child = spare ?? started();
  spare = started();
  const gone = once(child, 'exit');
  const isMet = kill === 'killed before' ? before(stage, call, child) : after(stage, call);
  const root = stage.world.repository.root;
  const order: Order = { root, reach, run: staged.run, deed: staged.deed };
  child.send(order);
  const giveUpAt = performance.now() + withinMs;
  while (!isMet() && child.exitCode === null && performance.now() < giveUpAt) await wait(lookMs);
  const wasMet = isMet();
  child.kill('SIGKILL');
  await gone;
  cleared(stage);
  if (!wasMet) throw new Error(`The process never came to ${call.name}.`);
}

/** It is dead before anything is carried out. */
function before(stage: Stage, call: Call, child: ChildProcess): () => boolean {
  let [seen, isMet] = [0, false];
  const match = (asked: Asked): boolean => {
    if (isMet || callName(asked) !== call.name || (seen += 1) <= call.after) return false;
    child.kill('SIGKILL');
    isMet = true;
    return true;
  };
  everywhere(stage, { kind: 'reset-before', match });
  return () => isMet;
}

/** It waits for an answer to what was carried out. */
function after(stage: Stage, call: Call): () => boolean {
  const { github, jira } = stage;
  const lists = [github.calls, github.logCalls, jira.calls];
  const from = lists.map(({ length }) => length);
  everywhere(stage, {
    ...(isGitCall(call.name) ? { kind: 'slow', ms: slowMs } : { kind: 'timeout-after' }),
    match: (asked) => callName(asked) === call.name,
    after: call.after,
  });
  return () => lists.some((list, at) => list.slice(from[at]).some(({ fault }) => fault !== undefined));
}
