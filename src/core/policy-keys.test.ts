import { expect, test } from 'vitest';
import { policyRows } from './policy-keys.ts';
import { placedIn } from './policy-values.ts';
import { defaultPolicy, tracingOf } from './policy.ts';

test('slots come from the cores, from 1 to 10, and are 2 where nobody knows them', () => {
  const { ofCores } = policyRows.slots;
  expect([1, 3, 64, 0, Number.NaN].map(ofCores)).toEqual([1, 3, 10, 2, 2]);
});

test('checks at once come from the cores too, 4 at most', () => {
  const { ofCores } = policyRows.checksAtOnce;
  expect([1, 3, 64, Number.NaN].map((cores) => ofCores?.(cores))).toEqual([1, 3, 4, 2]);
});

test('a default is one that could be written: a number is within its range', () => {
  const outside = placedIn(policyRows).filter(({ key: { kind, default: initial } }) => {
    if ((kind.type !== 'whole' && kind.type !== 'number') || typeof initial !== 'number') return false;
    return initial < kind.min || initial > kind.max;
  });
  expect(outside).toEqual([]);
});

const rows = placedIn(policyRows).map(({ key }) => key);

test('every row has a key that can be written, of its own, and says in sentences what it means and whose rule it is', () => {
  for (const { key, spec, about } of rows) {
    expect(key).toMatch(/^[a-z]\w*(?:\.\w+)*$/);
    expect([key, spec]).toEqual([key, expect.stringMatching(/^[A-Z]\d*$/)]);
    expect([key, about]).toEqual([key, expect.stringMatching(/^\S.+\.$/)]);
  }
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('whatever a row lets people choose from is something: words, a range, a number of names', () => {
  for (const { key, kind, default: initial } of rows) {
    if (kind.type === 'whole' || kind.type === 'number')
      expect([key, kind.min < kind.max]).toEqual([key, true]);
    if (kind.type === 'names' || kind.type === 'small-words')
      expect([key, kind.max > 0]).toEqual([key, true]);
    if (kind.type !== 'word') continue;
    expect([key, kind.words.length > 1, kind.words.includes('')]).toEqual([key, true, false]);
    expect(kind.words).toContain(initial);
  }
});

const levels = ['cli', 'tracker', 'forge', 'webhook', 'schedule', 'mcp', 'chat', 'page', 'http'];

test('a run of before a key was there lives by what held then', () => {
  const older = rows.flatMap((row) => (Object.hasOwn(row, 'older') ? [[row.key, row.older]] : []));
  expect(Object.fromEntries(older)).toEqual({
    'gates.redacted': false,
    ...Object.fromEntries(levels.map((name) => [`autonomy.${name}`, 'interactive'])),
    autoMerge: false,
    'mcp.decidesOwn': false,
    'coverage.before': false,
    'liveFire.enabled': false,
    'liveFire.unproven': 'tell',
    'liveFire.noCanary': 'tell',
    'commits.author': 'slipway',
    'commits.signOff': false,
    'reruns.failed': 0,
    'reruns.timeout': 0,
    'coverage.enabled': false,
    probes: 'off',
    tracing: true,
    'limits.save': 300_000,
    'limits.probe': 60_000,
    'limits.reuse': 0,
    'limits.checksAtOnce': 1,
    'scope.widen': 'never',
  });
});

test('[C12] a run that is older than a switch lives without it', () => {
  const { tracing: _later, ...older } = defaultPolicy;
  expect([tracingOf(older), tracingOf(defaultPolicy), tracingOf({ ...older, tracing: true })]).toEqual([
    policyRows.tracing.older,
    policyRows.tracing.default,
    true,
  ]);
});
