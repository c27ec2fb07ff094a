// Looks on while somebody is asked at this terminal: the gate may be answered at another one, or the run ended there, and
// then nobody has to answer here any more.

import { Watch } from '../app/watching/watch.ts';
import type { Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { forTerminal } from '../screening/terminal.ts';
import { nameOf } from '../views/words/gate-name.ts';
import type { Sitting } from './sitting.ts';

const lookMs = 500;

export interface Elsewhere {
  /** Fires when there is nothing to ask any more. */
  readonly signal: AbortSignal;
  /** What happened, once it did. */
  readonly words: () => string | undefined;
  /** Looks no more. */
  readonly close: () => Promise<void>;
}

export function lookElsewhere(sitting: Sitting, run: string, gate: Gate): Elsewhere {
  const [settled, closed] = [new AbortController(), new AbortController()];
  let words: string | undefined;
  const { clock } = sitting.tools;
  const watch = new Watch(() => sitting.journal, run);
  const looking = (async (): Promise<void> => {
    while (!closed.signal.aborted && words === undefined) {
      await clock.until(clock.now() + lookMs, closed.signal);
      if (closed.signal.aborted) return;
      await watch.pull();
      words = watch.tracked === undefined ? undefined : settledWords(watch.tracked.run, gate);
    }
    settled.abort();
  })().catch(() => undefined); // a look that fails is no answer; who answers here is told
  return {
    signal: settled.signal,
    words: () => words,
    close: async () => {
      closed.abort();
      await looking;
    },
  };
}

function settledWords(run: Run, { id }: Gate): string | undefined {
  const gate = run.gates.find((item) => item.id === id);
  if (gate?.decision !== undefined) {
    const { by, answer } = gate.decision;
    const how = gate.kind === 'question' ? 'answered it' : `said ${answer}`;
    return `The ${forTerminal(nameOf(gate))} was answered elsewhere: ${forTerminal(by.who)} ${how}.`;
  }
  if (run.ended !== undefined) return `Run ${run.id} is ${run.ended} now, so nothing is asked any more.`;
  return undefined;
}
