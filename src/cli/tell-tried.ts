// What came of trying the checks, on the terminal or as a document.

import type { Exit } from '../app/ending/exit-codes.ts';
import type { TriedChecks } from '../app/setting-up/try-checks.ts';
import { triedTalk, triedText } from '../app/words/tried-text.ts';
import type { CommandContext } from './command.ts';
import { paperOf, tellWords } from './print.ts';
import { json } from './reading.ts';

export function tellTried({ io, json: asDocument }: CommandContext, tried: TriedChecks): Exit {
  if (asDocument) io.out(json(tried));
  tellWords(io, { data: triedText(tried, paperOf(io).style), talk: triedTalk(tried) }, asDocument);
  return tried.checkable ? 'done' : 'missing';
}
