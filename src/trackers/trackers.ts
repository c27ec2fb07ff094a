// Trackers by the name that a ticket's source has. A tracker that is not there answers every question by saying so.

import type { TrackerSettings } from '../config/tracker-settings.ts';
import type { Tracker, TrackerAnswer } from './tracker.ts';

/** What a run's configuration says of trackers, for those that need it. */
export type SettingsOf = () => Promise<TrackerSettings>;

export function trackersByName(
  makers: Readonly<Record<string, (settings: SettingsOf) => Tracker>>,
): (name: string, settings?: SettingsOf) => Tracker {
  return (name, settings = () => Promise.resolve({})) => {
    const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
    return make === undefined ? absentTracker(name, Object.keys(makers)) : make(settings);
  };
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
