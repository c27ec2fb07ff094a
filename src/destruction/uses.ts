// Who still uses a file that is gone: imports, requires or includes it, or names it by its path. It is asked of each file of
// the tree in turn, so that no more than one of them has to be in memory.

import { languageOf } from '../tamper/language.ts';
import { lineAt } from '../tamper/places.ts';
import { withoutComments } from './new-text.ts';
import { isGenerated, isProse } from './no-matter.ts';

export interface Use {
  /** What is gone. */
  readonly path: string;
  readonly by: string;
  readonly line: number;
}

/** Lists of what to leave out, and of who owns what, use nothing. */
const lists =
  /(?:^|\/)(?:\.[\w-]*ignore|CODEOWNERS|\.gitattributes|\.git-blame-ignore-revs|\.codespellrc|\.all-contributorsrc|\.mailmap)$|(?:^|\/)(?:[\w.-]*baseline|\.secrets)[\w.-]*$|(?:^|\/)\.(?:rubocop_todo|typos|cspell)[\w.-]*$/i;

export function usesIn(gone: readonly string[], by: string, text: string): readonly Use[] {
  if (gone.length === 0 || isProse(by) || isGenerated(by) || lists.test(by)) return [];
  const named = gone.filter((path) => by !== path && text.includes(stemOf(path)));
  if (named.length === 0) return [];
  const bare = withoutComments(by, text);
  return named.flatMap((path) => {
    const at = placeOfUse(path, by, bare);
    return at === undefined ? [] : [{ path, by, line: lineAt(text, at) }];
  });
}

function placeOfUse(path: string, by: string, text: string): number | undefined {
  const ways = languageOf(by) === undefined ? [namedAt] : [importedAt, namedAt];
  for (const way of ways) {
    const at = way(path, by, text);
    if (at !== undefined) return at;
  }
  return undefined;
}

/** What others call it by. */
function stemOf(path: string): string {
  const parts = withoutEnding(path).split('/');
  const last = parts.at(-1) ?? '';
  return /^(?:index|__init__|mod|main)$/.test(last) ? (parts.at(-2) ?? last) : last;
}

function withoutEnding(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]+$/, '');
}

function importedAt(path: string, by: string, text: string): number | undefined {
  switch (languageOf(by)?.name) {
    case 'script':
      return importedInScript(path, by, text);
    case 'python':
      return importedInPython(path, by, text);
    case 'java':
      return firstAt(text, /^[ \t]*import\s+(?:static\s+)?([\w.]+)/gm, (name) =>
        isTail(path, name.replaceAll('.', '/')),
      );
    case 'rust':
      return path.endsWith('.rs') ? declaredInRust(path, by, text) : undefined;
    case 'ruby':
      return firstAt(text, /\brequire(_relative)?[ (]+["']([^"']+)["']/g, (relative, name) =>
        relative === ''
          ? isTail(path, name) && name.includes('/')
          : withoutEnding(path) === withoutEnding(resolved(by, name)),
      );
    case 'other':
      return (
        firstAt(text, /#\s*include\s+["<]([^">]+)[">]/g, (name) => isTail(`/${path}`, name, true)) ??
        firstAt(text, /^[ \t]*use\s+(?:function\s+)?\\?([\w\\]+)/gm, (name) => isClass(path, name))
      );
    case 'go':
    case 'perl':
    case 'shell':
    case undefined:
      return undefined;
  }
}

function importedInScript(path: string, by: string, text: string): number | undefined {
  const imports = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'`]([^"'`\n]+)["'`]/g;
  return firstAt(text, imports, (spec) => {
    if (spec.startsWith('.')) return isModule(path, resolved(by, spec));
    const inside = /^(?:[@~#][\w-]*|src|app|lib)\/(.+)$/.exec(spec)?.[1];
    return inside?.includes('/') === true && isTail(path, inside);
  });
}

/** With or without its ending, with that of what it is compiled to, or as the index of its folder. */
function isModule(path: string, spec: string): boolean {
  const bare = withoutEnding(path);
  const isCode = /\.(?:[cm]?[jt]sx?|json|vue|svelte)$/.test(path);
  return (
    spec === path ||
    (isCode &&
      (spec === bare ||
        (withoutEnding(spec) === bare && /\.[cm]?jsx?$/.test(spec)) ||
        `${spec}/index` === bare))
  );
}

function importedInPython(path: string, by: string, text: string): number | undefined {
  if (!path.endsWith('.py')) return undefined;
  const module = withoutEnding(path).replace(/\/__init__$/, '');
  const isMeant = (dots: string, name: string): boolean => {
    const spec = name.replaceAll('.', '/');
    if (dots !== '')
      return module === resolved(by, `${'../'.repeat(dots.length - 1)}${spec}`).replace(/\/$/, '');
    return spec.includes('/') ? module === spec || module.endsWith(`/${spec}`) : module === spec;
  };
  return (
    firstAt(text, /^[ \t]*from\s+(\.*)([\w.]*)\s+import\s+\(?([^)\n]*|[^)]*)\)?/gm, (dots, name, list) => {
      if (name !== '' && isMeant(dots, name)) return true;
      return list
        .split(',')
        .map((item) => item.trim().split(/\s/, 1)[0] ?? '')
        .some((item) => item !== '' && isMeant(dots, name === '' ? item : `${name}.${item}`));
    }) ?? firstAt(text, /^[ \t]*import\s+([\w.]+)/gm, (name) => name.includes('.') && isMeant('', name))
  );
}

/** A module is declared in the file above it. */
function declaredInRust(path: string, by: string, text: string): number | undefined {
  const bare = withoutEnding(path).replace(/\/mod$/, '');
  const cut = bare.lastIndexOf('/');
  const [folder, name] = [bare.slice(0, Math.max(0, cut)), bare.slice(cut + 1)];
  const owners = [`${folder}.rs`, ...['mod', 'lib', 'main'].map((owner) => `${folder}/${owner}.rs`)];
  if (!owners.includes(by)) return undefined;
  return firstAt(text, /\bmod\s+(\w+)\s*;/g, (declared) => declared === name);
}

/** By its path from the root or from the file that names it. */
function namedAt(path: string, by: string, text: string): number | undefined {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!last.includes('.') && !path.includes('/')) return undefined;
  for (let at = text.indexOf(last); at >= 0; at = text.indexOf(last, at + 1)) {
    const before = /[\w@./-]*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';
    if (
      /[\w.-]/.test(text[at + last.length] ?? '') &&
      !/^\.(?:\s|["')]|$)/.test(text.slice(at + last.length, at + last.length + 2))
    )
      continue;
    const token = `${before}${last}`;
    if (isPathOf(path, by, token)) return at;
  }
  return undefined;
}

function isPathOf(path: string, by: string, token: string): boolean {
  const bare = token.replace(/^\.?\//, '');
  if (path.includes('/')) {
    if (bare === path) return true;
    return token.includes('/') && !token.startsWith('/') && resolved(by, token) === path;
  }
  // A name alone is a path only for a file beside it, and only where files are listed.
  return bare === path && !by.includes('/') && languageOf(by) === undefined;
}

function isClass(path: string, name: string): boolean {
  const spec = name.replaceAll('\\', '/');
  return path.endsWith('.php') && spec.includes('/') && isTail(path.toLowerCase(), spec.toLowerCase());
}

/** Whether a path ends with this one, ending aside. */
function isTail(path: string, tail: string, withEnding = false): boolean {
  const own = withEnding ? path : withoutEnding(path);
  return (
    tail !== '' && (own === tail || own.endsWith(`/${tail}`) || (!withEnding && path.endsWith(`/${tail}`)))
  );
}

function resolved(by: string, spec: string): string {
  const parts = by.split('/').slice(0, -1);
  for (const part of spec.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function firstAt(
  text: string,
  pattern: RegExp,
  isMeant: (one: string, other: string, third: string) => boolean,
): number | undefined {
  for (const found of text.matchAll(pattern)) {
    const [one = '', other = '', third = ''] = found.slice(1).map((group) => group ?? '');
    if (isMeant(one, other, third)) return found.index + (/^[ \t]*/.exec(found[0])?.[0].length ?? 0);
  }
  return undefined;
}
