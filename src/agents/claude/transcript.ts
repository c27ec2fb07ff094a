// The lines of `claude` in words. Pure and total.

import { timeOf } from '../../views/artifacts/say.ts';
import { at, itemsIn, numberIn, textIn } from '../../views/transcripts/look.ts';
import type { LineTold, Telling, TranscriptDialect } from '../../views/transcripts/told.ts';
import {
  actWords,
  endWords,
  failedWords,
  oneLine,
  quiet,
  told,
  usdWords,
} from '../../views/transcripts/told.ts';

export const claudeTranscript: TranscriptDialect = {
  isOwn: (event) => textIn(event, 'session_id') !== '',
  tell,
};

function tell(event: unknown, telling: Telling): LineTold | undefined {
  switch (textIn(event, 'type')) {
    case 'system':
      return system(event);
    case 'assistant':
      return told(...itemsIn(event, 'message', 'content').map((block) => blockWords(block, telling)));
    case 'user':
      return told(...itemsIn(event, 'message', 'content').map(resultWords));
    case 'rate_limit_event':
      return quota(at(event, 'rate_limit_info'));
    case 'result':
      return result(event);
    case 'stream_event':
    case 'tool_progress':
    case 'keep_alive':
      return quiet;
    default:
      return undefined;
  }
}

function system(event: unknown): LineTold | undefined {
  switch (textIn(event, 'subtype')) {
    case 'init':
    case 'status':
    case 'permission_denied': // the result of the tool says the same
    case 'background_tasks_changed':
    case 'task_started':
    case 'task_updated':
      return quiet;
    case 'api_retry':
      return told(retryWords(event));
    case 'task_notification':
      return told(oneLine(textIn(event, 'summary')));
    case 'compact_boundary':
      return told('its conversation is made shorter');
    default:
      return undefined;
  }
}

function retryWords(event: unknown): string {
  const ms = numberIn(event, 'retry_delay_ms');
  const after = ms === undefined ? '' : ` in ${(ms / 1_000).toFixed(1)} s`;
  const why = [textIn(event, 'error'), numberIn(event, 'error_status') ?? ''].join(' ').trim();
  const [attempt, most] = [numberIn(event, 'attempt'), numberIn(event, 'max_retries')];
  const count = attempt === undefined || most === undefined ? '' : ` (${attempt} of ${most})`;
  return oneLine(`tries again${after}${count}: ${why}`);
}

function blockWords(block: unknown, telling: Telling): string {
  switch (textIn(block, 'type')) {
    case 'text':
      return textIn(block, 'text');
    case 'tool_use':
      return actWords(textIn(block, 'name'), at(block, 'input'), telling);
    default:
      return ''; // thoughts, and what is only for machines
  }
}

/** What a tool gave back goes to the model; people are told where it failed. */
function resultWords(block: unknown): string {
  if (textIn(block, 'type') !== 'tool_result' || at(block, 'is_error') !== true) return '';
  const texts = itemsIn(block, 'content').map((part) => textIn(part, 'text'));
  const why = [textIn(block, 'content'), ...texts].join(' ');
  return failedWords(why.replaceAll(/<\/?tool_use_error>/g, ''));
}

function quota(info: unknown): LineTold {
  const status = textIn(info, 'status');
  if (status === 'allowed' || status === '') return quiet;
  const which = textIn(info, 'rateLimitType').replaceAll('_', ' ');
  const used = numberIn(info, 'utilization');
  const how = status === 'rejected' || used === undefined ? status : `${Math.round(used * 100)} % used`;
  return told(
    oneLine(`quota (${which}): ${how.replaceAll('_', ' ')}${resetWords(numberIn(info, 'resetsAt'))}`),
  );
}

const latestMs = 8_640_000_000_000_000;

function resetWords(seconds: number | undefined): string {
  const ms = (seconds ?? -1) * 1_000;
  return ms < 0 || ms > latestMs ? '' : `, resets ${timeOf(ms)}`;
}

/** The text of a result repeats what was said last, so only how it went is told. */
function result(event: unknown): LineTold {
  const turns = numberIn(event, 'num_turns');
  const facts = [
    turns === undefined ? undefined : `${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    usdWords(numberIn(event, 'total_cost_usd')),
  ];
  const subtype = textIn(event, 'subtype');
  const hasFailed = subtype !== 'success' || at(event, 'is_error') === true;
  const why = subtype.replace(/^(?:success$|error_)/, '').replaceAll('_', ' ');
  return told(
    hasFailed ? endWords(`failed${why === '' ? '' : ` (${why})`}`, facts) : endWords('done', facts),
  );
}
