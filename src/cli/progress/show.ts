// Shows a run while it moves: drawn in place on a terminal, one line an event elsewhere.

import type { Clock } from '../../telemetry/clock.ts';
import type { Io } from '../command.ts';
import { styleOf } from '../../app/words/style.ts';
import { timeOfDay } from '../../views/words/words.ts';
import { renderProgress } from './render.ts';
import { Screen } from './screen.ts';
import type { SaidLine, Tracked } from '../../app/watching/track.ts';

export interface Show {
  /** What there is to say of what happened, and the state after it. */
  readonly update: (said: readonly SaidLine[], tracked: Tracked) => void;
  /** Says something beside what is drawn. */
  readonly say: (text: string) => void;
  /** Takes everything away that would be drawn over. Twice is once. */
  readonly close: () => Promise<void>;
}

export function showOn(io: Io, clock: Clock): Show {
  return io.live ? liveShow(io, clock) : plainShow(io);
}

function plainShow(io: Io): Show {
  return {
    update: (said) => {
      for (const { at, words } of said) io.err(`${timeOfDay(at)}  ${words}\n`);
    },
    say: (text) => io.err(text),
    close: () => Promise.resolve(),
  };
}

const redrawMs = 100;
const tickMs = 1_000;

/** At most ten times a second, and once a second although nothing happened: ages grow. */
function liveShow(io: Io, clock: Clock): Show {
  return new LiveShow(io, clock);
}

class LiveShow implements Show {
  readonly #io: Io;
  readonly #clock: Clock;
  readonly #screen: Screen;
  readonly #ended = new AbortController();
  #tracked: Tracked | undefined;
  #wake = new AbortController();
  #drawing: Promise<void> | undefined;
  #unhush: (() => void) | undefined;

  constructor(io: Io, clock: Clock) {
    this.#io = io;
    this.#clock = clock;
    this.#screen = new Screen(io);
  }

  readonly update = (_said: readonly SaidLine[], tracked: Tracked): void => {
    this.#tracked = tracked;
    this.#wake.abort();
    this.#unhush ??= this.#ended.signal.aborted ? undefined : this.#io.hush();
    this.#drawing ??= this.#draw();
  };

  /** What is drawn comes back with the next look. */
  readonly say = (text: string): void => {
    this.#screen.clear();
    this.#io.err(text);
  };

  readonly close = async (): Promise<void> => {
    this.#ended.abort();
    this.#wake.abort();
    await this.#drawing;
    this.#screen.clear();
    this.#unhush?.();
    this.#unhush = undefined;
  };

  async #draw(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      this.#paint();
      await this.#clock.until(this.#clock.now() + redrawMs, signal);
      await this.#clock.until(this.#clock.now() + tickMs - redrawMs, this.#wake.signal);
    }
  }

  #paint(): void {
    if (this.#tracked === undefined) return;
    const { width, height, colors } = this.#io;
    this.#screen.draw(
      renderProgress(this.#tracked, {
        // One column and one line are left free: a full one would scroll.
        width: Math.max(20, width() - 1),
        height: Math.max(4, height() - 1),
        style: styleOf(colors),
        now: this.#clock.now(),
      }),
    );
  }
}
