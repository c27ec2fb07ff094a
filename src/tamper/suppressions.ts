// Words that make a check look away from a line or a file. They are compared by how many there are in the whole
// change, so that code which moves takes its own along.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { named } from './change.ts';
import { languageOf } from './language.ts';
import { mask } from './mask.ts';
import { lineAt } from './places.ts';

const inComments =
  /\b(?:eslint|oxlint|tslint|jshint|stylelint|biome|deno|prettier)-?(?:disable|ignore)[\w-]*|@ts-(?:ignore|nocheck|expect-error)|\bnoqa\b|\btype:\s*ignore\b|\b(?:pylint|mypy|pyright|ruff|flake8|rubocop|shellcheck|isort):?\s*(?:disable|ignore|skip-file|noqa)[\w-]*|\bpragma:\s*no\s*(?:cover|branch|mutate)|\b(?:istanbul|c8|v8|vitest)\s+ignore\b|\bnolint\b|#nosec\b|\bNOSONAR\b|\bNOLINT\w*|\bLCOV_EXCL\w*|\bcoverage:\s*ignore|\bno\s+critic\b|\buncoverable\b|\bskipcq\b|\bgosec:|\bcheckstyle:off\b|\bnosemgrep\b|\bStryker\s+disable\b/gi;

const inCode =
  /#!?\[(?:allow|expect)\([^\]]*\)\]|#!?\[coverage\(off\)\]|@SuppressWarnings\b|@Suppress\b|@SuppressFBWarnings\b|\bno\s+(?:warnings|strict)\b|@no_type_check\b|@typing\.no_type_check\b/g;

interface Suppression {
  readonly text: string;
  readonly line: number;
}

export function judgeSuppressions(changes: readonly FileChange[]): readonly TamperFinding[] {
  const left = new Map<string, number>();
  for (const change of changes) {
    for (const { text } of suppressionsIn(change.path, change.before?.text))
      left.set(text, (left.get(text) ?? 0) + 1);
  }
  return changes.flatMap((change) =>
    suppressionsIn(change.path, change.after?.text).flatMap(({ text, line }): readonly TamperFinding[] => {
      const count = left.get(text) ?? 0;
      left.set(text, count - 1);
      if (count > 0) return [];
      const words = `A check is told to look away: '${named(text)}' is new.`;
      return [{ kind: 'suppression-added', file: change.path, line, words }];
    }),
  );
}

function suppressionsIn(path: string, text: string | undefined): readonly Suppression[] {
  const language = languageOf(path);
  if (text === undefined || language === undefined) return [];
  const { code, comments } = mask(text, language);
  const found = [
    ...comments.matchAll(inComments),
    ...(language.name === 'ruby' ? [] : code.matchAll(inCode)),
  ];
  return found.map((one) => ({ text: one[0].replaceAll(/\s+/g, ' ').trim(), line: lineAt(text, one.index) }));
}
