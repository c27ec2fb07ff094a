// Headings of transcripts and check outputs. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import { effectWords, lineWords } from '../../views/words/effect-words.ts';
import type { CheckEntry, LaunchEntry, LogEntry } from '../../views/run/logs.ts';
import type { Style } from './style.ts';
import { duration, timeOfDay, usd } from '../../views/words/words.ts';

export function heading(entry: LogEntry, style: Style): string {
  const words = entry.type === 'launch' ? launchWords(entry) : checkWords(entry);
  const at = entry.type === 'launch' ? entry.begunAt : entry.at;
  return `${style.bold(`== ${timeOfDay(at)} ${forTerminal(words)}`)}\n`;
}

function launchWords({ effect, begunAt, ended }: LaunchEntry): string {
  const what = effectWords(effect);
  if (ended === undefined) return `${what}, at work`;
  const agent = ended.agent === undefined ? '' : `, by ${ended.agent}`;
  const cost = ended.charge?.usd === undefined ? '' : `, ${usd(ended.charge.usd)}`;
  return `${what}${agent}, ${endWords(ended)} after ${duration(ended.at - begunAt)}${cost}`;
}

/** An attempt can end well and still not be taken: then the failure that was recorded says why. */
function endWords({ how, reason }: NonNullable<LaunchEntry['ended']>): string {
  if (how === 'stopped') return 'stopped';
  return reason === undefined ? how : `failed (${reason})`;
}

const wholes: Readonly<Record<string, string>> = { run: 'the whole change', base: 'the base commit' };

function checkWords({ subject, evidence }: CheckEntry): string {
  const about = wholes[subject] ?? lineWords(subject);
  const { check, verdict, because, ms, reused } = evidence;
  const took = reused === true ? ', not run again' : ` after ${duration(ms)}`;
  const why = because === 'ok' ? '' : ` (${because})`;
  return `check ${check} of ${about}: ${verdict}${why}${took}`;
}

/** Text that is safe already, ending with a line feed; a sign where there is none. */
export function body(text: string): string {
  if (text.trim() === '') return '(nothing was printed)\n';
  return text.endsWith('\n') ? text : `${text}\n`;
}
