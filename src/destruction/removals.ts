// Folders that a program removes with everything in them, newly written: in scripts; elsewhere only where what is aimed at is
// plainly somebody's own. What a product deletes in the course of its work is its purpose.

import { named } from '../tamper/change.ts';
import type { FoundDestruction } from './finding.ts';
import { foundAt } from './finding.ts';
import type { NewText } from './new-text.ts';
import { newPlaces, startOf } from './new-text.ts';
import { harmlessName, harmlessTarget, isScript } from './targets.ts';

const forms: readonly { readonly files: RegExp; readonly form: RegExp }[] = [
  { files: /\.py$/, form: /\b(?:shutil\.)?rmtree\(\s*([^,\n]+?)\s*(?:,|\)(?:\s|$))/g },
  {
    files: /\.(?:[cm]?[jt]sx?|vue)$/,
    form: /\b(?:(?:fs|fsp|promises|fsPromises|fse)\.)+(?:rm|rmSync|rmdir|rmdirSync)\(\s*([^{}\n]+?)\s*,\s*\{[^}]*recursive:\s*true/g,
  },
  {
    files: /\.(?:[cm]?[jt]sx?|vue)$/,
    form: /(?<![.\w])(?:rm|rmSync|rmdir|rmdirSync)\(\s*([^{}\n]+?)\s*,\s*\{[^}]*recursive:\s*true/g,
  },
  {
    files: /\.(?:[cm]?[jt]sx?)$/,
    form: /\b(?:rimraf(?:\.sync|Sync)?|(?:fse?|fsExtra)\.(?:remove|removeSync|emptyDir|emptyDirSync))\(\s*([^,)\n]+)/g,
  },
  { files: /\.go$/, form: /(?<!defer )\bos\.RemoveAll\(\s*([^\n]+?)\)(?:\s|;|$)/g },
  { files: /\.rs$/, form: /\bremove_dir_all\(\s*&?([^\n]+?)\)/g },
  {
    files: /\.(?:rb|rake)$|Rakefile$/,
    form: /\b(?:FileUtils\.)?(?:rm_rf|rm_r|remove_dir|remove_entry_secure|rmtree)[ (]+([^,)\n]+)/g,
  },
  {
    files: /\.(?:java|kts?|groovy|scala)$/,
    form: /\b(?:FileUtils\.(?:deleteDirectory|forceDelete|deleteQuietly)|FileSystemUtils\.deleteRecursively|MoreFiles\.deleteRecursively)\(\s*([^,)\n]+)|(?<![\w.()"])([\w.()"]{1,80})\.deleteRecursively\(\)/g,
  },
  { files: /\.php$/, form: /\b(?:File|Storage)::(?:deleteDirectory|cleanDirectory)\(\s*([^,)\n]+)/g },
  { files: /\.cs$/, form: /\bDirectory\.Delete\(\s*([^,\n]+),\s*(?:recursive:\s*)?true/g },
];

const somebodys =
  /^["'`](?:\/(?!tmp|var\/tmp|dev\/shm)|~|[A-Z]:\\)|\b(?:homedir|home_dir|Path\.home|UserHomeDir|user\.home|Dir\.home|expanduser|UPLOAD|MEDIA_ROOT|DATA_DIR|STORAGE)\b|(?:^|[\W_])(?:data|uploads?|storage|backups?|media|database)_?(?:[dD]ir(?:ectory)?|[pP]ath|[rR]oot|[fF]older)\b/;

/** A path by its text, as some languages make one. */
const wrapped =
  /^(?:new\s+File|Paths\.get|(?:java\.nio\.file\.)?Path\.of|(?:pathlib\.)?Path|Path(?:Buf)?::(?:new|from))\(\s*/;

export function judgeRemovals(
  one: NewText,
  isTracked: (path: string) => boolean,
): readonly FoundDestruction[] {
  return forms
    .filter(({ files }) => files.test(one.path))
    .flatMap(({ form }) => newPlaces(one, form))
    .flatMap((found) => {
      const target = (found[1] ?? found[2] ?? '').trim().replace(wrapped, '');
      if (!somebodys.test(target) && !isScript(one)) return [];
      const isHarmless = /^["'`]/.test(target)
        ? harmlessTarget(one, found.index, target.replace(/\).*$/, ''), isTracked)
        : harmlessName(one, target);
      if (isHarmless) return [];
      const what = named(target);
      const words = `\`${what}\` is removed with everything below it.`;
      return [foundAt(one, startOf(found), { kind: 'removal-added', what: `rm ${what}`, words })];
    });
}
