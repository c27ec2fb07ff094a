// How people name a ticket of Jira: its key, or its address in the browser. Pure.

const key = /^[A-Z][A-Z0-9_]{1,19}-[1-9][0-9]{0,9}$/;

export function isKey(text: string): boolean {
  return key.test(text);
}

export interface JiraAddress {
  /** The site, without a slash at its end. */
  readonly site: string;
  readonly key: string;
}

/** `/browse/PROJ-12` and, of the boards and the service desk, `?selectedIssue=PROJ-12` and `/issues/PROJ-12`. */
export function addressIn(text: string): JiraAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const [, before, found] = /^(.*?)\/(?:browse|issues)\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  const selected = url.searchParams.get('selectedIssue') ?? undefined;
  const named = (selected ?? found ?? '').toUpperCase();
  if (!isKey(named)) return undefined;
  const path = selected === undefined ? (before ?? '') : '';
  const isProject = /\/(?:jira|projects)(?:\/|$)/.test(path);
  return { site: `${url.origin}${isProject ? '' : path}`, key: named };
}

export function addressOf({ site, key: named }: JiraAddress): string {
  return `${site}/browse/${named}`;
}

/** The key a ref names; a ref of another site, or another project, is none of ours. */
export function keyIn(
  ref: string,
  ours: { readonly url: string; readonly projects: readonly string[] | undefined },
): string | { readonly problem: string } {
  const address = addressIn(ref);
  const named = isKey(ref) ? ref : address?.key;
  if (named === undefined) {
    return { problem: 'That is not the key of a Jira ticket. A key looks like PROJ-12.' };
  }
  if (address !== undefined && address.site !== ours.url) {
    return {
      problem: `The ticket ${named} is of ${new URL(address.site).host}, and this repository's Jira is ${ours.url}. Change \`tracker.jira.url\` in slipway.yaml if it has moved.`,
    };
  }
  const [project = ''] = named.split('-');
  if (ours.projects !== undefined && !ours.projects.includes(project)) {
    return {
      problem: `The ticket ${named} is of another project than those of this repository (${ours.projects.join(', ')}). Add ${project} under \`tracker.jira.projects\` in slipway.yaml if it belongs here.`,
    };
  }
  return named;
}
