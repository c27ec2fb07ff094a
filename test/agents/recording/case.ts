// A case: one situation a real program is put into, and what an adapter should make of what it prints then.

import type { Script } from '../../support/model-server/script.ts';
import type { ProgramName } from '../programs.ts';

export const outcomeWords = [
  'completed',
  'denied',
  'max-turns',
  'budget',
  'schema',
  'auth',
  'quota',
  'overloaded',
  'network',
  'prompt-too-long',
  'killed',
  'stalled',
  'no-result',
  'malformed',
  'failed',
  'lost-session',
] as const;
type OutcomeWord = (typeof outcomeWords)[number];

export interface Case {
  readonly name: string;
  readonly expected: OutcomeWord;
  /** What the model does. `refused`: nobody listens at its address. */
  readonly script: Script | 'refused';
  readonly prompt?: string;
  /** The schema the answer has to follow, where the program has a flag for that. */
  readonly schema?: unknown;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly model?: string;
  /** opencode's permission rules. */
  readonly permission?: unknown;
  /** `first`: the same case has been run once before, and its session is gone on with. Else the session's id. */
  readonly resume?: string;
  /** With `resume`: a copy of the session is gone on with. */
  readonly fork?: true;
  readonly cut?: Cut;
}

export interface Cut {
  readonly signal: NodeJS.Signals;
  /**
   * `tool`: when the shell command `slowCommand` has begun. `asked`: when the model has been asked so many times.
   * `quietMs`: so long after it was asked first, for a program that only waits.
   */
  readonly when: 'tool' | { readonly asked: number } | { readonly quietMs: number };
}

/** Says that it has begun by making a file, and then takes longer than anybody waits. */
export const startedFile = 'started';
export const slowCommand = `touch ${startedFile} && sleep 120`;

/** Where a program runs: three folders that are thrown away. */
export interface Place {
  readonly workspace: string;
  readonly home: string;
  readonly tmp: string;
}

export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ModelAddress {
  readonly url: string;
  /** The session to go on with. */
  readonly session?: string;
}

/** How one program is started for a case, and where it names its session. */
export interface Driver {
  readonly program: ProgramName;
  readonly cases: readonly Case[];
  readonly launch: (one: Case, place: Place, model: ModelAddress) => Promise<Launch>;
  readonly sessionIn: (stdout: string) => string | undefined;
}

export interface Recording {
  readonly program: ProgramName;
  readonly version: string;
  /** Some programs tell of times in words that leave out the day. */
  readonly recordedAt: string;
  readonly args: readonly string[];
  readonly exit?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly expected: OutcomeWord;
}
