// The variables that say who Slipway is on GitHub and where that is, for whoever hands an environment on.

/** Who Slipway is there. */
export const githubLogins = [
  'SLIPWAY_GITHUB_APP_ID',
  'SLIPWAY_GITHUB_APP_KEY',
  'SLIPWAY_GITHUB_APP_INSTALLATION',
  'GH_TOKEN',
  'GITHUB_TOKEN',
] as const;

export const githubVariables =
  `${githubLogins.join(' ')} GH_HOST GH_CONFIG_DIR ` +
  'GITHUB_SERVER_URL GITHUB_API_URL GITHUB_GRAPHQL_URL GITHUB_ACTIONS SSH_AUTH_SOCK';
