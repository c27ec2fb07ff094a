// Data that is thrown away by SQL: dropped, truncated, deleted without a condition. In files of SQL and in strings of code.

import type { FoundDestruction } from './finding.ts';
import { foundAt } from './finding.ts';
import type { NewText } from './new-text.ts';
import { isSql, newPlaces, startOf } from './new-text.ts';
import { undoingIn } from './undoing.ts';

const part = '["`\\[]?[\\w$%{}#:@-]+["`\\]]?';
const name = `((?!IF\\b)${part}(?:\\.${part})*)`;
const ifExists = '(?:IF\\s+EXISTS\\s+)?';

/** What the statement is, how it is written, and whether the name comes second. */
const statements: readonly {
  readonly sql: string;
  readonly words: (what: string) => string;
  readonly isDelete?: true;
  readonly isDrop?: true;
  readonly isColumn?: true;
}[] = [
  {
    sql: `DROP\\s+(?:TABLE|SCHEMA|DATABASE|MATERIALIZED\\s+VIEW|KEYSPACE|COLLECTION)\\s+${ifExists}(?:ONLY\\s+)?${name}`,
    words: (what) => `\`${what}\` is dropped with everything in it`,
    isDrop: true,
  },
  {
    sql: `DROP\\s+COLUMN\\s+${ifExists}${name}`,
    words: (what) => `the column \`${what}\` is dropped with everything in it`,
    isColumn: true,
  },
  {
    // The word COLUMN may be left out; what else a table can lose has a word of its own.
    sql: `ALTER\\s+TABLE\\s+${ifExists}(?:ONLY\\s+)?${part}(?:\\.${part})*\\s+DROP\\s+${ifExists}(?!(?:COLUMN|CONSTRAINT|INDEX|KEY|PRIMARY|FOREIGN|UNIQUE|PARTITION|DEFAULT|CHECK|IDENTITY|EXPRESSION|NOT|IF|STATISTICS|PERIOD|SYSTEM)\\b)${name}`,
    words: (what) => `the column \`${what}\` is dropped with everything in it`,
    isColumn: true,
  },
  {
    sql: `TRUNCATE\\s+(?:TABLE\\s+)(?:ONLY\\s+)?${name}`,
    words: (what) => `\`${what}\` is emptied`,
  },
  {
    sql: `CREATE\\s+OR\\s+REPLACE\\s+(?:TRANSIENT\\s+|EXTERNAL\\s+)?TABLE\\s+${name}`,
    words: (what) => `\`${what}\` is replaced with everything in it`,
  },
  {
    sql: `UPDATE\\s+(?:ONLY\\s+)?${name}\\s+SET\\s+[^;"'\`]{0,200}?=\\s*NULL\\b`,
    words: (what) => `a column of \`${what}\` is emptied in every row: there is no condition`,
    isDelete: true,
  },
  {
    sql: `DELETE\\s+FROM\\s+(?:ONLY\\s+)?${name}`,
    words: (what) => `every row of \`${what}\` is deleted: there is no condition`,
    isDelete: true,
  },
];

/** Without TABLE it may be any word, so it has to begin the statement. */
const shortTruncate = `TRUNCATE\\s+${name}\\s*(?:,[^;"'\`]*)?(?:RESTART\\s+IDENTITY\\s*)?(?:CASCADE\\s*)?`;

export function judgeSql(one: NewText): readonly FoundDestruction[] {
  const undoing = undoingIn(one);
  const all = statements.flatMap((statement) =>
    placesOf(one, statement.sql)
      .filter((found) => statement.isDelete !== true || !hasCondition(one, found.index + found[0].length))
      .filter((found) => statement.isDrop !== true || !isRebuilt(one.text, found.index, bare(found[1])))
      .flatMap((found) => {
        if (statement.isColumn !== true) return [{ found, words: statement.words, what: bare(found[1]) }];
        const table = tableBefore(one.text, found.index + found[0].lastIndexOf(found[1] ?? ''));
        const what = `${table ?? ''}.${bare(found[1])}`;
        return table === undefined ? [] : [{ found, words: statement.words, what }];
      }),
  );
  const short = shortPlaces(one).map((found) => ({
    found,
    words: (what: string) => `\`${what}\` is emptied`,
    what: bare(found[1]),
  }));
  return [...all, ...short]
    .filter(({ found }) => !undoing(startOf(found)) && !isMadeHere(one.text, found.index, bare(found[1])))
    .map(({ found, words, what }) => {
      const verb = /[a-z]+/i.exec(found[0])?.[0].toUpperCase() ?? '';
      return foundAt(one, startOf(found), {
        kind: 'data-deleted',
        what: `${verb} ${what}`,
        words: `${words(what)}.`,
      });
    });
}

/** In code it is shouted, or it is what a string begins with: everything else is a sentence. */
function placesOf(one: NewText, sql: string): readonly RegExpExecArray[] {
  if (isSql(one.path)) return newPlaces(one, new RegExp(`\\b${sql}`, 'gi'));
  return [
    ...newPlaces(one, new RegExp(`\\b${sql}`, 'g')),
    ...newPlaces(one, new RegExp(`["'\`]\\s*${sql}\\s*(?:;|["'\`]|\\bcascade\\b)`, 'gi')).filter(
      (found) => !/DROP|TRUNCATE|DELETE/.test(found[0]),
    ),
  ];
}

function shortPlaces(one: NewText): readonly RegExpExecArray[] {
  return isSql(one.path)
    ? newPlaces(one, new RegExp(`(?:^|;)[ \\t]*(?!TRUNCATE\\s+TABLE)${shortTruncate}\\s*(?:;|$)`, 'gim'))
    : newPlaces(one, new RegExp(`["'\`]\\s*(?!TRUNCATE\\s+TABLE)${shortTruncate};?\\s*["'\`]`, 'g'));
}

function bare(text: string | undefined): string {
  return (text ?? '').replaceAll(/["`[\]]/g, '').replace(/[.;]+$/, '');
}

const lookAhead = 300;
/** A condition that holds for every row, and nothing after it. */
const alwaysTrue = /\bwhere\s+\(?\s*(?:true|1|(\w+|'\w*')\s*=\s*\1)\s*\)?\s*(?:["'`].*)?$/is;

/** A condition may be added by the strings that follow. */
function hasCondition({ path, text }: NewText, from: number): boolean {
  const rest = text.slice(from, from + lookAhead);
  const end = rest.search(isSql(path) ? /;/ : /;|\n\s*\n/);
  const statement = (end < 0 ? rest : rest.slice(0, end)).replace(alwaysTrue, '');
  return /\b(?:where|using|join|limit|where\w*)\b|WHERE/i.test(statement);
}

/** What the same text made before is its own: a temporary table. */
function isMadeHere(text: string, at: number, what: string): boolean {
  const last = escaped(what.split('.').at(-1) ?? '');
  const made = new RegExp(
    `create\\s+(?:\\w+\\s+){0,3}table\\s+(?:if\\s+not\\s+exists\\s+)?(?:[\\w"\`]+\\.)?["\`\\[]?${last}\\b`,
    'i',
  );
  return made.test(text.slice(0, at));
}

/** What is copied into a new one that then takes its name is not lost. */
function isRebuilt(text: string, at: number, what: string): boolean {
  const last = escaped(what.split('.').at(-1) ?? '');
  return new RegExp(`rename\\s+to\\s+["\`\\[]?${last}\\b`, 'i').test(text.slice(at, at + 2_000));
}

function escaped(text: string): string {
  return text.replaceAll(/\W/g, '\\$&');
}

const statementCharsMax = 1_000;

/** The table whose columns are dropped here: an ALTER may drop several. */
function tableBefore(text: string, at: number): string | undefined {
  const before = text.slice(Math.max(0, at - statementCharsMax), at);
  const statement = before.slice(before.lastIndexOf(';') + 1);
  const found = [
    ...statement.matchAll(new RegExp(`ALTER\\s+TABLE\\s+${ifExists}(?:ONLY\\s+)?${name}`, 'gi')),
  ].at(-1);
  return found === undefined ? undefined : bare(found[1]);
}
