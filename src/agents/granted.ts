// What a program is given of the user's surroundings, by name.

export interface Granted {
  /** Names of environment variables; their values are never kept. */
  readonly env: readonly string[];
  /** Hosts it may reach when it is contained, beside those its kind needs anyway: `host` or `host:port`. */
  readonly egress: readonly string[];
}

/** For a person who is asked to trust it. What a program of its kind gets anyway is not worth their time. */
export function grantedWords({ env, egress }: Granted, usual: readonly string[]): readonly string[] {
  const asked = env.filter((name) => !usual.includes(name));
  return [
    ...(asked.length === 0 ? [] : [`is given ${asked.join(', ')}`]),
    ...(egress.length === 0 ? [] : [`may reach ${egress.join(', ')}`]),
  ];
}
