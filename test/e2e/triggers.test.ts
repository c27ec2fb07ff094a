// Triggers as somebody turns them on: the compiled program, its engine, a real webhook, and a crash of the engine.

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';
import { standardHeaders } from '../support/triggers/signing.ts';
import { isRecord, parseJson } from '../../src/plain/json.ts';

const secret = 'a-secret-of-the-tests-1';
const config = `gates: { plan: true }
triggers:
  listen: { port: 0 }
  webhooks: { ci: { secret: HOOK_SECRET } }
  schedules: { yearly: { cron: 0 0 1 1 *, zone: Europe/Berlin, ticket: Look at the year } }
`;

const samples: Sample[] = [];
const kept: string[] = [];
afterEach(async () => {
  for (const folder of kept.splice(0)) await rm(folder, { recursive: true });
  for (const sample of samples.splice(0)) {
    await sample.slipway('triggers', 'off');
    await sample.slipway('engine', 'stop');
    await sample.remove();
  }
});

async function turnedOn(
  env: Readonly<Record<string, string>>,
  wanted = 0,
): Promise<{ readonly sample: Sample; readonly port: number }> {
  const sample = await makeSample({
    config: config.replace(
      'port: 0 }',
      `port: ${wanted} }\n  limits: { perAuthorHour: 100, perTriggerHour: 100 }`,
    ),
    env,
  });
  samples.push(sample);
  const on = await sample.slipway('triggers', 'on', '--json');
  const said = parseJson(on.out);
  const armed = isRecord(said) && isRecord(said['armed']) ? said['armed'] : {};
  const listen = isRecord(armed['listen']) ? armed['listen'] : {};
  if (typeof listen['port'] !== 'number') throw new Error(`it said ${on.out}${on.err}`);
  return { sample, port: listen['port'] };
}

/** As services do: sent again until somebody has taken it. */
async function tellUntilTaken(port: number, n: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const status = await told(port, `m-${n}`).catch(() => 503);
    await setTimeout(100);
    if (status === 202 || status === 200) return;
    if (status !== 503) throw new Error(`it was answered with ${status}`);
  }
  throw new Error('nobody takes it');
}

async function told(port: number, id: string): Promise<number> {
  // Each in words of its own: the same ones again and again would be a loop.
  const body = JSON.stringify({ ticket: `Change a for ${id}.\n\nIt is another one.` });
  const headers = standardHeaders(secret, body, { id, at: Date.now() });
  const answer = await fetch(`http://127.0.0.1:${port}/webhooks/ci`, { method: 'POST', body, headers });
  await answer.text();
  return answer.status;
}

describe('slipway triggers', () => {
  test('on has the engine listen and stay; what comes is shown, and what stopped it is said', async () => {
    const { sample, port } = await turnedOn({ HOOK_SECRET: secret, SLIPWAY_ENGINE_GRACE: '1' });
    expect(await told(port, 'm-1')).toBe(202);
    const shown = await untilShown(sample, /refused +webhook ci .*--trust/);
    expect(shown).toContain(`http://127.0.0.1:${port}/webhooks/ci`);
    expect(shown).toMatch(/schedule yearly +0 0 1 1 \* in Europe\/Berlin, next /);
    expect(await told(port, 'm-1')).toBe(200);
    const off = await sample.slipway('triggers', 'off');
    expect([off.exit, off.err]).toEqual([0, expect.stringMatching(/^The triggers of .* are off\.\n/)]);
    await expect(told(port, 'm-2')).rejects.toThrow();
  });

  test.each([
    ['one engine makes room for the next', restarted],
    ['its engine is killed at whatever it does with them, and another one takes over', killed],
  ])('take each webhook once that comes while %s', async (_what, ends) => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const wanted = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise<void>((resolve) => free.close(() => resolve()));
    // A secret that is named by its place outlives the engine that was told it.
    const folder = await mkdtemp(path.join(tmpdir(), 'slipway-secret-'));
    kept.push(folder);
    await writeFile(path.join(folder, 'hook'), secret);
    const { sample, port } = await turnedOn({ HOOK_SECRET: `file:${folder}/hook` }, wanted);
    expect(port).toBe(wanted);
    const sending = (async () => {
      for (let n = 0; n < 12; n += 1) await tellUntilTaken(port, n);
    })();
    expect(await ends(sample)).toBe(0);
    await sending;
    // Whoever sends does not know which of them were taken before the end.
    for (let n = 0; n < 12; n += 1) expect(await told(port, `m-${n}`)).toBe(200);
    const all = Array.from({ length: 12 }, (_, n) => `start: webhook ci on m-${n}`).toSorted();
    await expect.poll(() => settledIn(sample), { timeout: 20_000, interval: 200 }).toEqual(all);
  });

  test('says what is missing: nothing configured, no secret, a schedule that never fires', async () => {
    const { sample } = await turnedOn({});
    const on = await sample.slipway('triggers', 'on');
    expect([on.exit, on.err]).toEqual([0, expect.stringContaining('HOOK_SECRET is not set')]);
    await sample.repository.write(
      'slipway.yaml',
      'triggers: { schedules: { x: { cron: 0 0 30 2 *, ticket: x } } }',
    );
    const never = await sample.slipway('triggers', 'on');
    expect([never.exit, never.err]).toEqual([3, expect.stringContaining("'0 0 30 2 *' never fires")]);
    await sample.repository.write('slipway.yaml', '');
    const none = await sample.slipway('triggers', 'on');
    expect([none.exit, none.err]).toEqual([3, expect.stringContaining('Nothing is under `triggers`')]);
  });
});

async function restarted(sample: Sample): Promise<number | null> {
  return (await sample.slipway('engine', 'restart')).exit;
}

/** More than once, and at other moments of what is being taken. */
async function killed(sample: Sample): Promise<number | null> {
  for (let deaths = 0; deaths < 3; deaths += 1) {
    const engine = await sample.json('engine');
    if (!isRecord(engine) || typeof engine['pid'] !== 'number') throw new Error('no engine is there');
    process.kill(engine['pid'], 'SIGKILL');
    const next = await sample.slipway('engine', 'start');
    if (next.exit !== 0) return next.exit;
  }
  return 0;
}

async function untilShown(sample: Sample, pattern: RegExp): Promise<string> {
  for (let looks = 0; looks < 40; looks += 1) {
    const { out } = await sample.slipway('triggers');
    if (pattern.test(out)) return out;
  }
  throw new Error('it is not shown');
}

/** What asked for something and was carried out or refused, each as often as it was. */
async function settledIn(sample: Sample): Promise<readonly string[]> {
  const said = await sample.json('triggers');
  const deliveries = isRecord(said) && Array.isArray(said['deliveries']) ? said['deliveries'] : [];
  return deliveries
    .flatMap((one) =>
      isRecord(one) && (one['outcome'] === 'refused' || one['outcome'] === 'done')
        ? [String(one['about'])]
        : [],
    )
    .toSorted();
}
