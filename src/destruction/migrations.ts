// Migrations that destroy: what a schema loses on its way forward, as the usual libraries write it, and rows that are all
// deleted through one.

import type { DestructionKind } from '../core/evidence/destruction.ts';
import type { Found } from './finding.ts';
import { foundAt } from './finding.ts';
import type { NewText } from './new-text.ts';
import { newPlaces, startOf } from './new-text.ts';
import { undoingIn } from './undoing.ts';

interface Form {
  readonly kind: DestructionKind;
  readonly files: RegExp;
  readonly where?: RegExp;
  /** What it names is its last group that matched. */
  readonly form: RegExp;
  readonly words: (what: string) => string;
}

const migration = /migrat|(?:^|\/)(?:db|alembic|versions|changelogs?|liquibase|schema|ecto)\//i;
const symbol = '[:"\'`]?([\\w.]+)["\'`]?';
const drops = (what: string): string => `the migration drops \`${what}\`, and what is in it`;
const allRows = (what: string): string => `every row behind \`${what}\` is deleted: there is no condition`;

const forms: readonly Form[] = [
  // Rails
  {
    kind: 'migration-drops',
    files: /\.rb$/,
    where: migration,
    form: new RegExp(
      `\\b(?:drop_table|drop_join_table|remove_columns?|remove_reference|remove_belongs_to|remove_attachment|remove_timestamps)\\b[ (]+${symbol}(?:\\s*,\\s*:?(\\w+))?`,
      'g',
    ),
    words: drops,
  },
  {
    kind: 'migration-drops',
    files: /\.rb$/,
    where: migration,
    form: /\bt\.remove\b[ (]+:(\w+)/g,
    words: drops,
  },
  // Django
  {
    kind: 'migration-drops',
    files: /\.py$/,
    form: /\bmigrations\.DeleteModel\(\s*(?:name\s*=\s*)?["'](\w+)["']/g,
    words: drops,
  },
  {
    kind: 'migration-drops',
    files: /\.py$/,
    form: /\bmigrations\.RemoveField\(\s*(?:model_name\s*=\s*)?["']\w+["']\s*,\s*(?:name\s*=\s*)?["'](\w+)["']/g,
    words: drops,
  },
  // Alembic
  {
    kind: 'migration-drops',
    files: /\.py$/,
    form: /\b(?:op|batch_op)\.drop_(?:table|column)\(\s*["']([\w.]+)["'](?:\s*,\s*["'](\w+)["'])?/g,
    words: drops,
  },
  // Knex, Sequelize, TypeORM
  {
    kind: 'migration-drops',
    files: /\.(?:[cm]?[jt]s)$/,
    where: migration,
    form: /\.(?:dropTable|dropTableIfExists|dropColumns?|removeColumn|dropSchema|dropDatabase)\(\s*["'`]([\w.]+)["'`](?:\s*,\s*["'`](\w+)["'`])?/g,
    words: drops,
  },
  // Laravel
  {
    kind: 'migration-drops',
    files: /\.php$/,
    where: migration,
    form: /(?:Schema::(?:connection\([^)]*\)->)?(?:drop|dropIfExists|dropColumns)|->(?:dropColumn|dropTimestamps|dropSoftDeletes|dropMorphs|dropForeignIdFor))\(\s*\[?\s*["']?([\w.:]+)?/g,
    words: drops,
  },
  // gorm and the like
  {
    kind: 'migration-drops',
    files: /\.go$/,
    form: /\bMigrator\(\)\.Drop(?:Table|Column)\(\s*([^)\n]+)/g,
    words: drops,
  },
  // Entity Framework
  {
    kind: 'migration-drops',
    files: /\.cs$/,
    form: /\b[mM]igrationBuilder\.Drop(?:Table|Column|Schema)\(\s*(?:name:\s*)?"(\w+)"/g,
    words: drops,
  },
  // Liquibase
  {
    kind: 'migration-drops',
    files: /\.xml$/,
    form: /<drop(?:Table|Column|AllForeignKeyConstraints)\b[^>]*?(?:columnName|tableName)="([\w.]+)"/g,
    words: drops,
  },
  {
    kind: 'migration-drops',
    files: /\.ya?ml$/,
    form: /-\s*drop(?:Table|Column):\s*(?:\n\s+\w+:[^\n]*)*?\n\s+(?:columnName|tableName):\s*(\w+)/g,
    words: drops,
  },
  // Ecto
  {
    kind: 'migration-drops',
    files: /\.exs?$/,
    where: migration,
    form: /\bdrop(?:_if_exists)?[ (]+table\(\s*[:"](\w+)|^[ \t]+remove(?:_if_exists)?[ (]+:(\w+)/gm,
    words: drops,
  },
  {
    kind: 'migration-drops',
    files: /\.(?:rb|py|exs?|php|[cm]?[jt]s|cs)$/,
    where: migration,
    form: /\b(ActiveRecord::IrreversibleMigration|IrreversibleError|Ecto\.MigrationError|irreversible migration)\b/gi,
    words: () => 'the migration says itself that nothing leads back from it',
  },
  // Rows
  {
    kind: 'data-deleted',
    files: /\.py$/,
    form: /(?<![\w.])([\w.]{1,80})\.objects\.all\(\)\.(?:_raw_)?delete\(|\bquery\(\s*([\w.]+)\s*\)\.delete\(|\b(\w+)\.drop_all\(|\.drop_database\(\s*["']?(\w+)/g,
    words: allRows,
  },
  {
    kind: 'data-deleted',
    files: /\.(?:rb|rake)$/,
    form: /(?<![\w:.])([A-Z][\w:]*)\.(?:unscoped\.|all\.)?(?:delete_all|destroy_all)\b(?!\s*\()/g,
    words: allRows,
  },
  {
    kind: 'data-deleted',
    files: /\.[cm]?[jt]sx?$/,
    form: /(?<![\w.])([\w.]{1,80})\.(?:deleteMany|remove)\(\s*(?:\{\s*\})\s*\)|(?<![\w.])([\w.]{1,80})\.deleteMany\(\s*\)|(?<![\w.])([\w.]{1,80})\.destroy\(\s*\{\s*(?:truncate:\s*true|where:\s*\{\s*\})|(?<![\w.])([\w.]{1,80})\.dropDatabase\(/g,
    words: allRows,
  },
  {
    kind: 'data-deleted',
    files: /\.php$/,
    form: /\b([A-Z]\w*)::truncate\(|DB::table\(\s*["'](\w+)["']\s*\)->(?:truncate|delete)\(\s*\)/g,
    words: allRows,
  },
  {
    kind: 'data-deleted',
    files: /\.(?:java|kt)$/,
    form: /\b(\w*[rR]epository|\w+Repo|\w+Dao)\.(?:deleteAll|deleteAllInBatch)\(\s*\)/g,
    words: allRows,
  },
];

export function judgeMigrations(one: NewText): readonly Found[] {
  const undoing = undoingIn(one);
  return forms
    .filter(({ files, where }) => files.test(one.path) && (where === undefined || where.test(one.path)))
    .flatMap(({ kind, form, words }) =>
      newPlaces(one, form)
        .filter((found) => !undoing(startOf(found)))
        .map((found) => {
          const groups = found.slice(1).filter((group) => group !== undefined);
          const what = groups.length === 0 ? 'a column' : groups.join('.');
          return foundAt(one, startOf(found), { kind, what, words: `${words(what)}.` });
        }),
    );
}
