// The one way to the server: a verb by its name, with the key that proves this page beside the cookie. Types come from the verbs
// themselves; what arrives was made by their schemas.

import type { Listed } from '../../src/app/verbs/list.ts';
import type { Logs } from '../../src/app/verbs/logs.ts';
import type { PartShown } from '../../src/app/verbs/show.ts';
import type { GateShown } from '../../src/app/verbs/gate.ts';
import type { ChangesShown } from '../../src/app/verbs/changes.ts';
import type { CostsShown } from '../../src/app/verbs/costs.ts';
import type { TriggersShown } from '../../src/app/verbs/triggers.ts';
import type { SystemShown } from '../../src/app/verbs/system.ts';
import type { TasksShown } from '../../src/app/verbs/attempts.ts';
import type { TimelineShown } from '../../src/app/verbs/timeline.ts';
import type { Explained } from '../../src/app/verbs/explain.ts';
import type { Started } from '../../src/app/verbs/start.ts';
import type { Ordered } from '../../src/app/verbs/ordered.ts';
import type { ChatAnswered, ConversationsShown } from '../../src/app/verbs/chat.ts';
import type { ConversationShown } from '../../src/app/chat/shown.ts';
import type { Coded } from '../../src/app/verbs/code.ts';
import type { Diagnosed } from '../../src/app/verbs/doctor.ts';
import type { AgentsHere } from '../../src/app/agents/agents-here.ts';
import type { InboxShown } from '../../src/views/page/inbox.ts';
import type { RepositoryFact } from '../../src/core/memory/facts.ts';

export interface Looks {
  inbox: InboxShown;
  list: Listed;
  timeline: TimelineShown;
  gate: GateShown;
  changes: ChangesShown;
  tasks: TasksShown;
  costs: CostsShown;
  system: SystemShown;
  triggers: TriggersShown;
  part: PartShown;
  logs: Logs;
  explain: Explained;
  agents: AgentsHere;
  conversation: ConversationShown;
  conversations: ConversationsShown;
  doctor: Diagnosed;
  facts: { readonly facts: readonly RepositoryFact[] };
}

export interface Orders {
  decide: Ordered;
  answer: Ordered;
  tell: Ordered;
  pause: Ordered;
  resume: Ordered;
  retry: Ordered;
  cancel: Ordered;
  land: Ordered;
  merge: Ordered;
  start: Started;
  say: ChatAnswered;
  press: ChatAnswered;
  judge: unknown;
  code: Coded;
}

export interface Person {
  readonly name: string;
  readonly access: 'view' | 'decide' | 'administer';
}

export interface Session {
  readonly person: Person;
  readonly version: string;
  readonly publicUrl?: string;
}

/** What the server refused, in its own sentence. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const keyName = 'slipway-key';
const signedOutName = 'slipway-signed-out';

export const keyHere = (): string | undefined => localStorage.getItem(keyName) ?? undefined;

function headers(): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', 'x-slipway-key': keyHere() ?? '' };
}

const gone = 'The server does not answer. It may have been stopped: `slipway serve` starts it again.';

async function asked(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch(() => undefined);
  if (response === undefined) throw new Refused(0, gone);
  if (response.ok) return response;
  const body: { readonly error?: string | { readonly message?: string } } = await response
    .json()
    .catch(() => ({}));
  const said = typeof body.error === 'string' ? body.error : body.error?.message;
  if (response.status === 401) window.dispatchEvent(new Event(signedOutName));
  throw new Refused(response.status, said ?? `The server answered with ${response.status}.`);
}

export function onSignedOut(tell: () => void): () => void {
  window.addEventListener(signedOutName, tell);
  return () => window.removeEventListener(signedOutName, tell);
}

/** What lets somebody in: the code of a link, once, or the token of a person. */
export type Entry = { readonly code: string } | { readonly token: string };

/** A code is in no address after this, nor in the history. */
export async function signIn(entry: Entry): Promise<Session> {
  history.replaceState(undefined, '', `${location.pathname}${location.search}`);
  const response = await asked('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(entry),
  });
  const session: Session & { readonly key: string } = await response.json();
  localStorage.setItem(keyName, session.key);
  return session;
}

export async function session(): Promise<Session> {
  return (await asked('/api/session', { headers: headers() })).json();
}

export async function signOut(): Promise<void> {
  await asked('/api/session', { method: 'DELETE', headers: headers() });
  localStorage.removeItem(keyName);
}

export async function look<V extends keyof Looks>(verb: V, input: object = {}): Promise<Looks[V]> {
  const response = await asked(`/api/verbs/${verb}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ input }),
  });
  const { output }: { readonly output: Looks[V] } = await response.json();
  return output;
}

/** `id` is of the click: sent again, it does nothing twice. */
export async function order<V extends keyof Orders>(
  verb: V,
  input: object,
  { id = crypto.randomUUID(), seen }: { readonly id?: string; readonly seen?: string } = {},
): Promise<Orders[V]> {
  const response = await asked(`/api/verbs/${verb}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ input, id, ...(seen === undefined ? {} : { seen }) }),
  });
  const { output }: { readonly output: Orders[V] } = await response.json();
  return output;
}

export interface Heard {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface Hearing {
  /** The position to go on from; nothing begins with now. */
  readonly after?: string;
  readonly stop: AbortSignal;
  /** Called with whatever comes, be it only a sign of life. */
  readonly alive?: () => void;
}

/** Server-sent events, read with `fetch`, because the browser's own reader sends no header. */
export async function* heard(url: string, { after = '', stop, alive }: Hearing): AsyncGenerator<Heard, void> {
  const response = await asked(url, {
    headers: {
      ...headers(),
      accept: 'text/event-stream',
      ...(after === '' ? {} : { 'last-event-id': after }),
    },
    signal: stop,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = '';
  while (!stop.aborted) {
    const { value, done } = await reader.read();
    if (done) return;
    alive?.();
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.map(blockOf).filter((item) => item.data !== '');
  }
}

function blockOf(block: string): Heard {
  const field = (name: string): string =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      .join('\n');
  return { id: field('id'), event: field('event'), data: field('data') };
}
