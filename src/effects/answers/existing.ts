// What exists for a reviewer to point at: the files of the new side, the lines that the change brings, the tests that ran, the checks.

import type { AskInput } from '../../core/effects.ts';
import { executed, testsFrom } from '../../core/evidence/tests-text.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { EffectParts } from '../parts.ts';
import type { Exists } from './criterion-shown.ts';
import type { Change } from './finding-holds.ts';
import { linesOf } from './finding-holds.ts';

/** What a verdict is about. */
export interface VerdictAbout {
  readonly input: AskInput;
  readonly run: Run;
  readonly repository: string;
}

export async function existingFor(
  parts: EffectParts,
  { input, run, repository, change }: VerdictAbout & { readonly change: Change },
): Promise<Exists> {
  const { to } = must(input.diff, 'a reviewer is given a diff');
  const state = run.tasks.find(({ task }) => task.id === input.task);
  const evidence = state?.evidence ?? run.evidence;
  const [files, names] = await Promise.all([
    parts.workspaces.listFiles(repository, to),
    Promise.all(evidence.map(async ({ tests }) => (tests === undefined ? '' : parts.blobs.get(tests)))),
  ]);
  const there = new Set(files);
  return {
    files,
    touched: [...change.hunks.keys()].filter((file) => there.has(file)),
    removed: [...change.hunks.keys()].filter((file) => !there.has(file)),
    linesOf: async (file) => linesOf((await change.textOf(file)) ?? '').length,
    tests: names.flatMap((text) => executed(testsFrom(text ?? ''))),
    lines: broughtIn(change, () => true),
    checks: run.checks,
  };
}

export function broughtIn({ hunks }: Change, isMeant: (file: string) => boolean): string {
  return [...hunks]
    .filter(([file]) => isMeant(file))
    .flatMap(([, own]) => own.flatMap(({ after }) => after.lines))
    .join('\n');
}
