// Asks the person at the terminal what a gate asks. The answer is bound to the digest of what was shown.

import type { Answer, Decision, Gate } from '../core/gate.ts';
import type { Run } from '../core/run.ts';
import { answerText, capFrom, choicesAt, gateText } from './gate-texts.ts';
import { refusalWords } from './refusal-words.ts';
import type { Session } from './session.ts';

/** Wrong keys are asked about again, so often. */
const triesMax = 5;

/** Whether the gate is decided now; a gate somebody else decided meanwhile counts. */
export async function askGate(session: Session, run: Run, gate: Gate): Promise<boolean> {
  const text = gate.blob === undefined ? undefined : await session.textOf(gate.blob);
  session.io.err(gateText(run, gate, text));
  const decision =
    gate.kind === 'question'
      ? await askQuestion(session, gate, text ?? '')
      : await askChoice(session, { kind: gate.kind, subject: gate.subject });
  if (decision === undefined) return false;
  const command = { type: 'gate.decide' as const, gate: gate.id, seen: gate.digest, decision };
  const refusal = await session.trySubmit(run.id, command);
  if (refusal !== undefined) session.io.err(`${refusalWords(refusal, run.id)}\n`);
  return true;
}

async function askChoice(
  session: Session,
  { kind, subject }: { readonly kind: Exclude<Gate['kind'], 'question'>; readonly subject: string },
): Promise<Decision | undefined> {
  const choices = choicesAt(kind);
  session.io.err(choices.map(({ word, after }) => `  ${word.padEnd(10)} ${after}\n`).join(''));
  for (let tries = 0; tries < triesMax; tries += 1) {
    const line = await readLine(session, `${choices.map((choice) => choice.word).join(', ')}: `);
    if (line === undefined) return undefined;
    const typed = line.trim().toLowerCase();
    const raise = kind === 'budget' ? raiseIn(typed) : undefined;
    if (raise !== undefined) return { answer: 'approve', by: session.by, choice: capFrom(subject, raise) };
    const choice = choices.find(({ key, word }) => typed === key || typed === word.replaceAll(/[[\]]/g, ''));
    if (choice?.key === 'q') return undefined;
    if (choice !== undefined) return decisionFor(session, answers[choice.key]);
  }
  return undefined;
}

const answers: Readonly<Record<'a' | 'r' | 'j', Answer>> = { a: 'approve', r: 'revise', j: 'reject' };

/** A number at a budget gate is the new cap. */
function raiseIn(typed: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : undefined;
}

async function decisionFor(session: Session, answer: Answer): Promise<Decision | undefined> {
  if (answer !== 'revise') return { answer, by: session.by };
  const words = (await readLine(session, 'What should change? '))?.trim();
  if (words === undefined || words === '') return undefined;
  return { answer, by: session.by, comment: await session.keep(words) };
}

async function askQuestion(session: Session, gate: Gate, text: string): Promise<Decision | undefined> {
  const options = gate.options ?? 0;
  const how = options === 0 ? 'Your answer' : `A number (1 to ${options}) or your own words`;
  const line = (await readLine(session, `${how}, empty to decide later: `))?.trim();
  if (line === undefined || line === '') return undefined;
  const option = optionIn(line, options);
  return {
    answer: 'approve',
    by: session.by,
    comment: await session.keep(answerText(text, option, option === undefined ? line : undefined)),
    ...(option === undefined ? {} : { choice: option }),
  };
}

/** The option a person's words name; a number beyond the options is no words either, and is refused by the run. */
export function optionIn(words: string, options: number): number | undefined {
  return options > 0 && /^\d{1,3}$/.test(words) ? Number(words) : undefined;
}

async function readLine(session: Session, prompt: string): Promise<string | undefined> {
  const line = await session.io.readLine(prompt);
  return session.signalled === undefined ? line : undefined;
}
