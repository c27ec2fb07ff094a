// A request to the model as a script sees it: the same in every dialect.

export type DialectName = 'anthropic' | 'responses' | 'chat';

export interface ModelRequest {
  /** 1 for the first request to this server. */
  readonly ordinal: number;
  readonly dialect: DialectName;
  readonly model: string;
  readonly stream: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** System and developer texts, joined. */
  readonly system: string;
  /** Every text of the user, in order. Programs add texts of their own before the prompt. */
  readonly userTexts: readonly string[];
  /** The last of them: the prompt, or what was said to the model after it. */
  readonly lastUserText: string;
  readonly toolResults: readonly string[];
  /** How often the model has spoken in this conversation, resumed parts included. */
  readonly assistantTurns: number;
  readonly tools: readonly string[];
  readonly hasTools: boolean;
  /** The parsed body. */
  readonly raw: unknown;
}

/** One entry of a conversation, in order. */
export type Entry =
  | { readonly by: 'system' | 'user' | 'tool'; readonly text: string }
  | { readonly by: 'assistant' };

/** What a dialect finds in a body; everything else about a request follows from it. */
export interface Body {
  readonly model: string;
  readonly stream: boolean;
  readonly entries: readonly Entry[];
  readonly tools: readonly string[];
}

export interface Arrival {
  readonly ordinal: number;
  readonly dialect: DialectName;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: unknown;
}

export function requestOf(arrival: Arrival, body: Body): ModelRequest {
  const texts = (by: 'system' | 'user' | 'tool'): readonly string[] =>
    body.entries.flatMap((entry) => (entry.by === by ? [entry.text] : []));
  const userTexts = texts('user');
  return {
    ...arrival,
    model: body.model,
    stream: body.stream,
    system: texts('system').join('\n'),
    userTexts,
    lastUserText: userTexts.at(-1) ?? '',
    toolResults: texts('tool'),
    assistantTurns: turnsOf(body.entries),
    tools: body.tools,
    hasTools: body.tools.length > 0,
  };
}

/** One turn of a model may be several entries (a text and two calls): what stands together is one turn. */
function turnsOf(entries: readonly Entry[]): number {
  return entries.filter((entry, at) => entry.by === 'assistant' && entries[at - 1]?.by !== 'assistant')
    .length;
}
