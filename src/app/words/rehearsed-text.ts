// What a rehearsal came to, in words. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import { list, plural } from '../../views/words/words.ts';
import type { Rehearsed } from '../rehearsing/rehearsed.ts';
import { tookWords } from '../rehearsing/rehearsed.ts';
import { table } from './columns.ts';

export function rehearsedText(rehearsed: Rehearsed, width: number): string {
  const { rows, unmet } = rehearsed;
  const told = rows.map(({ stage, what, did }) => [stage, forTerminal(what), forTerminal(did)]);
  const head = rows.length === 0 ? 'Nothing went wrong and nobody was asked.\n' : '';
  const body =
    rows.length === 0 ? '' : `${table([['STAGE', 'WHAT HAPPENED', 'WHAT WAS DONE'], ...told], width)}\n`;
  const verdict =
    unmet.length === 0
      ? 'As expected.\n'
      : `Not as expected, in ${plural(unmet.length, 'point')}: ${forTerminal(unmet.join('; '))}.\n`;
  return `${head}${body}${endWords(rehearsed)}\n${verdict}`;
}

function endWords(rehearsed: Rehearsed): string {
  const { status, stage, gates, because } = rehearsed;
  const at = gates.length === 0 ? '' : `, at the gate ${list(gates)}`;
  const why = because === undefined ? '' : ` (${forTerminal(because)})`;
  return `\nThe run ended ${status} in ${stage}${at}${why}: ${tookWords(rehearsed)}.`;
}
