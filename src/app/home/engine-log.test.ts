import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EngineLog, readEngineLog } from './engine-log.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-engine-log-'));
const file = path.join(dir, 'engine.log');

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

test('what the engine says is kept with its time, the words of others without secrets, and never more than twice its bound', async () => {
  const log = new EngineLog(file, { now: () => 0 }, (text) => text.replaceAll('secret', '[redacted]'));
  log.say('words of our own');
  log.sayOf('a secret');
  expect(await readEngineLog(file)).toBe(
    '1970-01-01T00:00:00.000Z words of our own\n1970-01-01T00:00:00.000Z a [redacted]\n',
  );
  for (let line = 0; line < 3_000; line += 1) log.say(`${line} ${'x'.repeat(1_000)}`);
  expect(readdirSync(dir).toSorted()).toEqual(['engine.log', 'engine.log.1']);
  const bytes = readdirSync(dir).map((name) => statSync(path.join(dir, name)).size);
  expect(Math.max(...bytes)).toBeLessThan(514 * 1024);
  expect(readFileSync(file, 'utf8')).toContain('2999 xxx');
  expect((await readEngineLog(file)).endsWith(`${'x'.repeat(1_000)}\n`)).toBe(true);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('a log that cannot be written stops nobody', () => {
  const log = new EngineLog(path.join(dir, 'gone', 'engine.log'), { now: () => 0 }, (text) => text);
  expect(() => log.say('words')).not.toThrow();
});
