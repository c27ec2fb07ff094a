import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { readCobertura } from './cobertura.ts';
import { readGoCover } from './go-cover.ts';
import type { ReportReader } from './hits.ts';
import { readIstanbul } from './istanbul.ts';
import { readLcov } from './lcov.ts';

function read(reader: ReportReader, text: string): Record<string, Record<number, boolean>> | string | undefined {
  const report = reader(text);
  if (report === undefined || report === 'too-large') return report;
  return Object.fromEntries(report.files.map(({ path, lines }) => [path, Object.fromEntries(lines)]));
}

describe('lcov', () => {
  test('gives the lines of each file, executed or not', () => {
    const text = 'TN:\nSF:src/a.ts\nDA:1,3\nDA:2,0,checksum\nLF:2\nend_of_record\nSF:src/b.ts\nDA:9,1\nend_of_record\n';
    expect(read(readLcov, text)).toEqual({ 'src/a.ts': { 1: true, 2: false }, 'src/b.ts': { 9: true } });
  });

  test('takes a line for executed where one of several records says so', () => {
    const text = 'SF:a.ts\nDA:1,0\nend_of_record\nSF:a.ts\nDA:1,2\nDA:1,0\nend_of_record\n';
    expect(read(readLcov, text)).toEqual({ 'a.ts': { 1: true } });
  });

  test('reads lines that end as on Windows, and leaves out what is no line', () => {
    const text = 'SF:a.ts\r\nDA:1,1\r\nDA:x,1\r\nDA:0,1\r\nDA:999999999,1\r\nDA:2\r\nend_of_record\r\nDA:5,1\r\n';
    expect(read(readLcov, text)).toEqual({ 'a.ts': { 1: true } });
  });

  test('a text without a file is no report', () => {
    expect(read(readLcov, 'DA:1,1\nhello\n')).toBeUndefined();
  });

  test('a report of too many files is none at all', () => {
    const text = Array.from({ length: 50_001 }, (_, at) => `SF:f${at}\nend_of_record`).join('\n');
    expect(readLcov(text)).toBe('too-large');
  });
});

describe('Go', () => {
  test('gives every line of a block, executed if one block on it was', () => {
    const text = 'mode: set\nexample.com/m/a.go:3.20,5.2 2 1\nexample.com/m/a.go:5.2,7.3 1 0\n';
    expect(read(readGoCover, text)).toEqual({
      'example.com/m/a.go': { 3: true, 4: true, 5: true, 6: false, 7: false },
    });
  });

  test('a block without statements says nothing of its lines, but its file is known', () => {
    expect(read(readGoCover, 'mode: atomic\nm/a.go:1.1,2.2 0 0\nnonsense\n')).toEqual({ 'm/a.go': {} });
  });

  test('a block of a hundred thousand lines and more is not believed', () => {
    expect(read(readGoCover, 'mode: count\nm/a.go:1.1,999999999.2 1 1\n')).toEqual({ 'm/a.go': {} });
  });

  test('a text without a mode is no report', () => {
    expect(read(readGoCover, 'm/a.go:1.1,2.2 1 1\n')).toBeUndefined();
  });
});

describe('Istanbul', () => {
  const statement = (line: unknown): unknown => ({ start: { line, column: 0 }, end: { line, column: 9 } });

  test('gives the lines that statements begin on', () => {
    const text = JSON.stringify({
      '/w/src/a.js': {
        path: '/w/src/a.js',
        statementMap: { 0: statement(1), 1: statement(2), 2: statement(2), 3: statement('x') },
        s: { 0: 0, 1: 0, 2: 4, 3: 1 },
      },
    });
    expect(read(readIstanbul, text)).toEqual({ '/w/src/a.js': { 1: false, 2: true } });
  });

  test('takes a key for the path where there is no other, and nothing from a prototype', () => {
    const text = '{"a.js":{"statementMap":{"toString":{"start":{"line":1}}},"s":{}},"__proto__":{"s":1}}';
    expect(read(readIstanbul, text)).toEqual({ 'a.js': {} });
  });

  test('other JSON is no report', () => {
    for (const text of ['[]', '{}', '{"a":1}', '{"total":{"lines":{}}}', '{', 'SF:a']) {
      expect(read(readIstanbul, text)).toBeUndefined();
    }
  });
});

describe('Cobertura', () => {
  test('gives the lines of each class, with the sources its names may start from', () => {
    const report = readCobertura(
      `<?xml version="1.0"?><!DOCTYPE coverage SYSTEM "http://x/coverage.dtd">
      <coverage line-rate="0.5"><sources><source>/w/src</source></sources><packages><package><classes>
      <class name="A" filename="pkg/a.py"><lines><line number="1" hits="2"/><line hits='0' number='3'></line></lines></class>
      </classes></package></packages></coverage>`,
    );
    expect(report).toEqual({
      sources: ['/w/src'],
      files: [{ path: 'pkg/a.py', lines: new Map([[1, true], [3, false]]) }],
    });
  });

  test('resolves no entity but those of XML itself', () => {
    const text =
      '<!DOCTYPE coverage [<!ENTITY a "evil"><!ENTITY b SYSTEM "file:///etc/passwd">]>' +
      '<coverage><class filename="&a;&amp;&#x41;&b;"><line number="1" hits="1"/></class></coverage>';
    expect(read(readCobertura, text)).toEqual({ '&a;&A&b;': { 1: true } });
  });

  test('believes nothing that stands in comments, in CDATA or in the value of an attribute', () => {
    const text =
      '<coverage><!-- <class filename="no.py"> --><class filename="a.py" note="<line number=\'7\' hits=\'1\'/>">' +
      '<![CDATA[<line number="8" hits="1"/>]]><line number="1" hits="0"/><line number="-2" hits="1"/></class></coverage>';
    expect(read(readCobertura, text)).toEqual({ 'a.py': { 1: false } });
  });

  test('other XML is no report, and one that breaks off says what it said so far', () => {
    expect(read(readCobertura, '<testsuites><line number="1" hits="1"/></testsuites>')).toBeUndefined();
    expect(read(readCobertura, 'coverage')).toBeUndefined();
    expect(read(readCobertura, '<coverage><class filename="a.py"><line number="1" hits="1"/><line num')).toEqual({
      'a.py': { 1: true },
    });
  });

  test.each(['<!--', '<![CDATA[', '<!x>', '<a "', '<', '<!DOCTYPE a [', '<?', '&#x1;', '<line a=a'])(
    'takes a text of nothing but %s apart in one pass',
    (piece) => {
      const started = performance.now();
      readCobertura(`<coverage>${piece.repeat(400_000)}`);
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});

const readers: readonly (readonly [string, ReportReader])[] = [
  ['lcov', readLcov],
  ['Go', readGoCover],
  ['Istanbul', readIstanbul],
  ['Cobertura', readCobertura],
];

describe.each(readers)('whatever the text, %s', (_name, reader) => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('SF:a\n', 'DA:1,1\n', 'end_of_record\n', 'mode: set\n', 'm/a.go:1.1,3.2 1 1\n'),
    fc.constantFrom('<coverage>', '<class filename="a">', '<line number="2" hits="1"/>', '<!--', ']]>', '"', '&amp;'),
    fc.json(),
  );

  test('gives positive line numbers or nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const report = reader(pieces.join(''));
        if (report === undefined || report === 'too-large') return;
        for (const { path, lines } of report.files) {
          expect(path).not.toBe('');
          for (const line of lines.keys()) expect(line).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('what one program writes', () => {
  const hits = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}\.go$/),
    fc.dictionary(fc.integer({ min: 1, max: 500 }).map(String), fc.boolean(), { minKeys: 1, maxKeys: 20 }),
    { minKeys: 1, maxKeys: 5 },
  );
  type Table = Record<string, Record<string, boolean>>;
  const entries = (table: Table): [string, [string, boolean][]][] =>
    Object.entries(table).map(([path, lines]) => [path, Object.entries(lines)]);
  const count = (isHit: boolean): number => (isHit ? 3 : 0);
  const writers: readonly (readonly [string, ReportReader, (table: Table) => string])[] = [
    [
      'lcov',
      readLcov,
      (table) =>
        entries(table)
          .map(([path, all]) => `SF:${path}\n${all.map(([n, hit]) => `DA:${n},${count(hit)}\n`).join('')}end_of_record\n`)
          .join(''),
    ],
    [
      'Go',
      readGoCover,
      (table) =>
        `mode: count\n${entries(table)
          .flatMap(([path, all]) => all.map(([n, hit]) => `${path}:${n}.1,${n}.9 1 ${count(hit)}\n`))
          .join('')}`,
    ],
    [
      'Istanbul',
      readIstanbul,
      (table) =>
        JSON.stringify(
          Object.fromEntries(
            entries(table).map(([path, all]) => [
              path,
              {
                path,
                statementMap: Object.fromEntries(all.map(([n]) => [n, { start: { line: Number(n) } }])),
                s: Object.fromEntries(all.map(([n, hit]) => [n, count(hit)])),
              },
            ]),
          ),
        ),
    ],
    [
      'Cobertura',
      readCobertura,
      (table) =>
        `<coverage>${entries(table)
          .map(
            ([path, all]) =>
              `<class filename="${path}">${all.map(([n, hit]) => `<line number="${n}" hits="${count(hit)}"/>`).join('')}</class>`,
          )
          .join('')}</coverage>`,
    ],
  ];

  test.each(writers)('is read back as it was meant: %s', (_name, reader, write) => {
    fc.assert(
      fc.property(hits, (table) => {
        expect(read(reader, write(table))).toEqual(table);
      }),
      { numRuns: 50 },
    );
  });
});
