// The survey port: puts the parts of this folder together.

import type { SurveyFacts } from '../core/repository/survey.ts';
import type { FileEntry, Workspaces } from '../workspace/workspace.ts';
import { docsTrust, keepDocs, recordDocs } from './docs.ts';
import { impactOf } from './impact.ts';
import { languageOf } from './languages.ts';
import { isLeftOut } from './left-out.ts';
import type { Surveyor } from './survey.ts';

const languagesShown = 8;

export function createSurveyor(parts: {
  readonly home: string;
  readonly workspaces: Pick<Workspaces, 'eachContent'>;
}): Surveyor {
  return {
    look: async (request) => {
      const { repository, entries } = request;
      const [docs, impact] = await Promise.all([
        docsTrust(parts.home, repository, entries),
        impactOf(parts.workspaces, request),
      ]);
      return { facts: factsOf(entries), docs, impact };
    },
    keep: (repository, about) => keepDocs(parts.home, repository, about),
    trust: (repository, about) => recordDocs(parts.home, repository, about),
  };
}

function factsOf(entries: readonly FileEntry[]): SurveyFacts {
  const counts = new Map<string, number>();
  for (const { path } of entries) {
    const language = isLeftOut(path) ? undefined : languageOf(path);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return {
    files: entries.length,
    bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
    languages: [...counts]
      .toSorted(([, one], [, two]) => two - one)
      .slice(0, languagesShown)
      .map(([name, files]) => ({ name, files })),
  };
}
