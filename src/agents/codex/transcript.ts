// The lines of `codex` in words. Pure and total.

import { at, itemsIn, numberIn, textIn } from '../../views/transcripts/look.ts';
import type { LineTold, Telling, TranscriptDialect } from '../../views/transcripts/told.ts';
import {
  bareCommand,
  endWords,
  errorWords,
  failedWords,
  oneLine,
  quiet,
  told,
} from '../../views/transcripts/told.ts';

export const codexTranscript: TranscriptDialect = { isOwn, tell };

function isOwn(event: unknown): boolean {
  const type = textIn(event, 'type');
  return /^(?:thread|turn|item)\./.test(type) || (type === 'error' && textIn(event, 'message') !== '');
}

function tell(event: unknown, telling: Telling): LineTold | undefined {
  switch (textIn(event, 'type')) {
    case 'thread.started':
    case 'turn.started':
    case 'item.updated':
      return quiet;
    case 'item.started':
      return started(at(event, 'item'), telling);
    case 'item.completed':
      return completed(at(event, 'item'), telling);
    case 'turn.completed':
      return told(endWords('done', [tokenWords(at(event, 'usage'))]));
    case 'turn.failed':
      return told('gave up'); // why is in the error before it
    case 'error':
      return told(troubleWords(textIn(event, 'message')));
    default:
      return undefined;
  }
}

/** What takes its time is told when it begins; everything else when it is there. */
function started(item: unknown, { short }: Telling): LineTold {
  switch (textIn(item, 'type')) {
    case 'command_execution':
      return told(oneLine(`runs ${short(bareCommand(textIn(item, 'command')))}`));
    case 'mcp_tool_call':
      return told(oneLine(`uses ${textIn(item, 'server')} ${textIn(item, 'tool')}`));
    default:
      return quiet;
  }
}

function completed(item: unknown, telling: Telling): LineTold | undefined {
  switch (textIn(item, 'type')) {
    case 'agent_message':
      return told(textIn(item, 'text'));
    case 'command_execution':
      return commandEnd(item);
    case 'file_change':
      return fileChange(item, telling);
    case 'mcp_tool_call':
      return textIn(item, 'status') === 'failed'
        ? told(failedWords(textIn(item, 'error', 'message')))
        : quiet;
    case 'web_search':
      return told(oneLine(`searches the web for ${textIn(item, 'query')}`));
    case 'error':
      return told(errorWords(textIn(item, 'message')));
    case 'reasoning':
    case 'todo_list':
      return quiet;
    default:
      return undefined;
  }
}

function commandEnd(item: unknown): LineTold {
  const exit = numberIn(item, 'exit_code');
  if (exit === 0) return quiet;
  const last = textIn(item, 'aggregated_output').trimEnd().split('\n').at(-1) ?? '';
  return told(failedWords(exit === undefined ? last : `exit ${exit}${last === '' ? '' : `, ${last}`}`));
}

function fileChange(item: unknown, { short }: Telling): LineTold {
  const hasFailed = textIn(item, 'status') === 'failed';
  const words = itemsIn(item, 'changes').map((change) =>
    oneLine(`${changeVerb(textIn(change, 'kind'))} ${short(textIn(change, 'path'))}`),
  );
  return told(...words, hasFailed ? failedWords('') : '');
}

function changeVerb(kind: string): string {
  if (kind === 'add') return 'writes';
  return kind === 'delete' ? 'deletes' : 'edits';
}

function tokenWords(usage: unknown): string | undefined {
  const tokens = ['input_tokens', 'output_tokens'].map((key) => numberIn(usage, key) ?? 0);
  const sum = tokens.reduce((total, count) => total + count, 0);
  return sum === 0 ? undefined : `${sum} tokens`;
}

function troubleWords(message: string): string {
  return message.startsWith('Reconnecting') ? oneLine(`tries again: ${message}`) : errorWords(message);
}
