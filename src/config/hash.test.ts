import { expect, test } from 'vitest';

import { defaultPolicy } from '../core/policy.ts';
import { policyHash } from './hash.ts';

test('the hash of a policy does not depend on the order of its keys', () => {
  const turned = { ...defaultPolicy, ...Object.fromEntries(Object.entries(defaultPolicy).toReversed()) };
  const reordered = {
    ...turned,
    gates: {
      merge: true,
      redacted: true,
      plan: true,
      destructive: true,
      wave: false,
      delivery: false,
    },
  };
  expect(policyHash(reordered)).toBe(policyHash(defaultPolicy));
  expect(policyHash(defaultPolicy)).toMatch(/^[0-9a-f]{64}$/);
});

test('the hash of a policy changes with everything in it', () => {
  const others = [
    { ...defaultPolicy, slots: 3 },
    { ...defaultPolicy, gates: { ...defaultPolicy.gates, merge: false } },
    { ...defaultPolicy, protectedPaths: defaultPolicy.protectedPaths.toReversed() },
    { ...defaultPolicy, protectedPaths: [] },
  ];
  expect(new Set([defaultPolicy, ...others].map(policyHash)).size).toBe(5);
});
