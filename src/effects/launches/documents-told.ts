// What a repository's own documents say, for whoever analyses and plans: read once by code, so that no agent spends its
// turns on opening them. Their words are the repository's, and data like all the rest.

import type { Role } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import type { PromptPiece } from '../../prompts/prompts.ts';
import { reveal } from '../../screening/hidden.ts';
import type { EffectParts } from '../parts.ts';

type Parts = Pick<EffectParts, 'screener'> & {
  readonly workspaces: Pick<EffectParts['workspaces'], 'readFile'>;
};

const readers: ReadonlySet<Role> = new Set<Role>(['investigator', 'planner', 'splitter', 'designer']);

/** How much of each is told: the shape of a repository stands at the beginning, what was found out is worth all of it. */
const linesMax: Readonly<Record<string, number>> = {
  'docs/ARCHITECTURE.md': 80,
  'docs/CODE_STYLE.md': 40,
  'docs/FINDINGS.md': 400,
};
const charsMax = 16_000;

interface Reader {
  readonly role: Role;
  readonly repository: string;
  readonly commit: string;
}

export async function snapshot(
  parts: Parts,
  run: Run,
  { role, repository, commit }: Reader,
): Promise<readonly PromptPiece[]> {
  if (!readers.has(role)) return [];
  // What is stale would mislead, and what Slipway keeps itself is told already.
  const told = run.docs.found.filter(
    ({ path, trust, text }) =>
      trust !== 'stale' && text === undefined && run.docs.fresh.every((item) => item.path !== path),
  );
  const pieces = await Promise.all(
    told.map(async ({ path }): Promise<readonly PromptPiece[]> => {
      const text = await parts.workspaces.readFile(repository, commit, path);
      return text === undefined ? [] : [beginning(parts, path, text)];
    }),
  );
  return pieces.flat();
}

function beginning({ screener }: Parts, path: string, text: string): PromptPiece {
  const lines = text.split('\n');
  const max = linesMax[path] ?? 0;
  const kept = lines.slice(0, max).join('\n').slice(0, charsMax);
  const name = kept.length < text.trimEnd().length ? `${path}, its beginning` : path;
  return { name, origin: 'the repository', text: screener.redact(reveal(kept).text).text };
}
