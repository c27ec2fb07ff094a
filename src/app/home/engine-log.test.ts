import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EngineLog, logWords, readEngineLog } from './engine-log.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-engine-log-'));
const file = path.join(dir, 'engine.log');

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

test('what the engine says is kept with its time, the words of others without secrets, and never more than twice its bound', async () => {
  const log = new EngineLog(file, { now: () => 0 }, (text) => text.replaceAll('secret', '[redacted]'));
  log.say('words of our own', { run: 'r-1', route: 'POST /api/verbs/decide', status: 200, ms: 7 });
  log.sayOf('a secret');
  expect(await readEngineLog(file)).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      message: 'words of our own',
      run: 'r-1',
      route: 'POST /api/verbs/decide',
      status: 200,
      ms: 7,
    },
    { time: '1970-01-01T00:00:00.000Z', level: 'error', message: 'a [redacted]' },
  ]);
  expect((await readEngineLog(file)).map(logWords)).toEqual([
    '1970-01-01T00:00:00.000Z words of our own (r-1, POST /api/verbs/decide 200, 7 ms)',
    '1970-01-01T00:00:00.000Z error: a [redacted]',
  ]);
  for (let line = 0; line < 3_000; line += 1) log.say(`${line} ${'x'.repeat(1_000)}`);
  expect(readdirSync(dir).toSorted()).toEqual(['engine.log', 'engine.log.1']);
  const bytes = readdirSync(dir).map((name) => statSync(path.join(dir, name)).size);
  expect(Math.max(...bytes)).toBeLessThan(514 * 1024);
  expect(readFileSync(file, 'utf8')).toContain('2999 xxx');
  expect(logWords((await readEngineLog(file)).at(-1) ?? '')).toMatch(/x{1000}$/);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('what a process printed that was no line of the log is read as it is', async () => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, 'node: out of memory\n{"level":"info"}\n');
  expect((await readEngineLog(file)).map(logWords)).toEqual(['node: out of memory', '{"level":"info"}']);
});

test('a log that cannot be written stops nobody', () => {
  const log = new EngineLog(path.join(dir, 'gone', 'engine.log'), { now: () => 0 }, (text) => text);
  expect(() => log.say('words')).not.toThrow();
});
