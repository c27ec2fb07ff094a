// What looks like destruction and destroys nothing.

import { expect, test } from 'vitest';
import type { Tree } from '../../test/support/two-trees.ts';
import { added, judged, lines, told } from '../../test/support/two-trees.ts';

const harmless: readonly (readonly [string, readonly [Tree, Tree]])[] = [
  ['a file that nobody uses', [{ 'src/rates.ts': lines('r') }, { 'src/a.ts': "import './other.ts';\n" }]],
  [
    'a file that moved, with its users',
    [{ 'src/rates.ts': lines('r') }, { 'src/money/rates.ts': lines('r') }],
  ],
  [
    'a file that is written in another language now',
    [
      { 'src/rates.js': lines('r'), 'src/a.ts': '' },
      { 'src/rates.ts': lines('t'), 'src/a.ts': "import './rates.js';\n" },
    ],
  ],
  [
    'a file that only a comment or prose names',
    [
      { 'src/rates.ts': lines('r') },
      { 'src/a.ts': "// import './rates.ts'\n", 'README.md': 'src/rates.ts\n' },
    ],
  ],
  [
    'a constraint that is dropped',
    added('m/1.sql', 'ALTER TABLE users DROP CONSTRAINT users_pk;\nALTER TABLE a DROP INDEX b;\n'),
  ],
  ['a column of some rows that is emptied', added('m/1.sql', 'UPDATE users SET name = NULL WHERE id = 3;\n')],
  ['a value that every row gets', added('m/1.sql', "UPDATE users SET active = true, note = '';\n")],
  [
    'a delete with a condition that can be false',
    added('m/1.sql', 'DELETE FROM a WHERE 1=1 AND old = true;\n'),
  ],
  [
    'an exported name that joins others in brackets (Go)',
    [
      { 'command.go': 'package shop\n\nconst FlagSet = "a"\n' },
      { 'command.go': 'package shop\n\nconst (\n\tFlagSet = "a"\n\tOther   = "b"\n)\n' },
    ],
  ],
  ['a view that is replaced', added('m/1.sql', 'CREATE OR REPLACE VIEW v AS SELECT 1;\n')],
  ['a test that is gone, which is for the tamper check', [{ 'src/rates.test.ts': lines('r') }, {}]],
  [
    'a table that is dropped on the way back (SQL)',
    added('db/1.sql', '-- +goose Up\nCREATE TABLE a (id int);\n-- +goose Down\nDROP TABLE a;\n'),
  ],
  [
    'a table that is dropped on the way back (Alembic)',
    added(
      'alembic/versions/a1.py',
      'def upgrade():\n    op.create_table("a")\n\n\ndef downgrade():\n    op.drop_table("b")\n',
    ),
  ],
  [
    'a table that is dropped on the way back (Laravel)',
    added(
      'database/migrations/1.php',
      "<?php\n  public function up()\n  {\n    Schema::create('a');\n  }\n\n  public function down()\n  {\n    Schema::dropIfExists('a');\n  }\n",
    ),
  ],
  [
    'a column that is removed on the way back (Rails)',
    added('db/migrate/1.rb', 'def up\n  add_column :a, :b\nend\n\ndef down\n  remove_column :a, :b\nend\n'),
  ],
  [
    'a table that is dropped on the way back (Knex)',
    added(
      'migrations/1.js',
      "exports.up = (knex) => knex.schema.createTable('a');\nexports.down = (knex) => knex.schema.dropTable('a');\n",
    ),
  ],
  [
    'a reverse of SQL (Django)',
    added('shop/migrations/1.py', 'migrations.RunSQL("SELECT 1", reverse_sql="DROP TABLE a")\n'),
  ],
  ['a temporary table', added('db/x.sql', 'CREATE TEMP TABLE t (id int);\nDELETE FROM t;\nDROP TABLE t;\n')],
  [
    'a table that is rebuilt',
    added(
      'db/x.sql',
      'CREATE TABLE n (id int);\nINSERT INTO n SELECT id FROM a;\nDROP TABLE a;\nALTER TABLE n RENAME TO a;\n',
    ),
  ],
  ['a condition that follows', added('src/a.ts', "const q = 'DELETE FROM a' +\n  ' WHERE id = 1';\n")],
  ['a sentence that says delete', added('src/a.ts', "log('Delete from the list, or drop table manners');\n")],
  [
    'SQL in a docstring',
    added('src/a.py', 'def go():\n    """Never write DROP TABLE users or DROP TABLE IF EXISTS here."""\n'),
  ],
  ['SQL on a page', added('app/views/a.html.erb', '<pre>DROP TABLE users;</pre>\n')],
  [
    'a name that is given out when it is asked for',
    [
      { 'a/__init__.py': 'from .b import c\n' },
      { 'a/__init__.py': 'def __getattr__(name):\n    if name == "c":\n        return 1\n' },
    ],
  ],
  ['SQL in a comment', added('src/a.ts', '// DROP TABLE users\n')],
  [
    'a statement that was there before',
    [{ 'db/x.sql': 'DROP TABLE a;\n' }, { 'db/x.sql': 'DROP TABLE a;\nSELECT 1;\n' }],
  ],
  [
    'a statement that moved',
    [
      { 'db/x.sql': 'DROP TABLE a;\n', 'db/y.sql': '' },
      { 'db/x.sql': '', 'db/y.sql': 'DROP TABLE a;\n' },
    ],
  ],
  ['what a test does', added('tests/test_a.py', 'db.execute("DROP TABLE users")\nshutil.rmtree(root)\n')],
  ['what is built', added('scripts/a.sh', 'rm -rf dist node_modules "$BUILD_DIR" /tmp/x\n')],
  ['a temporary folder', added('scripts/a.sh', 'where=$(mktemp -d)\nrm -rf "$where"\n')],
  ['what a target cleans', added('Makefile', 'clean:\n\trm -rf stuff\n')],
  ['a layer of an image', added('Dockerfile', 'RUN apt-get update && rm -rf /var/lib/apt/lists/* /opt/x\n')],
  [
    'a folder that a product deletes in the course of its work',
    added('src/store.go', 'package store\n\nfunc (s *Store) drop() error { return os.RemoveAll(s.dir) }\n'),
  ],
  ['git push', added('scripts/a.sh', 'git push origin main\n')],
  [
    'a private package',
    [
      { 'package.json': '{ "private": true, "main": "a" }', 'src/index.ts': 'export const a = 1;\n' },
      { 'package.json': '{ "private": true, "main": "a" }', 'src/index.ts': '\n' },
    ],
  ],
  [
    'a contract that has more',
    [
      { 'a.proto': 'message A {\n  string id = 1;\n}\n' },
      { 'a.proto': 'message A {\n  string id = 1;\n  string b = 2;\n}\n' },
    ],
  ],
  [
    'a contract that moved',
    [
      { 'a.proto': 'message A {\n  string id = 1;\n}\n' },
      { 'v1/a.proto': 'syntax = "proto3";\nmessage A {\n  string id = 1;\n}\n' },
    ],
  ],
  [
    'a name that moved within a Go package',
    [
      { 'a.go': 'package a\n\nfunc Rate() {}\n', 'b.go': 'package a\n' },
      { 'a.go': 'package a\n', 'b.go': 'package a\n\nfunc Rate() {}\n' },
    ],
  ],
];

test.each(harmless)('nothing is destroyed by %s', (_name, [before, after]) => {
  expect(told(judged(before, after))).toEqual([]);
});
