// A run carried to another home in a file: what can be done with it there, and what becomes of files that nobody exported.

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importRun } from '../../src/app/carrying/import-run.ts';
import type { Surroundings } from '../../src/app/home/home-places.ts';
import { canonicalJson, genesis, linkHash } from '../../src/journal/chain.ts';
import { atMergeGate, atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Said, Sample } from '../support/sample.ts';
import { startIn } from '../support/sample.ts';

let sample: Sample;
let root: string;
let run: string;
let file: string;
let head: string;

beforeAll(async () => {
  sample = await preparedSample(atMergeGate);
  root = mkdtempSync(path.join(tmpdir(), 'slipway-carrying-'));
  file = path.join(root, 'a.slipway');
  const told = await sample.json('export', '--to', file);
  run = String(told['run']);
  head = String(told['head']);
});
afterAll(async () => {
  await sample.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Another home, where nothing is known of the run's repository. */
function elsewhere(name: string): {
  readonly home: string;
  readonly say: (...args: string[]) => Promise<Said>;
} {
  const home = path.join(root, name);
  const env = { ...sample.env, SLIPWAY_HOME: home };
  return { home, say: (...args) => startIn(root, env, args).ended };
}

describe('a run that was exported', () => {
  test('is looked at, verified, replayed and reported in another home, by the beginning of its id too', async () => {
    const { home, say } = elsewhere('other');
    const imported = await say('import', file, '--json');
    expect(imported.exit, imported.err).toBe(0);
    expect(JSON.parse(imported.out)).toMatchObject({ run, head, again: false });
    const status = await say('status', run.slice(0, 6));
    expect(status.exit, status.err).toBe(0);
    expect(status.out).toContain('Change a');
    expect(status.err).toContain(`Run ${run} was imported from another home`);
    expect((await say('verify', run)).out).toMatch(new RegExp(`^ok +run/${run} `));
    expect((await say('verify', run, '--against', head)).exit).toBe(0);
    expect((await say('replay', run)).out).toMatch(/^same/);
    expect((await say('logs', run)).out).toContain('implementer');
    const report = await say('report', run);
    expect(readFileSync(report.out.trim(), 'utf8')).toContain('Change a');
    expect(JSON.parse((await say('import', '--json')).out)).toEqual({ runs: [run] });
    expect(JSON.parse((await say('import', file, '--json')).out)).toMatchObject({ again: true });
    expect(readdirSync(path.join(home, 'imported'))).toEqual([run]);
  });

  test('is moved by nobody there: not by its id, and not from inside its folder', async () => {
    const { home, say } = elsewhere('still');
    await say('import', file);
    for (const words of [
      ['resume', run],
      ['cancel', run],
      ['land', run],
    ]) {
      const said = await say(...words);
      expect(said.exit, said.out + said.err).toBe(6);
      expect(said.err).toContain('is moved only where it came from');
    }
    const inside = path.join(home, 'imported', run);
    const said = await startIn(root, { ...sample.env, SLIPWAY_HOME: inside }, ['resume']).ended;
    expect(said.exit).toBe(6);
    expect(said.err).toContain('holds a run that was imported');
    expect((await say('verify', run)).exit).toBe(0);
  });

  test('says of its commits that they did not come with it', async () => {
    const { say } = elsewhere('commits');
    await say('import', file);
    const said = await say('diff', run);
    expect(said.exit).toBe(6);
    expect(said.err).toContain('commits do not come with a run');
  });

  test('is checked in its file, without a home, and against the head that somebody kept', async () => {
    const { home, say } = elsewhere('none');
    const said = await say('verify', '--file', file);
    expect(said.exit, said.err).toBe(0);
    expect(said.out).toMatch(new RegExp(`^ok +run/${run} `));
    expect((await say('verify', '--file', file, '--against', head)).exit).toBe(0);
    const other = await say('verify', '--file', file, '--against', 'f'.repeat(64));
    expect(other.exit).toBe(6);
    expect(other.out).toContain('differs');
    expect(existsSync(home)).toBe(false);
  });

  test('leaves the home that took it in to its owner: its own runs are moved as before', async () => {
    const other = await preparedSample(atPlanGate);
    try {
      const imported = await other.slipway('import', file);
      expect(imported.exit, imported.err).toBe(0);
      const own = await other.slipway('cancel');
      expect(own.exit, own.err).toBe(0);
      expect((await other.slipway('verify', '--all')).exit).toBe(0);
    } finally {
      await other.remove();
    }
  });

  test('is not imported into the home it is of', async () => {
    const said = await sample.slipway('import', file);
    expect(said.exit).toBe(6);
    expect(said.err).toContain(`Run ${run} is a run of this home`);
  });
});

test('a run whose journal is damaged is not exported', async () => {
  const home = path.join(root, 'damaged');
  cpSync(sample.home, home, { recursive: true });
  const [folder = ''] = readdirSync(path.join(home, 'blobs')).filter((name) => /^[0-9a-f]{2}$/.test(name));
  rmSync(path.join(home, 'blobs', folder), { recursive: true });
  const to = path.join(root, 'damaged.slipway');
  const said = await startIn(root, { ...sample.env, SLIPWAY_HOME: home }, ['export', run, '--to', to]).ended;
  expect(said.exit).toBe(6);
  expect(said.err).toContain(`Run ${run} is not exported, because its journal is damaged`);
  expect(existsSync(to)).toBe(false);
});

/** The records of a file as it was unpacked, to be put together otherwise. */
interface Piece {
  kind: string;
  name: string;
  content: Buffer;
}

function piecesOf(whole: Buffer): Piece[] {
  const pieces: Piece[] = [];
  let at = whole.indexOf(0x0a) + 1;
  while (at < whole.length) {
    const end = whole.indexOf(0x0a, at);
    const [kind = '', bytes = '', name = ''] = whole.subarray(at, end).toString().split(' ');
    const content = whole.subarray(end + 1, end + 1 + Number(bytes));
    pieces.push({ kind, name, content });
    at = end + 1 + content.length + 1;
  }
  return pieces;
}

function packed(pieces: readonly Piece[], first = 'slipway run 1\n'): Buffer {
  const parts = pieces.flatMap(({ kind, name, content }) => [
    Buffer.from(`${kind} ${content.length} ${name}\n`),
    content,
    Buffer.from('\n'),
  ]);
  return gzipSync(Buffer.concat([Buffer.from(first), ...parts]));
}

/** A chain that holds, of whatever events. */
function forged(
  id: string,
  events: readonly object[],
  timeOf = (seq: number): number => seq,
): readonly Piece[] {
  let previous = genesis;
  const chain = events.map((event, index) => {
    const seq = index + 1;
    const at = timeOf(seq);
    previous = linkHash({ previous, stream: `run/${id}`, seq, at, body: canonicalJson(event) });
    return { kind: 'event', name: String(seq), content: json({ at, hash: previous, event }) };
  });
  const about = json({ run: id, events: events.length, head: previous });
  return [
    { kind: 'about', name: '-', content: about },
    ...chain,
    { kind: 'end', name: '-', content: Buffer.alloc(0) },
  ];
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('a file that nobody exported so', () => {
  const hostile: readonly [string, string, (whole: Buffer) => Buffer][] = [
    ['is cut', 'it was cut short', (whole) => gzipSync(whole).subarray(0, -200)],
    [
      'ends before its last record',
      'it was cut short',
      (whole) => gzipSync(whole.subarray(0, whole.lastIndexOf('end 0'))),
    ],
    [
      'is no such file',
      'it was changed, or is no such file',
      () => Buffer.from('hello, here is a run\n'.repeat(9)),
    ],
    ['is empty', 'it was cut short', () => Buffer.alloc(0)],
    ['is of something else', 'it does not begin like one', () => gzipSync('a tarball\n')],
    [
      'is of a later format',
      'format 2 of exported runs, and this version of Slipway reads format 1',
      (whole) => packed(piecesOf(whole), 'slipway run 2\n'),
    ],
    [
      'has another event in it',
      'does not match its hash',
      (whole) =>
        packed(
          piecesOf(whole).map((piece) =>
            piece.kind === 'event' && piece.name === '2'
              ? { ...piece, content: Buffer.from(piece.content.toString().replace(/"at":\d/, '"at":9')) }
              : piece,
          ),
        ),
    ],
    ['lacks an event', 'does not match its hash', (whole) => packed(without(whole, 'event', 4))],
    [
      'lacks its last event',
      'its events do not end where it says they do',
      (whole) => packed(without(whole, 'event', -1)),
    ],
    ['lacks a text', 'is named by an event and is not there', (whole) => packed(without(whole, 'text', 0))],
    [
      'has another text under a name',
      'is not what was written',
      (whole) =>
        packed(
          piecesOf(whole).map((piece) =>
            piece.kind === 'text' ? { ...piece, content: Buffer.from('x') } : piece,
          ),
        ),
    ],
    [
      'has a text that nobody names, by a path',
      'it has a text that no event names',
      (whole) => packed(withText(whole, '../../../../escaped', Buffer.from('x'))),
    ],
    [
      'has a text that nobody names, to fill the disk',
      'it has a text that no event names',
      (whole) => packed(withText(whole, `sha256:${'0'.repeat(64)}`, Buffer.alloc(4_000_000))),
    ],
    [
      'has the same text twice',
      'or the same one twice',
      (whole) => {
        const pieces = piecesOf(whole);
        return packed(pieces.flatMap((piece) => (piece.kind === 'text' ? [piece, piece] : [piece])));
      },
    ],
    [
      'says that a text is larger than any',
      'and the most is 536870912',
      (whole) => gzipSync(whole.toString('latin1').replace(/\ntext \d+ /, '\ntext 9999999999 ')),
    ],
    [
      'is a bomb in its first line',
      'one of its records cannot be understood',
      () => gzipSync(Buffer.alloc(50_000_000, 'a')),
    ],
    [
      'names its run by a path',
      'it does not say which run it holds',
      () => packed(forged('../../escaped', [{ type: 'run.started' }])),
    ],
    [
      'has events that make no run',
      'its events make no run that this version can show',
      () => packed(forged('r-00000000', [{ type: 'run.started' }, { type: 'stage.entered' }])),
    ],
    [
      'has an event of another version',
      "an event 'run.teleported' that this version of Slipway does not know",
      () => packed(forged('r-00000000', [{ type: 'run.teleported' }])),
    ],
    [
      'has a time that no calendar has',
      'event 1 says a time that there is not',
      () => packed(forged('r-00000000', [{ type: 'run.started' }], () => 9e15)),
    ],
    [
      'goes on after its end',
      'something follows its end',
      (whole) => gzipSync(Buffer.concat([whole, Buffer.from('more')])),
    ],
  ];

  test.each(hostile)(
    '%s: refused with a sentence, and nothing is left of it',
    async (name, sentence, made) => {
      const home = path.join(root, `hostile ${name}`);
      const bad = path.join(root, 'bad.slipway');
      writeFileSync(bad, made(gunzipSync(readFileSync(file))));
      const refused = await importRun(bad, surroundings(home)).catch((error: unknown) => String(error));
      expect(refused).toContain(sentence);
      expect(refused).toMatch(/UserError|bad\.slipway/);
      expect(readdirSync(home, { recursive: true })).toEqual(['imported']);
      expect(existsSync(path.join(root, 'escaped'))).toBe(false);
    },
  );

  test('has a byte flipped anywhere: refused, whichever it is', async () => {
    const bytes = readFileSync(file);
    const home = path.join(root, 'flipped');
    const bad = path.join(root, 'flipped.slipway');
    const refusals = [];
    // The ten bytes of a gzip header say things, such as the system it was made on, that change nothing in the content.
    for (let at = 10; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      writeFileSync(bad, flipped);
      refusals.push(
        await importRun(bad, surroundings(home)).then(
          () => `taken with byte ${at} flipped`,
          () => 'refused',
        ),
      );
    }
    expect(new Set(refusals)).toEqual(new Set(['refused']));
    expect(readdirSync(home, { recursive: true })).toEqual(['imported']);
  });

  test('is not there: told so', async () => {
    const { say } = elsewhere('absent');
    const said = await say('import', 'nowhere.slipway');
    expect(said.exit).toBe(2);
    expect(said.err).toContain('nowhere.slipway cannot be read');
  });
});

function without(whole: Buffer, kind: string, nth: number): readonly Piece[] {
  const pieces = piecesOf(whole);
  const gone = pieces.filter((piece) => piece.kind === kind).at(nth);
  return pieces.filter((piece) => piece !== gone);
}

function withText(whole: Buffer, name: string, content: Buffer): readonly Piece[] {
  const pieces = piecesOf(whole);
  return [...pieces.slice(0, -1), { kind: 'text', name, content }, ...pieces.slice(-1)];
}

function surroundings(home: string): Surroundings {
  return { env: { SLIPWAY_HOME: home }, homedir: root, tmp: tmpdir(), uid: 0, cores: 2 };
}
