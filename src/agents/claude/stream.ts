// How `claude -p --output-format stream-json` tells its story: one JSON object a line, the order of keys is nobody's.
// Pure and total; nothing is believed about a line but what is looked at here.
//
// Invariants
//   AGENTS-CLAUDE-STREAM-1. Only a `result` ends a conversation, and only the last counts: one that is followed by more talk is not the end.
//   AGENTS-CLAUDE-STREAM-2. An answer needs a result that calls itself a success and no error, both; either alone is said of failures too.
//   AGENTS-CLAUDE-STREAM-3. Spend is what this launch used: the sum over its results, never the total of its session.

import type { Session } from '../../core/effects.ts';
import {
  asObject,
  jsonOf,
  listAt,
  type Loose,
  numberAt,
  objectAt,
  objectIn,
  textAt,
  valueAt,
} from '../loose.ts';
import { answerCharsMax } from '../readers.ts';
import type { Dialect, ProgramEnd, Reading } from '../reading.ts';
import { addSpend, type ClaudeSpend } from './spend.ts';
import { problemIn } from './problem.ts';

const denialsMax = 50;
const inputCharsMax = 200;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface ClaudeSeen {
  readonly session?: Session;
  readonly hopeless?: true;
  readonly version?: string;
  /** The result, as long as nothing follows it (AGENTS-CLAUDE-STREAM-1). */
  readonly result: Loose | undefined;
  readonly spend: ClaudeSpend;
  /** The program's own message in the place of the model's, where a request has failed. */
  readonly trouble?: Loose;
  /** When the quota comes back, in seconds since 1970. */
  readonly quotaResets?: number;
  /** The last thing said that may hold an answer in JSON: a nudge may have made the model say something else since. */
  readonly said?: string;
  readonly denials: readonly string[];
}

export const claudeDialect: Dialect<ClaudeSeen> = {
  start: { result: undefined, spend: {}, denials: [] },
  see: (seen, line) => {
    const event = objectIn(line);
    if (event === undefined) return seen;
    switch (textAt(event, 'type') ?? '') {
      case 'system':
        return seeSystem(seen, event);
      case 'assistant':
        return seeAssistant(seen, event);
      case 'user':
        return { ...seen, denials: withMore(seen.denials, missingTools(event)) };
      case 'rate_limit_event':
        return seeQuota(seen, objectAt(event, 'rate_limit_info'));
      case 'result':
        return seeResult(seen, event);
      default:
        return seen;
    }
  },
  conclude,
};

function seeSystem(seen: ClaudeSeen, event: Loose): ClaudeSeen {
  switch (textAt(event, 'subtype') ?? '') {
    case 'init': {
      const id = textAt(event, 'session_id');
      const version = textAt(event, 'claude_code_version');
      return {
        ...seen,
        result: undefined, // AGENTS-CLAUDE-STREAM-1
        ...(id !== undefined && idPattern.test(id) ? { session: { id } } : {}),
        ...(version === undefined ? {} : { version }),
      };
    }
    // A key that is refused once is refused ten times; the program would go on trying for minutes.
    case 'api_retry':
      return numberAt(event, 'error_status') === 401 ? { ...seen, hopeless: true } : seen;
    default:
      return seen;
  }
}

function seeAssistant(seen: ClaudeSeen, event: Loose): ClaudeSeen {
  if (valueAt(event, 'is_api_error_message') === true || textAt(event, 'error') !== undefined) {
    const quota = objectAt(objectAt(event, 'api_error_params'), 'rate_limit_info');
    return { ...seeQuota(seen, quota), trouble: event };
  }
  if (textAt(event, 'parent_tool_use_id') !== undefined) return seen; // a helper of its own talks to it, not to us
  const said = listAt(objectAt(event, 'message'), 'content')
    .map((block) => textAt(asObject(block), 'text') ?? '')
    .findLast((text) => text.includes('{') && text.length <= answerCharsMax);
  return { ...seen, result: undefined, ...(said === undefined ? {} : { said }) };
}

function seeQuota(seen: ClaudeSeen, info: Loose | undefined): ClaudeSeen {
  const quotaResets = textAt(info, 'status') === 'rejected' ? numberAt(info, 'resetsAt') : undefined;
  return quotaResets === undefined ? seen : { ...seen, quotaResets };
}

function seeResult(seen: ClaudeSeen, event: Loose): ClaudeSeen {
  const denied = listAt(event, 'permission_denials').slice(0, denialsMax).map(denialWords);
  return {
    ...seen,
    result: event,
    spend: addSpend(seen.spend, event),
    denials: withMore(seen.denials, denied),
  };
}

function withMore(known: readonly string[], more: readonly string[]): readonly string[] {
  return more.length === 0 ? known : [...new Set([...known, ...more])].slice(0, denialsMax);
}

function denialWords(denial: unknown): string {
  const input = objectAt(asObject(denial), 'tool_input');
  const on = ['command', 'file_path', 'path', 'url', 'query'].flatMap((key) => textAt(input, key) ?? []);
  const words = [textAt(asObject(denial), 'tool_name') ?? 'a tool', ...on.slice(0, 1)].join(' ');
  return words.slice(0, inputCharsMax).toWellFormed();
}

/** A call of a tool its mode does not have is answered as if there were no such tool. */
function missingTools(event: Loose): readonly string[] {
  return listAt(objectAt(event, 'message'), 'content').flatMap((block) => {
    const said = textAt(asObject(block), 'content') ?? '';
    return /No such tool available: ([\w-]{1,60})/.exec(said.slice(0, inputCharsMax))?.[1] ?? [];
  });
}

function conclude(seen: ClaudeSeen, end: ProgramEnd): Reading {
  const { session, version, denials, spend } = seen;
  return {
    ...(session === undefined ? {} : { session }),
    ...(version === undefined ? {} : { version }),
    ...(denials.length === 0 ? {} : { denials }),
    ...(spend.usd === undefined || spend.unknown === true ? {} : { usd: spend.usd }),
    ...(spend.tokens === undefined ? {} : { tokens: spend.tokens }),
    ...verdictOf(seen, end),
  };
}

function verdictOf(seen: ClaudeSeen, end: ProgramEnd): Reading {
  if (isLost(seen, end)) return { lostSession: true };
  const problem = problemIn(seen, end);
  if (problem !== undefined) return { problem };
  const answer = answerIn(seen, end.wantsSchema);
  if (answer !== undefined) return { answer };
  if (seen.result === undefined) return {};
  if (seen.denials.length > 0) {
    const sentence = `The agent gave up without an answer after it was not allowed to use: ${seen.denials.slice(0, 5).join('; ')}.`;
    return { problem: { reason: 'denied', sentence } };
  }
  if (!end.wantsSchema) return {};
  return {
    problem: { reason: 'malformed-answer', sentence: 'The agent ended well but gave no answer as data.' },
  };
}

/** Before any request is made, and only of a session that was asked for. */
function isLost({ session, result }: ClaudeSeen, { before, stderrTail }: ProgramEnd): boolean {
  if (before === undefined || session !== undefined) return false;
  const said = [...listAt(result, 'errors'), stderrTail].join('\n');
  return /No conversation found with session ID|--resume requires a valid session/.test(said);
}

/** The answer as data wins over text: it is what the schema was held against. */
function answerIn({ result, said }: ClaudeSeen, wantsSchema: boolean): string | undefined {
  const structured = valueAt(result, 'structured_output');
  const data = structured === undefined || structured === null ? undefined : jsonOf(structured);
  if (data !== undefined) return data;
  const text = textAt(result, 'result');
  if (result !== undefined && wantsSchema && text?.includes('{') !== true && said !== undefined) return said;
  return text === undefined || text.trim() === '' ? undefined : text;
}
