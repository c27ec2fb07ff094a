// Which runs somebody works on now. Only the process that owns a home knows: it may be there for one run and have nothing
// to do with another that was interrupted. It is asked once for all runs, and where no socket lies nobody is.

import { existsSync } from 'node:fs';
import { isRecord } from '../../plain/json.ts';
import type { Places } from './home-places.ts';
import { ownerSocket } from './owner-address.ts';

export interface Driving {
  /** Whether a process owns the home. */
  readonly owned: boolean;
  readonly drives: (run: string) => boolean;
}

const answerMs = 2_000;

/** For a process that answers to nobody else: whoever asks is whoever looks. */
const asker = { who: 'slipway', authenticated: 'os', channel: 'cli' } as const;

const nobody: Driving = { owned: false, drives: () => false };
/** One that is stopped, leaves, or is of another build: what it works on is not known, so nothing is called interrupted. */
const somebody: Driving = { owned: true, drives: () => true };

/** `own` gives the runs of this process, where that is the owner: nobody has to be asked then. */
export async function whoDrives(places: Places, own?: () => readonly string[]): Promise<Driving> {
  if (own !== undefined) return drivingOf(own());
  const socket = ownerSocket(places);
  if (!existsSync(socket)) return nobody;
  const [{ askOwner }, { buildHere }] = await Promise.all([
    import('../../engine/socket.ts'),
    import('./build.ts'),
  ]);
  const late = AbortSignal.timeout(answerMs);
  const call = { id: 'driven', by: asker, verb: 'driven', input: {} };
  const asked = await askOwner(socket, call, { build: buildHere(), signal: late });
  if ('output' in asked) return runsIn(asked.output) ?? somebody;
  return 'gone' in asked && !asked.sent && !late.aborted ? nobody : somebody;
}

function drivingOf(runs: readonly unknown[]): Driving {
  const driven = new Set(runs);
  return { owned: true, drives: (run) => driven.has(run) };
}

function runsIn(output: unknown): Driving | undefined {
  return isRecord(output) && Array.isArray(output['runs']) ? drivingOf(output['runs']) : undefined;
}
