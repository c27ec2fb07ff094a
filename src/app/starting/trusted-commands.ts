// Everything a run may execute on this machine, in the words a person is asked to trust. Whatever would make a difference to that
// person is in them, because their trust is bound to exactly these words.
//   TRUSTED-COMMANDS-1. Every key of a configuration has its row here, be it one that lists nothing: a new one does not compile
//       without. Below the keys, a test takes every text the schema of `slipway.yaml` knows and looks whether it is listed.

import { factsOf } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import type { TrackerSettings } from '../../config/tracker-settings.ts';
import type { CoverageSpec } from '../../core/evidence/coverage.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { commandWords } from '../../core/evidence/evidence.ts';

/** What a run has of a configuration together with what was found in the repository. */
export interface Running {
  readonly checks: readonly CheckSpec[];
  readonly coverage?: CoverageSpec;
}

export function commandsOf(config: Config, running: Running): readonly string[] {
  return Object.values(rows).flatMap((row) => row(config, running));
}

type Row = (config: Config, running: Running) => readonly string[];
const nothing: Row = () => [];

/** TRUSTED-COMMANDS-1, in the order they are told. */
const rows: { readonly [Key in keyof Required<Config>]: Row } = {
  checks: (_config, { checks }) => checks.map((check) => `check ${check.name}: ${commandWords(check)}`),
  checksOff: nothing,
  coverage: (_config, { coverage }) => (coverage === undefined ? [] : [`coverage: ${coverage.command}`]),
  agents: ({ agents }) =>
    Object.entries(agents).map(([name, agent]) => `agent ${name}: ${factsOf(agent).trusted.join('; ')}`),
  policy: ({ policy: { search } }) =>
    search === undefined ? [] : [`web search: agents have things looked up at ${search.searxng}`],
  roles: nothing, // whoever plays one is an agent
  level: nothing, // it asks for more, never for less; a weaker one is consented to by itself (HOME-3)
  forge: nothing,
  tracker: ({ tracker }) =>
    tracker?.jira === undefined
      ? []
      : [`Jira: tickets are read, commented on and moved at ${jiraWords(tracker.jira)}`],
  triggers: nothing, // no run executes any of it; whoever turns it on is told what is in it
  notify: nothing, // the same
  prompts: nothing, // words to agents, which are held by their boxes and not by their words
  chosen: nothing,
};

/** Every key of it: what a ticket's comment and status are written by is trusted as it is. */
function jiraWords({
  url,
  api,
  projects,
  criteria,
  statuses = {},
}: NonNullable<TrackerSettings['jira']>): string {
  const states = Object.entries(statuses).map(([ours, theirs]) => `${ours}: ${theirs}`);
  return [
    url ?? 'the address in JIRA_URL',
    ...(api === undefined ? [] : [api]),
    ...(projects === undefined ? [] : [`projects ${projects.join(', ')}`]),
    ...(criteria === undefined ? [] : [`criteria from ${criteria}`]),
    ...states,
  ].join('; ');
}
