// Runs one program as the leader of its own process group, within limits. Owns its timers, its pipes
// and its end; `process.ts` has the invariants R1 to R4. It reads the clock exactly twice for a process,
// so that a counted clock gives the same duration every time.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../telemetry/clock.ts';
import { Output } from './output.ts';
import { endGroup } from './process-group.ts';
import type { Processes, ProcessRequest, ProcessResult } from './process.ts';
import { endSurvivors } from './survivors.ts';

/** What a leader that ended by itself leaves in its group gets this long to end too. */
const stragglerGraceMs = 250;
/** A process outside the group can hold our pipes for ever; after so much quiet nothing more is coming. */
const drainQuietMs = 100;
const drainTurnsMax = 20;
/** How long after SIGKILL the kernel gets to report the end. */
const reportMsMax = 2_000;
/** Timers count in 31 bits; a longer limit is as good as this one. */
const timerMsMax = 2 ** 31 - 1;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
type Ending = Omit<ProcessResult, 'ms'>;

export function processRunner(clock: Clock): Processes {
  return {
    level: 'open',
    run: async (request) => {
      const startedMs = clock.monotonic();
      const ending = await runToEnd(request);
      return { ...ending, ms: Math.round(clock.monotonic() - startedMs) };
    },
    endSurvivors,
  };
}

async function runToEnd(request: ProcessRequest): Promise<Ending> {
  if (request.signal.aborted) return withoutOutput('aborted', '');
  const started = await start(request);
  if (!started.ok) return started.ending;
  return new Running(started.child, started.pid, request).toEnd();
}

type Started =
  | { readonly ok: true; readonly child: Child; readonly pid: number }
  | { readonly ok: false; readonly ending: Ending };

async function start(request: ProcessRequest): Promise<Started> {
  try {
    const child = spawn(request.file, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    if (child.pid !== undefined) return { ok: true, child, pid: child.pid };
    const problem = await new Promise<Error>((resolve) => child.once('error', resolve));
    return { ok: false, ending: notStarted(problem) };
  } catch (problem) {
    return { ok: false, ending: notStarted(problem) };
  }
}

function notStarted(problem: unknown): Ending {
  const code = problem instanceof Error && 'code' in problem ? problem.code : undefined;
  const missing = code === 'ENOENT' || code === 'ENOTDIR';
  return withoutOutput(missing ? 'missing' : 'spawn-failed', problem instanceof Error ? problem.message : '');
}

function withoutOutput(how: ProcessResult['how'], stderrTail: string): Ending {
  return { how, stdoutTail: '', stderrTail, outputBytes: 0 };
}

/** A started process, until its whole group is gone and its pipes are read out. */
class Running {
  readonly #child: Child;
  readonly #pid: number;
  readonly #request: ProcessRequest;
  readonly #output: Output;
  readonly #silence: NodeJS.Timeout;
  readonly #time: NodeJS.Timeout;
  readonly #exited: Promise<Pick<Ending, 'how' | 'exit'>>;
  readonly #closed: Promise<true>;
  #stop: (how: ProcessResult['how']) => void = () => undefined;
  readonly #stopped = new Promise<Pick<Ending, 'how'>>((resolve) => {
    this.#stop = (how) => {
      resolve({ how });
    };
  });
  readonly #onAbort = (): void => {
    this.#stop('aborted');
  };
  /** What the receiver of our output threw: a bug of ours, thrown again once the process has ended. */
  #thrown: { readonly error: unknown } | undefined;
  #ending = false;

  constructor(child: Child, pid: number, request: ProcessRequest) {
    this.#child = child;
    this.#pid = pid;
    this.#request = request;
    const { limits } = request;
    this.#output = new Output(limits.outputBytesMax, request.onOutput ?? (() => undefined));
    this.#time = setTimeout(() => {
      this.#stop('timeout');
    }, timerMs(limits.timeMs));
    this.#silence = setTimeout(() => {
      this.#stop('silent');
    }, timerMs(limits.silenceMs));
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code) => {
        resolve(code === null ? { how: 'signalled' } : { how: 'exited', exit: code });
      });
    });
    this.#closed = new Promise((resolve) => {
      child.once('close', () => {
        resolve(true);
      });
    });
    this.#connect();
  }

  async toEnd(): Promise<Ending> {
    const first = await Promise.race([this.#exited, this.#stopped]);
    this.#ending = true;
    clearTimeout(this.#time);
    clearTimeout(this.#silence);
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    const byItself = first.how === 'exited' || first.how === 'signalled';
    const { graceMs } = this.#request.limits;
    await endGroup(this.#pid, byItself ? Math.min(graceMs, stragglerGraceMs) : graceMs);
    const exit = (await within(this.#exited, reportMsMax))?.exit;
    await this.#drain();
    this.#guard(() => {
      this.#output.end();
    });
    if (this.#thrown !== undefined) throw this.#thrown.error;
    return {
      how: first.how,
      ...(exit === undefined ? {} : { exit }),
      stdoutTail: this.#output.tail('stdout'),
      stderrTail: this.#output.tail('stderr'),
      outputBytes: this.#output.bytes,
    };
  }

  #connect(): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const [stream, from] of [[stdout, 'stdout'] as const, [stderr, 'stderr'] as const]) {
      stream.on('data', (chunk: Buffer) => {
        this.#guard(() => {
          if (!this.#ending) this.#silence.refresh();
          if (!this.#output.take(chunk, from)) this.#stop('output-limit');
        });
      });
      stream.on('error', () => undefined);
    }
    this.#child.on('error', () => undefined);
    // A program may end, or close its input, before it has read all of it; that is its right.
    stdin.on('error', () => undefined);
    stdin.end(this.#request.stdin ?? '');
    this.#request.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (this.#request.signal.aborted) this.#onAbort();
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

  /** Reads what is still in the pipes. A late timer runs before waiting input is read, hence the extra turn. */
  async #drain(): Promise<void> {
    for (let turn = 0; turn < drainTurnsMax; turn += 1) {
      const before = this.#output.bytes;
      if ((await within(this.#closed, drainQuietMs)) === true) return;
      await nextTurn();
      if (this.#output.bytes === before) break;
    }
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#child.unref();
  }
}

function timerMs(ms: number): number {
  return Math.min(ms, timerMsMax);
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, ms);
  });
  const result = await Promise.race([promise, late]);
  clearTimeout(timer);
  return result;
}
