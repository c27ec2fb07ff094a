// A ticket that is named and not told: a key, a number or an address of a tracker, typed by itself.
//
// Invariants
//   REFERENCE-1. Only what a person typed, alone and whole, names a ticket. A key before a sentence stays part of the sentence, and a
//       file or what is piped in is the ticket itself.
//   REFERENCE-2. What looks like a name of a ticket and leads nowhere, or to two places, is said, and never taken for a wish of one word.

import type { Config } from '../../config/config.ts';
import type { TicketSource } from '../../core/ticket/ticket.ts';
import type { Remote } from '../../github/address.ts';
import { remoteOf, slugText } from '../../github/address.ts';
import { addressOf as issueAddress, issueIn, numberIn } from '../../trackers/github/reference.ts';
import { addressIn, addressOf, isKey } from '../../trackers/jira/reference.ts';
import { siteAddress } from '../../trackers/jira/site.ts';
import type { RemoteOfUser } from '../../workspace/workspace.ts';
import { UserError } from '../ending/user-error.ts';
import type { Surroundings } from '../home/home-places.ts';
import type { TicketInput } from './take-ticket.ts';

/** Where a name is looked up. */
export interface NamedFrom {
  readonly config: Pick<Config, 'tracker'>;
  readonly surroundings: Pick<Surroundings, 'env'>;
  /** Where the repository came from and goes to. */
  readonly remotes: () => Promise<readonly RemoteOfUser[]>;
}

/** Undefined for a ticket that is told in words. */
export async function referenceIn(input: TicketInput, from: NamedFrom): Promise<TicketSource | undefined> {
  const word = input.text.trim();
  if (input.name !== undefined || input.isPiped === true || /\s/.test(word)) return undefined; // REFERENCE-1
  const { env } = from.surroundings;
  const site = siteAddress(from.config.tracker?.jira ?? {}, env);
  // As Slipway calls issues of GitHub itself, unless there is a Jira whose key it could be.
  const number = numberIn(site === undefined ? word.replace(/^GH-(?=\d+$)/, '') : word);
  if (number !== undefined) {
    const remote = theRemote(await from.remotes(), env, word);
    return { tracker: 'github', ref: issueAddress({ remote, number }) };
  }
  const issue = issueIn(word, env);
  if (issue !== undefined) return { tracker: 'github', ref: issueAddress(issue) };
  return ofJira(word, site);
}

function ofJira(word: string, site: string | undefined): TicketSource | undefined {
  const address = addressIn(word);
  if (isKey(word)) return { tracker: 'jira', ref: addressOf({ site: known(site, word), key: word }) };
  if (address === undefined) return undefined;
  if (address.site !== site) throw elsewhere(address.site, known(site, word));
  return { tracker: 'jira', ref: addressOf(address) };
}

/** The one repository of GitHub that the remotes lead to. */
function theRemote(remotes: readonly RemoteOfUser[], env: Surroundings['env'], word: string): Remote {
  const found = new Map<string, Remote>();
  for (const { url } of remotes) {
    const remote = remoteOf(url, env);
    if (remote !== undefined) found.set(`${remote.hub.web}/${slugText(remote.slug)}`.toLowerCase(), remote);
  }
  const [only, ...others] = found.values();
  if (only !== undefined && others.length === 0) return only;
  const number = word.replace('#', '');
  if (only === undefined) {
    throw new UserError(
      `${word} could be an issue of GitHub, and no remote of this repository is one there. Give the issue's address, or say in a sentence what should be done.`,
      'usage',
    );
  }
  const names = [...found.keys()].map((place) => `${place}/issues/${number}`);
  throw new UserError(
    `${word} could be one of several, because the remotes of this repository lead to more than one. Give the address: ${names.join(' or ')}.`,
    'usage',
  );
}

/** REFERENCE-2. */
function known(site: string | undefined, word: string): string {
  if (site !== undefined) return site;
  throw new UserError(
    `${word} looks like a ticket of Jira, and nobody says where Jira is. Write \`tracker: {jira: {url: https://your-team.atlassian.net}}\` into slipway.yaml, ` +
      'or set JIRA_URL; or say in a sentence what should be done.',
    'usage',
  );
}

function elsewhere(site: string, ours: string): UserError {
  return new UserError(
    `That ticket is at ${new URL(site).host}, and the Jira of this repository is ${ours}. Change \`tracker.jira.url\` in slipway.yaml if that is where its tickets live.`,
    'usage',
  );
}
