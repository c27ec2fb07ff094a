// What came of trying the checks here, in words. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import { countsText } from '../../views/words/lack-words.ts';
import { fillWords, unfilledWords } from '../../views/words/not-run-words.ts';
import { duration, short } from '../../views/words/words.ts';
import type { TriedChecks } from '../setting-up/try-checks.ts';
import { pad } from './columns.ts';
import type { Style } from './style.ts';

export function triedText({ results, commit }: TriedChecks, style: Style): string {
  const width = Math.max(0, ...results.map(({ check }) => check.length));
  const lines = results.map((item) => {
    const verdict = item.verdict === 'PASS' ? style.green('PASS') : style.red('FAIL');
    const took = item.because === 'not-run' ? 'not run' : duration(item.ms);
    const counts = countsText(item);
    return `  ${pad(verdict, 4)}  ${forTerminal(item.check).padEnd(width)}  ${took}${counts}  ${forTerminal(item.command)}\n`;
  });
  return results.length === 0
    ? `No check was found at ${short(commit)}.\n`
    : `The checks of ${short(commit)}:\n${lines.join('')}`;
}

/** What is said about it: what is in the way and what to do, or that a run can begin. */
export function triedTalk(tried: TriedChecks): string {
  const { unfilled } = tried;
  const empty = unfilledWords({ count: unfilled.length, first: unfilled.slice(0, unfilledShownMax) });
  return `${baseTalk(tried)}${empty.map((line) => `${forTerminal(line)} ${fillWords}\n`).join('')}`;
}

const unfilledShownMax = 5;

function baseTalk({ results, checkable, told }: TriedChecks): string {
  if (!checkable) {
    return (
      `\n${forTerminal(told)}\nA run here would ask before it launches anybody. Mend that, or name other commands under ` +
      '`checks` in slipway.yaml, and try again.\n'
    );
  }
  if (results.length === 0) {
    return 'Nothing would prove that a change works: a run asks before it goes on without. Name commands under `checks` in slipway.yaml.\n';
  }
  const red = results.filter(({ verdict }) => verdict === 'FAIL').map(({ check }) => forTerminal(check));
  return red.length === 0
    ? 'The base can be checked, and everything passes.\n'
    : `The base can be checked. What is red in it (${red.join(', ')}) is known, and not charged to a change.\n`;
}
