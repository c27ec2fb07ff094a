import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { ReportPlace } from './read-report.ts';
import { readReport } from './read-report.ts';

const place: ReportPlace = {
  roots: ['/checkouts/one', '/private/checkouts/one'],
  folder: '',
  files: new Set(['src/a.ts', 'lib/a.py', 'pkg/a.go', 'tools/go/pkg/b.go', 'back\\slash.ts', 'web/src/a.ts']),
  modules: [
    { prefix: 'example.com/m', folder: '' },
    { prefix: 'example.com/tools', folder: 'tools/go' },
  ],
};

function files(text: string, at: ReportPlace = place): readonly string[] {
  const reading = readReport(text, at);
  return 'lines' in reading ? [...reading.lines.keys()] : [reading.problem];
}
const lcov = (...paths: readonly string[]): string =>
  paths.map((path) => `SF:${path}\nDA:1,1\nend_of_record\n`).join('');

describe('the paths of a report', () => {
  test('are those of the tree, from its root or from the folder it was checked out in', () => {
    expect(files(lcov('src/a.ts'))).toEqual(['src/a.ts']);
    expect(files(lcov('./src//a.ts', '/checkouts/one/lib/a.py'))).toEqual(['src/a.ts', 'lib/a.py']);
    expect(files(lcov('/private/checkouts/one/src/a.ts'))).toEqual(['src/a.ts']);
  });

  test('name nothing outside the tree', () => {
    const outside = ['/etc/passwd', '../src/a.ts', '/checkouts/other/src/a.ts', '/checkouts/one/../../src/a.ts', 'src/none.ts'];
    expect(files(lcov(...outside))).toEqual([]);
  });

  test('may be written with the slashes of Windows, unless a file is called so', () => {
    expect(files(lcov('src\\a.ts', 'back\\slash.ts'))).toEqual(['src/a.ts', 'back\\slash.ts']);
  });

  test('start from the folder the command ran in before they start from the root', () => {
    expect(files(lcov('src/a.ts'), { ...place, folder: 'web' })).toEqual(['web/src/a.ts']);
    expect(files(lcov('lib/a.py'), { ...place, folder: 'web' })).toEqual(['lib/a.py']);
  });

  test('start from a source that the report names, where it lies in the tree', () => {
    const report = (source: string): string =>
      `<coverage><source>${source}</source><class filename="a.py"><line number="1" hits="1"/></class></coverage>`;
    expect(files(report('/checkouts/one/lib'))).toEqual(['lib/a.py']);
    expect(files(report('lib'))).toEqual(['lib/a.py']);
    expect(files(report('/elsewhere/lib'))).toEqual([]);
  });

  test('start from the module they belong to', () => {
    const profile = 'mode: set\nexample.com/m/pkg/a.go:1.1,1.2 1 1\nexample.com/tools/pkg/b.go:1.1,1.2 1 1\nother.org/m/pkg/a.go:2.1,2.2 1 1\n';
    expect(files(profile)).toEqual(['pkg/a.go', 'tools/go/pkg/b.go']);
  });

  test('that mean the same file are one file', () => {
    const reading = readReport('SF:src/a.ts\nDA:1,0\nend_of_record\nSF:./src/a.ts\nDA:1,1\nDA:2,0\n', place);
    expect(reading).toEqual({ lines: new Map([['src/a.ts', new Map([[1, true], [2, false]])]]) });
  });

  test('never name a file that is not there, whatever they are', () => {
    const part = fc.constantFrom('..', '.', '', 'src', 'a.ts', 'checkouts', 'one', '\\', 'C:', 'example.com', 'm', 'pkg', 'a.go');
    fc.assert(
      fc.property(fc.array(fc.array(part).map((parts) => parts.join('/'))), (paths) => {
        for (const file of files(`SF:src/a.ts\n${lcov(...paths)}`)) expect(place.files.has(file)).toBe(true);
      }),
    );
  });
});

describe('a text', () => {
  test('that is no report is said to be none', () => {
    expect(readReport('', place)).toEqual({ problem: 'no-report' });
    expect(readReport('all good, 100 % covered', place)).toEqual({ problem: 'no-report' });
  });

  test('may begin with a byte order mark', () => {
    expect(files('\uFEFFSF:src/a.ts\nDA:1,1\n')).toEqual(['src/a.ts']);
  });

  test('that is too large is not read', () => {
    expect(readReport('x'.repeat(64 * 1024 * 1024 + 1), place)).toEqual({ problem: 'too-large' });
    const many = Array.from({ length: 50_001 }, (_, at) => `SF:f${at}`).join('\n');
    expect(readReport(many, place)).toEqual({ problem: 'too-large' });
  });
});
