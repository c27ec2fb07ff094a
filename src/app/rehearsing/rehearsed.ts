// What a rehearsal came to: what the policy did at each fault, where the run ended, and whether that is what was expected.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { EventOf, RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { GateKind } from '../../core/gates/gate.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { followed } from '../../core/evolve/evolve.ts';
import type { Run } from '../../core/run.ts';
import { isTaskLine, must, openGates } from '../../core/run.ts';
import type { Status } from '../../core/status.ts';
import { statusOf } from '../../core/status.ts';
import { reasonWords } from '../../views/artifacts/failure-words.ts';
import { duration } from '../../views/words/words.ts';
import { placesOf } from '../home/home-places.ts';
import type { ToldEvent } from '../home/reader.ts';
import { openReader, readRun } from '../home/reader.ts';
import { remedyWords } from './remedy-words.ts';
import type { Stage } from './lay-out.ts';
import { crashesFolder, strikesFolder } from './play-stage.ts';
import type { Expected, Fault, Rehearsal } from './rehearsal-file.ts';
import type { WorldFaultName } from './world-faults.ts';

export interface Row {
  readonly seq: number;
  readonly stage: StageName;
  /** What went wrong, or what was asked. */
  readonly what: string;
  /** What the policy did about it. */
  readonly did: string;
  readonly reason?: FailureReason | 'crash' | 'target-moved';
  readonly task?: string;
  readonly gate?: GateKind;
}

export interface Rehearsed {
  readonly status: Status;
  readonly stage: StageName;
  readonly gates: readonly GateKind[];
  readonly rows: readonly Row[];
  readonly launches: number;
  /** How long it would have taken, waits and all. */
  readonly tookMs: number;
  readonly because?: string;
  readonly expected: Expected;
  /** What is not as expected, in words; empty where everything is. */
  readonly unmet: readonly string[];
}

export async function rehearsedOn(stage: Stage, rehearsal: Rehearsal): Promise<Rehearsed> {
  const reader = await openReader(placesOf(stage.surroundings));
  try {
    const journal = must(reader.journal, 'a rehearsal that was played has a journal');
    const [stream = ''] = await journal.streams('run/');
    const { run, events } = await readRun(journal, stream.slice('run/'.length));
    const strikes = strikesIn(stage.dir);
    const struck = [...crashedIn(stage.dir, events), ...toldOf(strikes, rehearsal.world, events)];
    return judged({ run, events, rows: rowsOf(events, struck), strikes }, rehearsal);
  } finally {
    await reader.close();
  }
}

/** Something of the rehearsal's own, and before which event it came. */
interface Struck {
  readonly before: number;
  readonly row: Pick<Row, 'what' | 'did' | 'reason'>;
}

/** The effects at which Slipway was killed. */
function crashedIn(dir: string, events: readonly ToldEvent[]): readonly Struck[] {
  const folder = crashesFolder(dir);
  return filesIn(folder).map((name) => {
    const key = readFileSync(path.join(folder, name), 'utf8');
    return {
      before: events.findIndex(({ event }) => event.type === 'effect.begun' && event.effect.key === key),
      row: { what: `Slipway was killed at ${key}`, did: crashWords, reason: 'crash' },
    };
  });
}

/** Which fault of the world, by its number, and when. */
interface Strike {
  readonly at: number;
  readonly time: number;
}

function strikesIn(dir: string): readonly Strike[] {
  const folder = strikesFolder(dir);
  return filesIn(folder).map((name) => ({
    at: Number.parseInt(name, 10),
    time: Number(readFileSync(path.join(folder, name), 'utf8')),
  }));
}

/** What the journal does not call a failure, or not at once: else nobody would see that it struck. */
const struckRows: Readonly<Partial<Record<WorldFaultName, Struck['row']>>> = {
  'target-moved': {
    what: 'somebody else committed to the target',
    did: 'what follows is what the run did about it',
    reason: 'target-moved',
  },
  'checks-failed': {
    what: 'a check was made to fail',
    did: 'what follows is what the run did about it; nothing, where it was run again and taken for flaky',
  },
};

function toldOf(
  strikes: readonly Strike[],
  world: Rehearsal['world'],
  events: readonly ToldEvent[],
): readonly Struck[] {
  return strikes.flatMap(({ at: fault, time }) => {
    const row = struckRows[world[fault]?.fault ?? 'disk-full'];
    return row === undefined ? [] : [{ before: events.findIndex(({ at }) => at >= time), row }];
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing struck
  }
}

function rowsOf(events: readonly ToldEvent[], struck: readonly Struck[]): readonly Row[] {
  const rows: Row[] = [];
  let run: Run | undefined;
  for (const [at, { event, at: time, seq }] of events.entries()) {
    run = followed(run, event, time);
    const { stage } = run.visit;
    for (const { before, row } of struck) if (before === at) rows.push({ seq, stage, ...row });
    const row = rowOf(event, run, events.slice(at + 1));
    if (row !== undefined) rows.push({ seq, stage, ...row });
  }
  return rows;
}

const crashWords = 'the next owner looked what had been done, and went on from there';

function rowOf(
  event: RunEvent,
  run: Run,
  later: readonly ToldEvent[],
): Omit<Row, 'seq' | 'stage'> | undefined {
  if (event.type === 'failure.recorded') return failureRow(event, run);
  if (event.type === 'run.blocked')
    return { what: event.because, did: 'the run is blocked: only a person moves it' };
  if (event.type !== 'gate.opened') return undefined;
  const answer = later.find(({ event: next }) => next.type === 'gate.decided' && next.gate === event.gate);
  const said = answer?.event.type === 'gate.decided' ? answer.event.decision.answer : undefined;
  return {
    what: `${event.request.kind} gate: ${event.request.subject}`,
    did: said === undefined ? 'waits for a person' : `the rehearsal answered ${said}`,
    gate: event.request.kind,
  };
}

function failureRow(event: EventOf<'failure.recorded'>, run: Run): Omit<Row, 'seq' | 'stage'> {
  const { line, reason } = event;
  const task = isTaskLine(line) ? line.slice('task/'.length) : undefined;
  return {
    what: `${task === undefined ? line : `task ${task}`}: ${reasonWords[reason]}`,
    did: remedyWords(event, run.policy),
    reason,
    ...(task === undefined ? {} : { task }),
  };
}

interface Came {
  readonly run: Run;
  readonly events: readonly ToldEvent[];
  readonly rows: readonly Row[];
  readonly strikes: readonly Strike[];
}

function judged(
  { run, events, rows, strikes }: Came,
  { expect, faults, world, crashes }: Rehearsal,
): Rehearsed {
  const status = statusOf(run);
  const { stage } = run.visit;
  const gates = openGates(run).map(({ kind }) => kind);
  const failures = rows.flatMap(({ reason }) =>
    reason === undefined || reason === 'crash' || reason === 'target-moved' ? [] : [reason],
  );
  const struck = rows.filter(({ reason }) => reason === 'crash').length;
  const idle = faults.filter((fault) => !hasStruck(fault, rows));
  const tookMs = (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);
  return {
    status,
    stage,
    gates,
    rows,
    launches: run.spend.launches,
    tookMs,
    ...(run.blocked === undefined ? {} : { because: run.blocked }),
    expected: expect,
    unmet: [
      ...(status === expect.status ? [] : [`it ended ${status}, not ${expect.status}`]),
      ...(expect.stage === undefined || expect.stage === stage
        ? []
        : [`it ended in ${stage}, not in ${expect.stage}`]),
      ...(expect.gate === undefined || gates.includes(expect.gate) ? [] : [`no ${expect.gate} gate is open`]),
      ...(expect.failures === undefined || expect.failures.join() === failures.join()
        ? []
        : [
            `its failures were ${failures.join(', ') || 'none'}, not ${expect.failures.join(', ') || 'none'}`,
          ]),
      // What never happened was not rehearsed.
      ...idle.map(
        ({ fault, task }) => `the fault ${fault}${task === undefined ? '' : ` at task ${task}`} never struck`,
      ),
      ...world.flatMap(({ fault, effect }, at) =>
        strikes.some((strike) => strike.at === at) ? [] : [`the fault ${fault} at ${effect} never struck`],
      ),
      ...(struck < crashes.length
        ? [`${crashes.length - struck} of ${crashes.length} crashes never struck`]
        : []),
    ],
  };
}

/** Whoever leaves the fence may be asked about instead of failing. */
function hasStruck({ fault, task }: Fault, rows: readonly Row[]): boolean {
  if (fault === 'fence-breach' && rows.some(({ gate }) => gate === 'widen-scope')) return true;
  return rows.some((row) => row.reason === fault && (task === undefined || row.task === task));
}

export function tookWords({ tookMs, launches }: Rehearsed): string {
  return `${launches} launches, ${duration(tookMs)} with all its waits`;
}
