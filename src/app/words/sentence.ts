// Where a run is, in one sentence. Pure.

import type { RunSummary } from '../../views/run/summary.ts';
import type { OpenGate } from './next.ts';
import { nextFor } from './next.ts';
import { duration } from '../../views/words/words.ts';

export interface RunToSay {
  readonly summary: RunSummary;
  readonly gates: readonly OpenGate[];
  /** Since when it is as it is. */
  readonly since: number;
  readonly now: number;
  /** How many agents are at work by the journal. */
  readonly agents: number;
  /** Whether a process works on it; undefined where nobody looked. */
  readonly owned?: boolean;
  readonly ending?: string;
  /** The time it waits for, in words. */
  readonly wait?: string;
}

export function statusSentence(standing: RunToSay): string {
  const { summary, since, now } = standing;
  const { stage, because } = summary;
  const ago = duration(now - since);
  switch (summary.status) {
    case 'running':
      return running(standing, ago);
    case 'waiting':
      return waitsByItself(standing) ?? `${waitingFor(because)} since ${ago}: ${answerTo(standing)}`;
    case 'blocked':
      return `blocked in ${stage} since ${ago}: ${because ?? 'no reason was recorded'}`;
    case 'failed':
      return `failed in ${stage} ${ago} ago: ${standing.ending ?? 'a bug of Slipway'}`;
    case 'cancelled':
      return `cancelled in ${stage} ${ago} ago${standing.ending === undefined ? '' : `: ${standing.ending}`}`;
    case 'completed':
      return summary.landed === undefined
        ? `completed ${ago} ago; the change is not in your repository yet`
        : `completed ${ago} ago; the change is in your repository, on ${summary.landed}`;
  }
}

/** The same for a screen, which tells the time itself, and offers what can be done as something to press. */
export function placeSentence(standing: RunToSay): string {
  const { summary, ending, agents, owned, wait, gates } = standing;
  const { stage, because } = summary;
  const why = ending === undefined ? '' : `: ${ending}`;
  switch (summary.status) {
    case 'running':
      return owned === false
        ? `interrupted in ${stage}: no process works on it now`
        : `running in ${stage}${atWork(agents)}`;
    case 'waiting':
      if (wait === undefined || gates.length > 0) return waitingFor(because);
      return `waiting: ${wait}${owned === false ? ', but no process works on it now' : ''}`;
    case 'blocked':
      return `blocked in ${stage}: ${because ?? 'no reason was recorded'}`;
    case 'failed':
      return `failed in ${stage}: ${ending ?? 'a bug of Slipway'}`;
    case 'cancelled':
      return `cancelled in ${stage}${why}`;
    case 'completed':
      return summary.landed === undefined
        ? 'completed; the change is not in your repository yet'
        : `completed; the change is in your repository, on ${summary.landed}`;
  }
}

/** A time passes without anybody, as long as a process counts it. */
function waitsByItself({ summary, gates, owned, wait }: RunToSay): string | undefined {
  if (wait === undefined || gates.length > 0) return undefined;
  return owned === false
    ? `waiting: ${wait}, but no process works on this run now: \`slipway resume ${summary.run}\` takes it up`
    : `waiting: ${wait}`;
}

/** A run waits at a gate, but for an answer or a time. */
function waitingFor(because: string | undefined): string {
  if (because === undefined) return 'waiting';
  if (because.startsWith('paused')) return because;
  return /^the \S+ gate/.test(because) ? `waiting at ${because}` : `waiting for ${because}`;
}

function running({ summary, agents, owned, now }: RunToSay, ago: string): string {
  if (owned === false) {
    // Whoever worked on it wrote down the last thing that happened, and nothing since.
    const since = duration(now - summary.updatedAt);
    return `interrupted in ${summary.stage} since ${since}: no process works on it now, \`slipway resume ${summary.run}\` takes it up`;
  }
  return `running in ${summary.stage} since ${ago}${atWork(agents)}`;
}

function atWork(agents: number): string {
  return agents === 0 ? '' : `, ${agents === 1 ? 'one agent' : `${agents} agents`} at work`;
}

/** The command that ends the wait, rather than one that only looks. */
function answerTo({ summary, gates }: RunToSay): string {
  const acts = nextFor(summary, gates).filter((next) => !/^slipway (show|diff) /.test(next.command));
  const [first] = acts;
  return first === undefined ? `\`slipway explain ${summary.run}\`` : `\`${first.command}\``;
}
