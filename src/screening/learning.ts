// A screener that is told secrets while it is in use: which variables hold them is known only when a configuration has
// been read. What it was told once it never forgets; a stream knows what was told before it began.

import { createScreener } from './screen.ts';
import type { Screener } from './screened.ts';

export interface LearningScreener extends Screener {
  /** Values to replace from now on, wherever they turn up. */
  readonly learn: (values: readonly string[]) => void;
}

export function learningScreener(): LearningScreener {
  const known = new Set<string>();
  let screener = createScreener();
  return {
    screen: (text) => screener.screen(text),
    redact: (text) => screener.redact(text),
    stream: () => screener.stream(),
    learn: (values) => {
      const before = known.size;
      for (const value of values) known.add(value);
      if (known.size > before) screener = createScreener({ known: [...known] });
    },
  };
}
