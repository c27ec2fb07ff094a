// In which files of the base a test may stand, by what its runner prints and by what those files say.

import { titleIn } from '../../core/evidence/tests-text.ts';
import { isTestFile } from './range.ts';
import type { Range } from './range.ts';
import { textsAt } from './texts.ts';

/** Files of the base, those that the change touched first; none where the name is put together there. */
export type PlacesNamed = (name: string) => readonly string[];

const readMax = 2_000;

export async function placesOf(range: Range, touched: readonly string[]): Promise<PlacesNamed> {
  const { parts, repository, input } = range;
  const all = await parts.workspaces.listFiles(repository.repository, input.from);
  const asked = [...new Set([...touched, ...all.filter(isTestFile)])].slice(0, readMax);
  const texts = await textsAt(range, input.from, asked);
  return (name) => {
    const told = asked.filter((file) => isNamedAfter(name, file));
    if (told.length > 0) return told;
    const title = titleOf(name);
    return title === '' ? [] : [...texts].flatMap(([file, text]) => (text.includes(title) ? [file] : []));
  };
}

/** By its path, or as a module of Python is called. */
function isNamedAfter(name: string, file: string): boolean {
  if (name.includes(file)) return true;
  if (!file.endsWith('.py')) return false;
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  return new RegExp(String.raw`\(${module.replaceAll('.', String.raw`\.`)}[.)]`).test(name);
}

function titleOf(name: string): string {
  return titleIn(name)
    .replace(/^\S+ (Test[^\s/]*)\S*$/, '$1')
    .replace(/^(\w+) \([\w.]+\)$/, '$1')
    .replace(/\[.*\]$/, '');
}
