// What every request to GitHub's interface carries. The version of the interface is named, so that a new one changes nothing.

export function apiHeaders(
  token: string,
  accept = 'application/vnd.github+json',
): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${token}`,
    accept,
    'x-github-api-version': '2022-11-28',
    'user-agent': 'slipway',
  };
}
