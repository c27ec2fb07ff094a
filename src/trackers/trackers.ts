// Trackers by the name that a ticket's source has. A tracker that is not there answers every question by saying so.

import { byName } from '../plain/by-name.ts';
import type { Tracker, TrackerAnswer } from './tracker.ts';

export function trackersByName(trackers: Readonly<Record<string, () => Tracker>>): (name: string) => Tracker {
  return byName(trackers, absentTracker);
}

function absentTracker(name: string, known: readonly string[]): Tracker {
  const answer: TrackerAnswer<never> = {
    ok: false,
    reason: 'preflight',
    detail: `The ticket lives in the tracker '${name}', and this version of Slipway knows only ${known.join(', ')}. Go on with the version that started the run, or cancel it.`,
  };
  const refuse = (): Promise<TrackerAnswer<never>> => Promise.resolve(answer);
  return { name, fetch: refuse, status: refuse, transition: refuse, comment: refuse, comments: refuse };
}
