// What is said to whoever answers without saying what they saw, and to whoever saw something else: what is asked now, with the
// commands that answer it. Pure.

import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import type { Next, OpenGate } from './next.ts';
import { gateCommands, nextLines } from './next.ts';

export function openGateOf({ id, kind, subject, digest }: Gate): OpenGate {
  return { gate: id, kind, subject, digest };
}

/** `verb` is what they typed, and `more` what went with it. */
export function unseenWords(run: Run, gate: Gate, verb: string, more = ''): string {
  const answers = commandsNow(run, gate).filter(({ command }) => command.startsWith(`slipway ${verb} `));
  const [first] = answers.length > 0 ? answers : commandsNow(run, gate).slice(-1);
  const typed = first === undefined ? [] : [{ ...first, command: `${first.command}${more}` }];
  return (
    `Nothing was decided: an answer names what you saw, and the ${forTerminal(nameOf(gate))} of run ${run.id} may ask about something else by now. ` +
    `Look at it, then answer with the command that names it:\n${nextLines([...looks(run, gate), ...typed])}`.trimEnd()
  );
}

/** What a run asks now, for whoever answered something else. */
export function nowWords(run: Run): string {
  const open = run.ended === undefined ? openGates(run) : [];
  const lines = open.flatMap((gate) => commandsNow(run, gate));
  return lines.length === 0 ? '' : `\nWhat is asked now:\n${nextLines(lines)}`.trimEnd();
}

function looks(run: Run, gate: Gate): readonly Next[] {
  const found = commandsNow(run, gate).filter(({ command }) => /^slipway (?:show|diff) /.test(command));
  return found.length > 0 ? found : [{ command: `slipway show ${run.id} gate`, why: 'see what is asked' }];
}

function commandsNow(run: Run, gate: Gate): readonly Next[] {
  return gateCommands(run.id, openGateOf(gate), openGates(run).map(openGateOf));
}
