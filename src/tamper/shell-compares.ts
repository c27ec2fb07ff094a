// Tests that are shell scripts: what they compare. A script that compares less often than before asks less.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { linesOnlyIn, named, textsOf } from './change.ts';
import { testPlace } from './test-files.ts';

const compares =
  /\[\[?\s[^\]]*\s(?:=|==|!=|=~|-(?:eq|ne|lt|le|gt|ge))\s|\btest\s[^;|&]*\s(?:=|!=|-(?:eq|ne|lt|le|gt|ge))\s|\b(?:diff|cmp)\s/;

export function judgeShellCompares(change: FileChange): readonly TamperFinding[] {
  if (!/\.(?:sh|bash|bats)$/.test(change.path) || testPlace(change.path) === undefined) return [];
  if (change.after === undefined) return [];
  const { before, after } = textsOf(change);
  const [was, is] = [compared(before), compared(after)];
  if (is.length >= was.length) return [];
  const lost = linesOnlyIn(was.join('\n'), is.join('\n'))[0] ?? '';
  return [
    {
      kind: 'assertion-dropped',
      file: change.path,
      words: `The script compares ${is.length} times; before it did ${was.length} times. Gone: '${named(lost)}'.`,
    },
  ];
}

function compared(text: string): readonly string[] {
  return text.split('\n').filter((line) => !line.trimStart().startsWith('#') && compares.test(line));
}
