// Shows the demo while it moves. Its lines stay; on a terminal, what the run is at is drawn below them.

import type { RunEvent } from '../../core/events.ts';
import type { Run } from '../../core/run.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { Io } from '../command.ts';
import { renderProgress } from '../progress/render.ts';
import { Screen } from '../progress/screen.ts';
import type { Tracked } from '../../app/watching/track.ts';
import { track } from '../../app/watching/track.ts';
import type { Style } from '../../app/words/style.ts';
import { styleOf } from '../../app/words/style.ts';
import type { Sentence } from './narrate.ts';
import { narrate } from './narrate.ts';

export class DemoShow {
  readonly #io: Io;
  readonly #clock: Clock;
  readonly #style: Style;
  readonly #screen: Screen;
  readonly #startedMs: number;
  #tracked: Tracked | undefined;

  constructor(io: Io, clock: Clock) {
    this.#io = io;
    this.#clock = clock;
    this.#style = styleOf(io.colors);
    this.#screen = new Screen(io);
    this.#startedMs = clock.monotonic();
  }

  /** `run` is the state after the event. */
  tell(event: RunEvent, run: Run): void {
    const told = narrate(event, run);
    if (this.#io.live) this.#screen.clear();
    if (told !== undefined) {
      this.#io.err(`${lineOf(told, this.#clock.monotonic() - this.#startedMs, this.#style)}\n`);
    }
    if (this.#io.live) this.#draw(event);
  }

  /** Takes away what is drawn. Twice is once. */
  close(): void {
    this.#screen.clear();
  }

  #draw(event: RunEvent): void {
    const at = this.#clock.now();
    this.#tracked = track(this.#tracked, { event, at, seq: (this.#tracked?.seq ?? 0) + 1 });
    const { width, height } = this.#io;
    this.#screen.draw(
      renderProgress(this.#tracked, {
        width: Math.max(20, width() - 1),
        height: Math.max(4, height() - 1),
        style: this.#style,
        now: at,
      }),
    );
  }
}

const marks: Readonly<Record<Sentence['tone'], string>> = {
  stage: '▸',
  plain: '·',
  good: '✓',
  trouble: '✗',
  person: '?',
};

function lineOf({ tone, text }: Sentence, ms: number, style: Style): string {
  const time = style.dim(`${(ms / 1000).toFixed(1).padStart(5)} s`);
  const indent = tone === 'stage' ? '' : '  ';
  return `${time}  ${indent}${painted(tone, `${marks[tone]} ${text}`, style)}`;
}

function painted(tone: Sentence['tone'], text: string, style: Style): string {
  switch (tone) {
    case 'stage':
      return style.bold(text);
    case 'plain':
      return text;
    case 'good':
      return style.green(text);
    case 'trouble':
      return style.red(text);
    case 'person':
      return style.yellow(text);
  }
}
