// What is said in a conversation: what a yes would do, why something cannot be done, and what one can say. Pure.

import type { WishedAct, Unable, Wish } from '../../core/chat/wish.ts';
import type { Gate } from '../../core/gates/gate.ts';
import { isRevisable } from '../../core/pipeline/conditions.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { clip } from '../../views/words/words.ts';
import { choicesAt, optionTitle } from './gate-texts.ts';

export interface Button {
  readonly choice: string;
  readonly label: string;
}

const quoteCharsMax = 300;

/** "This will approve plan 3f2a91c04e: the work begins." */
export function doesWords(act: WishedAct, run: Run | undefined, words: string | undefined): string {
  const gate = run?.gates.find(({ id }) => id === act.gate);
  const quoted =
    words === undefined || words === '' ? '' : ` Your words: "${clip(forTerminal(words), quoteCharsMax)}"`;
  if (gate !== undefined) return `${gateDoes(act.wish, gate)}${quoted}`;
  const which = run === undefined || act.run === undefined ? '' : ` ${act.run}`;
  return `${runDoes(act, which)}${quoted}`;
}

function gateDoes(wish: Wish, gate: Gate): string {
  const what = askedAbout(gate);
  if (gate.kind === 'question')
    return `This will answer the question ${seenWord(gate)}: the agents go on with it.`;
  const after = (key: 'a' | 'r' | 'j'): string =>
    choicesAt(gate.kind === 'question' ? 'plan' : gate.kind, gate.subject, gate.strays).find(
      (choice) => choice.key === key,
    )?.after ?? '';
  if (wish === 'revise') return `This will ask for changes of ${what}: ${after('r')}.`;
  return wish === 'reject'
    ? `This will reject ${what}: ${after('j')}.`
    : `This will approve ${what}: ${after('a')}.`;
}

/** By the word that names exactly what was shown. */
function askedAbout(gate: Gate): string {
  const seen = seenWord(gate);
  if (gate.kind === 'plan') return `plan ${seen}`;
  if (gate.kind === 'delivery') return `the delivery of ${seen}`;
  if (gate.kind === 'merge') return `the merge of ${seen}`;
  return `the ${forTerminal(nameOf(gate))} (${seen})`;
}

function runDoes({ wish, run }: WishedAct, which: string): string {
  if (run === undefined) return beginDoes[wish] ?? beginDoes.start;
  const does = ofRun[wish] ?? 'do nothing to run@.';
  return `This will ${does.replace('@', which)}`;
}

const beginDoes: Readonly<Partial<Record<Wish, string>>> & { readonly start: string } = {
  start:
    'This will start a run: it investigates and changes nothing, and asks you about its plan, before it delivers, and before it merges.',
  investigate: 'This will start a run that only investigates: it stops at its plan and changes nothing.',
  'full-auto':
    'This will start a run that goes on by itself: it asks about no plan and opens its pull request; before the merge it asks you.',
};

const ofRun: Readonly<Partial<Record<Wish, string>>> = {
  tell: 'hand your words to the agents of run@; they reach the next attempt.',
  triage:
    'give run@ your words as what was said on its pull request: they are sorted, and mended where they ask for it.',
  'skip-coverage': 'leave out the coverage of run@: nothing more is measured, and no tester is asked.',
  'check-reviews': 'look at the pull request of run@ now, and take up what was said there.',
  pause: 'stop the agents of run@; what they did so far is kept.',
  resume: 'let run@ go on.',
  retry: 'let run@ try again from where it is blocked.',
  cancel: 'end run@; what it published stays until you close it.',
};

export const waitsOnWords = 'Nothing was done. It waits; say what should be otherwise, or use a button.';

const unableTexts: Readonly<Record<Unable | 'no-ticket' | 'no-folder' | 'which-preview', string>> = {
  'no-run': 'There is no run in this conversation. Say what you want done, and one is started after a yes.',
  'has-run':
    'This conversation has a run already, and one at a time is enough to keep apart. /new lets it go on by itself and makes room for the next.',
  'nothing-asked': 'Nothing waits for such an answer now.',
  'several-asked': 'Several things wait for an answer. Answer the one you mean, with its button.',
  'is-question': 'That is a question: say your answer in words, or the number of an option.',
  'no-question': 'No question waits for an answer now.',
  'not-revisable': 'There is nothing in this that could be revised: it is approved or rejected.',
  'stops-at-plan': 'It is only investigating, and stops at its plan. Nothing is changed before you say go.',
  'past-plan': 'It is past its plan and works on the change already. "stop" stops the agents.',
  'asks-as-begun': 'A run asks as it was begun with. Say "full auto" with a ticket, before it starts.',
  'goes-alone': 'It goes on by itself already. Before the merge it asks you.',
  'no-pull-request': 'No pull request of it is open, so there is nothing to say or to mend on one.',
  'coverage-over': 'Its coverage is settled already.',
  'is-paused': 'It is stopped already. "continue" lets it go on.',
  'not-paused': 'It is not stopped, so there is nothing to take up.',
  'not-blocked': 'It is not blocked, so there is nothing to try again.',
  'no-ticket': 'Say what this is about: the ticket, in your words, with it.',
  'no-folder':
    'This conversation is about no repository, so nothing can be started in it. Begin one where the repository is: slipway chat, or the page.',
  'which-preview':
    'It is not clear what that answers. Use the button of what you mean, or say it in a few words.',
};

export function unableWords(unable: keyof typeof unableTexts): string {
  return unableTexts[unable];
}

export const helpWords = [
  'Say what you want done, in your words. Nothing happens before you say yes to what is shown.',
  'yes, no, or the button of what is shown; the number of an option where a question is asked',
  'investigate, execute, commit, coverage, review: where the run is, by name',
  '"just investigate this, don\'t fix it", "full auto": with a ticket, how far it goes by itself',
  '"skip coverage", "check reviews", "stop", "continue", "retry", "status"',
  '/new: lets the run go on by itself, and makes room for the next',
].join('\n');

const approveLabels: Readonly<Partial<Record<Gate['kind'], string>>> = {
  plan: 'Go',
  drift: 'Go',
  delivery: 'Deliver',
  merge: 'Merge',
};

/** How what a gate asks may be answered. */
export function gateButtons(gate: Gate, text: string | undefined): readonly Button[] {
  if (gate.kind === 'question') {
    return Array.from({ length: gate.options ?? 0 }, (_, at) => {
      const title = optionTitle(text ?? '', at + 1);
      return {
        choice: String(at + 1),
        label: `${at + 1}: ${clip(title ?? `Option ${at + 1}`, labelCharsMax)}`,
      };
    });
  }
  const canStop = choicesAt(gate.kind, gate.subject, gate.strays).some(({ key }) => key === 'j');
  return [
    { choice: 'yes', label: approveLabels[gate.kind] ?? 'Approve' },
    ...(isRevisable(gate) ? [{ choice: 'change', label: 'Change something' }] : []),
    ...(canStop ? [{ choice: 'reject', label: 'Reject' }] : []),
  ];
}

const labelCharsMax = 60;

export function actButtons({ wish, run }: WishedAct): readonly Button[] {
  const no = { choice: 'no', label: 'No' };
  if (run !== undefined || wish !== 'start') return [{ choice: 'yes', label: 'Yes' }, no];
  return [
    { choice: 'yes', label: 'Start' },
    { choice: 'investigate', label: 'Just investigate' },
    { choice: 'auto', label: 'Full auto' },
    no,
  ];
}

/** Who answered a gate, for every channel that shows it. */
export function decidedWords({ decision }: Gate): string | undefined {
  if (decision === undefined) return undefined;
  const { answer, by } = decision;
  const said = { approve: 'approved', revise: 'changes asked for', reject: 'rejected' }[answer];
  return `${said} by ${forTerminal(by.who)} through ${by.channel}`;
}

/** Where a run is, in a line and what it waits for. */
export function standWords(run: Run, status: string, because: string | undefined): string {
  const gates = run.ended === undefined ? openGates(run) : [];
  const waits =
    gates.length === 0 ? '' : ` It waits for you: ${gates.map((gate) => nameOf(gate)).join(', ')}.`;
  return `Run ${run.id} is ${status} in ${run.visit.stage}${because === undefined ? '' : `: ${because}`}.${waits}`;
}
