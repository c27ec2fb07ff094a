// What of a terminal's environment goes with an order to the process that carries it out: where programs are, proxies and
// registries, how strongly processes are contained, who we are on GitHub, and what the agents of a run are given by name. Never all of it.

import type { Config } from '../../config/config.ts';
import type { Given } from '../../engine/frames.ts';
import { factsOf } from '../../agents/kinds.ts';
import { githubLogins, githubVariables } from '../../github/variables.ts';
import { jiraVariables } from '../../trackers/jira/site.ts';
import { picked } from '../../plain/pick.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const surroundings = 'PATH LANG LANGUAGE TZ TERM TMPDIR RUSTUP_HOME SLIPWAY_LEVEL';
const proxies = 'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY';
const registries =
  'npm_config_registry NPM_CONFIG_REGISTRY npm_config_userconfig NPM_CONFIG_USERCONFIG YARN_NPM_REGISTRY_SERVER GOPROXY ' +
  'PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS UV_DEFAULT_INDEX UV_INDEX_URL UV_EXTRA_INDEX_URL';
/** Who the commits of a person are by, where git is told that by the environment. */
const author = 'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_CONFIG_GLOBAL XDG_CONFIG_HOME';
/** Where tickets live, and who we are there: a ticket is read before anything else is known of its run. */
const trackers = jiraVariables.join(' ');
const always = [surroundings, proxies, proxies.toLowerCase(), registries, author, trackers, githubVariables]
  .join(' ')
  .split(' ');
const alwaysLike = /^LC_[A-Z]+$|^CARGO_REGISTRIES_\w+_INDEX$/;

/** `names` are variables that were asked for beside what always goes along. */
export function givenFrom(env: Environment, names: readonly string[]): Given {
  const like = Object.keys(env).filter((name) => alwaysLike.test(name));
  return { values: picked(env, [...always, ...like, ...names]), names };
}

type Named = Pick<Config, 'agents' | 'tracker' | 'forge'>;

/** The variables that the agents of a configuration are given, and who its tickets and pull requests are read and written as. */
export function variablesOf({ agents, tracker, forge }: Named): readonly string[] {
  const named = Object.values(agents).flatMap((agent) => factsOf(agent).env);
  const isOnGitHub = forge === 'github' || tracker?.github !== undefined;
  return [
    ...new Set([
      ...named,
      ...(tracker?.jira === undefined ? [] : jiraVariables),
      ...(isOnGitHub ? githubLogins : []),
    ]),
  ];
}

/** Those that say whose a secret is, or where it is used, and are none. */
export const openVariables: ReadonlySet<string> = new Set([
  'JIRA_URL',
  'JIRA_EMAIL',
  'SLIPWAY_GITHUB_APP_ID',
  'SLIPWAY_GITHUB_APP_INSTALLATION',
]);
