// An agent that does what a script says: for rehearsals, for trying out a policy, for tests. The steps are
// played by a real child process under the same limits as any other agent.

import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { packageFile } from '../../config/package-file.ts';
import type { Processes } from '../../containment/process.ts';
import type { Agent, AgentOutcome, AgentRequest } from '../agent.ts';
import { agentBox } from '../agent-box.ts';
import { ownFolders } from '../own-folders.ts';
import { plainReader } from '../readers.ts';
import type { Reading } from '../reading.ts';
import { runAgent } from '../run-agent.ts';
import { parseScript, type ParsedScript, type ScriptEntry } from './script.ts';
import type { SaidFault } from './said-fault.ts';
import { costMark } from './step.ts';

export interface ScriptedAgentOptions {
  readonly name: string;
  /** The text of the script, in YAML. */
  readonly script: string;
  readonly processes: Processes;
  /** The environment of the commands a script runs. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The compiled one, also where this file is not. */
const player = packageFile('dist/agents/scripted/player.js');
/** The file of the package says that its files are modules. */
const playerPlaces = [path.dirname(player), packageFile('package.json')];
const usualPath = [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter);

export function scriptedAgent({ name, script, processes, env }: ScriptedAgentOptions): Agent {
  const parsed = parseScript(script);
  const environment = { PATH: usualPath, ...env };
  return {
    name,
    play: async (request) => {
      if (!parsed.ok) return notPlayed('preflight', scriptProblem(name, parsed));
      const entry = await entryFor(parsed.entries, name, request);
      if (entry === undefined) return notPlayed('agent-failed', noEntry(parsed.entries, request));
      const { steps, fault } = upToFault(entry);
      const stdin = JSON.stringify(steps);
      const box = await agentBox(request, { file: process.execPath, readable: playerPlaces, egress: [] });
      const own = await ownFolders(request);
      const outcome = await runAgent(processes, request, () => ({
        file: process.execPath,
        args: [player],
        env: { ...environment, ...own },
        stdin,
        box,
        reader: plainReader(read),
      }));
      return fault === undefined ? outcome : saying(fault, outcome);
    },
    usable: async () => {
      if (!parsed.ok) return { ok: false, problem: scriptProblem(name, parsed) };
      const built = await access(player).then(
        () => true,
        () => false,
      );
      if (built) return { ok: true, version: 'scripted' };
      return {
        ok: false,
        problem: `The agent ${name} cannot be used, because ${player} is missing: run npm run build.`,
      };
    },
  };
}

/** The first one that matches and was not played as often as it may be. */
async function entryFor(
  entries: readonly ScriptEntry[],
  agent: string,
  request: AgentRequest,
): Promise<ScriptEntry | undefined> {
  for (const [at, entry] of entries.entries()) {
    if (isFor(entry, agent, request) && (await isLeft(entry, at, request.counts ?? request.state)))
      return entry;
  }
  return undefined;
}

/** Takes one of its times, for good: attempts side by side, and after a crash, count the same. */
async function isLeft({ times, tally }: ScriptEntry, at: number, counts: string): Promise<boolean> {
  if (times === undefined) return true;
  for (let n = 1; n <= times; n += 1) {
    const taken = await writeFile(path.join(counts, `played-${tally ?? `entry-${at}`}-${n}`), '', {
      flag: 'wx',
    }).then(
      () => true,
      () => false,
    );
    if (taken) return true;
  }
  return false;
}

function upToFault({ do: all }: ScriptEntry): {
  readonly steps: ScriptEntry['do'];
  readonly fault: SaidFault | undefined;
} {
  const at = all.findIndex(({ type }) => type === 'fault');
  const step = all[at];
  return step?.type === 'fault'
    ? { steps: all.slice(0, at), fault: step.reason }
    : { steps: all, fault: undefined };
}

/** What we stopped was stopped, whatever the script would have said. */
function saying(reason: SaidFault, outcome: AgentOutcome): AgentOutcome {
  if (outcome.ended === 'stopped') return outcome;
  const { charge } = outcome;
  return { ended: 'failed', reason, detail: `The script says ${reason} here.`, charge };
}

function isFor(entry: ScriptEntry, agent: string, request: AgentRequest): boolean {
  return (
    (entry.agent === undefined || entry.agent === agent) &&
    (entry.role === undefined || entry.role === request.role) &&
    (entry.task === undefined || entry.task === request.task) &&
    (entry.round === undefined || entry.round === (request.round ?? 1)) &&
    (entry.attempt === undefined || entry.attempt === request.ordinal)
  );
}

function notPlayed(reason: 'preflight' | 'agent-failed', detail: string): AgentOutcome {
  return { ended: 'failed', reason, detail, charge: { agentMs: 0 } };
}

function scriptProblem(agent: string, parsed: ParsedScript & { readonly ok: false }): string {
  return `The agent ${agent} cannot be used, because its script is wrong. ${parsed.problems.join(' ')}`;
}

function noEntry(entries: readonly ScriptEntry[], request: AgentRequest): string {
  const task = request.task === undefined ? 'no task' : `task ${request.task}`;
  const roles = [...new Set(entries.map((entry) => entry.role ?? 'any role'))].join(', ');
  return `The script has no entry for role ${request.role}, ${task}, round ${request.round ?? 1}, attempt ${request.ordinal}; it has entries for: ${roles}. Add one that matches.`;
}

const costLine = z.object({ usd: z.number().optional(), tokens: z.number().optional() });

/** The player tells a cost on a line of its own; such lines are no part of the answer, and several add up. */
function read(stdout: string): Reading {
  const answer: string[] = [];
  let usd: number | undefined;
  let tokens: number | undefined;
  for (const line of stdout.split('\n')) {
    const cost = line.startsWith(costMark) ? costIn(line.slice(costMark.length)) : undefined;
    if (cost === undefined) answer.push(line);
    if (cost?.usd !== undefined) usd = (usd ?? 0) + cost.usd;
    if (cost?.tokens !== undefined) tokens = (tokens ?? 0) + cost.tokens;
  }
  return {
    answer: answer.join('\n'),
    ...(usd === undefined ? {} : { usd }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

function costIn(text: string): z.infer<typeof costLine> | undefined {
  try {
    return costLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
