// How people destroy things on an ordinary day, in the words of the usual tools and libraries; and what only looks like it.

import { describe, expect, test } from 'vitest';
import { added, judged, told } from '../../test/support/two-trees.ts';

const planted: readonly (readonly [string, string, string])[] = [
  // shell
  ['bin/a.sh', 'ls data/*.db | xargs rm\n', 'rm data/*.db'],
  ['bin/a.sh', 'cat list | xargs -0 rm -f\n', 'rm $handed_on'],
  ['bin/a.sh', 'find data -print0 | xargs -0 rm -rf\n', 'rm data'],
  ['bin/a.sh', 'find data -name "*.csv" -delete\n', 'rm data'],
  ['bin/a.sh', 'find . -type f -exec rm {} \\;\n', 'rm .'],
  ['bin/a.sh', 'find /srv/app -name x -exec rm -f {} +\n', 'rm /srv/app'],
  ['bin/a.sh', 'rm -rf /tmp/../srv\n', 'rm /tmp/../srv'],
  ['bin/a.sh', 'rm -f /srv/data/*.db\n', 'rm /srv/data/*.db'],
  ['bin/a.sh', 'git reset --hard origin/main\n', 'git reset --hard origin/main'],
  ['bin/a.sh', 'git checkout -- .\n', 'git checkout -- .'],
  ['bin/a.sh', 'git branch -D main\n', 'git branch -D main'],
  ['bin/a.sh', 'git stash clear\n', 'git stash clear'],
  ['bin/a.sh', 'kubectl delete -f k8s/\n', 'kubectl delete -f k8s/'],
  ['bin/a.sh', 'kubectl delete deployment api\n', 'kubectl delete deployment api'],
  ['bin/a.sh', 'helm uninstall api\n', 'helm uninstall api'],
  ['bin/a.sh', 'terraform apply -auto-approve -destroy\n', 'terraform apply -auto-approve -destroy'],
  ['bin/a.sh', 'docker compose down -v\n', 'docker compose down -v'],
  ['bin/a.sh', 'docker-compose -f a.yml down --volumes\n', 'docker-compose -f a.yml down --volumes'],
  ['bin/a.sh', 'aws dynamodb delete-table --table-name t\n', 'aws dynamodb delete-table --table-name t'],
  ['bin/a.sh', 'aws cloudformation delete-stack\n', 'aws cloudformation delete-stack'],
  ['bin/a.sh', 'gcloud sql instances delete x\n', 'gcloud sql instances delete x'],
  ['bin/a.sh', 'gcloud storage rm -r gs://b\n', 'gcloud storage rm -r gs://b'],
  ['bin/a.sh', 'az group delete -n g\n', 'az group delete -n g'],
  ['bin/a.sh', 'mysqladmin drop shop\n', 'mysqladmin drop shop'],
  ['bin/a.sh', 'mongosh shop --eval "db.dropDatabase()"\n', 'mongosh shop --eval "db.dropDatabase()'],
  ['bin/a.sh', 'heroku pg:reset --confirm shop\n', 'pg:reset'],
  ['bin/a.sh', 'crontab -r\n', 'crontab -r'],
  // JavaScript and TypeScript
  ['src/a.js', "await knex('users').del();\n", 'users'],
  ['src/a.ts', 'await prisma.user.deleteMany({ where: {} });\n', 'prisma.user'],
  ['src/a.ts', 'await prisma.user.deleteMany();\n', 'prisma.user'],
  ['src/a.ts', 'await sequelize.sync({ alter: false, force: true });\n', 'sequelize'],
  ['src/a.ts', 'await User.destroy({ where: {}, truncate: true });\n', 'User'],
  ['src/a.js', "await mongoose.connection.db.dropCollection('users');\n", 'users'],
  ['src/a.js', "await db.collection('users').deleteMany({});\n", 'users'],
  ['src/a.ts', 'new DataSource({ dropSchema: true });\n', 'dropSchema'],
  ['src/a.ts', "import { Repository } from 'typeorm';\nawait userRepository.clear();\n", 'userRepository'],
  ['src/a.ts', "import { eq } from 'drizzle-orm';\nawait db.delete(users);\n", 'users'],
  ['src/a.js', 'await redis.flushall();\n', 'redis'],
  // Python
  ['a/views.py', 'User.objects.filter().delete()\n', 'User'],
  ['a/x.py', 'session.execute(delete(User))\n', 'User'],
  ['a/x.py', 'User.__table__.drop(engine)\n', 'User'],
  ['a/x.py', 'db.users.delete_many({})\n', 'db.users'],
  ['a/x.py', 'call_command("flush", interactive=False)\n', 'flush'],
  ['a/x.py', 'shutil.rmtree(data_dir)\n', 'rm data_dir'],
  // Ruby
  ['app/a.rb', 'User.all.each(&:destroy)\n', 'User'],
  ['app/a.rb', 'User.all.destroy_all()\n', 'User'],
  ['app/a.rb', 'ActiveRecord::Base.connection.drop_table(:users)\n', 'users'],
  // Go
  ['cmd/a.go', 'func main() {\n\tos.RemoveAll(dataDir)\n}\n', 'rm dataDir'],
  ['store/a.go', 'func x() {\n\tcoll.DeleteMany(ctx, bson.D{})\n}\n', 'coll'],
  ['store/a.go', 'func x() {\n\tdb.Where("1 = 1").Delete(&User{})\n}\n', 'User'],
  ['store/a.go', 'func x() {\n\trdb.FlushAll(ctx)\n}\n', 'rdb'],
  // Rust
  ['src/a.rs', 'fn f() {\n    fs::remove_dir_all(&data_dir)?;\n}\n', 'rm data_dir'],
  ['src/a.rs', 'fn f() {\n    diesel::delete(users::table).execute(c);\n}\n', 'users'],
  // Java, PHP, C#
  ['src/A.java', 'class A { void f() { users.deleteAll(); } }\n', 'users'],
  ['src/A.java', 'class A { void f() { FileUtils.deleteDirectory(new File("/srv/x")); } }\n', 'rm "/srv/x"'],
  ['src/main/resources/application.properties', 'spring.jpa.hibernate.ddl-auto=create\n', 'create'],
  ['app/A.php', '<?php\nUser::query()->delete();\n', 'User'],
  ['src/A.cs', 'class A { void F() { context.Database.EnsureDeleted(); } }\n', 'context.Database'],
  ['src/A.cs', 'class A { void F() { context.Users.ExecuteDelete(); } }\n', 'Users'],
];

const harmless: readonly (readonly [string, string])[] = [
  // a condition
  ['src/a.js', "await knex('users').where({ id }).del();\n"],
  ['src/a.ts', 'await prisma.user.deleteMany({ where: { old: true } });\n'],
  ['src/a.ts', 'await User.destroy({ where: { id } });\n'],
  ['src/a.ts', "import { eq } from 'drizzle-orm';\nawait db.delete(users).where(eq(users.id, 1));\n"],
  ['a/x.py', 'session.execute(delete(User).where(User.id == 1))\nUser.objects.filter(old=True).delete()\n'],
  ['app/a.rb', 'User.where(old: true).delete_all\n'],
  ['store/a.go', 'func x() {\n\tdb.Where("id = ?", id).Delete(&User{})\n}\n'],
  ['src/A.cs', 'class A { void F() { context.Users.Where(u => u.Old).ExecuteDelete(); } }\n'],
  ['src/a.rs', 'fn f() {\n    diesel::delete(users::table.filter(old)).execute(c);\n}\n'],
  // another thing of that name
  ['src/a.ts', 'cache.delete(key);\nmap.clear();\nawait db.delete(key);\n'],
  ['src/a.ts', 'await sequelize.sync({ alter: true });\n'],
  ['src/a.ts', "element.remove();\nrequest('users').delete('/1');\n"],
  ['a/x.py', 'frame.drop(columns=["a"])\nout.flush()\n'],
  ['src/main/resources/application.properties', 'spring.jpa.hibernate.ddl-auto=validate\n'],
  // what is made again, old, temporary or another way round
  ['bin/a.sh', 'find . -name "*.pyc" -delete\nfind . -name __pycache__ | xargs rm -rf\n'],
  ['bin/a.sh', 'find /srv/logs -mtime +30 -delete\nls build/*.o | xargs rm -f\n'],
  ['bin/a.sh', 'rm -f a.txt /tmp/x.db\nrm -rf /tmp/x/../y\n'],
  ['bin/a.sh', 'docker ps -q | xargs docker rm\ndocker compose down\n'],
  ['bin/a.sh', 'git reset HEAD a.txt\ngit checkout -- a.txt\ngit branch -d old\n'],
  ['bin/a.sh', 'kubectl delete pod api-1\nkubectl delete -f k8s/ --dry-run=client\n'],
  // comments, prose and tests
  ['bin/a.sh', '# then run: git reset --hard, or kubectl delete ns prod\necho ok\n'],
  ['src/a.ts', '// await prisma.user.deleteMany({})\nexport const a = 1;\n'],
  ['docs/reset.md', 'Run `git clean -fdx` and `redis-cli FLUSHALL`.\n'],
  ['test/clean.test.ts', 'beforeEach(() => prisma.user.deleteMany());\n'],
  ['spec/models/user_spec.rb', 'User.delete_all\n'],
  ['src/help.ts', "export const help = 'kubectl delete removes what runs';\n"],
];

const saidOf = (path: string, text: string): readonly string[] => told(judged(...added(path, text)));

describe('on an ordinary day', () => {
  test.each(planted)('%s: %j is seen', (path, text, what) => {
    expect(saidOf(path, text)).toEqual([expect.stringMatching(/^(?:data-deleted|removal-added) /)]);
    expect(saidOf(path, text)[0]?.endsWith(` ${what}`)).toBe(true);
  });

  test.each(harmless)('%s: %j destroys nothing', (path, text) => {
    expect(saidOf(path, text)).toEqual([]);
  });
});

describe('a schema that is written out', () => {
  const whole =
    'CREATE TABLE a (id int);\nCREATE TABLE b (\n  id int,\n  x numeric(4, 2),\n  UNIQUE (id)\n);\n';
  const after = (text: string): readonly string[] =>
    told(judged({ 'db/schema.sql': whole }, { 'db/schema.sql': text }));

  test('loses a table', () => {
    expect(after('CREATE TABLE a (id int);\n')).toEqual(['migration-drops db/schema.sql b']);
  });

  test('loses a column', () => {
    expect(after(whole.replace('  x numeric(4, 2),\n', ''))).toEqual(['migration-drops db/schema.sql b.x']);
  });

  test('loses nothing where it grows, is set otherwise, or moves', () => {
    expect(after(`${whole.replace('id int)', 'ID int, y int)')}create index i on a (id);\n`)).toEqual([]);
    expect(
      told(
        judged(
          { 'db/schema.sql': whole },
          {
            'db/schema.sql': 'CREATE TABLE a (id int);\n',
            'db/b-schema.sql': whole.replace('CREATE TABLE a (id int);\n', ''),
          },
        ),
      ),
    ).toEqual([]);
  });
});
