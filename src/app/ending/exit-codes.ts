// How a command of Slipway ends: every exit by its name, with the code the shell sees and what it means. Code speaks of
// the names; the codes are nowhere else. They are stable: whoever writes a script relies on them.

export const exits = {
  done: { code: 0, short: 'done', means: 'What was asked is done, or shown.' },
  bug: { code: 1, short: 'our bug', means: 'Something nobody expected: a bug in Slipway.' },
  usage: { code: 2, short: 'usage', means: 'The command line says something that cannot be understood.' },
  configuration: { code: 3, short: 'configuration', means: 'What is configured cannot be used.' },
  missing: {
    code: 4,
    short: 'something missing',
    means: 'Something is missing: git, the program of an agent, credentials, the home.',
  },
  'ended-badly': {
    code: 5,
    short: 'the run ended blocked, failed or cancelled',
    means: 'The run ended blocked, failed or cancelled.',
  },
  refused: {
    code: 6,
    short: 'refused',
    means:
      'It was refused: the wrong state, already decided, or what was seen is not what is there now. A replay or a rehearsal came out otherwise.',
  },
  'awaits-person': {
    code: 7,
    short: 'waiting for a person',
    means: 'The run waits for a person: a gate, the merge, a question, a pause.',
  },
  'awaits-budget': {
    code: 8,
    short: 'waiting for a budget',
    means: 'The run waits because a budget is reached, and for nothing else.',
  },
  interrupted: { code: 130, short: 'interrupted', means: 'The command was interrupted (SIGINT).' },
  terminated: { code: 143, short: 'terminated', means: 'The command was terminated (SIGTERM).' },
} as const satisfies Readonly<Record<string, ExitMeaning>>;

interface ExitMeaning {
  readonly code: number;
  /** A few words, for one line with all of them. */
  readonly short: string;
  /** A sentence. */
  readonly means: string;
}

export type Exit = keyof typeof exits;

const isExit = (word: string): word is Exit => Object.hasOwn(exits, word);
const exitNames: readonly Exit[] = Object.keys(exits).filter(isExit);

export function codeOf(exit: Exit): number {
  return exits[exit].code;
}

/** How a command ends that a signal ended. */
export type SignalExit = Extract<Exit, 'interrupted' | 'terminated'>;

export function exitBySignal(signal: 'SIGINT' | 'SIGTERM'): SignalExit {
  return signal === 'SIGINT' ? 'interrupted' : 'terminated';
}

/** In one line: `0 done, 1 our bug, …`. */
export function exitsInWords(some: readonly Exit[] = exitNames): string {
  return some.map((exit) => `${exits[exit].code} ${exits[exit].short}`).join(', ');
}
