// Reads a key under `coding_agent::` from the journal of the run it is about.

import type { Journal } from '../../journal/journal.ts';
import { agentKeyIn, agentKeyNames, agentValue } from '../../views/memory/agent-keys.ts';
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
        'and HASH the first 8 characters of the hash of the ticket (`ticketHash` in `slipway list --json`).',
      'usage',
    );
  }
  const { name, hash } = known;
  // The same ticket may have had several runs: the newest one speaks for it.
  const [newest] = ((await journal?.summaries()) ?? [])
    .filter((summary) => summary.ticketHash === hash)
    .toSorted((a, b) => b.startedAt - a.startedAt);
  if (journal === undefined || newest === undefined) {
    throw new UserError(`No run of this home has a ticket with the hash ${hash}.`, 'refused');
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
    case 'pr': {
      const { type: _, ...request } = value;
      return request;
    }
  }
}
