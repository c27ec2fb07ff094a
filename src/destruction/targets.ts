// What a removal is aimed at. What is generated, temporary or cached is there to be removed, and so is what a `clean` target
// cleans; a folder of the repository, somebody's home, a root, or what only a variable knows is not.

import type { NewText } from './new-text.ts';

const harmless =
  /te?mp|build|dist|cache|\bout\b|out(?:put|dir|_)|work(?:dir|space|_)|scratch|stag(?:e|ing)|coverage|target|artifact|generat|node_modules|venv|__pycache__|\.egg|\.next|\.nuxt|\.turbo|\.tox|htmlcov|site\b|public\/|\blogs?\b|bin\/|obj\/|release|pkg|vendor|download|sandbox|fixture|test|mock|dummy|example|bundle|\.gradle|\.terraform|deps|_site|docs?[-_/]?(?:build|html|api)?$|unpack|extract|checkout|clone|snapshot|report|demo|\bdest|plugins?\/|theme|lib\/?$|esm\/?$|cjs\/?$|types\/?$|\.tgz|sysroot|rootfs|\bpacks?\b|compiled|assets/i;

const forGood =
  /^(?:\/|~\/?|\$\{?HOME\}?\/?|\/\*|\.\/?|\.\.(?:\/.*)?|\*|\.\/\*|\$\{?PWD\}?(?:\/\*)?|\.git\/?|[A-Z]:\\?)$/;
const wellKnownTemporary =
  /^\/?(?:tmp|var\/tmp|var\/lib\/apt\/lists|var\/cache|usr\/share\/(?:doc|man|locale)|usr\/local\/share\/\.cache|root\/\.(?:cache|npm|cargo))(?:\/|$)/;
const kept =
  /(?:^|[\W_])(?:data|db|database|uploads?|storage|backups?|media|postgres|mysql|redis|secrets?|prod(?:uction)?|users?|home)(?:$|[\W_])|\.sqlite/i;

export function harmlessTarget(
  one: NewText,
  at: number,
  target: string,
  isTracked: (path: string) => boolean,
): boolean {
  const bare = leadingOut(target.replace(/^["'`]+|["'`]+$/g, ''));
  if (forGood.test(bare)) return false;
  if (wellKnownTemporary.test(bare)) return true;
  if (kept.test(bare) && !/te?mp|cache|test/i.test(bare)) return false;
  if (isCleaning(one, at) || harmless.test(bare)) return true;
  if (/^[$%{<]|\$\(/.test(bare)) return isTemporaryName(one.text, bare);
  if (/^(?:\/|~)/.test(bare)) return false;
  const path = bare.replace(/^\.\//, '').replace(/\/?\*?$/, '');
  return !isTracked(path);
}

export function saysHarmless(text: string): boolean {
  return harmless.test(text) && !kept.test(text);
}

/** `/tmp/../srv` is not below `/tmp`. */
function leadingOut(target: string): string {
  const parts: string[] = [];
  for (const part of target.split('/')) {
    const isStep = part === '..' && parts.length > 0 && !['', '.', '..', '~'].includes(parts.at(-1) ?? '');
    if (isStep && !/^[$]/.test(parts.at(-1) ?? '')) parts.pop();
    else parts.push(part);
  }
  return target.includes('..') ? parts.join('/') : target;
}

/** What a program calls it: nobody knows what is behind a name, but some say it. */
export function harmlessName(one: NewText, name: string): boolean {
  if (kept.test(name) && !/te?mp|cache|test/i.test(name)) return false;
  return harmless.test(name) || isTemporaryName(one.text, name);
}

/** A variable that was given a temporary folder. */
function isTemporaryName(text: string, target: string): boolean {
  const name = /\w+/.exec(target)?.[0] ?? '';
  const given = new RegExp(
    `\\b${name}\\b[^\\n]{0,20}=[^\\n]*(?:mktemp|mkdtemp|tempfile|tmpdir|TMPDIR|/tmp|TempDir|tempdir)`,
    'i',
  );
  return given.test(text);
}

/** In a target or a script whose name says that it cleans up. */
function isCleaning(one: NewText, at: number): boolean {
  const line = one.text.slice(one.text.lastIndexOf('\n', at) + 1, at + 200).split('\n', 1)[0] ?? '';
  if (/^\s*["'][^"']*(?:clean|prebuild|build|reset)[^"']*["']\s*:/.test(line)) return true;
  if (!/(?:^|\/)(?:GNU)?[Mm]akefile|\.mk$|[Jj]ustfile$/.test(one.path)) return false;
  const target =
    one.text
      .slice(0, at)
      .match(/^[^\s#=:][^=:\n]*:(?!=)/gm)
      ?.at(-1) ?? '';
  return /clean|purge/i.test(target);
}

/** Programs that somebody calls by hand or a pipeline runs, and not a part of what is built. */
export function isScript({ path, raw }: Pick<NewText, 'path' | 'raw'>): boolean {
  return (
    raw.startsWith('#!') ||
    /(?:^|\/)(?:scripts?|bin|tools?|hack|ci|\.ci|deploy(?:ment)?|ops|tasks|devops|infra|management\/commands|\.github|\.husky|\.circleci)\//i.test(
      path,
    ) ||
    /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|mk|rake)$|(?:^|\/)(?:[Mm]akefile|[Jj]ustfile|Rakefile|Taskfile|package\.json|composer\.json|\.gitlab-ci|Jenkinsfile|noxfile|fabfile|Procfile|tox\.ini)[^/]*$/.test(
      path,
    ) ||
    /\.ya?ml$/.test(path) ||
    /^[^/]*\.(?:[cm]?js|ts|py|rb)$/.test(path)
  );
}
