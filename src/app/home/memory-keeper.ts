// The memory as runs use it: what a run teaches is gathered from its journal, and roles are told what is known. Neither
// may stand in a run's way: what goes wrong here is tried again at the next task, stage or launch.
//
//   MEMORY-KEEPER-1. Gathering is a function of the run's journal, and noticing twice is noticing once: a crash between the two
//       loses nothing and doubles nothing.
//   MEMORY-KEEPER-2. What screening would block is not remembered; what it replaces is remembered as replaced.

import type { Blobs } from '../../blobs/blobs.ts';
import type { Candidate } from '../../core/memory/facts.ts';
import { factText } from '../../core/memory/facts.ts';
import { knownText, recalled } from '../../core/memory/recall.ts';
import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import type { MemoryKeeper } from '../../effects/parts.ts';
import type { MemoryLedger } from '../../engine/memory-ledger.ts';
import { streamOf } from '../../engine/runs.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { Screener } from '../../screening/screened.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import { hashText } from '../hash-text.ts';

interface KeeperParts {
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly screener: Screener;
  readonly ledger: MemoryLedger;
  readonly clock: Pick<Clock, 'now'>;
}

/** More than a repository of many years has of facts that hold. */
const heldMax = 2_000;

export function memoryKeeper(parts: KeeperParts): MemoryKeeper {
  /** How far each run was gathered from by this process. */
  const gathered = new Map<string, number>();
  const gather = async (run: Run): Promise<void> => {
    const after = gathered.get(run.id) ?? 0;
    const fresh = await parts.journal.read(streamOf(run.id), after);
    const { candidatesOf, mayTeach } = await import('../../views/memory/candidates.ts');
    if (fresh.some(({ event }) => mayTeach(decodeRunEvent(event)))) {
      const recorded = await parts.journal.read(streamOf(run.id));
      const events = recorded.map(({ event, at, seq }) => ({ event: decodeRunEvent(event), at, seq }));
      const found = await candidatesOf(events, parts.blobs.get, hashText);
      const candidates = found.flatMap((candidate) => screened(parts.screener, candidate));
      await parts.ledger.submit(startedIn(run).repository, { type: 'fact.notice', candidates });
    }
    const last = fresh.at(-1)?.seq;
    if (run.ended !== undefined) gathered.delete(run.id);
    else if (last !== undefined) gathered.set(run.id, last);
  };
  return {
    gather: (run) => gather(run).catch(() => undefined),
    known: async ({ run, role, task, ticket }) => {
      await gather(run).catch(() => undefined);
      try {
        const facts = await parts.journal.facts({
          repository: startedIn(run).repository,
          heldIn: run.id,
          factsMax: heldMax,
        });
        const about = task === undefined ? {} : { task: task.id };
        const files = [...(task?.files ?? []), ...(task?.tests ?? [])];
        const at = parts.clock.now();
        const told = recalled(facts, { role, run: run.id, ticket, files, at, ...about });
        return { text: knownText(told, at), ids: told.map((fact) => fact.id) };
      } catch {
        return { text: '', ids: [] }; // a table that cannot be read says so to whoever asks for it
      }
    },
  };
}

/** MEMORY-KEEPER-2. */
function screened(screener: Screener, candidate: Candidate): readonly Candidate[] {
  const screening = screener.screen(candidate.text);
  return screening.verdict === 'BLOCKED' ? [] : [{ ...candidate, text: factText(screening.text.text) }];
}
