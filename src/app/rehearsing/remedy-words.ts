// What policy does about a failure, in words that say how often and how long: for whoever tries out a policy.

import type { EventOf } from '../../core/events.ts';
import type { Policy } from '../../core/policy.ts';
import { duration } from '../../views/words/words.ts';

export function remedyWords(
  { remedy, reason }: EventOf<'failure.recorded'>,
  { quotaWaitMs }: Policy,
): string {
  switch (remedy.type) {
    case 'retry':
      return remedy.waitMs === 0 ? 'tried again at once' : `tried again after ${duration(remedy.waitMs)}`;
    case 'park': {
      const long =
        remedy.untilMs === undefined ? ` ${duration(quotaWaitMs)}, then asked again` : ' until the reset';
      return `waited${long}; that used up no retry`;
    }
    case 'replan':
      return 'sent back to be planned again';
    case 'fail-over':
      return 'another agent took over';
    case 'login':
      return `waits until the login of ${remedy.agent} is mended; every other run that needs it waits too`;
    case 'person':
      return reason === 'protected-path' ? 'a person is asked' : 'nothing was left to try';
    case 'warn':
      return 'the run went on without it';
  }
}
