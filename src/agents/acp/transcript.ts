// The lines of an agent that speaks the Agent Client Protocol in words. Pure and total. Messages come in pieces here,
// and nothing repeats them whole.

import { at, itemsIn, numberIn, textIn } from '../../views/transcripts/look.ts';
import type { LineTold, Telling, TranscriptDialect } from '../../views/transcripts/told.ts';
import {
  endWords,
  errorWords,
  failedWords,
  oneLine,
  quiet,
  told,
  usdWords,
} from '../../views/transcripts/told.ts';

export const acpTranscript: TranscriptDialect = {
  isOwn: (event) => textIn(event, 'jsonrpc') === '2.0',
  tell,
};

function tell(event: unknown, telling: Telling): LineTold | undefined {
  const method = textIn(event, 'method');
  if (method === 'session/update') return update(at(event, 'params', 'update'), telling);
  if (method === 'session/request_permission') return quiet; // what was not allowed is told by Slipway itself
  if (method !== '') return told(oneLine(`asks for ${method}`));
  if (at(event, 'error') !== undefined) return told(errorWords(textIn(event, 'error', 'message')));
  const stop = textIn(event, 'result', 'stopReason');
  if (stop === '') return quiet;
  return told(stop === 'end_turn' ? endWords('done', [usdWords(telling.usd)]) : oneLine(`stopped: ${stop}`));
}

function update(content: unknown, telling: Telling): LineTold | undefined {
  switch (textIn(content, 'sessionUpdate')) {
    case 'agent_message_chunk':
      return { words: [], piece: textIn(content, 'content', 'text') };
    case 'tool_call':
      return told(callWords(content, telling));
    case 'tool_call_update':
      return textIn(content, 'status') === 'failed' ? told(failedWords(outputIn(content))) : quiet;
    case 'usage_update': {
      const usd =
        textIn(content, 'cost', 'currency') === 'USD' ? numberIn(content, 'cost', 'amount') : undefined;
      return usd === undefined ? quiet : { words: [], usd };
    }
    case 'agent_thought_chunk':
    case 'user_message_chunk':
    case 'plan':
    case 'available_commands_update':
    case 'current_mode_update':
    case 'config_option_update':
    case 'session_info_update':
      return quiet;
    default:
      return undefined;
  }
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['read', 'reads'],
  ['edit', 'edits'],
  ['delete', 'deletes'],
  ['move', 'moves'],
]);

/** By the files it names where it names some; else in its own words. */
function callWords(call: unknown, { short }: Telling): string {
  const verb = verbs.get(textIn(call, 'kind'));
  const files = itemsIn(call, 'locations').map((place) => short(textIn(place, 'path')));
  if (verb !== undefined && files.length > 0) return oneLine(`${verb} ${files.join(', ')}`);
  const title = short(textIn(call, 'title'));
  return oneLine(
    textIn(call, 'kind') === 'execute' ? `runs ${title.replace(/^`(.*)`$/s, '$1')}` : `uses ${title}`,
  );
}

function outputIn(call: unknown): string {
  return itemsIn(call, 'content')
    .map((part) => textIn(part, 'content', 'text'))
    .join(' ');
}
