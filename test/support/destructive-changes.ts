// Forty ways to destroy something, in nine languages: what the judge has to see, in its tests and in the proof of it.

import type { Tree } from './two-trees.ts';
import { added, lines } from './two-trees.ts';

const manyFiles = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [`src/old/part${n}.ts`, lines(`p${n}`)]),
);

/** What it is, the tree before and after, and what is told. */
type Case = readonly [string, readonly [Tree, Tree], string];

export const planted: readonly Case[] = [
  // files
  [
    'a module that is imported (TypeScript)',
    [
      { 'src/rates.ts': lines('r'), 'src/a.ts': "import { rate } from './rates.ts';\n" },
      { 'src/a.ts': "import { rate } from './rates.ts';\n" },
    ],
    'file-deleted src/rates.ts the file',
  ],
  [
    'a delete whose condition is always true (SQL)',
    added('db/clean.sql', 'DELETE FROM orders WHERE 1=1;\n'),
    'data-deleted db/clean.sql:1 DELETE orders',
  ],
  [
    'a delete whose condition is the word true (a string)',
    added('src/a.js', 'db.query("DELETE FROM orders WHERE true");\n'),
    'data-deleted src/a.js:1 DELETE orders',
  ],
  [
    'a column that is dropped without being called one (SQL)',
    added('m/2.sql', 'ALTER TABLE users DROP name;\n'),
    'data-deleted m/2.sql:1 ALTER users.name',
  ],
  [
    'a table that another one takes the place of (SQL)',
    added('m/3.sql', 'CREATE OR REPLACE TABLE users (id int);\n'),
    'data-deleted m/3.sql:1 CREATE users',
  ],
  [
    'a column that is emptied in every row (SQL)',
    added('m/4.sql', 'UPDATE users SET name = NULL;\n'),
    'data-deleted m/4.sql:1 UPDATE users',
  ],
  [
    'a module that is required (JavaScript)',
    [
      { 'lib/db/pool.js': lines('r'), 'lib/a.js': '' },
      { 'lib/a.js': "const pool = require('./db/pool');\n" },
    ],
    'file-deleted lib/db/pool.js the file',
  ],
  [
    'a module that is imported (Python)',
    [
      { 'app/billing/rates.py': lines('r'), 'app/a.py': '' },
      { 'app/a.py': 'from app.billing import tax, rates\n' },
    ],
    'file-deleted app/billing/rates.py the file',
  ],
  [
    'a class that is imported (Java)',
    [
      { 'src/main/java/org/shop/Rates.java': lines('r') },
      { 'src/main/java/org/shop/web/Page.java': 'import org.shop.Rates;\n' },
    ],
    'file-deleted src/main/java/org/shop/Rates.java the file',
  ],
  [
    'a module that is declared (Rust)',
    [{ 'src/rates.rs': lines('r') }, { 'src/lib.rs': 'mod rates;\n' }],
    'file-deleted src/rates.rs the file',
  ],
  [
    'a file that is required (Ruby)',
    [{ 'lib/shop/rates.rb': lines('r') }, { 'lib/shop.rb': "require 'shop/rates'\n" }],
    'file-deleted lib/shop/rates.rb the file',
  ],
  [
    'a class that is used (PHP)',
    [{ 'app/Models/Rate.php': lines('r') }, { 'app/Http/Page.php': '<?php\nuse App\\Models\\Rate;\n' }],
    'file-deleted app/Models/Rate.php the file',
  ],
  [
    'a header that is included (C)',
    [{ 'include/rates.h': lines('r') }, { 'src/main.c': '#include "rates.h"\n' }],
    'file-deleted include/rates.h the file',
  ],
  [
    'a script that a pipeline names',
    [{ 'scripts/release.sh': lines('r') }, { 'ci/pipeline.yml': 'steps:\n  - run: ./scripts/release.sh\n' }],
    'file-deleted scripts/release.sh the file',
  ],
  [
    'a file that is emptied and still imported',
    [{ 'src/rates.ts': lines('r') }, { 'src/rates.ts': '', 'src/a.ts': "export * from './rates';\n" }],
    'file-deleted src/rates.ts the file',
  ],
  ['a folder of many files', [manyFiles, {}], 'many-deleted src/old 12 files'],
  [
    'a migration that has run',
    [{ 'db/migrate/20240101_add_users.rb': lines('m') }, {}],
    'file-deleted db/migrate/20240101_add_users.rb the migration',
  ],
  [
    'an exported name in brackets (Go)',
    [
      { 'command.go': 'package shop\n\nconst (\n\tFlagSet = "a"\n\tOther   = "b"\n)\n' },
      { 'command.go': 'package shop\n\nconst (\n\tOther   = "b"\n)\n' },
    ],
    'contract-broken command.go FlagSet',
  ],
  // data
  [
    'DROP TABLE in SQL',
    added('db/x.sql', '\ndrop table if exists "public"."users" cascade;\n'),
    'data-deleted db/x.sql:2 DROP public.users',
  ],
  [
    'DROP DATABASE in a script',
    added('bin/reset.sh', 'psql -c "DROP DATABASE shop"\n'),
    'data-deleted bin/reset.sh:1 DROP shop',
  ],
  [
    'DROP COLUMN',
    added('m/1.sql', 'ALTER TABLE users\n  ADD COLUMN a int,\n  DROP COLUMN email;\n'),
    'data-deleted m/1.sql:3 DROP users.email',
  ],
  [
    'TRUNCATE in a string (Python)',
    added('app/jobs.py', 'def go(db):\n    db.execute("TRUNCATE TABLE orders")\n'),
    'data-deleted app/jobs.py:2 TRUNCATE orders',
  ],
  [
    'TRUNCATE without TABLE (Go)',
    added('store/reset.go', 'package store\n\nvar q = "TRUNCATE orders CASCADE"\n'),
    'data-deleted store/reset.go:3 TRUNCATE orders',
  ],
  [
    'DELETE without a condition (SQL)',
    added('db/x.sql', 'delete from orders;\nselect 1 where true;\n'),
    'data-deleted db/x.sql:1 DELETE orders',
  ],
  [
    'DELETE without a condition (TypeScript)',
    added('src/a.ts', 'export const clear = (db) => db.query(`DELETE FROM sessions`);\n\nconst where = 1;\n'),
    'data-deleted src/a.ts:1 DELETE sessions',
  ],
  [
    'DELETE without a condition (Java)',
    added('src/A.java', 'class A {\n  void go() { jdbc.update("delete from users"); }\n}\n'),
    'data-deleted src/A.java:2 DELETE users',
  ],
  [
    'every object (Django)',
    added('shop/management/commands/reset.py', 'Order.objects.all().delete()\n'),
    'data-deleted shop/management/commands/reset.py:1 Order',
  ],
  [
    'every record (Rails)',
    added('lib/tasks/reset.rake', 'task :reset do\n  Order.delete_all\nend\n'),
    'data-deleted lib/tasks/reset.rake:2 Order',
  ],
  [
    'every document (JavaScript)',
    added('src/reset.js', 'await db.orders.deleteMany({});\n'),
    'data-deleted src/reset.js:1 db.orders',
  ],
  [
    'every row (PHP)',
    added('app/Reset.php', "<?php\nDB::table('orders')->truncate();\n"),
    'data-deleted app/Reset.php:2 orders',
  ],
  // migrations
  [
    'a column (Rails)',
    added('db/migrate/2_x.rb', 'def change\n  remove_column :users, :email, :string\nend\n'),
    'migration-drops db/migrate/2_x.rb:2 users.email',
  ],
  [
    'a migration nothing leads back from (Rails)',
    added(
      'db/migrate/3_x.rb',
      'def up\n  execute "select 1"\nend\n\nprivate\n\ndef stop = raise(ActiveRecord::IrreversibleMigration)\n',
    ),
    'migration-drops db/migrate/3_x.rb:7 ActiveRecord::IrreversibleMigration',
  ],
  [
    'a model (Django)',
    added(
      'shop/migrations/0002_x.py',
      'operations = [\n    migrations.DeleteModel(\n        name="Order",\n    ),\n]\n',
    ),
    'migration-drops shop/migrations/0002_x.py:2 Order',
  ],
  [
    'a table (Alembic)',
    added('alembic/versions/a1.py', 'def upgrade():\n    op.drop_table("orders")\n'),
    'migration-drops alembic/versions/a1.py:2 orders',
  ],
  [
    'a column (Knex)',
    added(
      'migrations/3_x.js',
      "exports.up = (knex) => knex.schema.table('users', (t) => t.dropColumn('email'));\n",
    ),
    'migration-drops migrations/3_x.js:1 email',
  ],
  [
    'a table (Laravel)',
    added(
      'database/migrations/2_x.php',
      "<?php\n  public function up(): void\n  {\n    Schema::dropIfExists('orders');\n  }\n",
    ),
    'migration-drops database/migrations/2_x.php:4 orders',
  ],
  // contracts
  [
    'a path of an interface (OpenAPI)',
    [
      {
        'api.yaml': 'openapi: 3.0.0\npaths:\n  /users:\n    get: {}\n    post: {}\n  /orders:\n    get: {}\n',
      },
      { 'api.yaml': 'openapi: 3.0.0\npaths:\n  /users:\n    get: {}\n' },
    ],
    'contract-broken api.yaml POST /users, /orders, GET /orders',
  ],
  [
    'a field (GraphQL)',
    [
      { 'schema.graphql': 'type User {\n  id: ID!\n  email(of: Int): String\n}\n' },
      { 'schema.graphql': 'type User {\n  id: ID!\n}\n' },
    ],
    'contract-broken schema.graphql User.email',
  ],
  [
    'a field (Protocol Buffers)',
    [
      { 'user.proto': 'message User {\n  string id = 1;\n  string email = 2;\n}\n' },
      { 'user.proto': 'message User {\n  string id = 1;\n  reserved 2;\n}\n' },
    ],
    'contract-broken user.proto User.email = 2',
  ],
  [
    'an exported name (TypeScript)',
    [
      { 'package.json': '{ "main": "a.js" }', 'src/index.ts': "export { a, b as c } from './a.ts';\n" },
      { 'package.json': '{ "main": "a.js" }', 'src/index.ts': "export { a } from './a.ts';\n" },
    ],
    'contract-broken src/index.ts c',
  ],
  [
    'an exported name (Python)',
    [
      { 'shop/__init__.py': '__all__ = [\n    "rate",\n    "tax",\n]\n' },
      { 'shop/__init__.py': '__all__ = [\n    "rate",\n]\n' },
    ],
    'contract-broken shop/__init__.py tax',
  ],
  [
    'an exported name (Go)',
    [
      { 'rates.go': 'package shop\n\nfunc Rate() int { return 1 }\n\nfunc Tax() int { return 2 }\n' },
      { 'rates.go': 'package shop\n\nfunc Rate() int { return 1 }\n' },
    ],
    'contract-broken rates.go Tax',
  ],
  // commands
  [
    'rm -rf in a script',
    added('scripts/a.sh', '#!/bin/sh\nset -e\nrm -rf "$HOME/shop"\n'),
    'removal-added scripts/a.sh:3 rm $HOME/shop',
  ],
  [
    'rmtree in a script (Python)',
    added('scripts/a.py', 'import shutil\nshutil.rmtree(settings.MEDIA_ROOT)\n'),
    'removal-added scripts/a.py:2 rm settings.MEDIA_ROOT',
  ],
  [
    'fs.rm in a script (JavaScript)',
    added('scripts/a.mjs', "import fs from 'node:fs';\nfs.rmSync(root, { recursive: true, force: true });\n"),
    'removal-added scripts/a.mjs:2 rm root',
  ],
  [
    'git push --force',
    added('scripts/a.sh', 'git push --force origin main\n'),
    'history-rewritten scripts/a.sh:1 git push --force origin main',
  ],
  ['git clean', added('Makefile', 'fresh:\n\tgit clean -xfd\n'), 'removal-added Makefile:2 git clean -xfd'],
  [
    'RemoveAll (Go)',
    added('cmd/reset/main.go', 'package main\n\nfunc main() {\n\tos.RemoveAll("/srv/shop")\n}\n'),
    'removal-added cmd/reset/main.go:4 rm "/srv/shop"',
  ],
];
