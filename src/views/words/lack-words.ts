// What keeps a base from being checkable, in words for people. Pure.

import { lackOf, lacksIn } from '../../core/evidence/checkable.ts';
import type { CheckSpec, Evidence, Lack } from '../../core/evidence/evidence.ts';
import { capital, duration, list } from './words.ts';

type Base = readonly Evidence[];

/** Of each check that lacks something, its evidence, in order. */
export function lackingIn(evidence: Base): Base {
  const names = new Set(lacksIn(evidence).map(({ check }) => check));
  return evidence.filter((item) => names.has(item.check) && lackOf(item) !== undefined);
}

/** Such as "setup fails (exit 1) and test finds no test"; empty where nothing is in the way. */
export function lacksWords(evidence: Base): string {
  return list(lackingIn(evidence).map((item) => `${item.check} ${lackWords(item)}`));
}

/** What is the matter with one check, as the end of a sentence that begins with its name. */
function lackWords(item: Evidence): string {
  const exit = item.exit === undefined ? '' : ` (exit ${item.exit})`;
  switch (lackOf(item)) {
    case 'setup-failed':
    case 'build-failed':
      return `${failsWords(item)}${exit}`;
    case 'program-missing':
      return item.exit === 126
        ? `starts a program that cannot be run${exit}`
        : `starts a program that is not there${exit}`;
    case 'no-tests':
      return 'finds no test';
    case 'no-names':
      return `fails${exit} and does not say which tests`;
    case 'none-passed':
      return `fails${exit} and not one test passes (${item.counts?.failed ?? 0} failed)`;
    case 'no-end':
      return failsWords(item);
    case 'not-started':
      return 'could not be started';
    case undefined:
      return 'can be checked';
  }
}

/** What a person waived, as the end of a sentence that begins with "it". */
export function waivedWords({ lack }: Evidence): string {
  return lack === undefined ? 'finds no test' : waivedLacks[lack];
}

const waivedLacks: Readonly<Record<Lack, string>> = {
  'setup-failed': 'fails',
  'build-failed': 'fails',
  'program-missing': 'starts a program that is not there',
  'no-tests': 'finds no test',
  'no-names': 'fails and does not say which tests',
  'none-passed': 'fails and not one test passes',
  'no-end': 'does not come to its end',
  'not-started': 'could not be run',
};

function failsWords({ because, ms, exit }: Evidence): string {
  if (because === 'timeout') return `did not end within ${duration(ms)}`;
  if (because === 'output-limit') return 'printed more than a check may';
  return exit === undefined ? 'was ended by a signal' : 'fails';
}

const logLinesMax = 20;

/** For whoever has to decide: each check, its command and the last lines it printed. `logOf` gives a log that was screened. */
export function uncheckableText(
  evidence: Base,
  { checks, logOf }: { readonly checks: readonly CheckSpec[]; readonly logOf: (item: Evidence) => string },
): string {
  const parts = lackingIn(evidence).map((item) => {
    const spec = checks.find(({ name }) => name === item.check);
    const command = spec?.script?.text ?? spec?.command ?? '';
    const lines = logOf(item).trimEnd().split('\n').slice(-logLinesMax);
    return [
      `${capital(item.check)} ${lackWords(item)}: ${command}`,
      ...lines.filter((line) => line !== '').map((line) => `    ${line}`),
    ].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

/** Such as ", 12 passed, 1 failed"; nothing where nobody counted. */
export function countsText({ counts }: Pick<Evidence, 'counts'>): string {
  return counts === undefined ? '' : `, ${counts.passed} passed, ${counts.failed} failed`;
}
