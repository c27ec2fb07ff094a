// Programs that speak the Model Context Protocol over HTTP: the same tools as over input and output, with the rights of the person
// whose token they bring. Who may look looks; who may decide has every tool, and answers a gate with a code as everybody does there.

import type { McpHttpHandler, McpServer } from '@modelcontextprotocol/server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { knownFolders } from '../app/home/known-folders.ts';
import { mayDo } from '../app/people/people.ts';
import { answerCall } from '../app/verbs/answer-call.ts';
import { verbs } from '../app/verbs/table.ts';
import type { AskedOrder } from '../app/verbs/verb.ts';
import { mcpChannel } from '../core/gates/own-run.ts';
import type { LastFrame } from '../engine/frames.ts';
import { Flow } from '../mcp/flow.ts';
import type { ProgramCall, Home } from '../mcp/mcp-server.ts';
import { mcpServer } from '../mcp/mcp-server.ts';
import { isRecord } from '../plain/json.ts';
import type { Caller } from './signed-in.ts';

const bodyBytesMax = 4 * 1024 * 1024;
const streamsMax = 4;
const knownMax = 100;

export class Programs {
  readonly #owner: AskedOrder['owner'];
  /** One for each person and what they may: another connection of theirs is no other program. */
  readonly #known = new Map<string, McpHttpHandler>();

  constructor(owner: AskedOrder['owner']) {
    this.#owner = owner;
  }

  answer(request: Request, caller: Caller): Promise<Response> {
    const key = `${caller.admission ?? ''} ${caller.access}`;
    const handler = this.#known.get(key) ?? this.#handlerFor(caller);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < knownMax) break;
      this.#known.delete(oldest);
    }
    this.#known.set(key, handler);
    return handler.fetch(request);
  }

  #handlerFor(caller: Caller): McpHttpHandler {
    const { screener, clock } = this.#owner.environments.in(undefined);
    const home: Home = {
      ask: (asked, gone) => this.#asked(caller, asked, gone),
      leave: mayDo(caller.access, 'decide') ? 'steer' : 'look',
      redact: (text) => screener.redact(text).text,
      clock,
      flow: new Flow(clock),
    };
    return overHttp(() => mcpServer(home));
  }

  async #asked({ by, access }: Caller, asked: ProgramCall, gone: AbortSignal): Promise<LastFrame> {
    const owner = this.#owner;
    const { verb, input, id, seen } = asked;
    const needs = verbs[verb].access;
    if (!mayDo(access, needs)) return refused(`${by.who} may ${access}, and this needs ${needs}.`);
    const tools = owner.environments.in(undefined);
    const dir = isRecord(input) ? input['dir'] : undefined;
    if (dir !== undefined && !(typeof dir === 'string' && (await knownFolders(tools.places.home)).has(dir)))
      return refused('No run was started in this folder yet: a person starts the first one at the terminal.');
    const call = {
      id,
      by: { ...by, channel: mcpChannel },
      verb,
      input,
      ...(seen === undefined ? {} : { seen }),
    };
    return answerCall(call, { tools, owner, say: () => Promise.resolve(), gone });
  }
}

/** A server of the protocol behind requests, with the limits of ours. Each request stands alone: no session is kept for anybody. */
export function overHttp(make: () => Promise<McpServer>): McpHttpHandler {
  return createMcpHandler(make, { maxRequestBodySize: bodyBytesMax, maxSubscriptions: streamsMax });
}

function refused(message: string): LastFrame {
  return { trouble: { message, exit: 'refused' } };
}
