// The lines of `opencode` in words. Pure and total.

import { at, numberIn, textIn } from '../../views/transcripts/look.ts';
import type { LineTold, Telling, TranscriptDialect } from '../../views/transcripts/told.ts';
import {
  actWords,
  endWords,
  errorWords,
  failedWords,
  quiet,
  told,
  usdWords,
} from '../../views/transcripts/told.ts';

export const opencodeTranscript: TranscriptDialect = {
  isOwn: (event) => textIn(event, 'sessionID') !== '',
  tell,
};

function tell(event: unknown, telling: Telling): LineTold | undefined {
  const part = at(event, 'part');
  switch (textIn(event, 'type')) {
    case 'step_start':
    case 'reasoning':
      return quiet;
    case 'text':
      return at(part, 'synthetic') === true ? quiet : told(textIn(part, 'text'));
    case 'tool_use':
      return toolUse(part, telling);
    case 'step_finish':
      return step(part, telling);
    case 'error':
      return told(errorWords(textIn(event, 'error', 'data', 'message') || textIn(event, 'error', 'name')));
    default:
      return undefined;
  }
}

/** One line tells of the call and of its end. */
function toolUse(part: unknown, telling: Telling): LineTold {
  const act = actWords(textIn(part, 'tool'), at(part, 'state', 'input'), telling);
  if (textIn(part, 'state', 'status') === 'error') {
    return told(act, failedWords(textIn(part, 'state', 'error')));
  }
  const exit = numberIn(part, 'state', 'metadata', 'exit') ?? 0;
  return exit === 0 ? told(act) : told(act, failedWords(`exit ${exit}`));
}

/** Each step names its own cost; only the last one is told, with the sum. */
function step(part: unknown, { usd: before }: Telling): LineTold {
  const cost = numberIn(part, 'cost');
  const usd = cost === undefined ? before : (before ?? 0) + cost;
  const isLast = textIn(part, 'reason') !== 'tool-calls';
  return { words: isLast ? [endWords('done', [usdWords(usd)])] : [], ...(usd === undefined ? {} : { usd }) };
}
