// Commands that remove or rewrite for good, newly written into scripts, or into the strings of programs that run them.

import type { DestructionKind } from '../core/evidence/destruction.ts';
import { named } from '../tamper/change.ts';
import type { Found } from './finding.ts';
import { foundAt } from './finding.ts';
import type { NewText } from './new-text.ts';
import { newPlaces, startOf } from './new-text.ts';
import { isThrownAway } from './no-matter.ts';
import { harmlessTarget, isScript } from './targets.ts';

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
  { form: /\bdropdb\s[^;&|\n"'`]*/g, words: 'a database is dropped' },
  {
    form: /\b(?:terraform|tofu|pulumi|terragrunt)\s+destroy\b[^;&|\n"'`]*/g,
    words: 'what runs is torn down',
  },
  {
    form: /\bkubectl\s+(?:-\S+\s+\S+\s+)*delete\s+(?:(?:ns|namespaces?|pvc?|persistentvolumes?(?:claims?)?|statefulsets?|crds?)\b|[^;&|\n]*--all\b)[^;&|\n"'`]*/g,
    words: 'what runs in a cluster is deleted',
  },
  {
    form: /\b(?:aws\s+s3\s+(?:rm\b[^;&|\n]*--recursive|rb\b[^;&|\n]*--force)|gsutil\s+(?:-m\s+)?rm\s+-r)[^;&|\n"'`]*/g,
    words: 'stored objects are deleted',
  },
  { form: /\b(?:redis-cli\b[^;&|\n]*?\bflush(?:all|db)\b|FLUSHALL\b)/gi, words: 'a store is emptied' },
  {
    form: /\b(?:db:drop|db:wipe|db:reset|migrate:fresh|migrate:reset|prisma\s+migrate\s+reset|prisma\s+db\s+push\b[^;&|\n]*--(?:accept-data-loss|force-reset)|manage\.py\s+(?:flush|reset_db))\b/g,
    words: 'a database is emptied',
  },
  {
    form: /\bdocker\s+(?:volume\s+(?:rm|prune)|system\s+prune)\b[^;&|\n"'`]*/g,
    words: 'volumes are deleted',
  },
  {
    form: /\b(?:mkfs(?:\.\w+)?\s+\S+|dd\s[^;&|\n]*\bof=\/dev\/\w+|wipefs\s\S+|shred\s\S+)/g,
    words: 'a disk is overwritten',
  },
];

const rm = new RegExp(`${begins}rm[ \\t]+((?:-{1,2}[\\w-]*[ \\t]+)+)([^;&|\\n)]*)`, 'gm');
const spawnedRm = /["'`]rm["'`]\s*,\s*\[?\s*["'`]-\w*[rR]\w*["'`]\s*,\s*([^)\]\n]+)/g;
const findDelete = /\bfind\s+(\S+)[^;&|\n]*?\s(?:-delete\b|-exec\s+rm\s+-\w*r)/g;
const psRemove = /\bRemove-Item\b(?=[^;|\n]*-Recurse)[^;|\n]*?\s(?!-)(\S+)/gi;

export function judgeCommands(one: NewText, isTracked: (path: string) => boolean): readonly Found[] {
  const isHere = isThrownAway(one.path);
  const fromTable = (kind: DestructionKind, table: typeof wipes): readonly Found[] =>
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
  readonly found: Found;
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
    newPlaces(one, findDelete).map((found) => ({ found, targets: wordsOf(found[1] ?? '') })),
    newPlaces(one, psRemove).map((found) => ({ found, targets: wordsOf(found[1] ?? '') })),
  ];
  return [...inRm, ...spawned, ...byFind, ...byShell].flatMap(({ found, targets }) => {
    const bad = targets.filter((target) => !harmlessTarget(one, found.index, target, isTracked));
    if (bad.length === 0) return [];
    const what = named(bad.join(' '));
    const isFar = /\bssh\s/.test(
      one.text.slice(Math.max(0, found.index - 80), found.index + found[0].length),
    );
    const at = found.index + Math.max(0, found[0].search(/\b(?:rm|find|Remove-Item)\b/i));
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

/** Up to where the string or the line ends. */
function wordsOf(text: string): readonly string[] {
  const [first = ''] = text.split(/\s(?:#|\d?>|<)|\\\s*$/, 1);
  return first
    .split(/\s+/)
    .map((word) => word.replaceAll(/^["'`]+|["'`,\]}]+$/g, ''))
    .filter((word) => word !== '' && !word.startsWith('-') && word !== '\\');
}
