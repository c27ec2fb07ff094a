// An effect that asks a role, as plain as it can be.

import type { Effect } from '../../src/core/effects.ts';

export const anAsk: Effect<'ask'> = {
  key: 'main/2/ask/investigator/1',
  kind: 'ask',
  repository: 'main',
  visit: 2,
  subject: 'investigator',
  n: 1,
  line: '2/investigator',
  input: { role: 'investigator', mode: 'investigate', ordinal: 1, commit: 'c0', inputs: [] },
};
