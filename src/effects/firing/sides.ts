// On which side a changed file is: by where it lies and what it is called, and else by who uses it. A helper that asserts, and that
// tests alone use, belongs to them wherever it lies.

import { languageOf } from '../../tamper/language.ts';
import type { TestSide } from '../../live-fire/test-side.ts';
import { assertsForTests, testSide } from '../../live-fire/test-side.ts';
import type { Change } from '../../workspace/workspace.ts';
import type { EffectParts } from '../parts.ts';
import type { Range } from './range.ts';
import { textsAt } from './texts.ts';

export type SideOf = (path: string) => TestSide | undefined;

type Place = Pick<Range, 'parts' | 'repository' | 'input'>;

/** Texts of sources that are read; whoever uses one of them is searched for where it asserts as tests do. */
const lookedUpMax = 2_000;

export async function sidesOf(place: Place, changes: readonly Change[]): Promise<SideOf> {
  const unsure = changes
    .filter(
      ({ path, kind }) => kind !== 'added' && testSide(path) === undefined && languageOf(path) !== undefined,
    )
    .map(({ path }) => path)
    .slice(0, lookedUpMax);
  const texts = await textsAt(place, place.input.from, unsure);
  const helpers = new Set<string>();
  for (const path of unsure) {
    if (assertsForTests(texts.get(path) ?? '') && (await isUsedByTestsOnly(place, path))) helpers.add(path);
  }
  return (path) => testSide(path) ?? (helpers.has(path) ? 'support' : undefined);
}

async function isUsedByTestsOnly({ parts, repository, input }: Place, path: string): Promise<boolean> {
  const users = (await filesNaming(parts, repository.repository, input.from, path)).filter(
    (user) => user !== path && languageOf(user) !== undefined,
  );
  return users.length > 0 && users.every((user) => testSide(user) !== undefined);
}

/** A folder that is one module bears the name that its users say. */
function filesNaming(
  { workspaces }: EffectParts,
  repository: string,
  commit: string,
  path: string,
): Promise<readonly string[]> {
  const [folder = '', file = ''] = path.split('/').slice(-2);
  const stem = (file === '' ? folder : file).replace(/\.[^.]*$/, '');
  const name = /^(?:index|__init__|mod|main)$/.test(stem) ? folder : stem;
  return workspaces.filesWith(repository, commit, name);
}
