import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { processIo } from './io.ts';

test('a program that is lent the terminal gets exactly its environment and folder, and its exit is told', async () => {
  const listening = process.listenerCount('SIGINT');
  const { lend } = processIo();
  const script = '[ "$(pwd -P)" = "$WANTED" ] && [ -z "$HOME" ] && exit 3';
  const env = { WANTED: await realpath(tmpdir()) };
  expect(await lend({ file: '/bin/sh', args: ['-c', script], cwd: tmpdir(), env })).toBe(3);
  expect(await lend({ file: '/bin/no-such-program', args: [], cwd: tmpdir(), env })).toBeUndefined();
  expect(await lend({ file: '/bin/sh', args: ['-c', 'kill -9 $$'], cwd: tmpdir(), env })).toBeUndefined();
  expect(process.listenerCount('SIGINT')).toBe(listening);
});

test('a reader that goes away ends nothing, whichever of the two outputs it read', () => {
  processIo();
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  for (const stream of [process.stdout, process.stderr]) {
    expect(() => stream.emit('error', gone)).not.toThrow();
    expect(() => stream.emit('error', full)).toThrow('ENOSPC');
  }
});
