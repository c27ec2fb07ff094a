// From the documenter's answer to documents of the core: only those that were asked for, clean, and with what they speak of
// read out of their words by code. They are kept at once, so that the next run finds them and pays nothing.

import type { AskInput } from '../../core/effects.ts';
import { must } from '../../core/run.ts';
import type { DocsAnswer } from '../../prompts/prompts.ts';
import { reveal } from '../../screening/hidden.ts';
import { citedIn } from './cites.ts';
import type { ReadAnswer } from './answers.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

type Written = DocsAnswer['documents'][number];

export async function docsFrom(
  parts: Pick<EffectParts, 'blobs' | 'screener' | 'surveyor' | 'workspaces'>,
  answer: DocsAnswer,
  { repository, input }: { readonly repository: string; readonly input: AskInput },
): Promise<ReadAnswer> {
  const asked = must(input.docs, 'who answers with documents was asked for some');
  const problems = problemsWith(parts, answer.documents, asked);
  if (problems.length > 0) return { ok: false, problems };
  const entries = await parts.workspaces.entries(repository, input.commit);
  const documents = await Promise.all(
    answer.documents.map(async ({ path, text }) => {
      const shown = `${reveal(text).text.trimEnd()}\n`;
      return { path, blob: await keepText(parts, shown), cites: citedIn(shown, entries) };
    }),
  );
  await parts.surveyor.keep(repository, { entries, documents });
  return { ok: true, result: { answer: 'docs', documents } };
}

function problemsWith(
  { screener }: Pick<EffectParts, 'screener'>,
  written: readonly Written[],
  asked: readonly string[],
): readonly string[] {
  const paths = written.map(({ path }) => path);
  return [
    ...paths
      .filter((path) => !asked.includes(path))
      .map((path) => `'${path}' was not asked for; asked for are ${asked.join(', ')}`),
    ...paths
      .filter((path, at) => asked.includes(path) && paths.indexOf(path) !== at)
      .map((path) => `'${path}' is there twice`),
    ...written
      .filter(({ text }) => screener.redact(text).text !== text)
      .map(({ path }) => `'${path}' holds what looks like a secret; write it without`),
  ];
}
