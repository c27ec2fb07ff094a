import { expect, test } from 'vitest';
import { gathered } from './gathered-inbox.ts';
import type { InboxItem } from './summary.ts';

function item(run: string, change: Partial<InboxItem> = {}): InboxItem {
  const asked = { gate: 'g1', kind: 'login', subject: 'claude', digest: 'claude.1', openedAt: 0 } as const;
  return { run, repository: 'shop', title: 'Add a thing', ...asked, ...change };
}

test('a login that several runs wait for is one thing to do, and names them all', () => {
  const plan = item('r1', { gate: 'g2', kind: 'plan', subject: 'plan' });
  const items = [item('r1'), plan, item('r2'), item('r3', { subject: 'codex' })];
  expect(gathered(items)).toEqual([
    { ...item('r1'), runs: ['r1', 'r2'] },
    plan,
    item('r3', { subject: 'codex' }),
  ]);
});
