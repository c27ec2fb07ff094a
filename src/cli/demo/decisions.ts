// What the demo answers where a run waits for a person. A person would read first.

import type { Command } from '../../core/commands.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { headsOf, openGates } from '../../core/run.ts';

export const demoDecider: Decider = { who: 'the demo', authenticated: 'none', channel: 'demo' };

/** What somebody said about the pull request, as a person brings it. */
export function wished(words: string): Command {
  return { type: 'run.triage', by: demoDecider, words };
}

/** The next decision the run waits for; undefined when it waits for none. */
export function decisionDue(run: Run): Command | undefined {
  if (run.ended !== undefined || run.blocked !== undefined) return undefined;
  const [gate] = openGates(run);
  if (gate === undefined) return undefined;
  const by = demoDecider;
  if (gate.kind === 'merge') return { type: 'run.land', by, head: headsOf(run), how: 'branch' };
  const decision = { answer: 'approve', by } as const;
  return { type: 'gate.decide', gate: gate.id, seen: gate.digest, decision };
}
