// Commands that remove or rewrite for good, newly written into scripts, or into the strings of programs that run them.

import type { DestructionKind } from '../core/evidence/destruction.ts';
import { named } from '../tamper/change.ts';
import type { FoundDestruction } from './finding.ts';
import { foundAt } from './finding.ts';
import type { NewText } from './new-text.ts';
import { newPlaces, startOf } from './new-text.ts';
import { isThrownAway } from './no-matter.ts';
import { harmlessTarget, isScript, saysHarmless } from './targets.ts';

/** Where a command may begin; a look back, because what stands before it may be long. */
const begins = '(?<=^|[\\s;&|({"\'`@:-])';

const rewrites: readonly { readonly form: RegExp; readonly words: string }[] = [
  {
    form: /\bgit\s+(?:-[cC]\s+\S+\s+)*push\b(?=[^;&|\n]*?\s(?:--force(?:-with-lease|-if-includes)?\b|-[a-z]*f[a-z]*\b|--mirror\b|--delete\b|-d\b|\+[\w$"'/{]|["']?:[\w$/{]))[^;&|\n"'`]*/g,
    words: 'commits of the remote are overwritten or deleted',
  },
  {
    form: /["'`]push["'`]\s*,[^;\n]*?["'`](?:--force(?:-with-lease)?|-f|--mirror|--delete)["'`]/g,
    words: 'commits of the remote are overwritten or deleted',
  },
  {
    form: /\bgit\s+(?:-[cC]\s+\S+\s+)*(?:filter-branch|filter-repo|update-ref\s+-d|reflog\s+expire)\b[^;&|\n"'`]*/g,
    words: 'history is rewritten',
  },
];

const wipes: readonly { readonly form: RegExp; readonly words: string }[] = [
  {
    form: /\bgit\s+(?:-[cC]\s+\S+\s+)*clean\b(?=[^;&|\n]*?\s(?:-[a-zA-Z]*f|--force))[^;&|\n"'`]*/g,
    words: 'files that git does not know are deleted',
  },
  {
    form: /\bgit\s+(?:-[cC]\s+\S+\s+)*(?:reset\s[^;&|\n"'`]*--hard\b|checkout\s+(?:-f\s+)?(?:--\s+)?\.(?=\s|$)|stash\s+clear\b)[^;&|\n"'`]*/gm,
    words: 'what is not committed is lost',
  },
  {
    form: /\bgit\s+(?:-[cC]\s+\S+\s+)*branch\s+(?:-D|--delete\s+--force)\b[^;&|\n"'`]*/g,
    words: 'a branch is deleted, merged or not',
  },
  {
    form: /\b(?:dropdb\s|mysqladmin\s[^;&|\n]*?\bdrop\s|mongo(?:sh)?\s[^;\n]*?\bdropDatabase\()[^;&|\n"'`]*/g,
    words: 'a database is dropped',
  },
  { form: /\bcrontab\s+-r\b/g, words: 'every schedule of a user is deleted' },
  {
    form: /\b(?:(?:terraform|tofu|pulumi|terragrunt)\s+(?:-\S+\s+)*(?:destroy\b|apply\s[^;&|\n]*-destroy\b|state\s+rm\b)|helm\s+(?:uninstall|delete)\b|aws\s+cloudformation\s+delete-stack\b)[^;&|\n"'`]*/g,
    words: 'what runs is torn down',
  },
  {
    form: /\b(?:kubectl|oc)\s+(?:-\S+\s+\S+\s+)*delete\s+(?!(?:pods?|po|jobs?|events?|leases?)\b(?![^;&|\n]*--all\b))(?![^;&|\n]*--dry-run)[^;&|\n"'`]*/g,
    words: 'what runs in a cluster is deleted',
  },
  {
    form: /\b(?:aws\s+s3\s+(?:rm\b[^;&|\n]*--recursive|rb\b[^;&|\n]*--force)|(?:gsutil|gcloud\s+storage)\s+(?:-m\s+)?rm\s+(?:-r|--recursive))[^;&|\n"'`]*/g,
    words: 'stored objects are deleted',
  },
  {
    form: /\b(?:aws\s+[\w-]+\s+(?:delete-(?:db-(?:instance|cluster)|table|bucket|cluster|file-system|volume|snapshot|repository|secret|user-pool|domain)\b|terminate-instances\b)|gcloud\s+[\w -]*?\bdelete\b|az\s+[\w -]*?\b(?:delete|purge)\b)[^;&|\n"'`]*/g,
    words: 'what a cloud keeps is deleted',
  },
  { form: /\b(?:redis-cli\b[^;&|\n]*?\bflush(?:all|db)\b|FLUSHALL\b)/gi, words: 'a store is emptied' },
  {
    form: /\b(?:db:drop|db:wipe|db:reset|migrate:fresh|migrate:reset|prisma\s+migrate\s+reset|prisma\s+db\s+push\b[^;&|\n]*--(?:accept-data-loss|force-reset)|manage\.py\s+(?:flush|reset_db)|pg:reset|supabase\s+db\s+reset)\b/g,
    words: 'a database is emptied',
  },
  {
    form: /\b(?:(?:docker|podman)\s+(?:volume\s+(?:rm|prune)|system\s+prune)\b|(?:docker|podman)(?:-|\s+)compose\s[^;&|\n]*?\bdown\s(?=[^;&|\n]*?(?:-v\b|--volumes\b)))[^;&|\n"'`]*/g,
    words: 'volumes are deleted',
  },
  {
    form: /\b(?:mkfs(?:\.\w+)?\s+\S+|dd\s[^;&|\n]*\bof=\/dev\/\w+|wipefs\s\S+|shred\s\S+)/g,
    words: 'a disk is overwritten',
  },
];

const rm = new RegExp(`${begins}rm[ \\t]+((?:-{1,2}[\\w-]*[ \\t]+)+)([^;&|\\n)]*)`, 'gm');
const spawnedRm = /["'`]rm["'`]\s*,\s*\[?\s*["'`]-\w*[rR]\w*["'`]\s*,\s*([^)\]\n]+)/g;
const findDelete =
  /\bfind\s+(\S+)[^;&|\n]*?\s(?:-delete\b|-exec(?:dir)?\s+(?:sudo\s+)?rm\s|[^;&\n]*?\|\s*xargs\s[^;&|\n]*?\brm\b)/g;
/** What is handed on to be removed, other than by `find`. */
const handedOn =
  /(?<=^|[;&{(\n])([^;&\n|]*)(?:\|[^;&\n|]*)*\|\s*xargs\s+(?:-\S+\s+(?:\{\}\s+|\d+\s+)?)*(?:sudo\s+)?rm\b/g;
/** Without leave to go into folders, what is lost are files: only where they hold data. */
const dataFiles =
  /(?:^|[\s"'])(\/?[\w./$*{}~-]*\.(?:db|sqlite3?|sql|dump|rdb|mdb)\b|[\w./$*{}~-]*\/(?:data|uploads?|backups?|storage)\/[\w.*{}-]*\*[\w.]*)/;
const psRemove = /\bRemove-Item\b(?=[^;|\n]*-Recurse)[^;|\n]*?\s(?!-)(\S+)/gi;

export function judgeCommands(
  one: NewText,
  isTracked: (path: string) => boolean,
): readonly FoundDestruction[] {
  const isHere = isThrownAway(one.path);
  const fromTable = (kind: DestructionKind, table: typeof wipes): readonly FoundDestruction[] =>
    table.flatMap(({ form, words }) =>
      newPlaces(one, form).map((found) => {
        const command = named(found[0].replace(/\s+$/, ''));
        return foundAt(one, startOf(found), { kind, what: command, words: `\`${command}\`: ${words}.` });
      }),
    );
  return [
    ...fromTable('history-rewritten', rewrites),
    ...(isHere || !mayRun(one) ? [] : fromTable('removal-added', wipes)),
    ...removals(one, isTracked)
      .filter(({ isFar }) => !isHere || isFar)
      .map(({ found }) => found),
  ];
}

/** Words like these stand in programs too, as names of things: they are commands where scripts are. */
function mayRun(one: NewText): boolean {
  return (
    isScript(one) ||
    /\b(?:exec|execSync|spawn|spawnSync|system|subprocess|Popen|shell_exec|Command)\b/.test(one.text)
  );
}

interface Removal {
  readonly found: FoundDestruction;
  /** On another machine, which is not thrown away. */
  readonly isFar: boolean;
}

function removals(one: NewText, isTracked: (path: string) => boolean): readonly Removal[] {
  const [inRm, spawned, byFind, byShell] = [
    newPlaces(one, rm)
      .filter((found) => /(?:^|\s)-(?:[a-zA-Z]*[rR]|-recursive)/.test(found[1] ?? ''))
      .map((found) => ({ found, targets: wordsOf(found[2] ?? '') })),
    newPlaces(one, spawnedRm).map((found) => ({
      found,
      targets: wordsOf((found[1] ?? '').replaceAll(',', ' ')),
    })),
    newPlaces(one, findDelete)
      .filter((found) => !isSweeping(found[0]))
      .map((found) => ({ found, targets: wordsOf(found[1] ?? '') })),
    newPlaces(one, psRemove).map((found) => ({ found, targets: wordsOf(found[1] ?? '') })),
  ];
  const given = newPlaces(one, handedOn)
    .filter((found) => !/\bfind\s/.test(found[0]) && !isSweeping(found[0]) && !saysHarmless(found[0]))
    .map((found) => ({ found, targets: [listedBy(found[1] ?? '')] }));
  const files = newPlaces(one, rm)
    .filter((found) => !/(?:^|\s)-(?:[a-zA-Z]*[rR]|-recursive)/.test(found[1] ?? ''))
    .flatMap((found) => {
      const file = dataFiles.exec(found[2] ?? '')?.[1];
      return file === undefined || saysHarmless(file) ? [] : [{ found, targets: [file] }];
    });
  return [...inRm, ...spawned, ...byFind, ...byShell, ...given, ...files].flatMap(({ found, targets }) => {
    const bad = targets.filter((target) => !harmlessTarget(one, found.index, target, isTracked));
    if (bad.length === 0) return [];
    const what = named(bad.join(' '));
    const isFar = /\bssh\s/.test(
      one.text.slice(Math.max(0, found.index - 80), found.index + found[0].length),
    );
    const at = found.index + Math.max(0, found[0].search(/\b(?:rm|find|xargs|Remove-Item)\b/i));
    return [
      {
        found: foundAt(one, at, {
          kind: 'removal-added',
          what: `rm ${what}`,
          words: `\`${what}\` is removed with everything below it.`,
        }),
        isFar,
      },
    ];
  });
}

/** What is made again, old, or empty. */
function isSweeping(command: string): boolean {
  return /\.(?:py[co]|o|obj|class|logs?|te?mp|bak|orig|rej|swp|gcda|gcno|map|DS_Store)\b|__pycache__|\s-(?:mtime|mmin|atime|ctime|empty|newer)\b/.test(
    command,
  );
}

/** What is listed stands there; what another program says is known to nobody. */
function listedBy(text: string): string {
  return /^\s*(?:ls|echo|printf)\s/.test(text) ? (wordsOf(text).at(-1) ?? unknown) : unknown;
}

const unknown = '$handed_on';

/** Up to where the string or the line ends. */
function wordsOf(text: string): readonly string[] {
  const [first = ''] = text.split(/\s(?:#|\d?>|<)|\\\s*$/, 1);
  return first
    .split(/\s+/)
    .map((word) => word.replaceAll(/^["'`]+|["'`,\]}]+$/g, ''))
    .filter((word) => word !== '' && !word.startsWith('-') && word !== '\\');
}
