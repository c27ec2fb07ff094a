// How the usual libraries delete everything there is: every row of a table, a collection, a store, a database. By language; a
// condition, whatever it says, makes it the program's own business.

import type { Form } from './form.ts';

const allRows = (what: string): string => `every row behind \`${what}\` is deleted: there is no condition`;
const wholeStore = (what: string): string => `\`${what}\` goes with everything in it`;
const rows = (files: RegExp, form: RegExp, needs?: RegExp): Form => ({
  kind: 'data-deleted',
  files,
  form,
  words: allRows,
  ...(needs === undefined ? {} : { needs }),
});
const store = (files: RegExp, form: RegExp): Form => ({
  kind: 'data-deleted',
  files,
  form,
  words: wholeStore,
});

const script = /\.[cm]?[jt]sx?$/;
const python = /\.py$/;
const ruby = /\.(?:rb|rake)$/;
const go = /\.go$/;
const rust = /\.rs$/;
const php = /\.php$/;
const java = /\.(?:java|kts?|scala)$/;
const sharp = /\.cs$/;

export const rowForms: readonly Form[] = [
  // Prisma, Mongoose, MongoDB
  rows(
    script,
    /(?<![\w.])([\w.]{1,80})\.(?:deleteMany|remove)\(\s*\{\s*\}\s*\)|(?<![\w.])([\w.]{1,80})\.deleteMany\(\s*(?:\{\s*where:\s*\{\s*\}\s*,?\s*\}\s*)?\)/g,
  ),
  rows(script, /\bcollection\(\s*["'`](\w+)["'`]\s*\)\.(?:deleteMany\(\s*\{\s*\}|drop\(\s*\))/g),
  store(script, /(?<![\w.])([\w.]{1,80})\.dropDatabase\(|\.dropCollection\(\s*["'`](\w+)["'`]/g),
  // Sequelize
  rows(script, /(?<![\w.])([\w.]{1,80})\.destroy\(\s*\{\s*(?:truncate:\s*true|where:\s*\{\s*\})/g),
  store(
    script,
    /(?<![\w.])([\w.]{1,80})\.sync\(\s*\{[^}]{0,80}\bforce:\s*true|\b([sS]equelize)\.drop\(\s*\)/g,
  ),
  // Knex
  rows(
    script,
    /\b(?:knex|db|trx|database|conn|connection|pg)\(\s*["'`](\w+)["'`]\s*\)\.(?:del|delete|truncate)\(\s*\)/g,
  ),
  // TypeORM
  rows(script, /\b(\w*[rR]epo(?:sitory)?)\.(?:clear\(\s*\)|delete\(\s*\{\s*\}\s*\))/g, /typeorm/i),
  store(
    script,
    /\b(dropSchema):\s*true|\b(\w*[dD]ata[sS]ource|\w*[cC]onnection)\.synchronize\(\s*true\s*\)/g,
  ),
  // Drizzle
  rows(script, /\b(?:db|tx)\.delete\(\s*(\w+)\s*\)(?=\s*(?:;|,|\)|$))/gm, /drizzle/i),
  // Stores of keys
  store(
    /\.(?:[cm]?[jt]sx?|py|rb|go|java|kt|php|cs|ex|exs)$/,
    /(?<![\w.])([\w.]{1,80})\.(?:flush_?all|flush_?db|flushAll|flushDb|flushDB|FlushAll|FlushDB|FlushAllDatabases)\b/g,
  ),
  // Django, SQLAlchemy, PyMongo
  rows(
    python,
    /(?<![\w.])([\w.]{1,80})\.objects\.(?:all\(\)\.|filter\(\s*\)\.)?(?:_raw_)?delete\(\s*\)|\bquery\(\s*([\w.]+)\s*\)\.delete\(|\bexecute\(\s*(?:sa\.)?delete\(\s*([\w.]+)\s*\)\s*\)|(?<![\w.])([\w.]{1,80})\.delete_many\(\s*(?:filter=)?\{\s*\}\s*\)/g,
  ),
  store(
    python,
    /\b(\w+)\.drop_all\(|\.drop_database\(\s*["']?(\w+)|\b(\w+)\.__table__\.drop\(|\bdb\.(\w+)\.drop\(\s*\)|\bdb\[["'](\w+)["']\]\.drop\(\s*\)|\bcall_command\(\s*["'](flush|reset_db)["']/g,
  ),
  // Active Record
  rows(
    ruby,
    /(?<![\w:.])([A-Z][\w:]*)\.(?:unscoped\.|all\.|where\(\s*(?:\{\s*\})?\s*\)\.)?(?:delete_all|destroy_all)\b(?!\s*\(\s*[^)\s])|(?<![\w:.])([A-Z][\w:]*)\.(?:all|find_each)(?:\.each)?\s*\(?\s*&:(?:destroy|delete)\b/g,
  ),
  store(ruby, /\bconnection\.(?:drop_table|truncate)[ (]+[:"'](\w+)/g),
  // Eloquent
  rows(
    php,
    /\b([A-Z]\w*)::(?:truncate\(|query\(\)->(?:delete|forceDelete|truncate)\()|\bDB::table\(\s*["'](\w+)["']\s*\)->(?:truncate|delete)\(\s*\)/g,
  ),
  // Spring Data, Room
  rows(java, /\b(\w+)\.(?:deleteAll|deleteAllInBatch)\(\s*\)/g),
  store(java, /\b\w+\.dropCollection\(\s*([\w."]+)|\b\w+[dD]atabase\w*\.(clearAllTables)\(\s*\)/g),
  {
    kind: 'data-deleted',
    files: /(?:^|\/)application\.(?:properties|ya?ml)$|(?:^|\/)(?:hibernate\.cfg|persistence)\.xml$/,
    form: /(?:ddl-auto|hbm2ddl\.auto)["']?\s*[:=>]+\s*["']?(create(?:-drop)?)\b/g,
    words: (what) => `every start makes the tables anew (\`${what}\`), and what is in them is lost`,
  },
  // gorm, the MongoDB driver
  rows(
    go,
    /\.Where\(\s*"1 ?= ?1"\s*\)\.Delete\(\s*&?([\w.]+)|\b(AllowGlobalUpdate):\s*true|(?<![\w.])([\w.]{1,80})\.DeleteMany\(\s*[\w.()]+\s*,\s*bson\.[DM]\{\s*\}/g,
  ),
  store(go, /(?<![\w.])([\w.]{0,60}[cC]oll(?:ection)?)\.Drop\(\s*[\w.()]*\s*\)/g),
  // Diesel, SeaORM
  rows(
    rust,
    /\bdiesel::delete\(\s*([\w:]+?)(?:::table|::dsl::\w+)?\s*\)\s*\.execute\(|\b(\w+)::delete_many\(\s*\)\s*\.exec\(/g,
  ),
  // Entity Framework
  rows(sharp, /\b\w+\.(\w+)\.ExecuteDelete(?:Async)?\(/g),
  store(sharp, /\b([\w.]*[dD]atabase)\.EnsureDeleted(?:Async)?\(/g),
];
