// Two tests of one name in one place, in languages where the last one takes the place of the others without a word.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { named, textsOf } from './change.ts';
import { testPlace } from './test-files.ts';

export function judgeDoubles(change: FileChange): readonly TamperFinding[] {
  if (!change.path.endsWith('.py') || testPlace(change.path) === undefined) return [];
  const { before, after } = textsOf(change);
  const known = new Set(doublesIn(before).map(({ key }) => key));
  return doublesIn(after)
    .filter(({ key }) => !known.has(key))
    .map(({ name, line }) => ({
      kind: 'test-removed',
      file: change.path,
      line,
      words: `The test '${named(name)}' is defined twice, and only the last one is run.`,
    }));
}

interface Double {
  readonly key: string;
  readonly name: string;
  readonly line: number;
}

/** By the class they stand in; a class of the same name is another place only where it is written once more. */
function doublesIn(text: string): readonly Double[] {
  const seen = new Set<string>();
  let place = '';
  return text.split('\n').flatMap((line, index) => {
    const opened = /^class\s+(\w+)/.exec(line)?.[1];
    if (opened !== undefined) place = opened;
    const name = /^\s*(?:async\s+)?def\s+(test\w*)\s*\(/.exec(line)?.[1];
    if (name === undefined) return [];
    const key = `${/^\s/.test(line) ? place : ''}.${name}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ key, name, line: index + 1 }];
  });
}
