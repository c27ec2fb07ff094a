// The commands that answer a gate: which gate is meant, what is answered, and bound to what.

import type { Exit } from '../app/exit-codes.ts';
import { UserError } from '../app/user-error.ts';
import { isRevisable } from '../core/pipeline/conditions.ts';
import type { Answer, Decision, Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { forTerminal } from '../screening/terminal.ts';
import { nameOf } from '../views/run/summarise.ts';
import { isShortFor } from '../views/words/words.ts';
import type { CommandContext, Option } from './command.ts';
import { capFrom } from '../app/words/cap-words.ts';
import { goOn, onRun } from './moving.ts';
import { gateCommands } from '../app/words/next.ts';
import { refusalWords } from '../app/words/refusal-words.ts';
import type { Sitting } from './sitting.ts';

export const seenOption: Option = {
  type: 'string',
  value: 'DIGEST',
  describe: 'what you looked at; refused if it is something else by now',
};

export const commentOption: Option = { type: 'string', value: 'TEXT', describe: 'your words' };

/** `approve`, `revise` and `reject`. */
export function decideGate(context: CommandContext, answer: Answer): Promise<Exit> {
  const { run: word, gate: named } = wordsOf(context.words);
  return onRun(context, word, async (sitting, run) => {
    const gate = pickGate(run, named);
    fits(run, gate, answer);
    const decision = await decisionOf(sitting, gate, answer);
    await sendDecision(sitting, run, gate, decision);
    const exit = await goOn(sitting, run.id);
    // A run that is blocked because somebody just said no did what it was asked.
    return answer === 'reject' && exit === 'ended-badly' ? 'done' : exit;
  });
}

/** A gate is named `g` and a number, so one word alone can be either. */
export function wordsOf(words: readonly string[]): { readonly run?: string; readonly gate?: string } {
  const [first, second] = words;
  if (first === undefined) return {};
  if (second !== undefined) return { run: first, gate: second };
  return isGateWord(first) ? { gate: first } : { run: first };
}

function isGateWord(word: string): boolean {
  return /^g\d+$/.test(word);
}

export function pickGate(run: Run, named: string | undefined): Gate {
  const open = run.ended === undefined ? openGates(run) : [];
  if (named !== undefined) {
    const gate = run.gates.find((item) => item.id === named);
    if (gate !== undefined) return gate;
    throw new UserError(refusalWords({ refused: 'no-such-gate', gate: named }, run.id), 'refused');
  }
  const [only, ...others] = open;
  if (only === undefined) throw new UserError(nothingOpen(run), 'refused');
  if (others.length === 0) return only;
  const lines = open.map((gate) => `  ${gate.id}  the ${forTerminal(nameOf(gate))}`).join('\n');
  throw new UserError(`Run ${run.id} waits at ${open.length} gates; name one of them:\n${lines}`, 'usage');
}

/** Somebody may have been quicker: then it is said who. */
function nothingOpen(run: Run): string {
  const last = run.gates.findLast((gate) => gate.decision !== undefined);
  if (last?.decision === undefined || run.ended !== undefined || run.blocked !== undefined) {
    return `Run ${run.id} waits at no gate. \`slipway status ${run.id}\` shows where it is.`;
  }
  const { answer, by } = last.decision;
  return `Run ${run.id} waits at no gate now. ${refusalWords({ refused: 'already-decided', gate: last.id, answer, who: by.who }, run.id)}`;
}

/** Wrong kinds of answer are told before they are sent: the run would take some of them for a no. */
function fits(run: Run, gate: Gate, answer: Answer): void {
  const how = gateCommands(
    run.id,
    { gate: gate.id, kind: gate.kind, subject: gate.subject },
    openGates(run).map((item) => ({ gate: item.id, kind: item.kind, subject: item.subject })),
  ).map((next) => next.command);
  if (gate.kind === 'question') {
    throw new UserError(
      `Gate ${gate.id} asks a question. Answer it: ${how.at(-1) ?? 'slipway answer'}`,
      'usage',
    );
  }
  if (answer === 'revise' && !isRevisable(gate)) {
    throw new UserError(
      `The ${forTerminal(nameOf(gate))} is approved or rejected; there is nothing to revise.`,
      'usage',
    );
  }
}

async function decisionOf(sitting: Sitting, gate: Gate, answer: Answer): Promise<Decision> {
  const { context, by } = sitting;
  const choice = raiseOf(context.value('raise'), gate);
  const words = context.value('comment') ?? (answer === 'revise' ? await askWords(sitting) : undefined);
  return {
    answer,
    by,
    ...(words === undefined ? {} : { comment: await sitting.keep(words) }),
    ...(choice === undefined ? {} : { choice }),
  };
}

async function askWords(sitting: Sitting): Promise<string> {
  const { io } = sitting;
  const words = io.interactive ? (await io.readLine('What should change? '))?.trim() : undefined;
  if (words !== undefined && words !== '') return words;
  throw new UserError(
    'Say what should change: --comment "...". Without it there is nothing to revise by.',
    'usage',
  );
}

function raiseOf(text: string | undefined, gate: Gate): number | undefined {
  if (text === undefined) return undefined;
  if (gate.kind !== 'budget') {
    throw new UserError(
      `--raise is for a budget gate; ${gate.id} is the ${forTerminal(nameOf(gate))}.`,
      'usage',
    );
  }
  const given = Number(text);
  if (text.trim() !== '' && Number.isFinite(given)) return capFrom(gate.subject, given);
  throw new UserError(`--raise wants a number; '${forTerminal(text)}' is none.`, 'usage');
}

/** Bound to what the person saw: the digest they name, or the one this command just read. */
export function sendDecision(sitting: Sitting, run: Run, gate: Gate, decision: Decision): Promise<void> {
  const seen = fullDigest(sitting.context.value('seen'), gate.digest);
  return sitting.submit(run.id, { type: 'gate.decide', gate: gate.id, seen, decision });
}

function fullDigest(given: string | undefined, digest: string): string {
  return given === undefined || isShortFor(digest, given) ? digest : given;
}
