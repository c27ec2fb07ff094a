// Answers to gates: which gate is meant, what is answered, and bound to what. A question is answered, every other gate is
// decided, and a plan can be written anew.
//
// Invariants
//   DECIDE-1. A decision is bound to what the person looked at, and names it; one who names nothing has decided nothing, and is told
//        what is asked now and how it is answered.
//   DECIDE-2. A wrong kind of answer is told before it is handed to the run, which would take some of them for a no.

import { isRevisable } from '../../core/pipeline/conditions.ts';
import type { Answer, Decision, Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { openGates, startedIn } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { isSeen } from '../../views/words/seen-word.ts';
import { readRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import { capFrom } from '../words/cap-words.ts';
import { answerText } from '../words/gate-texts.ts';
import { gateCommands } from '../words/next.ts';
import { refusalWords } from '../words/refusal-words.ts';
import { openGateOf, unseenWords } from '../words/unseen-words.ts';
import { codeSpent, needsCode } from './needs-code.ts';
import type { Ordered } from './ordered.ts';
import { keepWords, orderedExit, orderedWords, orderOn, textOf } from './ordered.ts';
import type { AnswerInput, AskedInput, DecideInput, DraftInput, EditInput } from './schemas/decide.ts';
import type { Look, Order, OrderContext } from './verb.ts';
import { isLeft, runSeen } from './which-run.ts';

export interface Decided extends Ordered {
  readonly answer: Answer;
}

export const decide: Order<DecideInput, Decided> = {
  order: async (context, input) => {
    const { gate: named, answer, ...which } = input;
    let decided: string | undefined;
    const ordered = await orderOn(context, { run: which.run, dir: which.dir }, async (run, notes) => {
      const gate = pickGate(run, named, context.seen);
      decided = gate.id;
      fits(run, gate, answer);
      const more = input.raise === undefined ? '' : ` --raise ${input.raise}`;
      const seen = seenAt(run, gate, { seen: context.seen, verb: answer, more });
      await needsCode(context, run, { gate, seen, code: input.code });
      const decision = await decisionOf(context, gate, input, notes);
      return { type: 'gate.decide', gate: gate.id, seen, decision };
    });
    await codeSpent(context, { run: ordered.run, gate: decided });
    return { ...ordered, answer };
  },
  words: orderedWords,
  exit: (decided) => {
    const exit = orderedExit(decided);
    // A run that is blocked because somebody just said no did what it was asked.
    return decided.answer === 'reject' && exit === 'ended-badly' ? 'done' : exit;
  },
};

/** Who names what they saw need not name the gate that asks about it. */
export function pickGate(run: Run, named: string | undefined, seen?: string): Gate {
  const open = run.ended === undefined ? openGates(run) : [];
  if (named !== undefined) {
    const gate = run.gates.find((item) => item.id === named);
    if (gate !== undefined) return gate;
    throw new UserError(refusalWords({ refused: 'no-such-gate', gate: named }, run.id), 'refused');
  }
  const shown = seen === undefined ? undefined : shownAs(run, open, seen);
  if (shown !== undefined) return shown;
  const [only, ...others] = open;
  if (only === undefined) throw new UserError(nothingOpen(run), 'refused');
  if (others.length === 0) return only;
  const lines = open.map((gate) => `  ${gate.id}  the ${forTerminal(nameOf(gate))}`).join('\n');
  throw new UserError(`Run ${run.id} waits at ${open.length} gates; name one of them:\n${lines}`, 'usage');
}

/** What they saw may be decided by now; the run then says by whom. */
function shownAs(run: Run, open: readonly Gate[], seen: string): Gate | undefined {
  const decided = run.gates.filter((gate) => gate.decision !== undefined);
  return (
    open.find((gate) => isSeen(gate, seen)) ??
    (open.length > 0 ? decided.findLast((gate) => isSeen(gate, seen)) : undefined)
  );
}

/** Somebody may have been quicker: then it is said who. */
function nothingOpen(run: Run): string {
  const last = run.gates.findLast((gate) => gate.decision !== undefined);
  if (last?.decision === undefined || run.ended !== undefined || run.blocked !== undefined) {
    return `Run ${run.id} waits at no gate. \`slipway status ${run.id}\` shows where it is, \`slipway gates\` which runs wait for you.`;
  }
  const { answer: said, by } = last.decision;
  const answer = last.kind === 'question' ? {} : { answer: said };
  return `Run ${run.id} waits at no gate now. ${refusalWords({ refused: 'already-decided', gate: last.id, ...answer, who: by.who }, run.id)}`;
}

/** DECIDE-2. */
function fits(run: Run, gate: Gate, answer: Answer): void {
  const how = gateCommands(run.id, openGateOf(gate), openGates(run).map(openGateOf)).map(
    (next) => next.command,
  );
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

async function decisionOf(
  context: OrderContext,
  gate: Gate,
  { answer, comment, raise }: DecideInput,
  notes: string[],
): Promise<Decision> {
  if (raise !== undefined && gate.kind !== 'budget') {
    throw new UserError(
      `--raise is for a budget gate; ${gate.id} is the ${forTerminal(nameOf(gate))}.`,
      'usage',
    );
  }
  if (answer === 'revise' && (comment === undefined || comment.trim() === '')) {
    throw new UserError(
      'Say what should change: --comment "...". Without it there is nothing to revise by.',
      'usage',
    );
  }
  return {
    answer,
    by: context.by,
    ...(comment === undefined ? {} : { comment: await keepWords(context, comment, notes) }),
    ...(raise === undefined ? {} : { choice: capFrom(gate.subject, raise) }),
  };
}

/** DECIDE-1. What is not asked any more is refused by the run, which says why. */
export function seenAt(
  run: Run,
  gate: Gate,
  said: { readonly seen: string | undefined; readonly verb: string; readonly more?: string },
): string {
  const { seen, verb, more } = said;
  if (seen !== undefined) return isSeen(gate, seen) ? gate.digest : seen;
  if (openGates(run).includes(gate)) throw new UserError(unseenWords(run, gate, verb, more), 'refused');
  return gate.digest;
}

export const answer: Order<AnswerInput, Ordered> = {
  order: async (context, { gate: named, text, comment, code, ...which }) => {
    let answered: string | undefined;
    const ordered = await orderOn(context, which, async (run, notes) => {
      const gate = pickGate(run, named, context.seen);
      answered = gate.id;
      if (gate.kind !== 'question') {
        throw new UserError(
          `Gate ${gate.id} asks for a decision, not for an answer: approve, revise or reject it.`,
          'usage',
        );
      }
      const seen = seenAt(run, gate, { seen: context.seen, verb: 'answer' });
      await needsCode(context, run, { gate, seen, code });
      const words = gate.blob === undefined ? '' : await textOf(context, gate.blob);
      const option = optionIn(text, gate.options ?? 0);
      const said =
        option === undefined ? [text, comment].filter((part) => part !== undefined).join('\n\n') : comment;
      const decision: Decision = {
        answer: 'approve',
        by: context.by,
        comment: await keepWords(context, answerText(words, option, said), notes),
        ...(option === undefined ? {} : { choice: option }),
      };
      return { type: 'gate.decide', gate: gate.id, seen, decision };
    });
    await codeSpent(context, { run: ordered.run, gate: answered });
    return ordered;
  },
  words: orderedWords,
  exit: orderedExit,
};

/** The option a person's words name; a number beyond the options is no words either, and is refused by the run. */
function optionIn(words: string, options: number): number | undefined {
  return options > 0 && /^\d{1,3}$/.test(words) ? Number(words) : undefined;
}

/** What is asked now, for whoever wants to see it before they answer. */
export interface AskedNow {
  readonly run: string;
  readonly gate?: string | undefined;
  /** Undefined where nothing waits for such an answer. */
  readonly digest?: string | undefined;
  readonly text?: string | undefined;
}

export const asked: Look<AskedInput, AskedNow> = {
  look: async (context, { gate: named, how, ...which }) => {
    const { summary, journal } = await runSeen(context, which, isLeft);
    const { run } = await readRun(journal, summary.run);
    const gate = how === 'merge' ? mergeGate(run) : pickGate(run, named);
    if (gate === undefined || !openGates(run).includes(gate)) return { run: run.id };
    if (how !== 'merge' && how !== 'answer' && how !== 'code') fits(run, gate, how);
    const [{ openTexts }, { gateText }] = await Promise.all([
      import('../home/texts.ts'),
      import('../words/gate-texts.ts'),
    ]);
    const { get } = await openTexts(context.places);
    const text = gate.blob === undefined ? undefined : await get(gate.blob);
    const seen = await journal.summaries({ repository: startedIn(run).repository });
    return { run: run.id, gate: gate.id, digest: gate.digest, text: gateText(run, gate, text, seen) };
  },
  words: ({ text }) => ({ data: text ?? '' }),
};

/** Where a merge is asked about. */
export function mergeGate(run: Run): Gate | undefined {
  return run.ended === undefined ? openGates(run).find(({ kind }) => kind === 'merge') : undefined;
}

/** A plan to be written anew: whoever edits it names the digest they got it with. */
export interface Draft {
  readonly run: string;
  readonly gate: string;
  readonly digest: string;
  readonly text: string;
}

export const draft: Look<DraftInput, Draft> = {
  look: async (context, { gate: named, ...which }) => {
    const { summary, journal } = await runSeen(context, which, isLeft);
    const { run } = await readRun(journal, summary.run);
    const gate = planGate(run, named);
    const [{ editablePlan }, { openTexts }] = await Promise.all([
      import('../starting/edit-plan.ts'),
      import('../home/texts.ts'),
    ]);
    const { get } = await openTexts(context.places);
    return { run: run.id, gate: gate.id, digest: gate.digest, text: await editablePlan(get, run) };
  },
  words: ({ text }) => ({ data: text }),
};

function planGate(run: Run, named: string | undefined): Gate {
  const gate = pickGate(run, named);
  if (gate.kind === 'plan') return gate;
  throw new UserError(`Only a plan can be edited; gate ${gate.id} is the ${nameOf(gate)}.`, 'usage');
}

export const edit: Order<EditInput, Ordered> = {
  order: (context, { gate: named, text, ...which }) =>
    orderOn(context, which, async (run) => {
      const gate = planGate(run, named);
      const seen = seenAt(run, gate, { seen: context.seen, verb: 'revise' });
      const { editedPlan } = await import('../starting/edit-plan.ts');
      const edited = await editedPlan(context.tools, run, text);
      if (!edited.ok) {
        throw new UserError(
          refusalWords({ refused: 'plan-problems', problems: edited.problems }, run.id),
          'refused',
        );
      }
      return { type: 'plan.edit', by: context.by, seen, plan: edited.plan };
    }),
  words: orderedWords,
  exit: orderedExit,
};
