// How `codex exec --json` tells its story: one JSON object a line. Only `turn.completed` and `turn.failed` are final;
// `error` is a notice of a retry or the text of a failure that follows. Tokens are counted over a whole thread.

import type { Session } from '../../core/effects.ts';
import { type Loose, numberAt, objectAt, objectIn, textAt } from '../loose.ts';
import { modelProblem } from '../model-problem.ts';
import type { Dialect, ProgramEnd, Reading } from '../reading.ts';
import { plainAnswer } from './strict-schema.ts';

const denialsMax = 50;

export interface CodexSeen {
  readonly session?: Session;
  readonly answer?: string;
  /** True after `turn.completed`: an answer before that is only talk. */
  readonly completed: boolean;
  /** Of the whole thread, so far. */
  readonly tokens?: number;
  readonly failure?: string;
  /** The last notice, where no failure follows it. */
  readonly notice?: string;
  readonly denials: readonly string[];
}

export const codexDialect: Dialect<CodexSeen> = {
  start: { completed: false, denials: [] },
  see: (seen, line) => {
    const event = objectIn(line) ?? {};
    const type = textAt(event, 'type') ?? '';
    return events.get(type)?.(seen, event) ?? seen;
  },
  conclude,
};

/** What each event changes; events nobody knows change nothing. */
const changes: Readonly<Record<string, (seen: CodexSeen, event: Loose) => CodexSeen>> = {
  'thread.started': (seen, event) => {
    const id = textAt(event, 'thread_id');
    return id === undefined ? seen : { ...seen, session: { id } };
  },
  'item.completed': (seen, event) => seeItem(seen, objectAt(event, 'item')),
  'turn.completed': (seen, event) => ({ ...seen, completed: true, ...tokensIn(objectAt(event, 'usage')) }),
  'turn.failed': (seen, event) => {
    const failure = textAt(objectAt(event, 'error'), 'message') ?? 'The turn failed.';
    return { ...seen, completed: false, failure };
  },
  error: (seen, event) => {
    const notice = textAt(event, 'message');
    return notice === undefined ? seen : { ...seen, notice };
  },
};

const events = new Map(Object.entries(changes));

function seeItem(seen: CodexSeen, item: Loose | undefined): CodexSeen {
  const type = textAt(item, 'type');
  if (type === 'agent_message') {
    const answer = textAt(item, 'text');
    return answer === undefined ? seen : { ...seen, answer };
  }
  if (textAt(item, 'status') !== 'declined' || seen.denials.length >= denialsMax) return seen;
  return { ...seen, denials: [...seen.denials, `run ${textAt(item, 'command') ?? type ?? 'something'}`] };
}

/** What was read from a cache is part of the input; what was thought is part of the output. */
function tokensIn(usage: Loose | undefined): Pick<CodexSeen, 'tokens'> {
  const input = numberAt(usage, 'input_tokens');
  const output = numberAt(usage, 'output_tokens');
  return input === undefined || output === undefined ? {} : { tokens: input + output };
}

function conclude(seen: CodexSeen, end: ProgramEnd): Reading {
  if (isLost(end)) return { lostSession: true };
  const denials = [...seen.denials, ...deniedPatches(end.stderrTail)].slice(0, denialsMax);
  return {
    ...answerOf(seen, end),
    ...spentOf(seen, end.before),
    ...(denials.length === 0 ? {} : { denials }),
  };
}

function isLost({ before, stderrTail }: ProgramEnd): boolean {
  return before !== undefined && /no rollout found for thread id/.test(stderrTail);
}

function answerOf(seen: CodexSeen, end: ProgramEnd): Reading {
  // A notice is only a reason where the program gave up after it.
  const trouble = seen.failure ?? (seen.completed || end.exit === 0 ? undefined : seen.notice);
  if (trouble !== undefined) return { problem: modelProblem(trouble, end.now) };
  if (!seen.completed && seen.session !== undefined && end.how === 'exited' && end.exit !== 0) {
    const sentence = 'The agent was interrupted in the middle of its turn.';
    return { problem: { reason: 'agent-killed', sentence } };
  }
  if (!seen.completed || seen.answer === undefined) return {};
  return { answer: end.wantsSchema ? plainAnswer(seen.answer) : seen.answer };
}

/** A launch used what its thread has used since. Without a total, it stays for the next launch to be counted. */
function spentOf(seen: CodexSeen, before: Session | undefined): Reading {
  const base = before === undefined ? 0 : before.tokens;
  const total = seen.tokens ?? base;
  if (seen.session === undefined) return {};
  return {
    session: { id: seen.session.id, ...(total === undefined ? {} : { tokens: total }) },
    ...(seen.tokens === undefined || base === undefined ? {} : { tokens: Math.max(0, seen.tokens - base) }),
  };
}

/** A patch that its own sandbox refuses is only told of on stderr. */
function deniedPatches(stderr: string): readonly string[] {
  return [...stderr.matchAll(/(?<=error=)patch rejected: [^;\n]{1,200}/g)].map(([words]) => words);
}
