// Faults by name: what an agent that meets one does. A name is the reason that Slipway will give the failure, so that what is
// written in a rehearsal is what stands in the journal.
//
//   FAULTS-1. A fault strikes in the middle of the work: what the script has the agent do is done first, its answer is not given.
//   FAULTS-2. What can be played is played, and found out by whoever would find it out in a real run. What only a program of a vendor
//       can say (a quota, a login, an overloaded model), the agent says.

import { saidFaults } from '../../agents/scripted/said-fault.ts';
import type { ScriptEntry } from '../../agents/scripted/script.ts';
import type { ScriptStep } from '../../agents/scripted/step.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Executor } from '../../core/roles/modes.ts';
import type { Fault } from './rehearsal-file.ts';

const playedFaults = [
  'malformed-answer',
  'no-result',
  'no-change',
  'fence-breach',
  'protected-path',
] as const satisfies readonly FailureReason[];

export const faultNames = [...saidFaults, ...playedFaults] as const;
export type FaultName = (typeof faultNames)[number];

/** The entries with each fault before those it strikes; a fault that strikes nobody is given back instead. */
export function entriesWith(
  entries: readonly ScriptEntry[],
  faults: readonly Fault[],
): { readonly entries: readonly ScriptEntry[]; readonly idle: readonly Fault[] } {
  const struckBy = faults.map((fault, at) =>
    entries.flatMap((entry) => struck(entry, fault).map((each) => ({ ...each, tally: `fault-${at + 1}` }))),
  );
  return {
    entries: [...struckBy.flat(), ...entries],
    idle: faults.filter((_, at) => struckBy[at]?.length === 0),
  };
}

/** What is played instead of an entry, where both may mean the same attempt. */
function struck(entry: ScriptEntry, { fault, times, ...whom }: Fault): readonly ScriptEntry[] {
  const { do: steps, ...match } = entry;
  const fits =
    agree(match.agent, whom.agent) &&
    (whom.role === undefined ? worksAtTasks(match.role) : agree(match.role, whom.role)) &&
    agree(match.task, whom.task) &&
    agree(match.round, whom.round) &&
    agree(match.attempt, whom.attempt);
  return fits ? [{ ...match, ...whom, times, do: withFault(steps, fault) }] : [];
}

const executors: ReadonlySet<string> = new Set<Executor>(['implementer', 'tester', 'documenter']);

/** Where a fault names no role, it means those who do the work. */
function worksAtTasks(role: string | undefined): boolean {
  return role === undefined || executors.has(role);
}

function agree<T>(one: T | undefined, other: T | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** FAULTS-1, FAULTS-2. */
function withFault(steps: readonly ScriptStep[], fault: FaultName): readonly ScriptStep[] {
  const work = steps.filter(({ type }) => !isAnswer(type));
  const answers = steps.filter(({ type }) => isAnswer(type));
  switch (fault) {
    case 'malformed-answer':
      return [...work, { type: 'say', text: 'It is all done, and it went well.' }];
    case 'no-result':
      return work;
    case 'no-change':
      return answers;
    case 'fence-breach':
      return [
        ...work,
        { type: 'write', path: 'rehearsal-outside-the-fence.txt', text: 'stray\n' },
        ...answers,
      ];
    case 'protected-path':
      return [
        ...work,
        { type: 'write', path: '.github/workflows/rehearsal.yml', text: 'on: push\n' },
        ...answers,
      ];
    case 'quota':
    case 'auth':
    case 'overloaded':
    case 'network':
    case 'agent-failed':
    case 'agent-timeout':
    case 'agent-stalled':
    case 'agent-killed':
    case 'agent-output-limit':
    case 'max-turns':
    case 'prompt-too-long':
    case 'denied':
    case 'agent-missing':
      return [...work, { type: 'fault', reason: fault }];
  }
}

function isAnswer(type: ScriptStep['type']): boolean {
  return type === 'answer' || type === 'say';
}

/** As a script has it: the text that scripted agents are given. */
export function scriptText(entries: readonly ScriptEntry[]): string {
  return `${JSON.stringify(entries.map(({ do: steps, ...match }) => ({ ...match, do: steps.map(written) })))}\n`;
}

function written(step: ScriptStep): object {
  if (step.type === 'run') return { run: step.command };
  if (step.type === 'print' || step.type === 'say') return { [step.type]: step.text };
  if (step.type === 'answer') return { answer: step.value };
  if (step.type === 'fault') return { fault: step.reason };
  const { type, ...rest } = step;
  return { [type]: rest };
}
