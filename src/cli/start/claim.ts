// H1: a ticket of a repository belongs to one open run at a time. Starting it again answers with that run.

import type { Prepared } from '../../app/start.ts';
import { claimKey } from '../../core/home.ts';
import type { RunSummary } from '../../views/summary.ts';
import type { Session } from '../session.ts';

/** The run that has this ticket already; undefined when it was claimed for the prepared one. */
export async function claim(session: Session, prepared: Prepared): Promise<RunSummary | undefined> {
  const { repository } = prepared.checkout;
  const ticket = prepared.ticket.id;
  const key = claimKey(repository, ticket);
  const home = await session.home((hand) => hand.home());
  const before = home.claims.get(key);
  const holder = session.context.flag('again') ? undefined : await startedRun(session, before);
  if (holder !== undefined && (isOpen(holder) || holder.status === 'completed')) return holder;
  const event = { type: 'ticket.claimed' as const, repository, ticket, run: prepared.run };
  const winner = await session.home((hand) => hand.claim(event, before));
  return winner === prepared.run ? undefined : startedRun(session, winner);
}

function isOpen({ status }: RunSummary): boolean {
  return status === 'running' || status === 'waiting' || status === 'blocked';
}

const looksMax = 10;
const lookMs = 100;

/** A ticket is claimed a moment before its run starts; a claim whose run never comes was left by a crash. */
async function startedRun(session: Session, run: string | undefined): Promise<RunSummary | undefined> {
  if (run === undefined) return undefined;
  const { clock } = session.tools;
  for (let looks = 0; looks < looksMax; looks += 1) {
    const found = session.journal.summaries().find((summary) => summary.run === run);
    if (found !== undefined) return found;
    await clock.until(clock.now() + lookMs, session.interrupted);
  }
  return undefined;
}
