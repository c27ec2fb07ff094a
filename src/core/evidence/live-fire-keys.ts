// What policy says about live fire: rows of the table in `policy-keys.ts`.

import type { LiveFirePolicy } from '../policy.ts';
import type { Rows } from '../policy-values.ts';
import { flag, later, word } from '../policy-values.ts';

export const liveFireRows = {
  enabled: later(
    flag('liveFire.enabled', true, {
      spec: 'E9',
      about:
        "Whether a change is shown to be checked by tests that can fail: the base's tests on the new code, new tests on the old code, and a test that must be seen failing.",
    }),
    { older: false },
  ),
  unproven: later(
    word('liveFire.unproven', ['ask', 'tell'], 'ask', {
      spec: 'E9',
      about:
        'What becomes of a change whose new tests are green without it too: a person is asked, or the pull request says so.',
    }),
    { older: 'tell' },
  ),
  noCanary: later(
    word('liveFire.noCanary', ['ask', 'tell'], 'ask', {
      spec: 'E9',
      about:
        'What becomes of a change to tests where no failing test can be planted to be seen: a person is asked, or the pull request says so.',
    }),
    { older: 'tell' },
  ),
} satisfies Rows<LiveFirePolicy>;
