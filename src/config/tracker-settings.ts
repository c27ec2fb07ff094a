// What a team says of where its tickets live, under `tracker` in slipway.yaml.

import type { TicketStatus } from '../core/effects.ts';

export interface TrackerSettings {
  readonly jira?: JiraSettings;
  readonly github?: GitHubTrackerSettings;
}

export interface GitHubTrackerSettings {
  /** Labels that stand for states GitHub has not; without one it is left as it is. */
  readonly labels?: Readonly<Partial<Record<'in-progress' | 'in-review', string>>>;
}

export interface JiraSettings {
  readonly url?: string;
  readonly api?: 'cloud' | 'data-center';
  /** Keys of the projects whose tickets are worked on here; none: whichever is asked for. */
  readonly projects?: readonly string[];
  /** The field that acceptance criteria stand in: its id, or its name. */
  readonly criteria?: string;
  /** What the workflow calls the states; guessed where nothing is said. */
  readonly statuses?: Readonly<Partial<Record<TicketStatus, string>>>;
}
