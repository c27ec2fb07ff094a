// What becomes of a program that tells its story in lines, with real processes and a dialect as small as can be.

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestIn } from '../../test/contract/agent.ts';
import type { Containment } from '../containment/containment.ts';
import { processRunner } from '../containment/process-runner.ts';
import type { Processes } from '../containment/process.ts';
import type { Session } from '../core/effects.ts';
import { isFailureReason } from '../core/failures/failure.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { AgentOutcome, AgentRequest } from './agent.ts';
import { lineReader } from './readers.ts';
import type { Dialect, Reading } from './reading.ts';
import { runAgent } from './run-agent.ts';

let workspace = '';

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-run-agent-')));
});
afterEach(() => {
  rmSync(workspace, { recursive: true, force: true });
});

interface Seen {
  readonly reading: Reading;
  readonly session?: Session;
  readonly hopeless?: true;
}

/** Lines are `word value`. */
const words: Dialect<Seen> = {
  start: { reading: {} },
  see: (seen, line) => {
    const [word = '', ...rest] = line.split(' ');
    const value = rest.join(' ');
    const add = (reading: Reading): Seen => ({ ...seen, reading: { ...seen.reading, ...reading } });
    switch (word) {
      case 'session':
        return { ...add({ session: { id: value } }), session: { id: value } };
      case 'answer':
        return add({ answer: value });
      case 'long':
        return add({ answer: 'x'.repeat(Number(value)) });
      case 'usd':
        return add({ usd: Number(value), tokens: Number(value) });
      case 'denied':
        return add({
          denials: Array.from({ length: Number(value) }, (_, n) => `tool ${n} ${'x'.repeat(900)}`),
        });
      case 'problem':
        return add(
          isFailureReason(value) ? { problem: { reason: value, sentence: 'It said so.', resetsAt: 7 } } : {},
        );
      case 'lost':
        return add({ lostSession: true });
      case 'version':
        return add({ version: value });
      case 'hopeless':
        return { ...seen, hopeless: true };
      default:
        return seen;
    }
  },
  conclude: ({ reading }) => reading,
};

const processes = processRunner(systemClock());

/** On a disk that is full. */
const roomless: Processes = {
  ...processes,
  level: 'open',
  run: (request) =>
    processes.run({ ...request, limits: { ...request.limits, roomBytesMin: Number.MAX_SAFE_INTEGER } }),
};

/** `script` may use `$SESSION`, which is empty for a fresh one. */
function play(
  script: string,
  changes: Partial<AgentRequest> = {},
  runner = processes,
): Promise<AgentOutcome> {
  return runAgent(runner, requestIn(workspace, changes), (session) => ({
    file: '/bin/sh',
    args: ['-c', script],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', SESSION: session?.id ?? '' },
    stdin: '',
    box: { writable: [], readable: [], hidden: [], egress: [], views: [] },
    reader: lineReader(words, { before: session, wantsSchema: false, now: () => 0 }),
  }));
}

const limits = (changes: Partial<AgentRequest['limits']>): Pick<AgentRequest, 'limits'> => ({
  limits: { ...requestIn(workspace).limits, ...changes },
});

describe('success', () => {
  test('is exit 0 and an answer; session, version, cost and denials come with it', async () => {
    const script = 'echo session s1; echo version 1.2.3; echo usd 2; echo answer yes; echo denied 1';
    expect(await play(script)).toMatchObject({
      ended: 'answered',
      answer: 'yes',
      session: { id: 's1' },
      version: '1.2.3',
      charge: { usd: 2, tokens: 2 },
      denials: [expect.stringContaining('tool 0')],
    });
  });

  test.each([
    ['another exit', 'echo answer yes; exit 1', 'agent-failed'],
    ['a reported problem', 'echo answer yes; echo problem auth', 'auth'],
    ['no answer', 'echo session s1', 'no-result'],
    ['a blank answer', 'echo "answer    "', 'no-result'],
    ['an endless answer', 'echo long 2000000', 'malformed-answer'],
    ['a signal', 'echo answer yes; kill -9 $$', 'agent-killed'],
  ])('is not an answer with %s (A1)', async (_what, script, reason) => {
    expect(await play(script)).toMatchObject({ ended: 'failed', reason });
  });
});

describe('a reported problem', () => {
  test('says better why it failed than an exit or a signal does, and when to try again', async () => {
    const expected = { ended: 'failed', reason: 'quota', resetsAt: 7 };
    expect(await play('echo problem quota; exit 1')).toMatchObject(expected);
    expect(await play('echo problem quota; kill -9 $$')).toMatchObject(expected);
  });

  test('is outweighed by the limits it ran into', async () => {
    const hanging = 'echo problem quota; exec sleep 1000';
    expect(await play(hanging, limits({ attemptMs: 400 }))).toMatchObject({ reason: 'agent-timeout' });
    expect(await play(hanging, limits({ silenceMs: 400 }))).toMatchObject({ reason: 'agent-stalled' });
    const flood = 'echo problem quota; yes';
    expect(await play(flood, limits({ outputBytesMax: 9_000 }))).toMatchObject({
      reason: 'agent-output-limit',
    });
  });

  test('and an answer too, by a disk that has no room left', async () => {
    expect(await play('echo answer yes', {}, roomless)).toMatchObject({
      ended: 'failed',
      reason: 'disk-full',
      detail: expect.stringContaining('less than 64 MB left'),
    });
  });

  test('is outweighed by a person who said stop', async () => {
    const stop = new AbortController();
    const outcome = await play('echo problem quota; exec sleep 1000', {
      signal: stop.signal,
      onOutput: () => {
        stop.abort();
      },
    });
    expect(outcome.ended).toBe('stopped');
  });

  test('is in the detail, with the last words of the program', async () => {
    const outcome = await play('echo problem auth; echo the key is wrong >&2; exit 1');
    expect(outcome).toMatchObject({ detail: 'It said so. Its last words: the key is wrong' });
  });
});

describe('a box that is in the way', () => {
  const boxed: Processes = { ...processes, level: 'contained', run: processes.run };

  test('is recognised, and the way around it stands at the end of what is told', async () => {
    const script = `echo "Error: EROFS: read-only file system, open '/home/me/.tool'" >&2; exit 1`;
    const outcome = await play(script, {}, boxed);
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'box-refused' });
    expect(outcome).toMatchObject({
      detail: expect.stringMatching(/EROFS[^]*\n.*at level contained.*SLIPWAY_LEVEL=open/),
    });
    expect(await play(script)).toMatchObject({ reason: 'agent-failed' });
  });

  test('says nothing of a program that reported something better', async () => {
    const script = `echo problem auth; echo "EROFS: read-only file system, open '/x'" >&2; exit 1`;
    expect(await play(script, {}, boxed)).toMatchObject({ reason: 'auth' });
  });
});

describe('a program without hope', () => {
  test('is ended at once, and its own reason counts', async () => {
    const outcome = await play('echo problem auth; echo hopeless now; exec sleep 1000');
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'auth' });
    expect(outcome.charge.agentMs).toBeLessThan(5_000);
  });

  test('is a failure also where it gives no reason', async () => {
    expect(await play('echo hopeless now; exec sleep 1000')).toMatchObject({
      ended: 'failed',
      reason: 'agent-failed',
    });
  });
});

describe('a session', () => {
  test('is told once, as soon as it is known, while the program is still at work', async () => {
    const stop = new AbortController();
    const told: Session[] = [];
    const outcome = await play('echo session s1; echo session s2; exec sleep 1000', {
      signal: stop.signal,
      onSession: (session) => {
        told.push(session);
        stop.abort();
      },
    });
    expect(outcome).toMatchObject({ ended: 'stopped', session: { id: 's2' } });
    expect(told).toHaveLength(1);
  });

  test('is told at the end where its line was the last and had none', async () => {
    const told: Session[] = [];
    await play('printf "session s1"', { onSession: (session) => told.push(session) });
    expect(told).toEqual([{ id: 's1' }]);
  });

  const forgetful = 'echo "started with $SESSION" >> starts; [ -z "$SESSION" ] || { echo lost it; exit 1; }';

  test('that is lost is begun anew, once, in the same launch (RUN-AGENT-4)', async () => {
    const script = `${forgetful}; echo session fresh; echo answer yes`;
    const outcome = await play(script, { session: { id: 'old' } });
    expect(outcome).toMatchObject({ ended: 'answered', answer: 'yes', session: { id: 'fresh' } });
    expect(readFileSync(path.join(workspace, 'starts'), 'utf8')).toBe('started with old\nstarted with \n');
  });

  test('that is lost again is a failure', async () => {
    const script = `${forgetful}; echo lost it; exit 1`;
    const outcome = await play(script, { session: { id: 'old' } });
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-failed' });
    expect(readFileSync(path.join(workspace, 'starts'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('that nobody asked for cannot be lost', async () => {
    await play('echo started >> starts; echo lost it; exit 1');
    expect(readFileSync(path.join(workspace, 'starts'), 'utf8')).toBe('started\n');
  });

  test('that is lost leaves the second start only the time that is left', async () => {
    const script = `[ -z "$SESSION" ] || { sleep 2; echo lost it; exit 1; }; touch second; exec sleep 1000`;
    const outcome = await play(script, { session: { id: 'old' }, ...limits({ attemptMs: 3_000 }) });
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-timeout' });
    expect(existsSync(path.join(workspace, 'second'))).toBe(true);
    expect(outcome.charge.agentMs).toBeGreaterThanOrEqual(2_900);
    expect(outcome.charge.agentMs).toBeLessThan(4_500);
  });
});

describe('what is told beside the outcome', () => {
  test('are denials and refused hosts, up to a limit', async () => {
    const refusing: Containment = {
      level: 'contained',
      confine: (request) =>
        Promise.resolve({ request, close: () => Promise.resolve({ refused: ['example.com:443'] }) }),
    };
    const boxed = processRunner(systemClock(), refusing);
    const few = await play('echo denied 1; echo answer yes', {}, boxed);
    expect(few.denials?.at(-1)).toBe('reach example.com:443');
    const many = await play('echo denied 200; echo answer yes', {}, boxed);
    expect(many.denials).toHaveLength(50);
    expect(Math.max(...(many.denials ?? []).map((denial) => denial.length))).toBeLessThanOrEqual(300);
  });

  test('is no money where the sum is none', async () => {
    for (const sum of ['NaN', 'Infinity', '-1']) {
      const { charge } = await play(`echo usd ${sum}; echo answer yes`);
      expect(charge.usd).toBeUndefined();
      expect(charge.tokens).toBeUndefined();
    }
  });
});
