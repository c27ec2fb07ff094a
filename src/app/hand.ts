// How a command reaches its run: in this process when nobody owns the home, through the owner's socket when
// somebody does.

import type { Command, Refusal } from '../core/commands.ts';
import type { Decider } from '../core/gates/gate.ts';
import type { Home, HomeEvent } from '../core/home.ts';
import type { MemoryCommand, MemoryRefusal } from '../core/memory/facts.ts';
import type { Claim } from '../engine/home-ledger.ts';
import { HomeLedger } from '../engine/home-ledger.ts';
import type { Submitted } from '../engine/runs.ts';
import type { OwnerAnswer, OwnerRequest } from '../engine/socket.ts';
import { askOwner } from '../engine/socket.ts';
import type { Owner, OwnerOptions } from './owner.ts';
import { becomeOwner } from './owner.ts';
import type { Tools } from './parts.ts';
import { openReader } from './reader.ts';
import { UserError } from './user-error.ts';

export interface Hand {
  /** Set when this process owns the home, and so must see its runs through. */
  readonly owner: Owner | undefined;
  /** Under an id of its sender: sent again with the same, it is the same order. */
  readonly submit: (run: string, command: Command, sentAs: string) => Promise<Submitted>;
  readonly home: () => Promise<Home>;
  readonly recordHome: (event: HomeEvent) => Promise<void>;
  /** Claims a ticket if the claim is still the one that was seen before; gives the run that holds it then. */
  readonly claim: (event: Claim, before: string | undefined) => Promise<string | Refusal>;
  /** Hands a command to the memory of a repository; gives the refusal, where there is one. */
  readonly remember: (
    repository: string,
    command: MemoryCommand,
    sentAs: string,
  ) => Promise<MemoryRefusal | undefined>;
  /** A person mended the login of an agent: every run that waits for it goes on; gives those runs. */
  readonly resumeAgent: (agent: string, by: Decider) => Promise<readonly string[]>;
  /** Sees to it that this run, or every open one, is moved. */
  readonly recover: (run?: string) => Promise<void>;
  /** Whether the owner this hand reaches is there and takes on work. */
  readonly alive: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The owner left between two questions; a new hand finds its successor, or is it. */
export class OwnerGone extends UserError {
  constructor() {
    super('The process that owns this home went away. Try the same command again.', 'missing');
  }
}

const waitMs = 20_000;
const tryAgainMs = 100;
const pingMs = 5_000;

/**
 * Between an owner that is leaving and its successor there are moments without a socket: they are waited out, and
 * so are the seconds in which a leaving owner lets its agents save their work.
 */
export async function openHand(tools: Tools, options: OwnerOptions): Promise<Hand> {
  const giveUpAt = tools.clock.monotonic() + waitMs;
  while (tools.clock.monotonic() < giveUpAt) {
    const owner = await becomeOwner(tools, options);
    if (owner !== undefined) return ownHand(owner);
    const answer = await askOwner(tools.places.socket, { type: 'ping' }, pingMs);
    if (answer?.type === 'done') return remoteHand(tools);
    await tools.clock.until(tools.clock.now() + tryAgainMs, new AbortController().signal);
  }
  throw new UserError(
    `Another process owns ${tools.places.home} and does not answer. ` +
      'If it is stopped (Ctrl-Z), let it go on or end it, then try again.',
    'missing',
  );
}

function ownHand(owner: Owner): Hand {
  return {
    owner,
    submit: (run, command, sentAs) => owner.engine.submit(run, command, sentAs),
    home: () => owner.home.state(),
    recordHome: (event) => owner.home.record(event),
    claim: (event, before) => owner.home.claim(event, before),
    remember: (repository, command, sentAs) => owner.memory.submit(repository, command, sentAs),
    resumeAgent: (agent, by) => owner.engine.resumeAgent(agent, by),
    recover: async (run) => {
      await owner.engine.recover(run);
    },
    alive: () => Promise.resolve(true),
    close: () => owner.close(),
  };
}

function remoteHand(tools: Tools): Hand {
  const ask = (request: OwnerRequest): Promise<OwnerAnswer> => askOrGone(tools, request);
  return {
    owner: undefined,
    submit: async (run, command, sentAs) => {
      const answer = await ask({ type: 'submit', run, command, sentAs });
      if (answer.type !== 'submitted') throw new Error('invariant: a submit is answered with submitted');
      return answer.submitted;
    },
    home: () => homeOf(tools),
    recordHome: async (event) => {
      await ask({ type: 'home', event });
    },
    claim: async (event, before) => {
      const answer = await ask({ type: 'claim', event, ...(before === undefined ? {} : { before }) });
      if (answer.type !== 'claimed') throw new Error('invariant: a claim is answered with claimed');
      return answer.run;
    },
    remember: async (repository, command, sentAs) => {
      const answer = await ask({ type: 'memory', repository, command, sentAs });
      if (answer.type !== 'remembered') throw new Error('invariant: a memory is answered with remembered');
      return answer.refusal;
    },
    resumeAgent: async (agent, by) => {
      const answer = await ask({ type: 'resume-agent', agent, by });
      if (answer.type !== 'resumed') throw new Error('invariant: a resume is answered with resumed');
      return answer.runs;
    },
    recover: async (run) => {
      await ask({ type: 'wake', ...(run === undefined ? {} : { run }) });
    },
    alive: async () => (await askOwner(tools.places.socket, { type: 'ping' }, pingMs))?.type === 'done',
    close: () => Promise.resolve(),
  };
}

async function askOrGone(tools: Tools, request: OwnerRequest): Promise<OwnerAnswer> {
  const answer = await askOwner(tools.places.socket, request);
  if (answer === undefined || answer.type === 'leaving') throw new OwnerGone();
  if (answer.type === 'trouble') throw new UserError(answer.message, 'refused');
  return answer;
}

async function homeOf(tools: Tools): Promise<Home> {
  const reader = await openReader(tools.places);
  try {
    const journal = reader.journal;
    if (journal === undefined) throw new Error('invariant: an owned home has a journal');
    return await new HomeLedger(journal, tools.clock).state();
  } finally {
    await reader.close();
  }
}
