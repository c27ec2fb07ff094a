// Asks the process that owns a home about itself. Nobody is started for it, and nobody becomes owner.

import type { Decider } from '../../core/gates/gate.ts';
import type { CallEnd } from '../../engine/socket.ts';
import { askOwner } from '../../engine/socket.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import { buildHere } from './build.ts';
import type { Places } from './home-places.ts';
import { ownerSocket } from './owner-address.ts';

export interface EngineQuestion {
  readonly by: Decider;
  readonly verb: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onItem?: (item: unknown) => void;
}

export function askEngine(
  places: Places,
  { by, verb, input, signal, onItem }: EngineQuestion,
): Promise<CallEnd> {
  const call = { id: randomIds().next('o'), by, verb, input };
  return askOwner(ownerSocket(places), call, {
    build: buildHere(),
    ...(signal === undefined ? {} : { signal }),
    ...(onItem === undefined ? {} : { onItem }),
  });
}
