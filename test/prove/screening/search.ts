// Everything that a run left where somebody could read it, and what of the planted secrets is in it. Git objects are
// looked at inflated; databases and their logs as bytes.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { knownForms } from '../../../src/screening/known.ts';
import type { Planted } from './planted.ts';

const run = promisify(execFile);
const objectsBytesMax = 512 * 1024 * 1024;
const gitConcurrency = 4;
/** A part of a value this long is a leak, too: nobody writes so many of its characters by chance. */
const partChars = 20;

export interface Place {
  readonly name: string;
  readonly kind: 'file' | 'git' | 'said';
  readonly text: string;
}

/** Every file below a folder, and every object of every git repository there. */
export async function placesBelow(folder: string): Promise<readonly Place[]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const repositories = files
    .filter(
      (file) => path.basename(file) === 'HEAD' && files.includes(path.join(path.dirname(file), 'config')),
    )
    .map((file) => path.dirname(file));
  const objects: Place[] = [];
  for (let from = 0; from < repositories.length; from += gitConcurrency) {
    objects.push(...(await Promise.all(repositories.slice(from, from + gitConcurrency).map(objectsOf))));
  }
  return [
    ...files.map((file): Place => ({ name: file, kind: 'file', text: readFileSync(file, 'latin1') })),
    ...objects,
  ];
}

async function objectsOf(repository: string): Promise<Place> {
  const { stdout } = await run('git', ['cat-file', '--batch-all-objects', '--batch', '--buffer'], {
    cwd: repository,
    env: { GIT_DIR: repository, PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: repository },
    encoding: 'latin1',
    maxBuffer: objectsBytesMax,
  });
  return { name: repository, kind: 'git', text: stdout };
}

/** Where a value stands, as it is, in part, or encoded. */
export function leaksIn(places: readonly Place[], all: readonly Planted[]): readonly string[] {
  return all.flatMap((one) =>
    needlesOf(one).flatMap((needle) =>
      places
        .filter((place) => place.text.includes(needle))
        .map((place) => `${one.label} (${one.kind.name}) in ${place.name}`),
    ),
  );
}

function needlesOf({ secret }: Planted): readonly string[] {
  return secret.values.flatMap((value) => [...knownForms([value]), ...partsOf(value)]);
}

/** Its two ends: what a rule left of a value it took only a part of. */
function partsOf(value: string): readonly string[] {
  return value.length < partChars * 2 ? [] : [value.slice(0, partChars), value.slice(-partChars)];
}

/** Whether the label came through with a replacement where the value was. */
export function isReplaced(places: readonly Place[], { label, kind }: Planted): boolean {
  const rules = [...kind.rules, '[a-z0-9-]+'].join('|');
  const replaced = new RegExp(
    String.raw`\b${label} (?:(?!\b[a-z]{2}\d+ )[^]){0,200}?\[REDACTED:(?:${rules})\]`,
  );
  return places.some((place) => place.text.includes(`${label} `) && replaced.test(place.text));
}
