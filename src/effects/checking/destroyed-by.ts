// What a change destroys, with what has to be looked up in the tree for it: who still uses what is gone. The tree is read only
// where something is gone, one file at a time.

import type { CompareInput } from '../../core/evidence/tamper.ts';
import type { Destroyed, Destruction } from '../../core/evidence/destruction.ts';
import { destructionId } from '../../core/evidence/destruction.ts';
import type { FoundDestruction } from '../../destruction/finding.ts';
import type { Around } from '../../destruction/judge.ts';
import { judgeDestruction, wantedAround } from '../../destruction/judge.ts';
import type { Use } from '../../destruction/uses.ts';
import { usesIn } from '../../destruction/uses.ts';
import type { FileChange } from '../../tamper/change.ts';
import type { FileEntry } from '../../workspace/workspace.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

/** A larger file, and what is behind so many bytes, is not looked into. */
const fileBytesMax = 524_288;
const readBytesMax = 134_217_728;
/** An event is small; everything is in the words. */
const recordedMax = 60;
const toldMax = 200;

type Parts = Pick<EffectParts, 'workspaces' | 'blobs' | 'screener'>;

export async function destroyedBy(
  parts: Parts,
  repository: string,
  { from, to }: Pick<CompareInput, 'from' | 'to'>,
  changes: readonly FileChange[],
): Promise<Destroyed | undefined> {
  if (changes.length === 0) return undefined;
  const around = await aroundOf(parts.workspaces, repository, { from, to }, changes);
  const found = judgeDestruction(changes, around);
  if (found.length === 0) return undefined;
  return {
    findings: (await recordedOf(parts, found)).map((one) => ({
      ...one,
      file: parts.screener.redact(one.file).text,
      what: parts.screener.redact(one.what).text,
    })),
    blob: await keepText(parts, wordsFor(found)),
  };
}

/** What is not recorded by itself is one thing together, so that an approval is never for more than was shown. */
async function recordedOf(parts: Parts, found: readonly FoundDestruction[]): Promise<readonly Destruction[]> {
  const plain = found.map(({ words: _words, ...one }) => one);
  const rest = plain.slice(recordedMax);
  const [first] = rest;
  if (first === undefined) return plain;
  const names = await keepText(parts, rest.map(destructionId).join('\n'));
  const what = `${rest.length} more (${names.slice(-12)})`;
  const more = { kind: first.kind, file: first.file, what };
  return [...plain.slice(0, recordedMax), more];
}

function wordsFor(found: readonly FoundDestruction[]): string {
  const told = found.map(({ kind, file, line, words }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `- \`${place}\` (${kind}): ${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  });
  const more = told.length > toldMax ? [`- and ${told.length - toldMax} more`] : [];
  return [
    'The change destroys something that no approved task was marked for:',
    '',
    ...told.slice(0, toldMax),
    ...more,
    '',
    'Put back what is used, and take out what destroys, unless the ticket asks for exactly that: then only a person can say so.',
    '',
  ].join('\n');
}

type Workspaces = Pick<EffectParts['workspaces'], 'entries' | 'eachContent' | 'listFiles'>;

async function aroundOf(
  workspaces: Workspaces,
  repository: string,
  { from, to }: Pick<CompareInput, 'from' | 'to'>,
  changes: readonly FileChange[],
): Promise<Around> {
  const { gone, manifests } = wantedAround(changes);
  const base = placesOf(await workspaces.listFiles(repository, from));
  const around = { isTracked: (path: string) => base.has(path) };
  if (gone.length === 0 && manifests.length === 0) return { ...around, uses: [], manifests: new Map() };
  const entries = await workspaces.entries(repository, to);
  const wanted = within(gone.length > 0 ? entries : entries.filter(({ path }) => manifests.includes(path)));
  const [uses, told]: [Use[], Map<string, string>] = [[], new Map()];
  const decoder = new TextDecoder();
  await workspaces.eachContent(
    repository,
    wanted.map(({ id }) => id),
    (at, content) => {
      const path = wanted[at]?.path ?? '';
      if (content.includes(0)) return;
      const text = decoder.decode(content);
      if (manifests.includes(path)) told.set(path, text);
      uses.push(...usesIn(gone, path, text));
    },
  );
  return { ...around, uses, manifests: told };
}

function within(entries: readonly FileEntry[]): readonly FileEntry[] {
  let left = readBytesMax;
  return entries.filter(({ bytes }) => {
    if (bytes > fileBytesMax || bytes > left) return false;
    left -= bytes;
    return true;
  });
}

/** Every file, and every folder that has one. */
function placesOf(files: readonly string[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const file of files) {
    for (let at = file.length; at > 0; at = file.lastIndexOf('/', at - 1)) places.add(file.slice(0, at));
  }
  return places;
}
