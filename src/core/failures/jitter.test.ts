import { describe, expect, test } from 'vitest';
import { drive, failing } from '../../../test/support/core.ts';
import { spreadOut } from './jitter.ts';

const names = Array.from({ length: 500 }, (_, n) => `r${n}`);

describe('a wait that is spread out [M6]', () => {
  test('is as long whenever it is decided again (JITTER-1)', () => {
    expect(spreadOut(2_000, 'r1', 'key')).toBe(spreadOut(2_000, 'r1', 'key'));
  });

  test('is off by a fifth at most, to both sides, and uses all of that (JITTER-2)', () => {
    const waits = names.map((name) => spreadOut(10_000, name, 'key'));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(8_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(12_000);
    expect(Math.min(...waits)).toBeLessThan(8_400);
    expect(Math.max(...waits)).toBeGreaterThan(11_600);
    const fifths = [0, 1, 2, 3, 4].map(
      (fifth) => waits.filter((wait) => Math.floor((wait - 8_000) / 800) === fifth).length,
    );
    for (const count of fifths) expect(count).toBeGreaterThan(60);
  });

  test('is as long in every version: recorded runs are decided again (JITTER-1)', () => {
    expect([spreadOut(10_000, 'r1', 'key'), spreadOut(2_000, 'r-4f8zk2mq', 'ask/investigator')]).toEqual([
      10_189, 1_777,
    ]);
  });

  test('is no wait where there was none (JITTER-2)', () => {
    expect(names.map((name) => spreadOut(0, name))).toEqual(names.map(() => 0));
  });
});

/** How long this run waits after its first lost connection, and after its second. */
function waits(run: string): readonly number[] {
  const driver = drive({ run, policy: { waitMs: 10_000 } }).to('analysis');
  driver.perform('check', 'baseline');
  return [1, 2].map(() => {
    driver.perform('ask', 'investigator', failing('network'));
    const wait = driver.begin('wait-until');
    driver.end(wait);
    return wait.kind === 'wait-until' ? (wait.input.waitMs ?? 0) : 0;
  });
}

describe('runs that lost the same connection [M6]', () => {
  test('do not try again at the same time', () => {
    expect(waits('r1')).not.toEqual(waits('r2'));
    expect(new Set(names.slice(0, 20).map((name) => waits(name).join())).size).toBe(20);
  });

  test('wait as long each time they are decided, and still about twice as long the second time', () => {
    expect(waits('r1')).toEqual(waits('r1'));
    const [first = 0, second = 0] = waits('r1');
    expect(Math.abs(first - 10_000)).toBeLessThanOrEqual(2_000);
    expect(Math.abs(second - 20_000)).toBeLessThanOrEqual(4_000);
    expect(second / first).not.toBe(2);
  });
});
