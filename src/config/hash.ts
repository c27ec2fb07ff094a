// The hash of a policy, which decisions are bound to. The same policy has the same hash, whatever the
// order of its keys. It has no `sha256:` before it: in an event, that form names a blob.

import { createHash } from 'node:crypto';

import type { Policy } from '../core/policy.ts';

export function policyHash(policy: Policy): string {
  return createHash('sha256').update(canonical(policy), 'utf8').digest('hex');
}

/** JSON with sorted keys and nothing undefined. The policy is small and ours, so recursion is bounded. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.join(',')}}`;
}
