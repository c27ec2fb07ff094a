// A diagnosis [M6]: what whoever tries again has to know before it reads the whole output. Which checks failed and how,
// which tests by name, the first lines that tell of it, and what was changed. Pure.

import type { Evidence } from '../../core/evidence/evidence.ts';
import type { SortedNames } from '../../core/evidence/tests-text.ts';
import { becauseOf, countsOf } from '../artifacts/reports.ts';
import { plainOf } from '../artifacts/say.ts';
import { plural } from '../words/words.ts';

/** A check that failed, with the texts its evidence names. */
export interface Failing {
  readonly evidence: Evidence;
  /** Its command line, where the run still knows it. */
  readonly command?: string;
  readonly names: SortedNames;
  readonly log: string;
}

export interface Diagnosed {
  readonly failing: readonly Failing[];
  /** Files that the work in question changed, as our own git saw it. */
  readonly changed: readonly string[];
  /** It is good alone, and red with what others did. */
  readonly collided?: boolean;
}

const namesMax = 20;
const changedMax = 40;

/** Undefined where nothing failed. */
export function diagnosisText({ failing, changed, collided }: Diagnosed): string | undefined {
  if (failing.length === 0) return undefined;
  return [
    ...(collided === true
      ? ['With this change alone the checks pass. Together with what others did since, this fails:', '']
      : []),
    ...failing.flatMap(failingLines),
    ...(changed.length === 0
      ? []
      : ['What was changed before that:', ...some(changed, changedMax).map((file) => `- ${file}`), '']),
  ].join('\n');
}

function failingLines({ evidence, command, names, log }: Failing): readonly string[] {
  const { check, kind, counts } = evidence;
  const what = command === undefined ? '' : `, command: ${command}`;
  const numbers = counts === undefined ? '' : ` (${countsOf(evidence)})`;
  const named = names.fresh.length === 0 ? names.failed : names.fresh;
  const lines = firstLines(log);
  return [
    `The check "${check}" (${kind}${what}) failed: ${becauseOf(evidence)}${numbers}.`,
    ...(named.length === 0
      ? []
      : ['Tests that fail because of the change:', ...some(named, namesMax).map((name) => `- ${name}`)]),
    ...(names.known.length === 0
      ? []
      : [`Failing as before the change, to be left alone: ${plural(names.known.length, 'test')}.`]),
    ...(lines.length === 0
      ? []
      : ['The first lines that tell of it:', ...lines.map((line) => `    ${line}`)]),
    '',
  ];
}

function some(items: readonly string[], max: number): readonly string[] {
  const left = items.length - max;
  return left > 0 ? [...items.slice(0, max), `and ${left} more`] : items;
}

const telling =
  /\b(?:error|fail(?:ed|ure|s)?|not ok|panic(?:ked)?|exception|traceback|assert\w*|expected)\b|✗|✖|×/i;
const saysNoFailure = /\b(?:0|no) (?:fail|error)|\bfail(?:ed|ures?)?:? 0\b|# fail 0\b/i;
const before = 1;
const linesMax = 16;
const lineCharsMax = 240;

/** From the first line that names a trouble on; from its end where none does, because errors stand there. */
function firstLines(log: string): readonly string[] {
  const lines = plainOf(log)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const at = lines.findIndex((line) => telling.test(line) && !saysNoFailure.test(line));
  const from = at < 0 ? Math.max(0, lines.length - linesMax) : Math.max(0, at - before);
  return lines.slice(from, from + linesMax).map((line) => Array.from(line).slice(0, lineCharsMax).join(''));
}
