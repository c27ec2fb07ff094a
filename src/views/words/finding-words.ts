// A finding in words: where it is, and what came of looking it up. Pure. Titles and paths come from outside: whoever
// prints these words makes them safe first.

import type { Doubt, Finding } from '../../core/roles/verdict.ts';

const doubtWords: Readonly<Record<Doubt, string>> = {
  'no-such-file': 'there is no such file',
  'no-such-line': 'the file has no such line',
  'outside-the-change': 'the place is not part of the change',
  'another-text': 'what it quotes is not there',
  'names-nothing': 'it names no place that could be looked up',
};

/** "confirmed", or "rejected: there is no such file". */
export function validationWords({ validation, doubt }: Pick<Finding, 'validation' | 'doubt'>): string {
  return doubt === undefined ? validation : `${validation}: ${doubtWords[doubt]}`;
}

/** "src/a.ts:3", or nothing for a finding about no place. */
export function placeOf({ file, line }: Pick<Finding, 'file' | 'line'>): string | undefined {
  return file === undefined || line === undefined ? file : `${file}:${line}`;
}
