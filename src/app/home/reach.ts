// How an order reaches the one process that may move the runs of a home: this one, where nobody owns the home, else the
// owner, through its socket. Either way the same entry of the same table carries it out.
//
// Invariants
//   REACH-1. An order keeps its id however often it is sent, so that nothing is taken twice when an answer got lost.
//   REACH-2. An owner that is leaving gives no answer but that, also to an order it just took in and will not move: the order
//        goes to its successor under the same id, which finds it taken and moves the run.
//   REACH-3. Between an owner that leaves and its successor there are moments without a socket: they are waited out, and so
//        are the seconds in which a leaving owner lets its agents save their work.
//   REACH-4. Whoever waits may stop waiting at once, and is told whether the order may have been taken.
//   REACH-5. What the owner needs of the caller's environment goes along, by names that it asks for.
//   REACH-6. A terminal that attaches never becomes the owner: where nobody listens it starts an engine, and where somebody does,
//        whoever that is, the order goes to them.
//   REACH-7. An engine of an older version that works on nothing makes room for one of this version, before it is asked for anything;
//        one that has is asked as it is, in its own protocol.

import type { ZodType } from 'zod';
import { kinds, programTypes } from '../../agents/kinds.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Call } from '../../engine/frames.ts';
import type { CallEnd } from '../../engine/socket.ts';
import { askOwner } from '../../engine/socket.ts';
import { isRecord } from '../../plain/json.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import { buildHere } from './build.ts';
import type { Exit } from '../ending/exit-codes.ts';
import { exits } from '../ending/exit-codes.ts';
import type { Owner, OwnerOptions } from './owner.ts';
import { becomeOwner } from './owner.ts';
import { givenFrom } from './given.ts';
import { ownerSocket } from './owner-address.ts';
import type { EngineStarter } from './start-engine.ts';
import { succeedIdle } from './succeed.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';
import { answered } from '../verbs/foreign.ts';
import type { AskedOrder, OrderEntry } from '../verbs/verb.ts';

const waitMs = 20_000;
const tryAgainMs = 100;
/** An engine that was started is there in a moment. */
const tryStartedMs = 10;

export interface Sent {
  /** Of the order, where whoever asks has named it. */
  readonly id?: string | undefined;
  readonly by: Decider;
  /** The digest of what was looked at before. */
  readonly seen?: string | undefined;
  /** Ends the waiting (REACH-4). */
  readonly stop?: AbortSignal;
}

/** An order, whatever goes in and out of it. */
export interface Askable extends Sendable<unknown> {
  readonly answer: (asked: AskedOrder, input: unknown) => Promise<unknown>;
}

interface Sendable<Out> {
  readonly name: string;
  readonly schemas: () => Promise<{ readonly output: ZodType<Out> }>;
}

/** REACH-4: nobody waits for the answer any more. */
export class StoppedWaiting extends Error {
  override readonly name = 'StoppedWaiting';
}

export class Reach {
  readonly #tools: Tools;
  readonly #options: OwnerOptions;
  readonly #build = buildHere();
  readonly #starter: EngineStarter | undefined;
  /** REACH-5: known from the first order on that wanted them. */
  #names: readonly string[];
  #owner: Owner | undefined;
  /** An order of this process was answered. */
  #isAnswered = false;
  /** REACH-7: it was looked at once whether an older engine makes room. */
  #isMet = false;
  /** The next engine comes after an older one that made room. */
  #succeeds = false;

  /** `starter`: REACH-6. */
  constructor(tools: Tools, options: OwnerOptions, starter?: EngineStarter) {
    this.#tools = tools;
    this.#options = options;
    this.#starter = starter;
    this.#names = usualVariables();
  }

  /** Set while this process owns the home, and so must see its runs through. */
  get owner(): Owner | undefined {
    return this.#owner;
  }

  call<In, Out>(entry: OrderEntry<In, Out>, input: In, sent: Sent): Promise<Out> {
    return this.#sent(entry, (asked) => entry.carryOut(asked, input), input, sent);
  }

  /** The same for what somebody else says, and looked at before anything is done with it. */
  ask(entry: Askable, input: unknown, sent: Sent): Promise<unknown> {
    return this.#sent(entry, (asked) => entry.answer(asked, input), input, sent);
  }

  async #sent<Out>(
    entry: Sendable<Out>,
    own: (asked: AskedOrder) => Promise<Out>,
    input: unknown,
    sent: Sent,
  ): Promise<Out> {
    const { id = randomIds().next('o'), by, seen, stop = never } = sent;
    const { clock } = this.#tools;
    const call: Call = {
      id, // REACH-1
      by,
      verb: entry.name,
      input,
      ...(seen === undefined ? {} : { seen }),
    };
    const giveUpAt = clock.monotonic() + waitMs;
    let again = false;
    while (clock.monotonic() < giveUpAt && !stop.aborted) {
      if (this.#starter === undefined) this.#owner ??= await becomeOwner(this.#tools, this.#options);
      if (this.#owner !== undefined) {
        const about = { id, by, again, ...(seen === undefined ? {} : { seen }) };
        const output = await own({ tools: this.#tools, owner: this.#owner, ...about });
        this.#isAnswered = true;
        return output;
      }
      const asked = await this.#askNewer(again ? { ...call, again: true } : call, stop);
      if (!('gone' in asked)) this.#starter?.reached();
      if ('output' in asked) {
        this.#isAnswered = true;
        return answered((await entry.schemas()).output, asked.output);
      }
      if ('trouble' in asked) throw troubleFrom(asked.trouble);
      if ('wants' in asked) {
        this.#names = namesWith(this.#names, asked.wants);
        continue;
      }
      again ||= 'leaving' in asked || asked.sent;
      const isNobody = 'gone' in asked && !asked.sent && !stop.aborted;
      if (isNobody) await this.#starter?.start({ succeeds: this.#succeeds }); // REACH-6
      const pauseMs = isNobody && this.#starter !== undefined ? tryStartedMs : tryAgainMs;
      if (!stop.aborted) await clock.until(clock.now() + pauseMs, stop); // REACH-3
    }
    const before = this.#isAnswered ? 'What was ordered before that stands.' : 'Nothing was sent.';
    const taken = again ? takenWords(input) : before;
    if (stop.aborted)
      throw new StoppedWaiting(`Stopped waiting for the process that owns this home. ${taken}`);
    throw new UserError(
      `Another process owns ${this.#tools.places.home} and does not answer. ${taken} ` +
        'If it is stopped (Ctrl-Z or SIGSTOP), let it go on or end it.',
      'missing',
    );
  }

  /** REACH-7. Without a starter nobody would come after the one that leaves. */
  async #askNewer(call: Call, signal: AbortSignal): Promise<CallEnd> {
    if (this.#isMet || this.#starter === undefined) return this.#ask(call, signal);
    let isOld = false;
    const mayAsk = (isOlder: boolean): boolean => {
      isOld = isOlder;
      return !isOlder;
    };
    const asked = await this.#ask(call, signal, mayAsk);
    if (!isOld) return asked;
    this.#isMet = true;
    this.#succeeds = await succeedIdle(this.#tools.places, call.by);
    return this.#ask(call, signal);
  }

  #ask(call: Call, signal: AbortSignal, mayAsk?: (isOlder: boolean) => boolean): Promise<CallEnd> {
    const given = givenFrom(this.#tools.surroundings.env, this.#names);
    const socket = ownerSocket(this.#tools.places);
    const told = mayAsk === undefined ? {} : { mayAsk };
    return askOwner(socket, { ...call, given }, { build: this.#build, signal, ...told });
  }

  async close(): Promise<void> {
    await this.#owner?.close();
  }
}

/** What the programs Slipway knows are given where nobody says: most orders need no second call. */
function usualVariables(): readonly string[] {
  return [...new Set(programTypes.flatMap((type) => kinds[type].found().env))];
}

function namesWith(known: readonly string[], wanted: readonly string[]): readonly string[] {
  const all = [...new Set([...known, ...wanted])];
  if (all.length === known.length) throw new Error('invariant: what was sent is not asked for again');
  return all;
}

const never = new AbortController().signal;

/** Typed once more it would be another order, and be taken once more. */
function takenWords(input: unknown): string {
  const run = isRecord(input) && typeof input['run'] === 'string' ? ` ${input['run']}` : '';
  return forTerminal(
    `The order was sent, and may have been taken: look with \`slipway status${run}\` before you give it again.`,
  );
}

/** A bug over there is a bug; everything else a person can put right. The words are another process's. */
function troubleFrom({ message, exit }: { readonly message: string; readonly exit: string }): Error {
  const words = forTerminal(message);
  if (exit === 'bug') return new Error(words);
  return new UserError(words, isExit(exit) ? exit : 'missing');
}

function isExit(exit: string): exit is Exit {
  return Object.hasOwn(exits, exit);
}
