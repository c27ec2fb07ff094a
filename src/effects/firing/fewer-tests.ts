// Runs of a few test files instead of all: the others are taken out of the tree, because nobody knows how a command of the user's
// is told to run less. What tests lean on stays.

import { hasCases, testSide } from '../../live-fire/test-side.ts';
import { testPlace } from '../../tamper/test-files.ts';
import type { Range } from './range.ts';
import { textsAt } from './texts.ts';

const readMax = 2_000;

/** Test files of a commit beside these. Where a folder is one program, as in Go, those in the same folder stay. */
export async function otherTests(
  range: Range,
  commit: string,
  kept: readonly string[],
): Promise<readonly string[]> {
  const { parts, repository } = range;
  const files = await parts.workspaces.listFiles(repository.repository, commit);
  const keep = new Set(kept);
  const folders = new Set(kept.filter((path) => path.endsWith('.go')).map(folderOf));
  const tests = files.filter(
    (path) =>
      testSide(path) === 'tests' && !keep.has(path) && !(path.endsWith('.go') && folders.has(folderOf(path))),
  );
  const unsure = tests.filter((path) => testPlace(path) !== 'named').slice(0, readMax);
  const texts = await textsAt(range, commit, unsure);
  const helpers = new Set(unsure.filter((path) => !hasCases(path, texts.get(path) ?? '')));
  return tests.filter((path) => !helpers.has(path));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
