// Probing: the investigator gives small scripts, code runs them, and the investigator is asked again with what they printed.
//   PROBING-1. Only where policy lets it, once a line, and at most three at a time.
//   PROBING-2. Below contained they run after a person has seen exactly these scripts and said yes. Where nobody would be asked they
//       are not offered, because the launch would be in vain.
//   PROBING-3. Whatever became of them is told to who asked; nothing is blocked by a probe that failed or was not let run.

import type { Effect, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { changed } from '../evolve/within.ts';
import { failure } from '../failures/failed-effect.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import { probeMsOf, probesOf } from '../policy.ts';
import type { Run } from '../run.ts';
import { repositoryOf } from '../run.ts';
import { named } from '../stages/lines.ts';
import { checksIn } from '../tasks/task-checks.ts';
import type { Probed, ProbesGiven, ProbesInput } from './asked-first.ts';
import { probesMax } from './asked-first.ts';

/** Probes that were asked for on a line of their own, and what became of them. */
export interface Probing extends ProbesGiven {
  readonly line: string;
  readonly probed?: Probed;
}

/** What is really wanted where the investigator is: it with leave to probe, the probes it gave, or it with what they printed. */
export function probing(run: Run, ask: Want<'ask'>): readonly Want[] {
  const line = probeLine(ask.line);
  const given = run.probes.find((item) => item.line === line);
  if (given === undefined) return [mayProbe(run) ? { ...ask, input: { ...ask.input, probe: true } } : ask];
  const { probed, blob } = given;
  if (probed === undefined && !run.visit.warned.includes(line)) {
    const leave = leaveFor(run, given);
    return leave === undefined
      ? []
      : [{ ...ask, kind: 'run-probes', line, input: inputOf(run, ask, { ...leave, probes: given.probes }) }];
  }
  const told = [
    ...named('probes you asked for', blob),
    ...named('what became of your probes', probed?.told ?? run.feedback[line]), // PROBING-3
  ];
  return [{ ...ask, input: { ...ask.input, inputs: [...ask.input.inputs, ...told] } }];
}

function probeLine(line: string): string {
  return `${line}/probe`;
}

/** PROBING-1, PROBING-2. */
function mayProbe({ policy, level }: Run): boolean {
  switch (probesOf(policy)) {
    case 'off':
      return false;
    case 'contained':
      return level === 'contained';
    case 'ask':
      return level === 'contained' || policy.gates.plan;
  }
}

type Leave = Pick<ProbesInput, 'leave' | 'comment'>;

/** Undefined while a person has not said yet. An approval of the same scripts counts in every visit, a no in its own. */
function leaveFor(run: Run, given: Probing): Leave | undefined {
  if (run.level === 'contained') return {};
  const asked = run.gates.filter((gate) => isAbout(gate, given));
  if (asked.some(({ decision }) => decision?.answer === 'approve')) return { leave: 'given' };
  const refused = asked.find((gate) => gate.visit === run.visit.n && gate.decision !== undefined);
  if (refused === undefined) return undefined;
  const comment = refused.decision?.comment;
  return { leave: 'refused', ...(comment === undefined ? {} : { comment }) };
}

function isAbout({ kind, digest }: Gate, { blob }: Probing): boolean {
  return kind === 'probe' && digest === blob;
}

/** On the commit the investigator reads, with what makes it ready for tests. */
function inputOf(run: Run, ask: Want<'ask'>, given: Leave & Pick<ProbesInput, 'probes'>): ProbesInput {
  const checks = checksIn(run, repositoryOf(run, ask));
  return {
    commit: ask.input.commit,
    checks: checks.filter(({ kind }) => kind === 'setup' || kind === 'build'),
    timeMs: probeMsOf(run.policy),
    ...given,
  };
}

/** PROBING-2: the digest is that of the scripts. */
export function probeGates(run: Run): readonly GateRequest[] {
  return run.probes
    .filter((given) => given.probed === undefined && given.line.startsWith(`${run.visit.n}/`))
    .filter((given) => leaveFor(run, given) === undefined)
    .map(({ blob }) => ({ kind: 'probe' as const, subject: 'investigator', digest: blob, blob }));
}

/** PROBING-1: probes that were not offered, none, or too many are no answer. */
export function probesAsked(run: Run, effect: Effect<'ask'>, given: ProbesGiven): readonly RunEvent[] {
  const { probes, blob } = given;
  return effect.input.probe !== true || probes.length === 0 || probes.length > probesMax
    ? failure(run, effect, { reason: 'malformed-answer' })
    : [{ type: 'probes.asked', line: probeLine(effect.line), probes, blob }];
}

export function withProbed(run: Run, line: string, probed: Probed): Run {
  return changed(run, {
    probes: run.probes.map((item) => (item.line === line ? { ...item, probed } : item)),
  });
}
