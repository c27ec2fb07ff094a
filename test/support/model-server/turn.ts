// What a scripted model does with one request, in words that belong to no dialect.

/** A tool call by what it does; each dialect has its own tool for it. */
export type Call =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  /** `find` and `replace` are whole lines without the last line break: one of the dialects edits by patch. */
  | { readonly do: 'edit'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly do: 'shell'; readonly command: string }
  /** A tool by its own name. A string is the input of a free-form tool. */
  | { readonly do: 'tool'; readonly name: string; readonly input: unknown };

export interface Usage {
  /** Tokens that were read anew, those of the cache not counted. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export interface Speech {
  readonly type: 'say';
  readonly text?: string;
  readonly calls?: readonly Call[];
  readonly usage?: Usage;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The final answer as data: a call of the structured-output tool where the program offers one, else its text. */
export interface Answer {
  readonly type: 'answer';
  readonly value: unknown;
  readonly usage?: Usage;
}

export type Fault =
  /** Without a body, the dialect's own form of an error is made of `error`, whose further keys are kept. */
  | {
      readonly type: 'status';
      readonly status: number;
      readonly error?: Readonly<Record<string, unknown>>;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Never answers; the socket stays open until somebody closes it. */
  | { readonly type: 'hang' }
  /** Begins to speak and closes the socket in the middle of the stream. */
  | { readonly type: 'cut'; readonly text: string }
  /** Begins to speak and then tells of an error inside the stream. */
  | {
      readonly type: 'break';
      readonly text: string;
      readonly error: Readonly<Record<string, unknown>>;
    }
  /** Status 200 and a body that is no reply in any dialect. */
  | { readonly type: 'garbage'; readonly body?: string }
  /** Says everything, with a pause before each event of the stream. */
  | { readonly type: 'drip'; readonly pauseMs: number; readonly speech: Speech };

export type Turn = Speech | Answer | Fault;

export const usualUsage: Usage = { input: 80, cacheRead: 20, cacheWrite: 0, output: 50 };

export function say(text: string, usage: Usage = usualUsage): Speech {
  return { type: 'say', text, usage };
}

export function call(...calls: readonly Call[]): Speech {
  return { type: 'say', calls };
}

export function answer(value: unknown): Answer {
  return { type: 'answer', value };
}
