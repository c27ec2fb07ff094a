// Triggers as somebody turns them on: the compiled program, its engine, a real webhook, and a crash of the engine.

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
afterEach(async () => {
  for (const sample of samples.splice(0)) {
    await sample.slipway('triggers', 'off');
    await sample.slipway('engine', 'stop');
    await sample.remove();
  }
});

async function turnedOn(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly sample: Sample; readonly port: number }> {
  const sample = await makeSample({ config, env });
  samples.push(sample);
  const on = await sample.slipway('triggers', 'on', '--json');
  const said = parseJson(on.out);
  const armed = isRecord(said) && isRecord(said['armed']) ? said['armed'] : {};
  const listen = isRecord(armed['listen']) ? armed['listen'] : {};
  if (typeof listen['port'] !== 'number') throw new Error(`it said ${on.out}${on.err}`);
  return { sample, port: listen['port'] };
}

async function told(port: number, id: string): Promise<number> {
  const body = JSON.stringify({ ticket: 'Change a.\n\nIt is another one.' });
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
    expect(shown).toContain(`http://127.0.0.1:0/webhooks/ci`);
    expect(shown).toMatch(/schedule yearly +0 0 1 1 \* in Europe\/Berlin, next /);
    expect(await told(port, 'm-1')).toBe(200);
    const off = await sample.slipway('triggers', 'off');
    expect([off.exit, off.err]).toEqual([0, expect.stringMatching(/^The triggers of .* are off\.\n/)]);
    await expect(told(port, 'm-2')).rejects.toThrow();
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

async function untilShown(sample: Sample, pattern: RegExp): Promise<string> {
  for (let looks = 0; looks < 40; looks += 1) {
    const { out } = await sample.slipway('triggers');
    if (pattern.test(out)) return out;
  }
  throw new Error('it is not shown');
}
