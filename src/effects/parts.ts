// What the effects are made of: ports only. The composition root fills them in.

import type { Agent } from '../agents/agent.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Checks } from '../checks/checks.ts';
import type { Config } from '../config/config.ts';
import type { Processes } from '../containment/process.ts';
import type { Cast, Failed } from '../core/effects.ts';
import type { ToolServer } from '../core/evidence/tool-call.ts';
import type { HomeEvent } from '../core/home.ts';
import type { Effort, Role } from '../core/roles/modes.ts';
import type { Task } from '../core/plan/plan.ts';
import type { Run } from '../core/run.ts';
import type { TicketSource } from '../core/ticket/ticket.ts';
import type { Forge, ForgeAnswer } from '../forges/forge.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Screener } from '../screening/screened.ts';
import type { WebSearch } from '../search/search.ts';
import type { Surveyor } from '../survey/survey.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { ToolServerHeard } from '../tool-servers/tool-servers.ts';
import type { Tracker } from '../trackers/tracker.ts';
import type { Witness } from '../views/words/witness.ts';
import type { Layers } from '../workspace/layer.ts';
import type { Workspaces } from '../workspace/workspace.ts';
import type { Passes } from './checking/passes.ts';
import type { SeenBases } from './checking/seen-bases.ts';
import type { Receipts } from './receipts.ts';

export interface EffectParts {
  readonly blobs: Blobs;
  readonly screener: Screener;
  readonly workspaces: Workspaces;
  readonly layers: Layers;
  /** Where the pull requests of a run live; one that is not there says so whenever it is asked. */
  readonly forgeOf: (run: Pick<Run, 'forge'>) => Forge;
  /** Where a ticket lives; what a run was configured with says how it is reached. */
  readonly trackerOf: (source: Pick<TicketSource, 'tracker'>, run?: Pick<Run, 'config'>) => Tracker;
  readonly checks: Checks;
  readonly surveyor: Surveyor;
  readonly prompts: Prompts;
  /** The web, as a search engine at this address knows it. */
  readonly searchAt: (address: string) => WebSearch;
  readonly processes: Processes;
  readonly receipts: Receipts;
  readonly passes: Passes;
  readonly seenBases: SeenBases;
  readonly clock: Clock;
  /** A clock on which waiting takes its time, whatever the journal's says. */
  readonly waiting: Pick<Clock, 'now' | 'until'>;
  readonly home: HomeLedger;
  readonly artifacts: ArtifactWriter;
  /** The head of a run's journal, for somebody outside to keep. */
  readonly headOf?: (run: string) => Promise<Required<Witness> | undefined>;
  readonly memory: MemoryKeeper;
  /** The configuration the run was started with. */
  readonly configOf: (run: Run) => Promise<Config>;
  /** The agent that plays a role in this run, and with which model. */
  readonly agentFor: (run: Run, role: Role, cast: Cast) => Promise<CastAgent>;
  /** The folders of an agent in one run; they are made, and go when the run has ended. `judging` names the work of a judge. */
  readonly agentFolders: (run: string, agent: string, judging: string | undefined) => Promise<AgentFolders>;
  readonly dropSessions: (run: string) => Promise<void>;
  /** What the repository tells agents about itself at a commit (AGENTS.md, else CLAUDE.md), where it does. */
  readonly guidanceAt: (repository: string, commit: string) => Promise<string | undefined>;
  /** Free bytes where the home lives. */
  readonly freeBytes: () => Promise<number>;
  readonly machine: Machine;
  /** Which tools an MCP server has that a person named for an agent, or for a check: that one runs in `dir`. */
  readonly askServer: (asked: {
    readonly server: ToolServer;
    readonly agent?: Config['agents'][string];
    readonly dir?: string;
    readonly signal: AbortSignal;
  }) => Promise<ToolServerHeard>;
  /** Marks the processes of this home. */
  readonly homeTag: string;
}

/** What pre-flight and survey may ask of the machine. */
export interface Machine {
  readonly cores: number;
  /** By its name on the PATH, or by its path. */
  readonly hasProgram: (name: string) => Promise<boolean>;
  /** Environment variables that a person named for an agent and that have no value. */
  readonly unset: (agent: Config['agents'][string]) => readonly string[];
}

export interface AgentFolders {
  /** Everything it may write beside its workspace. One for all who make something; every judge has another for each work. */
  readonly state: string;
  /** What Slipway itself counts of it; it does not see this one. */
  readonly counts: string;
}

export interface CastAgent {
  readonly agent: Agent;
  readonly model?: string;
  readonly effort?: Effort;
}

/** The home stream, as effects may use it. */
export interface HomeLedger {
  readonly hasReserved: (run: string) => Promise<boolean>;
  /** Whether another run had this run's ticket before. */
  readonly isRepeat: (run: string) => Promise<boolean>;
  readonly record: (event: HomeEvent) => Promise<void>;
  /** The login of an agent does not work: no run launches it until a person mends that. */
  readonly halt: (agent: string, run: string) => Promise<void>;
}

/** What is remembered of repositories. Nothing of it ever fails: a run goes on without. */
export interface MemoryKeeper {
  /** Looks what the run has taught since the last time, and remembers it. */
  readonly gather: (run: Run) => Promise<void>;
  /** What a role is told; an empty text is nothing. */
  readonly known: (about: {
    readonly run: Run;
    readonly role: Role;
    /** The words of the ticket. */
    readonly ticket: string;
    readonly task?: Task;
  }) => Promise<{ readonly text: string; readonly ids: readonly string[] }>;
}

export interface ArtifactWriter {
  readonly write: (run: Run) => Promise<void>;
  /** What went wrong in a run so far, in words for whoever plans next; an empty text is nothing. */
  readonly failures: (run: string) => Promise<string>;
}

/** Keeps a text as a blob, redacted, and gives its hash. */
export function keepText(parts: Pick<EffectParts, 'blobs' | 'screener'>, text: string): Promise<string> {
  return parts.blobs.put(parts.screener.redact(text));
}

/** A failure with the words for it. */
export async function failedWith(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  failed: Omit<Failed, 'type' | 'detail'>,
  detail: string,
): Promise<Failed> {
  return { type: 'failed', ...failed, detail: await keepText(parts, detail) };
}

/** What a forge could not or would not do. */
export function failedAt(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  { reason, detail, until }: Extract<ForgeAnswer<unknown>, { readonly ok: false }>,
): Promise<Failed> {
  return failedWith(parts, { reason, ...(until === undefined ? {} : { resetsAt: until }) }, detail);
}

/** Something nobody expected, as a failure: a full disk is for a person, the rest is tried again. */
export async function failedBy(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  error: unknown,
): Promise<Failed> {
  const reason = isDiskFull(error) ? 'disk-full' : 'io';
  try {
    return await failedWith(parts, { reason }, wordsOf(error));
  } catch {
    return { type: 'failed', reason }; // not even the words could be kept
  }
}

/** Where it happened helps with a bug of ours, and not with a disk. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isDiskFull(error)
    ? `The disk that holds Slipway's home is full: ${error.message}.`
    : (error.stack ?? error.message);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
