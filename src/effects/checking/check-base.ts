// What the checks said of the base, read back from its evidence; and what a check of now says against it, in words.

import path from 'node:path';
import type { Held, SettledCheck, CheckRan } from '../../core/evidence/against-base.ts';
import { allFailed, testsFrom } from '../../core/evidence/tests-text.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Result } from './check-checkout.ts';
import type { EffectParts } from '../parts.ts';

/** By the name of the check. A text that was erased excuses nothing. */
export async function basesOf(
  parts: EffectParts,
  against: readonly Evidence[],
): Promise<ReadonlyMap<string, CheckRan>> {
  return new Map(
    await Promise.all(
      against.map(async (item): Promise<[string, CheckRan]> => [item.check, await toldBy(parts, item)]),
    ),
  );
}

async function toldBy({ blobs }: EffectParts, item: Evidence): Promise<CheckRan> {
  const { kind, verdict, because, exit, counts, rewrote } = item;
  const comparesLines = kind !== 'test' && verdict === 'FAIL';
  const [names, log] = await Promise.all([
    item.tests === undefined ? undefined : blobs.get(item.tests),
    comparesLines ? blobs.get(item.log) : '',
  ]);
  const sorted = names === undefined ? undefined : testsFrom(names);
  return {
    kind,
    verdict,
    because,
    ...(exit === undefined ? {} : { exit }),
    ...(counts === undefined ? {} : { counts }),
    ...(rewrote === undefined ? {} : { rewrote }),
    ...(sorted === undefined ? {} : { tests: { ...sorted, failed: allFailed(sorted) } }),
    log: withoutFolders(log ?? ''),
  };
}

export function toldNow({ log, ...result }: Result): CheckRan {
  return { ...result, log: withoutFolders(log.text) };
}

/** Every check has a checkout of its own, so that its folder says nothing. */
const checkoutFolder = new RegExp(
  `(?:${path.sep}[^\\s:'"()]{1,400})?${path.sep}workspaces${path.sep}[^\\s/]{1,200}${path.sep}`,
  'g',
);

function withoutFolders(log: string): string {
  return log.replaceAll(checkoutFolder, '');
}

const namesShownMax = 50;

/** For whoever has to mend it: what is theirs and what is not. Empty where there is nothing to say. */
export function wordsOn({
  known,
  fresh,
  fewer,
  vanished,
  rewritten,
  flaky,
}: Held & Pick<SettledCheck, 'flaky'>): string {
  const lines = [
    ...listed('New failures, which come from this change:', fresh),
    ...listed('Not yours, because they fail at the base commit as well:', known),
    ...listed('Flaky, because they passed when the check was run once more on the same tree:', flaky),
    ...listed(
      'Files that this check changed while it ran, and does not change at the base commit. What it says is therefore void:',
      rewritten ?? [],
    ),
    ...listed('Executed at the base commit, and not any more:', vanished?.gone ?? []),
    ...listed('Executed at the base commit, and skipped now:', vanished?.skipped ?? []),
    ...(fewer === undefined
      ? []
      : [`Fewer tests were executed than at the base commit: ${fewer.now} instead of ${fewer.base}.`]),
  ];
  return lines.length === 0 ? '' : `\n[Held against the base commit.\n${lines.join('\n')}]\n`;
}

function listed(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const left = names.length - namesShownMax;
  return [
    title,
    ...names.slice(0, namesShownMax).map((name) => `  - ${name}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ];
}
