// Tells a person who may look elsewhere that a run has come to rest at a gate, by the terminal that they follow it at. What is remembered
// of it goes with the command: whoever looks again is told again.
//
// Invariants
//   NOTICES-HERE-1. Nothing is written where no person sits at a terminal; NO_BELL takes the bell away.
//   NOTICES-HERE-2. A gate is told once; so is an agent that cannot log in, whatever runs wait for it.

import { waitsHead } from '../app/notices/waits-head.ts';
import type { Ending } from '../app/words/ending.ts';
import { endingOf } from '../app/words/ending.ts';
import { isPaused } from '../app/words/next.ts';
import type { Run } from '../core/run.ts';
import { gateKey } from '../core/notices/notice.ts';
import { sayAtTerminal } from '../notifiers/terminal.ts';
import { nameOf } from '../views/words/gate-name.ts';
import type { Io } from './command.ts';

export class Notices {
  readonly #io: Pick<Io, 'err' | 'live' | 'env'>;
  readonly #told = new Set<string>();

  constructor(io: Pick<Io, 'err' | 'live' | 'env'>) {
    this.#io = io;
  }

  /** For a run that has come to rest. */
  atRest(run: Run): void {
    this.atEnding(endingOf(run, run.startedAt));
  }

  atEnding({ summary, gates: open }: Ending): void {
    const { run, title, status } = summary;
    if (!this.#io.live || status !== 'waiting' || isPaused(summary)) return; // NOTICES-HERE-1
    const keyOf = ({ gate: id, kind, digest }: (typeof open)[number]): string =>
      gateKey(run, { id, kind, digest });
    const fresh = open.filter((gate) => !this.#told.has(keyOf(gate))); // NOTICES-HERE-2
    if (fresh.length === 0) return;
    for (const gate of fresh) this.#told.add(keyOf(gate));
    const rings = (this.#io.env['NO_BELL'] ?? '') === '';
    const head = waitsHead(fresh.map(nameOf), { id: run, title });
    sayAtTerminal({ write: (text) => this.#io.err(text), rings }, { head });
  }
}
