// The keys under which other coding agents keep their notes of a task, read from a run's journal. They are views: nothing
// is stored under them, so they cannot tell another story than the journal.
//
// Key: coding_agent::<name>::<the first 8 characters of the hash of the ticket's text>, but
//      coding_agent::loop_stuck::<the number of the pull request>

import type { CoverageStop } from '../../core/evidence/coverage.ts';
import { coverageOf, percentOf } from '../../core/evidence/coverage.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Mode } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { stageDefinitions } from '../../core/pipeline/stage.ts';
import type { Status } from '../../core/status.ts';
import { statusOf } from '../../core/status.ts';

const prefix = 'coding_agent::';
export const agentKeyNames = [
  'state',
  'session_id',
  'pr',
  'coverage_baseline',
  'loop_stuck',
  'task',
] as const;
export type AgentKeyName = (typeof agentKeyNames)[number];

export interface AgentKey {
  readonly name: AgentKeyName;
  /** Which ticket: see `ticketHashOf`; of a loop which pull request. */
  readonly hash: string;
}

const blobPrefix = 'sha256:';
const hashChars = 8;

/** A blob is named by the hash of its text, so the name of the ticket's blob has it. */
export function ticketHashOf(run: Pick<Run, 'ticket'>): string | undefined {
  if (run.ticket === undefined) return undefined;
  const { blob } = run.ticket;
  const from = blob.startsWith(blobPrefix) ? blobPrefix.length : 0;
  return blob.slice(from, from + hashChars);
}

/** Undefined for a key of another kind; `unknown` for one of this kind that nobody writes. */
export function agentKeyIn(key: string): AgentKey | 'unknown' | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const [word = '', hash = '', ...rest] = key.slice(prefix.length).split('::');
  const name = agentKeyNames.find((item) => item === word);
  return name === undefined || hash === '' || rest.length > 0 ? 'unknown' : { name, hash };
}

/** What stands under a key; undefined while the journal says nothing of it. A text is named by its blob. */
export type AgentValue =
  | { readonly type: 'state'; readonly state: AgentState }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'blob'; readonly blob: string }
  | { readonly type: 'loop'; readonly loop: StuckLoop }
  | {
      readonly type: 'pr';
      readonly repository: string;
      readonly number: number;
      readonly branch?: string;
      readonly merged: boolean;
    };

/** A loop of coverage rounds that ended without reaching its target. */
export interface StuckLoop {
  readonly iterations: number;
  /** Points the last round gained. */
  readonly last_delta?: number;
  readonly stopped: CoverageStop;
}

export interface AgentState {
  readonly mode: Mode;
  readonly run: string;
  readonly stage: StageName;
  readonly visit: number;
  readonly status: Status;
}

export function agentValue(
  name: AgentKeyName,
  run: Run,
  events: readonly { readonly event: RunEvent }[],
): AgentValue | undefined {
  switch (name) {
    case 'state': {
      const { stage, n: visit } = run.visit;
      const state = { mode: stageDefinitions[stage].mode, run: run.id, stage, visit, status: statusOf(run) };
      return { type: 'state', state };
    }
    case 'session_id': {
      const text = lastSession(events);
      return text === undefined ? undefined : { type: 'text', text };
    }
    case 'pr': {
      // One key, one value: that of where the run was started comes first.
      const [found] = run.repositories.flatMap(({ repository, pullRequest }) =>
        pullRequest === undefined ? [] : [{ repository, pullRequest }],
      );
      if (found === undefined) return undefined;
      const branch = run.branch === undefined ? {} : { branch: run.branch };
      const { number, merged } = found.pullRequest;
      return { type: 'pr', repository: found.repository, number, ...branch, merged: merged !== undefined };
    }
    case 'coverage_baseline': {
      const { before, measured } = coverageOf(run);
      const first = before?.whole ?? measured[0];
      return first === undefined ? undefined : { type: 'text', text: String(percentOf(first)) };
    }
    case 'loop_stuck': {
      const loop = stuckLoop(run);
      return loop === undefined ? undefined : { type: 'loop', loop };
    }
    case 'task':
      return run.ticket === undefined ? undefined : { type: 'blob', blob: run.ticket.blob };
  }
}

/** Stops after which a loop that goes on would only cost. */
const stuck: ReadonlySet<CoverageStop> = new Set<CoverageStop>([
  'rounds-used',
  'no-gain',
  'nothing-added',
  'left-out',
]);

function stuckLoop(run: Run): StuckLoop | undefined {
  const { stopped, measured } = coverageOf(run);
  if (stopped === undefined || !stuck.has(stopped.because)) return undefined;
  const [before, last] = measured.slice(-2);
  const delta =
    before === undefined || last === undefined
      ? {}
      : { last_delta: Math.round((percentOf(last) - percentOf(before)) * 10) / 10 };
  return { iterations: run.rounds.coverage, ...delta, stopped: stopped.because };
}

/** Of whoever was last at work and can be talked to again. */
function lastSession(events: readonly { readonly event: RunEvent }[]): string | undefined {
  for (const { event } of events.toReversed()) {
    if (event.type === 'effect.ended' && event.provenance?.session !== undefined) {
      return event.provenance.session.id;
    }
  }
  return undefined;
}
