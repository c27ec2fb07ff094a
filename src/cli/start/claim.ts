// H1: a ticket of a repository belongs to one open run at a time. Starting it again answers with that run.

import type { Prepared } from '../../app/start.ts';
import { UserError } from '../../app/user-error.ts';
import { claimKey } from '../../core/home.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { refusalWords } from '../../app/words/refusal-words.ts';
import type { Sitting } from '../sitting.ts';

/** The run that has this ticket already; undefined when it was claimed for the prepared one. */
export async function claim(sitting: Sitting, prepared: Prepared): Promise<RunSummary | undefined> {
  const { repository } = prepared.checkout;
  const ticket = prepared.ticket.id;
  const key = claimKey(repository, ticket);
  const home = await sitting.home((hand) => hand.home());
  const before = home.claims.get(key);
  const holder = sitting.context.flag('again') ? undefined : await startedRun(sitting, before);
  if (holder !== undefined && (isOpen(holder) || holder.status === 'completed')) return holder;
  const event = { type: 'ticket.claimed' as const, repository, ticket, run: prepared.run };
  const winner = await sitting.home((hand) => hand.claim(event, before));
  if (typeof winner !== 'string') throw new UserError(refusalWords(winner, prepared.run), 'refused');
  return winner === prepared.run ? undefined : startedRun(sitting, winner);
}

function isOpen({ status }: RunSummary): boolean {
  return status === 'running' || status === 'waiting' || status === 'blocked';
}

const looksMax = 10;
const lookMs = 100;

/** A ticket is claimed a moment before its run starts; a claim whose run never comes was left by a crash. */
async function startedRun(sitting: Sitting, run: string | undefined): Promise<RunSummary | undefined> {
  if (run === undefined) return undefined;
  const { clock } = sitting.tools;
  for (let looks = 0; looks < looksMax; looks += 1) {
    const found = (await sitting.journal.summaries()).find((summary) => summary.run === run);
    if (found !== undefined) return found;
    await clock.until(clock.now() + lookMs, sitting.interrupted);
  }
  return undefined;
}
