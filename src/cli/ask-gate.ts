// Asks the person at the terminal what a gate asks. The answer is bound to the digest of what was shown.

import { UserError } from '../app/ending/user-error.ts';
import type { DecideInput } from '../app/verbs/schemas/decide.ts';
import { verbs } from '../app/verbs/table.ts';
import { choicesAt, gateText } from '../app/words/gate-texts.ts';
import type { Answer, Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { startedIn } from '../core/run.ts';
import { askCommands } from './ask-commands.ts';
import { editPlan } from './edit-plan.ts';
import { tellNotes } from './print.ts';
import type { Sitting } from './sitting.ts';

/** Wrong keys are asked about again, so often. */
const triesMax = 5;

/** Whether the gate is decided now; a gate somebody else decided meanwhile counts. */
export async function askGate(sitting: Sitting, run: Run, gate: Gate): Promise<boolean> {
  const text = gate.blob === undefined ? undefined : await sitting.textOf(gate.blob);
  const seen = await sitting.journal.summaries({ repository: startedIn(run).repository });
  sitting.io.err(gateText(run, gate, text, seen));
  const which = { run: run.id, gate: gate.id };
  if (gate.kind === 'question') {
    const words = await askQuestion(sitting, gate);
    if (words === undefined) return false;
    await said(sitting, () => sitting.call(verbs.answer, { ...which, text: words }, gate.digest));
    return true;
  }
  const decided = await askChoice(sitting, { kind: gate.kind, subject: gate.subject });
  if (decided === undefined) return false;
  if (decided === 'edit') await editPlan(sitting, which);
  else if (decided === 'commands') return givesCommands(sitting, run);
  else await said(sitting, () => sitting.call(verbs.decide, { ...which, ...decided }, gate.digest));
  return true; // decided, edited or not: where it is still open, it is asked about again
}

async function givesCommands(sitting: Sitting, run: Run): Promise<boolean> {
  const input = await askCommands(sitting, run);
  if (input === undefined) return false;
  await said(sitting, () => sitting.call(verbs.checks, input));
  return true;
}

/** A refusal is told, and the run is looked at again: somebody may have been quicker. */
async function said(
  sitting: Sitting,
  call: () => Promise<{ readonly notes: readonly string[] }>,
): Promise<void> {
  try {
    tellNotes(sitting.io, await call());
  } catch (error) {
    if (!(error instanceof UserError) || error.exit !== 'refused') throw error;
    sitting.io.err(`${error.message}\n`);
  }
}

type Said = Pick<DecideInput, 'answer' | 'comment' | 'raise'>;

async function askChoice(
  sitting: Sitting,
  { kind, subject }: { readonly kind: Exclude<Gate['kind'], 'question'>; readonly subject: string },
): Promise<Said | 'edit' | 'commands' | undefined> {
  const choices = choicesAt(kind, subject);
  sitting.io.err(choices.map(({ word, after }) => `  ${word.padEnd(10)} ${after}\n`).join(''));
  for (let tries = 0; tries < triesMax; tries += 1) {
    const line = await readLine(sitting, `${choices.map((choice) => choice.word).join(', ')}: `);
    if (line === undefined) return undefined;
    const typed = line.trim().toLowerCase();
    const raise = kind === 'budget' ? raiseIn(typed) : undefined;
    if (raise !== undefined) return { answer: 'approve', raise };
    const choice = choices.find(({ key, word }) => typed === key || typed === word.replaceAll(/[[\]]/g, ''));
    if (choice?.key === 'q') return undefined;
    if (choice?.key === 'e') return 'edit';
    if (choice?.key === 'c') return 'commands';
    if (choice !== undefined) return saidFor(sitting, answers[choice.key]);
  }
  return undefined;
}

const answers: Readonly<Record<'a' | 'r' | 'j', Answer>> = { a: 'approve', r: 'revise', j: 'reject' };

/** A number at a budget gate is the new cap. */
function raiseIn(typed: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : undefined;
}

async function saidFor(sitting: Sitting, answer: Answer): Promise<Said | undefined> {
  if (answer !== 'revise') return { answer };
  const comment = (await readLine(sitting, 'What should change? '))?.trim();
  return comment === undefined || comment === '' ? undefined : { answer, comment };
}

async function askQuestion(sitting: Sitting, gate: Gate): Promise<string | undefined> {
  const options = gate.options ?? 0;
  const how = options === 0 ? 'Your answer' : `A number (1 to ${options}) or your own words`;
  const line = (await readLine(sitting, `${how}, empty to decide later: `))?.trim();
  return line === '' ? undefined : line;
}

async function readLine(sitting: Sitting, prompt: string): Promise<string | undefined> {
  const line = await sitting.io.readLine(prompt);
  return sitting.signalled === undefined ? line : undefined;
}
