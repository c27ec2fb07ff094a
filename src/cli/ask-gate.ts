// Asks the person at the terminal what a gate asks. The answer is bound to the digest of what was shown.

import type { Answer, Decision, Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { only } from '../core/run.ts';
import { editPlan } from './edit-plan.ts';
import { capFrom } from '../app/words/cap-words.ts';
import { answerText, choicesAt, gateText } from '../app/words/gate-texts.ts';
import { refusalWords } from '../app/words/refusal-words.ts';
import type { Sitting } from './sitting.ts';

/** Wrong keys are asked about again, so often. */
const triesMax = 5;

/** Whether the gate is decided now; a gate somebody else decided meanwhile counts. */
export async function askGate(sitting: Sitting, run: Run, gate: Gate): Promise<boolean> {
  const text = gate.blob === undefined ? undefined : await sitting.textOf(gate.blob);
  const seen = await sitting.journal.summaries({ repository: only(run).repository });
  sitting.io.err(gateText(run, gate, text, seen));
  const decision =
    gate.kind === 'question'
      ? await askQuestion(sitting, gate, text ?? '')
      : await askChoice(sitting, { kind: gate.kind, subject: gate.subject });
  if (decision === undefined) return false;
  if (decision === 'edit') {
    await editPlan(sitting, run, gate);
    return true; // changed or not, it is asked about again
  }
  const command = { type: 'gate.decide' as const, gate: gate.id, seen: gate.digest, decision };
  const refusal = await sitting.trySubmit(run.id, command);
  if (refusal !== undefined) sitting.io.err(`${refusalWords(refusal, run.id)}\n`);
  return true;
}

async function askChoice(
  sitting: Sitting,
  { kind, subject }: { readonly kind: Exclude<Gate['kind'], 'question'>; readonly subject: string },
): Promise<Decision | 'edit' | undefined> {
  const choices = choicesAt(kind, subject);
  sitting.io.err(choices.map(({ word, after }) => `  ${word.padEnd(10)} ${after}\n`).join(''));
  for (let tries = 0; tries < triesMax; tries += 1) {
    const line = await readLine(sitting, `${choices.map((choice) => choice.word).join(', ')}: `);
    if (line === undefined) return undefined;
    const typed = line.trim().toLowerCase();
    const raise = kind === 'budget' ? raiseIn(typed) : undefined;
    if (raise !== undefined) return { answer: 'approve', by: sitting.by, choice: capFrom(subject, raise) };
    const choice = choices.find(({ key, word }) => typed === key || typed === word.replaceAll(/[[\]]/g, ''));
    if (choice?.key === 'q') return undefined;
    if (choice?.key === 'e') return 'edit';
    if (choice !== undefined) return decisionFor(sitting, answers[choice.key]);
  }
  return undefined;
}

const answers: Readonly<Record<'a' | 'r' | 'j', Answer>> = { a: 'approve', r: 'revise', j: 'reject' };

/** A number at a budget gate is the new cap. */
function raiseIn(typed: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : undefined;
}

async function decisionFor(sitting: Sitting, answer: Answer): Promise<Decision | undefined> {
  if (answer !== 'revise') return { answer, by: sitting.by };
  const words = (await readLine(sitting, 'What should change? '))?.trim();
  if (words === undefined || words === '') return undefined;
  return { answer, by: sitting.by, comment: await sitting.keep(words) };
}

async function askQuestion(sitting: Sitting, gate: Gate, text: string): Promise<Decision | undefined> {
  const options = gate.options ?? 0;
  const how = options === 0 ? 'Your answer' : `A number (1 to ${options}) or your own words`;
  const line = (await readLine(sitting, `${how}, empty to decide later: `))?.trim();
  if (line === undefined || line === '') return undefined;
  const option = optionIn(line, options);
  return {
    answer: 'approve',
    by: sitting.by,
    comment: await sitting.keep(answerText(text, option, option === undefined ? line : undefined)),
    ...(option === undefined ? {} : { choice: option }),
  };
}

/** The option a person's words name; a number beyond the options is no words either, and is refused by the run. */
export function optionIn(words: string, options: number): number | undefined {
  return options > 0 && /^\d{1,3}$/.test(words) ? Number(words) : undefined;
}

async function readLine(sitting: Sitting, prompt: string): Promise<string | undefined> {
  const line = await sitting.io.readLine(prompt);
  return sitting.signalled === undefined ? line : undefined;
}
