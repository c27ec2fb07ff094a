// What a survey found, in words for the roles and for people. Pure.

import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { commandWords } from '../../core/evidence/evidence.ts';
import type { DocTrust } from '../../core/repository/survey.ts';
import type { Surveyed } from '../../survey/survey.ts';

const bytesPerMb = 1024 * 1024;

export function surveyText(
  found: Surveyed & {
    readonly ecosystems: readonly string[];
    readonly checks: readonly CheckSpec[];
    readonly cores: number;
  },
): string {
  const { facts, docs, impact, ecosystems, checks, cores } = found;
  const languages = facts.languages.map(({ name, files }) => `${name} (${files})`);
  return [
    '# Survey of the repository',
    '',
    'Made by code at the base commit. It says where to begin, and proves nothing.',
    '',
    `- Files: ${facts.files} (${(facts.bytes / bytesPerMb).toFixed(1)} MB)`,
    `- Languages, by files: ${listed(languages)}`,
    `- Ecosystems: ${listed(ecosystems)}`,
    `- Checks: ${listed(checks.map((check) => `${check.name} (\`${commandWords(check)}\`)`))}`,
    `- Cores: ${cores}`,
    '',
    ...section('Documents about the repository', docs.map(docLine)),
    ...section('Likely files', [
      ...impact.files.map(({ path, score, why }) => `- \`${path}\` (${score.toFixed(2)}): ${why}`),
      ...unreadLine(impact.unread),
    ]),
    ...section(
      'Likely areas',
      impact.areas.map(({ folder, files }) => `- \`${folder}\`: ${files} of the files that match best`),
    ),
  ].join('\n');
}

function docLine({ path, trust, text }: DocTrust): string {
  if (text !== undefined) {
    return `- \`${path}\`: trusted, as Slipway keeps it and tells it with every task. Do not rely on what the repository says in its place.`;
  }
  switch (trust) {
    case 'trusted':
      return `- \`${path}\`: trusted. It was written for the repository as it is laid out now.`;
    case 'stale':
      return `- \`${path}\`: stale: do not rely on it. It, or the layout it describes, has changed since it was checked.`;
    case 'unknown':
      return `- \`${path}\`: unknown. Nobody has checked it: look at the code before you rely on it.`;
  }
}

function unreadLine(unread: number): readonly string[] {
  return unread === 0 ? [] : [`- ${unread} more files were not searched, because there are too many.`];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? 'none found' : items.join(', ');
}
