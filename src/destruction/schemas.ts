// A schema that is written out whole and loses tables or columns: whoever loads it, or has it brought about, loses what is in them.

import type { FileChange } from '../tamper/change.ts';
import { textsOf } from '../tamper/change.ts';
import { closeOf, lineAt } from '../tamper/places.ts';
import type { FoundDestruction } from './finding.ts';
import { isSql, withoutComments } from './new-text.ts';
import { isNoMatter } from './no-matter.ts';

const wholeSchema = /(?:^|\/)(?:[\w-]*schema|structure|tables|ddl)\.\w+$|(?:^|\/)schema\/[^/]+$/i;

interface Table {
  readonly at: number;
  readonly columns: ReadonlySet<string>;
}

export function judgeSchemas(changes: readonly FileChange[]): readonly FoundDestruction[] {
  const schemas = changes.filter(({ path }) => isSql(path) && wholeSchema.test(path) && !isNoMatter(path));
  const now = new Map(schemas.flatMap((change) => [...tablesIn(change.path, textsOf(change).after)]));
  return schemas
    .filter(({ before, after }) => before?.text !== undefined && after?.text !== undefined)
    .flatMap((change) => {
      const { before } = textsOf(change);
      return [...tablesIn(change.path, before)].flatMap(([name, { at, columns }]) =>
        lostOf(name, columns, now.get(name)).map((what): FoundDestruction => {
          const words = `The schema no longer has \`${what}\`, which stood in line ${lineAt(before, at)} of the base, nor what is in it.`;
          return { kind: 'migration-drops', file: change.path, what, words };
        }),
      );
    });
}

function lostOf(name: string, columns: ReadonlySet<string>, now: Table | undefined): readonly string[] {
  if (now === undefined) return [name];
  return [...columns].filter((column) => !now.columns.has(column)).map((column) => `${name}.${column}`);
}

const create =
  /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:["`[]?\w+["`\]]?\.)?["`[]?(\w+)["`\]]?\s*\(/gi;
const noColumn =
  /^(?:primary|foreign|unique|constraint|check|key|index|exclude|like|fulltext|spatial|period)\b/i;

function tablesIn(path: string, text: string): ReadonlyMap<string, Table> {
  const code = withoutComments(path, text);
  return new Map(
    [...code.matchAll(create)].map((found) => {
      const open = found.index + found[0].length - 1;
      const columns = piecesOf(code.slice(open + 1, closeOf(code, open)))
        .filter((piece) => !noColumn.test(piece))
        .flatMap((piece) => /^["`[]?(\w+)/.exec(piece)?.[1]?.toLowerCase() ?? []);
      return [(found[1] ?? '').toLowerCase(), { at: found.index, columns: new Set(columns) }] as const;
    }),
  );
}

/** What stands between commas that are in no brackets. */
function piecesOf(body: string): readonly string[] {
  let depth = 0;
  const marked = body.replaceAll(/[(),]/g, (sign) => {
    if (sign === ',') return depth === 0 ? '\0' : sign;
    depth += sign === '(' ? 1 : -1;
    return sign;
  });
  return marked.split('\0').map((piece) => piece.trim());
}
