// Runs one program as the leader of its own process group, within limits and, where it has one, inside its box. Owns its
// timers and its end; `process.ts` has the invariants PROCESS-1 to PROCESS-4. It reads the clock exactly twice for a process, so that
// a counted clock gives the same duration every time.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../telemetry/clock.ts';
import type { Confined, Containment } from './containment.ts';
import { firstOther, nothingInherited } from './inherited.ts';
import { type LoadWatch, loadWatch } from './load-watch.ts';
import { outputFiles } from './output-files.ts';
import { type OutputSource, pipes, type Take } from './output-source.ts';
import { Output } from './output.ts';
import { endGroup } from './process-group.ts';
import { loadLimitsHere } from './process-limits.ts';
import type { Processes, ProcessRequest, ProcessResult } from './process.ts';
import { type RoomWatch, roomWatch } from './room-watch.ts';
import { type Silence, silenceOf } from './silence.ts';
import { endSurvivors } from './survivors.ts';
import { timerMs, within } from './timers.ts';

/** What a leader that ended by itself leaves in its group gets this long to end too. */
const stragglerGraceMs = 250;
/** How long after SIGKILL the kernel gets to report the end. */
const reportMsMax = 2_000;

type Ending = Omit<ProcessResult, 'ms'>;

/** Without a containment nothing is held to its box. */
export function processRunner(clock: Clock, containment?: Containment): Processes {
  return {
    // Asked for when it is needed: finding it out may mean trying a box.
    get level() {
      return containment?.level ?? 'open';
    },
    run: async (request) => {
      const startedMs = clock.monotonic();
      const ending = await (containment === undefined ? runToEnd(request) : runInBox(request, containment));
      return { ...ending, ms: Math.round(clock.monotonic() - startedMs) };
    },
    endSurvivors,
  };
}

/** A box that cannot be made ends the request there: nothing runs outside the box it was to run in. */
async function runInBox(request: ProcessRequest, containment: Containment): Promise<Ending> {
  if (request.box === undefined || request.signal.aborted) return runToEnd(request);
  let confined;
  try {
    confined = await containment.confine(request, request.box);
  } catch (problem) {
    return withoutOutput('spawn-failed', `The box could not be made: ${messageOf(problem)}`);
  }
  let ending: Ending | undefined;
  let refused: readonly string[] = [];
  try {
    ending = await runToEnd(confined.request);
  } finally {
    ({ refused } = await confined.close());
  }
  return { ...asSignal(ending, confined), refused };
}

function asSignal({ exit, ...ending }: Ending, { isSignal }: Confined): Ending {
  const byExit = ending.how === 'exited' && exit !== undefined && isSignal?.(exit) === true;
  if (byExit) return { ...ending, how: 'signalled' };
  return exit === undefined ? ending : { ...ending, exit };
}

async function runToEnd(request: ProcessRequest): Promise<Ending> {
  if (request.signal.aborted) return withoutOutput('aborted', '');
  const source = sourceFor(request);
  if (typeof source === 'string') return withoutOutput('spawn-failed', source);
  const started = await start(request, source);
  if (!started.ok) {
    await source.finish();
    return started.ending;
  }
  return new Running(started, source, request).toEnd();
}

/** Or why there is none, in words. */
function sourceFor({ output, limits }: ProcessRequest): OutputSource | string {
  if (output !== 'file') return pipes();
  try {
    return outputFiles(limits.outputBytesMax);
  } catch (problem) {
    return `The file for its output could not be made: ${messageOf(problem)}`;
  }
}

interface StartedChild {
  readonly child: ChildProcess;
  readonly pid: number;
}

type Started = (StartedChild & { readonly ok: true }) | { readonly ok: false; readonly ending: Ending };

async function start(request: ProcessRequest, source: OutputSource): Promise<Started> {
  const opened: number[] = [];
  try {
    for (const file of request.opened ?? []) opened.push(openSync(file, 'r'));
    const child = spawn(request.file, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      shell: false,
      stdio: ['pipe', ...source.stdio, ...opened, ...nothingInherited(firstOther + opened.length)], // PROCESS-4
      windowsHide: true,
    });
    if (child.pid !== undefined) return { ok: true, child, pid: child.pid };
    const problem = await new Promise<Error>((resolve) => child.once('error', resolve));
    return { ok: false, ending: notStarted(problem, request) };
  } catch (problem) {
    return { ok: false, ending: notStarted(problem, request) };
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function notStarted(problem: unknown, request: ProcessRequest): Ending {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined;
  const missing = code === 'ENOENT' || code === 'ENOTDIR' || (code === 'EACCES' && isNowhere(request));
  return withoutOutput(missing ? 'missing' : 'spawn-failed', messageOf(problem));
}

/** A folder on the PATH that its user may not look into is told in the place of a program that is in none of the others. */
function isNowhere({ file, env }: ProcessRequest): boolean {
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  return !file.includes('/') && !folders.some((folder) => existsSync(path.join(folder, file)));
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function withoutOutput(how: ProcessResult['how'], stderrTail: string): Ending {
  return { how, stdoutTail: '', stderrTail, outputBytes: 0 };
}

/** A started process, until its whole group is gone and its output is read out. */
class Running {
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #source: OutputSource;
  readonly #request: ProcessRequest;
  readonly #output: Output;
  readonly #silence: Silence;
  readonly #room: RoomWatch;
  readonly #load: LoadWatch;
  readonly #time: NodeJS.Timeout;
  readonly #exited: Promise<Pick<Ending, 'how' | 'exit'>>;
  #resolveStopped: (how: Pick<Ending, 'how'>) => void = () => undefined;
  readonly #stopped = new Promise<Pick<Ending, 'how'>>((resolve) => {
    this.#resolveStopped = resolve;
  });
  readonly #onAbort = (): void => {
    this.#stop('aborted');
  };
  /** What the receiver of our output threw: a bug of ours, thrown again once the process has ended. */
  #thrown: { readonly error: unknown } | undefined;
  #full = false;

  constructor({ child, pid }: StartedChild, source: OutputSource, request: ProcessRequest) {
    this.#child = child;
    this.#pid = pid;
    this.#source = source;
    this.#request = request;
    const { limits } = request;
    this.#output = new Output(limits.outputBytesMax, request.onOutput ?? (() => undefined));
    this.#time = setTimeout(() => {
      this.#stop('timeout');
    }, timerMs(limits.timeMs));
    this.#silence = silenceOf(request, pid, () => {
      this.#stop('silent');
    });
    this.#room = roomWatch(request.watched ?? request.cwd, limits.roomBytesMin, () => {
      this.#stop('no-room');
    });
    this.#load = loadWatch(pid, limits.load ?? loadLimitsHere, (how) => {
      this.#stop(how);
    });
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code) => {
        resolve(code === null ? { how: 'signalled' } : { how: 'exited', exit: code });
      });
    });
    this.#connect();
  }

  async toEnd(): Promise<Ending> {
    const first = await Promise.race([this.#exited, this.#stopped]);
    clearTimeout(this.#time);
    this.#silence.close();
    this.#room.close();
    this.#load.close();
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    const byItself = first.how === 'exited' || first.how === 'signalled';
    const { graceMs } = this.#request.limits;
    await endGroup(this.#pid, byItself ? Math.min(graceMs, stragglerGraceMs) : graceMs);
    const exit = (await within(this.#exited, reportMsMax))?.exit;
    await this.#source.finish();
    this.#guard(() => {
      this.#output.end();
    });
    if (this.#thrown !== undefined) throw this.#thrown.error;
    return {
      how: byItself ? (this.#overran() ?? first.how) : first.how,
      ...(exit === undefined ? {} : { exit }),
      stdoutTail: this.#output.tail('stdout'),
      stderrTail: this.#output.tail('stderr'),
      outputBytes: this.#output.bytes,
    };
  }

  #connect(): void {
    const { stdin } = this.#child;
    const take: Take = (chunk, from) => {
      this.#silence.broken();
      this.#guard(() => {
        this.#full ||= !this.#output.take(chunk, from);
        if (this.#full) this.#stop('output-limit');
      });
      return !this.#full && this.#thrown === undefined;
    };
    this.#source.start(this.#child, take, () => {
      this.#stop('output-limit');
    });
    this.#child.on('error', () => undefined);
    // A program may end, or close its input, before it has read all of it; that is its right.
    stdin?.on('error', () => undefined);
    const { onInput } = this.#request;
    if (onInput === undefined) {
      stdin?.end(this.#request.stdin ?? '');
    } else {
      stdin?.write(this.#request.stdin ?? '');
      onInput((text) => void stdin?.write(text));
    }
    this.#request.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (this.#request.signal.aborted) this.#onAbort();
  }

  /** A process may have ended by itself before we came to see that it said, or wrote, too much. */
  #overran(): 'output-limit' | 'no-room' | undefined {
    if (this.#full) return 'output-limit';
    return this.#room.isShort() ? 'no-room' : undefined;
  }

  /** The first reason to end it is the one that counts. */
  #stop(how: ProcessResult['how']): void {
    this.#resolveStopped({ how });
  }

  #guard(work: () => void): void {
    if (this.#thrown !== undefined) return;
    try {
      work();
    } catch (error) {
      this.#thrown = { error };
      this.#stop('output-limit');
    }
  }
}
