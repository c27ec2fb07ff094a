import { describe, expect, test } from 'vitest';
import { isDocument, isOnlyComments } from './only-documents.ts';

describe('what a documenter writes', () => {
  test.each([
    'README.md',
    'CHANGELOG',
    'docs/guide.rst',
    'docs/logo.svg',
    'doc/data/table.json',
    'mkdocs.yml',
    'notes.txt',
    'man/tool.1',
    'LICENSE',
  ])('is a document: %s', (path) => {
    expect(isDocument(path)).toBe(true);
  });

  test.each([
    'src/a.ts',
    'docs/conf.py',
    'docs/examples/a.go',
    'package.json',
    'Makefile',
    'Dockerfile',
    'requirements.txt',
    'requirements-dev.txt',
    'CMakeLists.txt',
    'config.yaml',
    'src/README/a.json',
  ])('is none: %s', (path) => {
    expect(isDocument(path)).toBe(false);
  });

  test.each([
    ['a.ts', 'const a = 1;\n', '/** What it is. */\nconst a = 1; // one\n'],
    ['a.go', '// Old.\nfunc A() {}\n', '// New.\n// And more.\nfunc A() {}\n'],
    ['a.py', 'def a():\n    return 1\n', 'def a():\n    """Gives one."""\n    return 1  # one\n'],
    ['a.py', "def a():\n    'Old.'\n    return 1\n", 'def a():\n    """New,\n    longer."""\n    return 1\n'],
  ])('is only a comment in %s', (path, before, after) => {
    expect(isOnlyComments(path, before, after)).toBe(true);
  });

  test.each([
    ['a.ts', 'const a = 1;\n', 'const a = 2; // two\n'],
    ['a.ts', "const a = '// x';\n", "const a = '// y';\n"],
    ['a.py', 'x = """a"""\n', 'x = """b"""\n'],
    ['a.py', 'a = 1\n', 'a = 1\ndef b():\n    """Gives two."""\n    return 2\n'],
    ['a.ts', undefined, '// new\n'],
    ['a.ts', '// old\n', undefined],
    ['a.yaml', 'a: 1\n', '# one\na: 1\n'],
  ])('is more than a comment in %s: %j', (path, before, after) => {
    expect(isOnlyComments(path, before, after)).toBe(false);
  });
});
