// Tells a person who may look elsewhere that a run has come to rest at a gate: a bell, and a notice of the desktop that
// the terminal itself shows, where it can. Terminals ignore what they do not know.
//
// Invariants
//   B1. Nothing is written where no person sits at a terminal; NO_BELL takes the bell away.
//   B2. A gate is told once; so is an agent that cannot log in, whatever runs wait for it.
//   B3. What goes into a notice is one safe line: it cannot end the notice and go on as something else.

import type { Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { forTerminal } from '../screening/terminal.ts';
import { nameOf } from '../views/run/summarise.ts';
import type { Io } from './command.ts';
import { clip, list } from '../views/words/words.ts';

const noticeCharsMax = 200;
const bell = String.fromCodePoint(0x07);
const noticeStart = `${String.fromCodePoint(0x1b)}]9;`;

export class Notices {
  readonly #io: Pick<Io, 'err' | 'live' | 'env'>;
  readonly #told = new Set<string>();

  constructor(io: Pick<Io, 'err' | 'live' | 'env'>) {
    this.#io = io;
  }

  /** For a run that has come to rest. */
  atRest(run: Run): void {
    if (!this.#io.live || run.ended !== undefined || run.blocked !== undefined || run.paused) return; // B1
    const fresh = openGates(run).filter((gate) => !this.#told.has(toldAs(run, gate))); // B2
    if (fresh.length === 0) return;
    for (const gate of fresh) this.#told.add(toldAs(run, gate));
    const gates = list(fresh.map((gate) => `the ${nameOf(gate)}`));
    const text = clip(
      forTerminal(`Slipway waits for you: ${gates} of ${run.id} (${run.title})`),
      noticeCharsMax,
    );
    const ring = (this.#io.env['NO_BELL'] ?? '') === '' ? bell : '';
    this.#io.err(`${noticeStart}${text}${bell}${ring}`); // B3
  }
}

function toldAs(run: Run, gate: Gate): string {
  return gate.kind === 'login' ? `login/${gate.digest}` : `${run.id}/${gate.id}`;
}
