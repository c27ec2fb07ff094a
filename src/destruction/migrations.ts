// Migrations that destroy: what a schema loses on its way forward, as the usual libraries write it, and rows that are all
// deleted through one.

import type { FoundDestruction } from './finding.ts';
import { foundAt } from './finding.ts';
import type { Form } from './form.ts';
import type { NewText } from './new-text.ts';
import { newPlaces, startOf } from './new-text.ts';
import { rowForms } from './rows.ts';
import { undoingIn } from './undoing.ts';

const migration = /migrat|(?:^|\/)(?:db|alembic|versions|changelogs?|liquibase|schema|ecto)\//i;
const symbol = '[:"\'`]?([\\w.]+)["\'`]?';
const drops = (what: string): string => `the migration drops \`${what}\`, and what is in it`;

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
  ...rowForms,
];

export function judgeMigrations(one: NewText): readonly FoundDestruction[] {
  const undoing = undoingIn(one);
  return forms
    .filter(({ files, where }) => files.test(one.path) && (where === undefined || where.test(one.path)))
    .filter(({ needs }) => needs === undefined || needs.test(one.raw))
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
