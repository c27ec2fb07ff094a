// What a rehearsal is written in: who plays what, which faults strike where, what a person would answer, and how it should end.
// Owns the format and its messages; documented for people in docs/guides/rehearsing.md.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ScriptEntry } from '../../agents/scripted/script.ts';
import { parseScript } from '../../agents/scripted/script.ts';
import type { Problem } from '../../config/issues.ts';
import { check } from '../../config/issues.ts';
import { line, mapping, path as filePath } from '../../config/schema-parts.ts';
import { readYaml } from '../../config/yaml-text.ts';
import { failureReasons } from '../../core/failures/failure.ts';
import type { Answer, GateKind } from '../../core/gates/gate.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { stageNames } from '../../core/pipeline/stage.ts';
import { modeOf } from '../../core/roles/modes.ts';
import type { Status } from '../../core/status.ts';
import type { Boundary } from '../../engine/engine.ts';
import { UserError } from '../ending/user-error.ts';
import type { FaultName } from './faults.ts';
import { faultNames } from './faults.ts';
import type { WorldFault } from './world-faults.ts';
import { worldEffects, worldFaultNames } from './world-faults.ts';

export interface Rehearsal {
  readonly ticket: string;
  readonly entries: readonly ScriptEntry[];
  readonly faults: readonly Fault[];
  /** Of the forge, the tracker, the checks and whoever else works in the repository. */
  readonly world: readonly WorldFault[];
  readonly crashes: readonly Crash[];
  readonly answers: Answers;
  readonly expect: Expected;
}

/** Something that goes wrong with an agent, and whom it strikes: whatever is left out is anybody. */
export interface Fault {
  readonly fault: FaultName;
  readonly agent?: string;
  readonly role?: string;
  readonly task?: string;
  readonly round?: number;
  readonly attempt?: number;
  readonly times: number;
}

/** Slipway itself is killed, once, at a boundary of an effect. */
export interface Crash {
  readonly at: Boundary;
  readonly effect?: string;
  readonly task?: string;
}

/** What is answered at a gate of a kind; `nobody`: the rehearsal ends there. */
export type Answers = Readonly<Partial<Record<GateKind, Answer | 'nobody'>>>;

export interface Expected {
  readonly status: Status;
  readonly stage?: StageName;
  /** A gate of this kind is open at the end. */
  readonly gate?: GateKind;
  /** The reasons of all failures, in the order they came. */
  readonly failures?: readonly string[];
}

const usualTicket = 'Rehearse: add what the script plays';

/** What nobody has to think about to answer; at every other gate a rehearsal ends, because that is what it shows. */
const usualAnswers: Answers = {
  plan: 'approve',
  drift: 'approve',
  wave: 'approve',
  delivery: 'approve',
  merge: 'approve',
};

const answer = z.enum(['approve', 'revise', 'reject', 'nobody']).exactOptional();
const answerable = [
  'plan',
  'drift',
  'wave',
  'delivery',
  'merge',
  'review',
  'probe',
  'widen-scope',
  'destructive',
  'waiver',
] as const satisfies readonly GateKind[];
const gateKinds = [...answerable, 'question', 'budget', 'login'] as const satisfies readonly GateKind[];
const boundaries = [
  'before-intent',
  'after-intent',
  'after-act',
  'after-record',
] as const satisfies readonly Boundary[];
const statuses = [
  'running',
  'waiting',
  'blocked',
  'failed',
  'cancelled',
  'completed',
] as const satisfies readonly Status[];
const crash = 'crash';
const times = z.int().min(1).max(20);

const fault = mapping({
  fault: z.enum([...faultNames, ...worldFaultNames, crash]),
  agent: line.exactOptional(),
  role: z.enum(Object.keys(modeOf)).exactOptional(),
  task: line.exactOptional(),
  round: z.int().min(1).exactOptional(),
  attempt: z.int().min(1).exactOptional(),
  times: times.exactOptional(),
  at: z.enum(boundaries).exactOptional(),
  effect: line.exactOptional(),
  check: line.exactOptional(),
  file: filePath.exactOptional(),
});
type GivenFault = z.infer<typeof fault>;

const file = mapping({
  ticket: z.string().min(1).exactOptional(),
  script: filePath.exactOptional(),
  entries: z.array(z.unknown()).exactOptional(),
  faults: z.array(fault).exactOptional(),
  answers: mapping(Object.fromEntries(answerable.map((kind) => [kind, answer]))).exactOptional(),
  expect: mapping({
    status: z.enum(statuses).exactOptional(),
    stage: z.enum(stageNames).exactOptional(),
    gate: z.enum(gateKinds).exactOptional(),
    failures: z.array(z.enum(failureReasons)).exactOptional(),
  }).exactOptional(),
});

/** Throws a ConfigProblem or a UserError that names the place. */
export async function readRehearsal(name: string): Promise<Rehearsal> {
  const text = await textOf(name);
  const yaml = readYaml(path.basename(name), text);
  if (Array.isArray(yaml.data)) return rehearsalOf({}, entriesIn(name, text)); // a script as it is
  const parsed = check(file, yaml.data);
  if (!parsed.ok) throw yaml.refuse(parsed.problems);
  const problems = misplaced(parsed.data.faults ?? []);
  if (problems.length > 0) throw yaml.refuse(problems);
  const { script, entries } = parsed.data;
  if ((script === undefined) === (entries === undefined)) {
    throw yaml.refuse([{ path: [], message: 'give either `script`, a file, or `entries`', keys: [] }]);
  }
  if (script === undefined) return rehearsalOf(parsed.data, entriesIn(name, JSON.stringify(entries)));
  const beside = path.resolve(path.dirname(name), script);
  return rehearsalOf(parsed.data, entriesIn(beside, await textOf(beside)));
}

async function textOf(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8');
  } catch {
    throw new UserError(
      `There is no file ${name} that can be read. Name the script of a rehearsal; \`slipway init --scripted\` writes one to start from.`,
      'usage',
    );
  }
}

function entriesIn(name: string, text: string): readonly ScriptEntry[] {
  const parsed = parseScript(text);
  if (parsed.ok) return parsed.entries;
  throw new UserError(
    `The script ${name} cannot be played. ${parsed.problems.join(' ')} docs/guides/scripted-agents.md lists the steps.`,
    'configuration',
  );
}

function rehearsalOf(given: z.infer<typeof file>, entries: readonly ScriptEntry[]): Rehearsal {
  const all = given.faults ?? [];
  return {
    ticket: given.ticket ?? usualTicket,
    entries,
    faults: all.flatMap(agentFault),
    world: all.flatMap(worldFault),
    crashes: all.flatMap(({ fault: name, at = 'after-act', effect, task }) =>
      name === crash
        ? [{ at, ...(effect === undefined ? {} : { effect }), ...(task === undefined ? {} : { task }) }]
        : [],
    ),
    answers: { ...usualAnswers, ...given.answers },
    expect: { status: 'completed', ...given.expect },
  };
}

function agentFault({
  fault: name,
  times: often = 1,
  at: _at,
  effect: _effect,
  check: _check,
  file: _file,
  ...whom
}: GivenFault): readonly Fault[] {
  const known = faultNames.find((one) => one === name);
  return known === undefined ? [] : [{ fault: known, times: often, ...whom }];
}

function worldFault({
  fault: name,
  times: often = 1,
  effect,
  check: of,
  file: at,
}: GivenFault): readonly WorldFault[] {
  const known = worldFaultNames.find((one) => one === name);
  if (known === undefined) return [];
  return [
    {
      fault: known,
      effect: effect ?? worldEffects[known][0],
      times: often,
      ...(of === undefined ? {} : { check: of }),
      ...(at === undefined ? {} : { file: at }),
    },
  ];
}

/** A fault that could strike nothing would be rehearsed by nobody. */
function misplaced(given: readonly GivenFault[]): readonly Problem[] {
  return given.flatMap(({ fault: name, effect, agent, role, task, round, attempt }, at) => {
    const known = worldFaultNames.find((one) => one === name);
    if (known === undefined) return [];
    const place = (key: string, message: string): Problem => ({
      path: ['faults', at, key],
      message,
      keys: [],
    });
    const effects: readonly string[] = worldEffects[known];
    const whom = Object.entries({ agent, role, task, round, attempt }).find(
      ([, value]) => value !== undefined,
    );
    return [
      ...(effect === undefined || effects.includes(effect)
        ? []
        : [place('effect', `${known} strikes ${effects.join(', ')}`)]),
      ...(whom === undefined ? [] : [place(whom[0], `${known} strikes no agent`)]),
    ];
  });
}
