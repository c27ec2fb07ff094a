// Asks the person at the terminal what a gate asks. The answer is bound to the digest of what was shown.

import { UserError } from '../app/ending/user-error.ts';
import type { DecideInput } from '../app/verbs/schemas/decide.ts';
import { verbs } from '../app/verbs/table.ts';
import { choicesAt, gateText } from '../app/words/gate-texts.ts';
import type { Answer, Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { startedIn } from '../core/run.ts';
import type { Elsewhere } from './answered-elsewhere.ts';
import { lookElsewhere } from './answered-elsewhere.ts';
import { askCommands } from './ask-commands.ts';
import { editPlan } from './edit-plan.ts';
import { tellNotes } from './print.ts';
import type { Sitting } from './sitting.ts';

/** Wrong keys are asked about again, so often. */
const triesMax = 5;

/** Who is asked, until it was answered elsewhere. */
interface Asking {
  readonly sitting: Sitting;
  readonly elsewhere: Elsewhere;
}

/** Whether the gate is decided now; a gate somebody else decided meanwhile counts. */
export async function askGate(sitting: Sitting, run: Run, gate: Gate): Promise<boolean> {
  const text = gate.blob === undefined ? undefined : await sitting.textOf(gate.blob);
  const seen = await sitting.journal.summaries({ repository: startedIn(run).repository });
  sitting.io.err(gateText(run, gate, text, seen));
  const elsewhere = lookElsewhere(sitting, run.id, gate);
  try {
    return await askAbout({ sitting, elsewhere }, run, gate);
  } finally {
    await elsewhere.close();
  }
}

async function askAbout({ sitting, elsewhere }: Asking, run: Run, gate: Gate): Promise<boolean> {
  const which = { run: run.id, gate: gate.id };
  const typed = await typedAt({ sitting, elsewhere }, gate);
  const words = elsewhere.words();
  if (typed === undefined && words !== undefined) {
    sitting.io.err(`${words}\n`);
    return true;
  }
  if (typed === undefined) return false;
  if (typed === 'edit') await editPlan(sitting, which);
  else if (typed === 'commands') return givesCommands(sitting, run);
  else if ('text' in typed)
    await said(sitting, () => sitting.call(verbs.answer, { ...which, ...typed }, gate.digest));
  else await said(sitting, () => sitting.call(verbs.decide, { ...which, ...typed }, gate.digest));
  return true; // decided, edited or not: where it is still open, it is asked about again
}

type Typed = Said | 'edit' | 'commands' | { readonly text: string };

async function typedAt(asking: Asking, gate: Gate): Promise<Typed | undefined> {
  if (gate.kind !== 'question') return askChoice(asking, { ...gate, kind: gate.kind });
  const text = await askQuestion(asking, gate);
  return text === undefined ? undefined : { text };
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
  asking: Asking,
  {
    kind,
    subject,
    strays,
  }: Pick<Gate, 'subject' | 'strays'> & { readonly kind: Exclude<Gate['kind'], 'question'> },
): Promise<Said | 'edit' | 'commands' | undefined> {
  const choices = choicesAt(kind, subject, strays);
  asking.sitting.io.err(choices.map(({ word, after }) => `  ${word.padEnd(10)} ${after}\n`).join(''));
  for (let tries = 0; tries < triesMax; tries += 1) {
    const line = await readLine(asking, `${choices.map((choice) => choice.word).join(', ')}: `);
    if (line === undefined) return undefined;
    const typed = line.trim().toLowerCase();
    const raise = kind === 'budget' ? raiseIn(typed) : undefined;
    if (raise !== undefined) return { answer: 'approve', raise };
    const choice = choices.find(({ key, word }) => typed === key || typed === word.replaceAll(/[[\]]/g, ''));
    if (choice?.key === 'q') return undefined;
    if (choice?.key === 'e') return 'edit';
    if (choice?.key === 'c') return 'commands';
    if (choice !== undefined) return saidFor(asking, answers[choice.key]);
  }
  return undefined;
}

const answers: Readonly<Record<'a' | 'r' | 'j', Answer>> = { a: 'approve', r: 'revise', j: 'reject' };

/** A number at a budget gate is the new cap. */
function raiseIn(typed: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : undefined;
}

async function saidFor(asking: Asking, answer: Answer): Promise<Said | undefined> {
  if (answer !== 'revise') return { answer };
  const comment = (await readLine(asking, 'What should change? '))?.trim();
  return comment === undefined || comment === '' ? undefined : { answer, comment };
}

async function askQuestion(asking: Asking, gate: Gate): Promise<string | undefined> {
  const options = gate.options ?? 0;
  const how = options === 0 ? 'Your answer' : `A number (1 to ${options}) or your own words`;
  const line = (await readLine(asking, `${how}, empty to decide later: `))?.trim();
  return line === '' ? undefined : line;
}

async function readLine({ sitting, elsewhere }: Asking, prompt: string): Promise<string | undefined> {
  const line = await sitting.io.readLine(prompt, elsewhere.signal);
  return sitting.signalled === undefined ? line : undefined;
}
