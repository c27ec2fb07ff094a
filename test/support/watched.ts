// A command that goes on for a while, seen from outside, and work that waits until the test lets it go on.

import type { Started } from './sample.ts';

/** Says something, tells that it is at work, and goes on when it is told to, or when the test is gone. */
export function waitingWork(signals: string, first = 'print: first words'): string {
  return `
- role: implementer
  do:
    - ${first}
    - run: touch ${signals}/at-work; while [ -e ${signals} ] && [ ! -e ${signals}/go-on ]; do sleep 0.05; done
    - print: last words
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;
}

export interface Watched extends Started {
  readonly out: () => string;
  /** Resolves once the text was said, on whichever of the two ends. */
  readonly saw: (text: string) => Promise<void>;
}

export function watched(started: Started): Watched {
  let out = '';
  let look: (() => void) | undefined;
  started.child.stdout?.on('data', (piece: string) => {
    out += piece;
    look?.();
  });
  started.child.stderr?.on('data', () => look?.());
  const saw = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        if (out.includes(text) || started.err().includes(text)) resolve();
      };
      look();
      void started.ended.then(({ err }) => reject(new Error(`it ended without '${text}': ${out}${err}`)));
    });
  return { ...started, out: () => out, saw };
}
