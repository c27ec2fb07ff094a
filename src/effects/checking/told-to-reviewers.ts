// What whoever reviews a pull request is told of the change before they read it: which parts of the repository it is in, and
// where it touches concurrent or distributed code.

import type { Compared, CompareInput } from '../../core/evidence/tamper.ts';
import type { ShownSides } from '../../careful/judge.ts';
import { judgeCareful } from '../../careful/judge.ts';
import { modulesOf } from '../../careful/modules.ts';
import type { FileChange } from '../../tamper/change.ts';
import { hunksOf } from '../answers/hunks.ts';
import type { EffectParts } from '../parts.ts';

/** An event is small, and nobody reads a longer list. */
const caresMax = 20;

export async function toldToReviewers(
  { workspaces, screener }: Pick<EffectParts, 'workspaces' | 'screener'>,
  repository: string,
  { from, to }: Pick<CompareInput, 'from' | 'to'>,
  changes: readonly FileChange[],
): Promise<Pick<Compared, 'modules' | 'careful'>> {
  if (changes.length === 0) return {};
  // A name that a secret stands in is no label.
  const paths = changes.map(({ path }) => path).filter((path) => screener.redact(path).text === path);
  const hunks = hunksOf(await workspaces.diff(repository, from, to));
  const shownOf = (path: string): ShownSides | undefined => {
    const found = hunks.get(path);
    return found && { before: found.map(({ before }) => before), after: found.map(({ after }) => after) };
  };
  const modules = modulesOf(paths);
  const careful = judgeCareful(changes, shownOf)
    .slice(0, caresMax)
    .map((care) => ({ ...care, file: screener.redact(care.file).text }));
  return {
    ...(modules.length === 0 ? {} : { modules }),
    ...(careful.length === 0 ? {} : { careful }),
  };
}
