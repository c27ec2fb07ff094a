// What an engine costs: to be started, against the command that waits for it; to be attached to, left and decided with, against a plain
// question to it, in turns; and at rest. A terminal starts its engine while it is still being loaded itself, so what is told of
// the start here, one after the other, is more than anybody waits for.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askEngine } from '../src/app/home/ask-engine.ts';
import type { Places } from '../src/app/home/home-places.ts';
import { placesOf } from '../src/app/home/home-places.ts';
import { ownerSocket } from '../src/app/home/owner-address.ts';
import { askOwner } from '../src/engine/socket.ts';
import { isRecord } from '../src/plain/json.ts';
import { randomIds, systemClock } from '../src/telemetry/system-clock.ts';
import type { Measurement } from './support/bench.ts';
import { median, rounded, timed } from './support/compare.ts';
import { openJournal } from './support/open-journal.ts';
import { nodeProgram, slipway } from './support/program.ts';
import { appendRuns } from './support/sample-run.ts';

/** Attaching is a question with one more frame; leaving is seen by a question; a decision is appended, and waits for the disk. */
const limits = {
  start: 2.5,
  attach: 2.5,
  detach: 4,
  decide: 25,
  restMegabytes: 90,
  restShare: 0.002,
} as const;
/** Every so many of the sample runs one waits for a person. */
const runsPerGate = 20;
/** What its start left to be compiled and collected is done by then. */
const settlingMs = 20_000;
/** A tick of the system's clock is a hundredth of a second: the limit is six of them. */
const restMs = 30_000;
/** Long enough for the last of the sample runs to have ended. */
const agoMs = 24 * 3_600_000;
/** Of the counters of a process, by the system's own measure. */
const ticksPerSecond = 100;

const clock = systemClock();
const never = new AbortController().signal;
const by = { who: 'bench', authenticated: 'os', channel: 'cli' } as const;

export const engine: Measurement = async ({ size, dir, say }) => {
  const env = {
    SLIPWAY_HOME: path.join(dir, 'home'),
    XDG_RUNTIME_DIR: path.join(dir, 'rt'),
    SLIPWAY_ENGINE_GRACE: '600',
  };
  mkdirSync(env.XDG_RUNTIME_DIR, { recursive: true, mode: 0o700 });
  const places = placesOf({ env, homedir: dir, tmp: dir, uid: process.getuid?.() ?? 0, cores: 2 });
  const type = async (...words: readonly string[]): Promise<string> => {
    const { exit, stdout, stderr } = await nodeProgram([slipway, 'engine', ...words], { cwd: dir, env });
    if (exit !== 0) throw new Error(`\`slipway engine ${words.join(' ')}\` ended with ${exit}. ${stderr}`);
    return stdout;
  };
  const rounds = Math.max(3, Math.round(size.commandRounds / 3));
  await seeded(places.home, rounds * runsPerGate);
  const starts: number[] = [];
  const founds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The same command, where an engine is there already: what is left is the starting.
    const startMs = await timed(() => type('start'));
    const foundMs = await timed(() => type('start'));
    starts.push(startMs);
    founds.push(foundMs);
    say(`start ${round + 1} of ${rounds}: ${rounded(startMs)} ms against ${rounded(foundMs)} ms`);
    if (round < rounds - 1) await type('stop');
  }
  const { pid }: { readonly pid: number } = JSON.parse(await type('start', '--json'));
  const turns = await inTurns(places, rounds);
  const rest = await atRest(pid);
  await type('stop');
  const [startMs, foundMs, askMs] = [median(starts), median(founds), median(turns.ask)];
  const parts = {
    start: judged(startMs - foundMs, foundMs, limits.start),
    attach: judged(median(turns.attach), askMs, limits.attach),
    detach: judged(median(turns.detach), askMs, limits.detach),
    decide: judged(median(turns.decide), askMs, limits.decide),
    restMegabytes: judged(rest.megabytes, 1, limits.restMegabytes),
    restShare: judged(rest.share, 1, limits.restShare),
  };
  return { ...parts, askMs: rounded(askMs), ok: Object.values(parts).every(({ ok }) => ok), rounds };
};

interface Judged {
  readonly ms: number;
  readonly ratio: number;
  readonly limit: number;
  readonly ok: boolean;
}

function judged(value: number, against: number, limit: number): Judged {
  const ratio = value / against;
  return { ms: rounded(value), ratio: rounded(ratio), limit, ok: ratio <= limit };
}

/** Runs as they stand in a home, some of which wait at a gate. */
async function seeded(home: string, runs: number): Promise<void> {
  const journal = await openJournal(home);
  await appendRuns(journal, runs, clock.now() - agoMs); // a gate that is too old is not decided
  await journal.close();
}

interface Turns {
  readonly ask: number[];
  readonly attach: number[];
  readonly detach: number[];
  readonly decide: number[];
}

/** One of each after the other: the machine is the same for all of them. */
async function inTurns(places: Places, rounds: number): Promise<Turns> {
  const turns: Turns = { ask: [], attach: [], detach: [], decide: [] };
  const gates = await gatesOf(places);
  for (const gate of gates.slice(0, rounds)) {
    turns.ask.push(await timed(() => ask(places)));
    const tie = await attach(places);
    turns.attach.push(tie.ms);
    turns.detach.push(await timed(() => left(places, tie.leave)));
    turns.decide.push(await timed(() => decide(places, gate)));
  }
  return turns;
}

async function ask(places: Places, verb = 'engine'): Promise<unknown> {
  const asked = await askEngine(places, { by, verb, input: {} });
  if (!('output' in asked)) throw new Error(`The engine did not answer: ${JSON.stringify(asked)}`);
  return asked.output;
}

interface Tie {
  readonly ms: number;
  readonly leave: () => void;
}

/** Until it says that one is attached. */
function attach(places: Places): Promise<Tie> {
  const going = new AbortController();
  const from = clock.monotonic();
  return new Promise((resolve, reject) => {
    const onItem = (): void => resolve({ ms: clock.monotonic() - from, leave: () => going.abort() });
    askEngine(places, { by, verb: 'attach', input: {}, signal: going.signal, onItem }).then(
      () => reject(new Error('The engine let nobody attach.')),
      reject,
    );
  });
}

/** Until it says that nobody is attached. */
async function left(places: Places, leave: () => void): Promise<void> {
  leave();
  for (;;) {
    const facts = await ask(places);
    if (isRecord(facts) && facts['attached'] === 0) return;
  }
}

interface OpenGate {
  readonly run: string;
  readonly digest: string;
}

async function gatesOf(places: Places): Promise<readonly OpenGate[]> {
  const output = await ask(places, 'gates');
  const gates = isRecord(output) && Array.isArray(output['gates']) ? output['gates'] : [];
  return gates.map((gate: OpenGate) => ({ run: gate.run, digest: gate.digest }));
}

/** With a no: what comes of it is nothing that anybody works on. */
async function decide({ address, socket }: Places, { run, digest }: OpenGate): Promise<void> {
  const call = {
    id: randomIds().next('o'),
    by,
    verb: 'decide',
    input: { run, answer: 'reject' },
    seen: digest,
  };
  const asked = await askOwner(ownerSocket({ address, socket }), call, { build: 'bench' });
  if (!('output' in asked)) throw new Error(`The engine took no decision: ${JSON.stringify(asked)}`);
}

async function atRest(pid: number): Promise<{ readonly megabytes: number; readonly share: number }> {
  await clock.until(clock.now() + settlingMs, never);
  const before = ticksOf(pid);
  const startedAt = clock.monotonic();
  await clock.until(clock.now() + restMs, never);
  const seconds = (clock.monotonic() - startedAt) / 1_000;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  return { megabytes: kilobytes / 1_024, share: (ticksOf(pid) - before) / ticksPerSecond / seconds };
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
