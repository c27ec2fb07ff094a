// Tells a person who may look elsewhere that a run has come to rest at a gate: a bell, and a notice of the desktop that
// the terminal itself shows, where it can. Terminals ignore what they do not know.
//
// Invariants
//   NOTICE-1. Nothing is written where no person sits at a terminal; NO_BELL takes the bell away.
//   NOTICE-2. A gate is told once; so is an agent that cannot log in, whatever runs wait for it.
//   NOTICE-3. What goes into a notice is one safe line: it cannot end the notice and go on as something else.

import type { Ending } from '../app/words/ending.ts';
import { endingOf } from '../app/words/ending.ts';
import { isPaused } from '../app/words/next.ts';
import type { Run } from '../core/run.ts';
import { forTerminal } from '../screening/terminal.ts';
import { nameOf } from '../views/words/gate-name.ts';
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
    this.atEnding(endingOf(run, run.startedAt));
  }

  atEnding({ summary, gates: open }: Ending): void {
    const { run, title, status } = summary;
    if (!this.#io.live || status !== 'waiting' || isPaused(summary)) return; // NOTICE-1
    const fresh = open.filter((gate) => !this.#told.has(toldAs(run, gate))); // NOTICE-2
    if (fresh.length === 0) return;
    for (const gate of fresh) this.#told.add(toldAs(run, gate));
    const gates = list(fresh.map((gate) => `the ${nameOf(gate)}`));
    const text = clip(forTerminal(`Slipway waits for you: ${gates} of ${run} (${title})`), noticeCharsMax);
    const ring = (this.#io.env['NO_BELL'] ?? '') === '' ? bell : '';
    this.#io.err(`${noticeStart}${text}${bell}${ring}`); // NOTICE-3
  }
}

function toldAs(run: string, { gate, kind, digest }: Ending['gates'][number]): string {
  return kind === 'login' ? `login/${digest}` : `${run}/${gate}`;
}
