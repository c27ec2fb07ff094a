// Reads a key under `coding_agent::` from the journal of the run it is about.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Journal } from '../../journal/journal.ts';
import { agentKeyIn, agentKeyNames, agentValue } from '../../views/memory/agent-keys.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Places } from '../home/home-places.ts';
import { readRun } from '../home/reader.ts';
import { openTexts } from '../home/texts.ts';
import { UserError } from '../ending/user-error.ts';

interface Home {
  readonly places: Places;
  readonly journal: Journal | undefined;
}

export async function readAgentKey({ places, journal }: Home, key: string): Promise<unknown> {
  const known = agentKeyIn(key);
  if (known === undefined || known === 'unknown') {
    throw new UserError(
      `There is no key '${key}'. The keys are coding_agent::NAME::HASH with NAME one of ${agentKeyNames.join(', ')}, ` +
        'and HASH the first 8 characters of the hash of the ticket (`ticketHash` in `slipway list --json`); ' +
        'of loop_stuck it is the number of the pull request.',
      'usage',
    );
  }
  const { name, hash } = known;
  // The same ticket may have had several runs: the newest one speaks for it.
  const [newest] = ((await journal?.summaries()) ?? [])
    .filter((summary) => (name === 'loop_stuck' ? isOpenAs(summary, hash) : summary.ticketHash === hash))
    .toSorted((a, b) => b.startedAt - a.startedAt);
  if (journal === undefined || newest === undefined) {
    const what = name === 'loop_stuck' ? 'the pull request #' : 'a ticket with the hash ';
    throw new UserError(`No run of this home has ${what}${hash}.`, 'refused');
  }
  const { run, events } = await readRun(journal, newest.run);
  const value = agentValue(name, run, events);
  if (value === undefined) {
    throw new UserError(`The journal of run ${newest.run} says nothing about ${name} yet.`, 'refused');
  }
  switch (value.type) {
    case 'state':
      return value.state;
    case 'text':
      return value.text;
    case 'blob':
      return (await (await openTexts(places)).get(value.blob)) ?? '[this text was erased]';
    case 'loop':
      return value.loop;
    case 'pr': {
      const { type: _, repository, ...request } = value;
      const address = addressOf(places, run.forge, { repository, number: request.number });
      return { ...request, ...(address === undefined ? {} : { address }) };
    }
  }
}

/** Where it can be read: the local forge keeps a file of each. */
function addressOf(
  { home }: Places,
  forge: string,
  { repository, number }: { readonly repository: string; readonly number: number },
): string | undefined {
  if (forge !== 'local') return undefined;
  return pathToFileURL(path.join(home, 'repos', repository, 'pulls', `${number}.json`)).href;
}

function isOpenAs({ pullRequest, pullRequests = [] }: RunSummary, number: string): boolean {
  return [pullRequest, ...pullRequests.map((item) => item.number)].some((item) => String(item) === number);
}
