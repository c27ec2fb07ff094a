// How people name an issue of GitHub: its address in the browser, or its number where the repository says which one is meant. Pure.

import type { Remote } from '../../github/address.ts';
import type { Environment } from '../../plain/environment.ts';
import { remoteOf, slugText } from '../../github/address.ts';

export interface IssueAddress {
  readonly remote: Remote;
  readonly number: number;
}

const path = /^(\/[^/]+\/[^/]+)\/issues\/([1-9][0-9]{0,8})\/?$/;

/** Undefined for what is no issue of a GitHub that we may talk to. */
export function issueIn(text: string, env: Environment): IssueAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  const [, repository = '', number] = path.exec(pathname) ?? [];
  const remote = number === undefined ? undefined : remoteOf(`${origin}${repository}`, env);
  return remote === undefined ? undefined : { remote, number: Number(number) };
}

/** `7` and `#7`. */
export function numberIn(text: string): number | undefined {
  const [, digits] = /^#?([1-9][0-9]{0,8})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function addressOf({ remote: { hub, slug }, number }: IssueAddress): string {
  return `${hub.web}/${slugText(slug)}/issues/${number}`;
}
