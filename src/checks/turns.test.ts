import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import { atMost, turnsOf } from './turns.ts';

const spec = (name: string, kind: CheckKind, alone?: boolean): CheckSpec => ({
  name,
  kind,
  command: 'true',
  timeoutMs: 1_000,
  when: 'task',
  ...(alone === undefined ? {} : { alone }),
});
const named = (checks: readonly CheckSpec[], atOnce = 4): readonly string[] =>
  turnsOf(checks, atOnce).map((turn) => turn.map(({ name }) => name).join(' '));

describe('turns', () => {
  test('are shared by tests, lint and security, after setup and build have had theirs', () => {
    const checks = [
      spec('setup', 'setup'),
      spec('build', 'build'),
      spec('test', 'test'),
      spec('lint', 'lint'),
      spec('audit', 'security'),
    ];
    expect(named(checks)).toEqual(['setup', 'build', 'test lint audit']);
    expect(named(checks, 1)).toEqual(['setup', 'build', 'test', 'lint', 'audit']);
  });

  test('are taken by themselves by custom checks and whoever says so, in their place in the order', () => {
    const checks = [
      spec('unit', 'test'),
      spec('lint', 'lint'),
      spec('limits', 'custom'),
      spec('types', 'lint'),
      spec('e2e', 'test', true),
      spec('licences', 'custom', false),
      spec('api', 'test'),
    ];
    expect(named(checks)).toEqual(['unit lint', 'limits', 'types', 'e2e', 'licences api']);
  });

  test('are never shared with a setup or a build, whatever is said of it', () => {
    expect(named([spec('build', 'build', false), spec('test', 'test')])).toEqual(['build', 'test']);
  });

  test('have every check once and in order', () => {
    const kind = fc.constantFrom('setup', 'build', 'test', 'lint', 'security', 'custom' as const);
    const check = fc.record({ kind, alone: fc.option(fc.boolean(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(check), fc.integer({ min: 1, max: 5 }), (all, atOnce) => {
        const checks = all.map((each, n) => spec(`${n}`, each.kind, each.alone));
        expect(turnsOf(checks, atOnce).flat()).toEqual(checks);
      }),
    );
  });
});

describe('what is done so much at a time', () => {
  test('is never more than that, begins in order, and is told in order whatever ends first', async () => {
    const waiting: (() => void)[] = [];
    const begun: number[] = [];
    const all = atMost(2, [0, 1, 2, 3], async (item) => {
      begun.push(item);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return `done ${item}`;
    });
    for (const begins of [2, 3, 4]) {
      await expect.poll(() => begun.length).toBe(begins);
      waiting.pop()?.(); // the one that began last
    }
    expect(begun).toEqual([0, 1, 2, 3]);
    for (const end of waiting) end();
    expect(await all).toEqual(['done 0', 'done 1', 'done 2', 'done 3']);
  });

  test('throws what one of it threw, once everything has ended', async () => {
    const ended: number[] = [];
    const all = atMost(2, [0, 1], async (item) => {
      if (item === 0) throw new Error('no');
      await Promise.resolve();
      ended.push(item);
      return item;
    });
    await expect(all).rejects.toThrow('no');
    expect(ended).toEqual([1]);
  });
});
