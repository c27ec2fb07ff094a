// The documents are true: what they name exists.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exitsInWords } from '../src/app/ending/exit-codes.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs/adr', 'docs/guides', 'docs/out-of-scope', 'docs/reference'].flatMap((dir) =>
    readdirSync(path.join(root, dir)).map((name) => `${dir}/${name}`),
  ),
].filter((name) => name.endsWith('.md'));

const commands = [...read('src/cli/main.ts').matchAll(/import\('\.\/commands\/([a-z]+)\.ts'\)/g)].map(
  (match) => match[1] ?? '',
);

test('a decision has a number of its own, which its title begins with', () => {
  const decisions = documents.filter((name) => name.startsWith('docs/adr/'));
  const numbers = decisions.map((name) => /\/(\d{4})-/.exec(name)?.[1] ?? name);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  const mistitled = decisions.filter((name, at) => !read(name).startsWith(`# ${Number(numbers[at])}. `));
  expect(mistitled).toEqual([]);
});

test('SECURITY.md shows each line of its table by a command that is there', () => {
  const rows = [...read('SECURITY.md').matchAll(/^\| .* \| *`(npm|npx) ([^`]+)` *\|$/gm)];
  const all = read('SECURITY.md')
    .split('\n')
    .filter((line) => line.startsWith('|')).length;
  expect(rows.length).toBeGreaterThan(15);
  expect(rows).toHaveLength(all - 2); // without its head
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    read('package.json'),
  );
  const absent = rows.flatMap(([, program = '', words = '']) =>
    program === 'npm'
      ? [/^run (\S+)/.exec(words)?.[1] ?? words].filter((name) => !Object.hasOwn(scripts, name))
      : (words.match(/\S+\.test\.ts/g) ?? [words]).filter((file) => !existsSync(path.join(root, file))),
  );
  expect(absent).toEqual([]);
});

describe('the README', () => {
  test('opens with what it is, a picture, the command of who installed it and the two of who cloned it', () => {
    const head = read('README.md').slice(0, 1500);
    expect(head.indexOf('npx slipway demo')).toBeGreaterThan(head.indexOf('!['));
    expect(head.indexOf('npm ci')).toBeGreaterThan(head.indexOf('npx slipway demo'));
    expect(head).toContain('npm ci && npm run demo');
    expect(head).toContain('npm ci && npm test');
    expect(head).toContain('![');
  });

  test('says every exit code, in the words of the table', () => {
    expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(`stable exit codes: ${exitsInWords()}.`);
  });

  test('names every command of the command line', () => {
    const text = read('README.md');
    expect(commands.length).toBeGreaterThan(15);
    expect(commands.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

test('what is packed links only to what is packed', () => {
  const { files }: { readonly files: readonly string[] } = JSON.parse(read('package.json'));
  const isPacked = (file: string): boolean =>
    files.some((entry) => file === entry || file.startsWith(`${entry}/`));
  const packed = documents.filter(isPacked);
  expect(packed).toEqual(expect.arrayContaining(['README.md', 'docs/guides/agents.md']));
  const left = packed.flatMap((document) =>
    linksIn(read(document))
      .map((link) => path.relative(root, path.resolve(root, path.dirname(document), link)))
      .filter((file) => !isPacked(file))
      .map((file) => `${document}: ${file}`),
  );
  expect(left).toEqual([]);
});

function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
}

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('links to files that exist', () => {
    const missing = linksIn(text).filter(
      (link) => !existsSync(path.resolve(root, path.dirname(document), link)),
    );
    expect(missing).toEqual([]);
  });

  test('names commands and scripts that exist', () => {
    const scripts: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => scripts.scripts[name] === undefined)).toEqual([]);
    const called = [...text.matchAll(/(?:^|`|\s)slipway ([a-z]+)(?=[\s`]|$)/gm)].map(
      (match) => match[1] ?? '',
    );
    const verbs = called.filter((name) => /^[a-z]+$/.test(name) && text.includes(`\`slipway ${name}`));
    expect(verbs.filter((name) => !commands.includes(name) && !['help', 'version'].includes(name))).toEqual(
      [],
    );
  });
});

test('ARCHITECTURE.md names files and folders that exist', () => {
  const text = read('ARCHITECTURE.md');
  const named = [...text.matchAll(/`((?:src\/)?[a-z-]+\/[a-z-/]*[a-z-]+\.ts)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(15);
  const missing = named.filter(
    (name) => !existsSync(path.join(root, name)) && !existsSync(path.join(root, 'src', name)),
  );
  expect(missing).toEqual([]);
});

test('docs/guides/extending.md names files and folders that exist', () => {
  const text = read('docs/guides/extending.md');
  const named = [...text.matchAll(/`((?:src|test|docs|schema)\/[^`<>*\s]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

describe('the table of folders in ARCHITECTURE.md', () => {
  const table = /^\| folder [^]*?\n\n/m.exec(read('ARCHITECTURE.md'))?.[0] ?? '';
  /** What may be imported, by the folder of `src/` that a row is about. */
  const rows = new Map(
    table.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const may = (cells.at(-2) ?? '').replaceAll('`', '').split(', ');
      const named = [...(cells[1] ?? '').matchAll(/`([a-z-]+(?:\/[a-z-]+)*)\/`/g)];
      return named.map(([, folder = '']) => [folder, may] as const);
    }),
  );
  const written = /const ports =\s*'([^']+)'/.exec(read('.dependency-cruiser.cjs'))?.[1] ?? '^$';
  const portFiles = new RegExp(written.replaceAll('\\\\', '\\'));
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const importsOf = (name: string): readonly string[] =>
    [...read(`src/${name}`).matchAll(/(?:\bfrom |^import |\bimport\()'(\.[^']+)'/gm)].map(([, to = '']) =>
      path.join(path.dirname(name), to),
    );

  /** Imports of a file that its folder's row does not say. */
  function unsaid(name: string, imported: readonly string[]): readonly string[] {
    const own = name.split('/')[0] ?? '';
    const may = rows.get(own) ?? [];
    return imported.filter((to) => {
      const folder = to.split('/')[0] ?? '';
      const isPort = may.includes('ports') && portFiles.test(`src/${to}`);
      return !(
        folder === own ||
        may.includes('everything') ||
        may.includes(folder) ||
        may.includes(to) ||
        isPort
      );
    });
  }

  test('has a row for every folder, and every row is about one that is there', () => {
    const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    expect(folders.filter((name) => !rows.has(name))).toEqual([]);
    const gone = [...rows.keys()].filter((name) => !existsSync(path.join(root, 'src', name)));
    expect(gone).toEqual(['web']); // in the root, and compiled apart
  });

  test('says of every folder what it imports', () => {
    const more = sources
      .filter((name) => name.includes('/'))
      .flatMap((name) => unsaid(name, importsOf(name)).map((to) => `${name}: ${to}`));
    expect(more).toEqual([]);
  });

  test('is missed where a folder imports more', () => {
    expect(unsaid('engine/loop.ts', ['agents/kinds.ts'])).toEqual(['agents/kinds.ts']);
    expect(unsaid('core/run.ts', ['plain/json.ts'])).toEqual(['plain/json.ts']);
    expect(unsaid('engine/loop.ts', ['journal/journal.ts', 'core/run.ts'])).toEqual([]);
  });
});

describe('the walks of ARCHITECTURE.md', () => {
  const section = /## Four walks\n([^]*?)\n## /.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  const walks = section
    .split(/^\*\*(?=.*borders\)$)/m)
    .slice(1)
    .map((text) => ({
      name: text.split('**')[0] ?? '',
      borders: Number(/\((\d+) borders\)/.exec(text)?.[1]),
      steps: [...text.matchAll(/^\d+\. `([^`]+)` `([^`]+)`$/gm)].map(([, file = '', name = '']) => ({
        file,
        name,
      })),
    }));

  /** As a declaration: a function, a constant, a method, a private one included, a function of an object. */
  const declares = (file: string, name: string): boolean =>
    new RegExp(`(function\\*? |const |^  (async )?#?)${name}\\b\\W|^ +${name}: (async )?\\(`, 'm').test(
      read(`src/${file}`),
    );

  test('are four, and each has fewer borders than before the rooms', () => {
    expect(walks.map(({ borders }) => borders)).toHaveLength(4);
    const before = [20, 7, 7, 9];
    for (const [index, { borders }] of walks.entries()) expect(borders).toBeLessThan(before[index] ?? 0);
  });

  test.each(walks)('$name: every function is where the walk says, and the borders are counted', (walk) => {
    expect(walk.steps.length).toBeGreaterThan(5);
    expect(walk.steps.filter(({ file, name }) => !declares(file, name))).toEqual([]);
    const folders = walk.steps.map(({ file }) => file.split('/')[0]);
    expect(folders.filter((folder, index) => index > 0 && folder !== folders[index - 1])).toHaveLength(
      walk.borders,
    );
  });

  test('are missed where a function is gone', () => {
    expect(declares('engine/loop.ts', 'loop')).toBe(true);
    expect(declares('engine/loop.ts', 'lop')).toBe(false);
    expect(declares('engine/runs.ts', 'submitted')).toBe(false);
  });
});
