// A conversation in the Agent Client Protocol, version 1, as a fold over the lines the agent sends: every step gives the
// next state and what to say. Pure: nothing is written here.
//
// Invariants
//   CONVERSATION-1. We offer nothing: no file system, no terminal. What an agent asks of us, other than permission, is refused.
//   CONVERSATION-2. Only what is said after the prompt is part of the answer: a session that is gone on with tells its past first.
//   CONVERSATION-3. Memory is bounded: of the answer no more is kept than an answer may have.

import type { Earlier, Session } from '../../core/effects.ts';
import { asObject, listAt, type Loose, numberAt, objectAt, objectIn, textAt, valueAt } from '../loose.ts';
import { answerCharsMax } from '../readers.ts';
import { permissionFor, type Rights } from './permission.ts';

const protocolVersion = 1;
const denialsMax = 50;

export interface Plan {
  readonly prompt: string;
  /** The conversation to go on with. */
  readonly before: Earlier | undefined;
  readonly rights: Rights;
}

type Step = 'greeting' | 'loading' | 'forking' | 'opening' | 'prompting' | 'ended';

export interface Conversation {
  readonly step: Step;
  /** The id of the request we wait for an answer to. */
  readonly request: number;
  readonly session?: Session;
  readonly version?: string;
  readonly answer: string;
  readonly stopReason?: string;
  readonly error?: Loose;
  readonly usd?: number;
  /** What the session had cost when the prompt was sent. */
  readonly usdBefore?: number;
  readonly tokens?: number;
  readonly denials: readonly string[];
}

export interface Turn {
  readonly state: Conversation;
  readonly say: readonly Loose[];
}

export function greeting(): Turn {
  const state: Conversation = { step: 'greeting', request: 0, answer: '', denials: [] };
  return ask(state, 'greeting', 'initialize', {
    protocolVersion,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false }, // CONVERSATION-1
    clientInfo: { name: 'slipway', title: 'Slipway', version: '1' },
  });
}

/** What the agent is told where a person wants it to stop. */
export function cancelling(state: Conversation): readonly Loose[] {
  const isAtWork = state.step === 'prompting' && state.session !== undefined;
  return isAtWork ? [notification('session/cancel', { sessionId: state.session?.id })] : [];
}

export function hear(state: Conversation, line: string, plan: Plan): Turn {
  const message = objectIn(line);
  const method = textAt(message, 'method');
  const id = valueAt(message, 'id');
  if (method !== undefined && id !== undefined) return asked(state, { id, method, message }, plan);
  if (method === 'session/update') return quiet(updated(state, objectAt(message, 'params')));
  if (id !== state.request || method !== undefined || state.step === 'ended') return quiet(state);
  const error = objectAt(message, 'error');
  return error === undefined
    ? answered(state, objectAt(message, 'result'), plan)
    : refused(state, error, plan);
}

function answered(state: Conversation, result: Loose | undefined, plan: Plan): Turn {
  switch (state.step) {
    case 'greeting':
      return greeted(state, result, plan);
    case 'loading':
      return prompted(
        { ...state, ...(plan.before === undefined ? {} : { session: { id: plan.before.id } }) },
        plan,
      );
    case 'forking':
    case 'opening': {
      const id = textAt(result, 'sessionId');
      if (id === undefined) return quiet(failed(state, { message: 'The agent opened no session.' }));
      return prompted({ ...state, session: { id } }, plan);
    }
    case 'prompting':
      return quiet(ended(state, result));
    case 'ended':
      return quiet(state);
  }
}

function greeted(state: Conversation, result: Loose | undefined, plan: Plan): Turn {
  const spoken = numberAt(result, 'protocolVersion');
  if (spoken !== protocolVersion) {
    const message = `The agent speaks version ${spoken ?? 'unknown'} of the protocol, we speak ${protocolVersion}.`;
    return quiet(failed(state, { message }));
  }
  const version = textAt(objectAt(result, 'agentInfo'), 'version');
  const known = version === undefined ? state : { ...state, version };
  if (plan.before === undefined) return open(known, plan);
  const told = { sessionId: plan.before.id, cwd: plan.rights.workspace, mcpServers: [] };
  const abilities = objectAt(result, 'agentCapabilities');
  if (plan.before.fork === true) {
    const canFork = objectAt(objectAt(abilities, 'sessionCapabilities'), 'fork') !== undefined;
    return canFork ? ask(known, 'forking', 'session/fork', told) : open(known, plan);
  }
  const canLoad = valueAt(abilities, 'loadSession') === true;
  return canLoad ? ask(known, 'loading', 'session/load', told) : open(known, plan);
}

function open(state: Conversation, { rights }: Plan): Turn {
  return ask(state, 'opening', 'session/new', { cwd: rights.workspace, mcpServers: [] });
}

function prompted(state: Conversation, { prompt }: Plan): Turn {
  const before = state.usd === undefined ? {} : { usdBefore: state.usd };
  return ask({ ...state, ...before, answer: '' }, 'prompting', 'session/prompt', {
    sessionId: state.session?.id,
    prompt: [{ type: 'text', text: prompt }],
  });
}

function ended(state: Conversation, result: Loose | undefined): Conversation {
  const tokens = numberAt(objectAt(result, 'usage'), 'totalTokens');
  return {
    ...state,
    step: 'ended',
    stopReason: textAt(result, 'stopReason') ?? 'unknown',
    ...(tokens === undefined ? {} : { tokens }),
  };
}

/** A session that cannot be gone on with is no failure: a fresh one is opened. */
function refused(state: Conversation, error: Loose, plan: Plan): Turn {
  return state.step === 'loading' || state.step === 'forking'
    ? open(state, plan)
    : quiet(failed(state, error));
}

function failed(state: Conversation, error: Loose): Conversation {
  return { ...state, step: 'ended', error };
}

interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly message: Loose | undefined;
}

function asked(state: Conversation, { id, method, message }: Asked, { rights }: Plan): Turn {
  if (method !== 'session/request_permission') {
    const error = { code: -32_601, message: `This client has no ${method}.` };
    return { state, say: [{ jsonrpc: '2.0', id, error }] }; // CONVERSATION-1
  }
  const { option, denial } = permissionFor(objectAt(message, 'params'), rights);
  const outcome = option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option };
  const denials = denial === undefined ? state.denials : [...state.denials, denial].slice(0, denialsMax);
  return { state: { ...state, denials }, say: [{ jsonrpc: '2.0', id, result: { outcome } }] };
}

function updated(state: Conversation, params: Loose | undefined): Conversation {
  const update = objectAt(params, 'update');
  const kind = textAt(update, 'sessionUpdate');
  if (kind === 'usage_update') return { ...state, ...costIn(objectAt(update, 'cost')) };
  if (state.step !== 'prompting') return state; // CONVERSATION-2
  // What was said before a tool was used is talk on the way.
  if (kind === 'tool_call') return { ...state, answer: '' };
  if (kind !== 'agent_message_chunk') return state;
  const said = textsIn(valueAt(update, 'content'));
  return { ...state, answer: `${state.answer}${said}`.slice(0, answerCharsMax + 1) }; // CONVERSATION-3
}

function textsIn(content: unknown): string {
  const parts = Array.isArray(content) ? listAt({ content }, 'content') : [content];
  return parts.map((part) => textAt(asObject(part), 'text') ?? '').join('');
}

/** Of the whole session so far. Other money is unknown money. */
function costIn(cost: Loose | undefined): Pick<Conversation, 'usd'> {
  const amount = numberAt(cost, 'amount');
  return amount === undefined || textAt(cost, 'currency') !== 'USD' ? {} : { usd: amount };
}

function ask(state: Conversation, step: Step, method: string, params: Loose): Turn {
  const request = state.request + 1;
  return { state: { ...state, step, request }, say: [{ jsonrpc: '2.0', id: request, method, params }] };
}

function notification(method: string, params: Loose): Loose {
  return { jsonrpc: '2.0', method, params };
}

function quiet(state: Conversation): Turn {
  return { state, say: [] };
}
