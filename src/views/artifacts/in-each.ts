// A fact of every repository of a run, as rows: under its name where there is one, with the alias where there are more.

import type { Repository, Run } from '../../core/run.ts';

export function inEach<T>(
  { repositories }: Run,
  name: string,
  of: (repository: Repository) => T,
): readonly (readonly [string, T])[] {
  return repositories.map((item) => [repositories.length > 1 ? `${name} (${item.alias})` : name, of(item)]);
}
