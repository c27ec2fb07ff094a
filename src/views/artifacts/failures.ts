// The failure log of a run: every bad outcome in words, with what was expected and what was done about it. Outcomes
// that no effect failed with count too: a failed evaluation is one entry for all its checks, a review that did not
// pass another.

import { isTaskLine } from '../../core/run.ts';
import type { Effect } from '../../core/effects.ts';
import type { FailureClass, FailureReason } from '../../core/failures/failure.ts';
import { classOf } from '../../core/failures/failure.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { effective } from '../../core/roles/verdict.ts';
import type { Hypothesis } from './hypothesis.ts';
import { describedIn, hypothesisOf, redOf } from './hypothesis.ts';
import { reasonWords } from './failure-words.ts';
import { durationOf, plainOf, tailOf } from './say.ts';
import { list } from '../words/words.ts';
import type { Mishap, Story } from './story.ts';
import type { Words } from './texts.ts';

export interface Failure {
  readonly id: string;
  readonly at: number;
  readonly stage: StageName;
  readonly reason: FailureReason;
  readonly class: FailureClass;
  /** Who or what was at work: a role, or the kind of an effect. */
  readonly actor: string;
  readonly step: string;
  readonly task?: string;
  readonly expected: string;
  readonly command?: string;
  readonly exit?: number;
  readonly paths: readonly string[];
  /** The one line that tells most. */
  readonly summary: string;
  readonly details: string;
  readonly log?: string;
  readonly hypothesis?: Hypothesis;
  /** The document, and the part of it, that says what was to be done. */
  readonly describedIn?: string;
  /** What was done about it, in a word and in a sentence. */
  readonly action: string;
  readonly next: string;
  readonly movedTo?: StageName | 'blocked';
}

const detailLimit = { linesMax: 40, charsMax: 4_000 };

export function failuresOf(story: Story, words: Words): readonly Failure[] {
  return story.failures.map((mishap, index) => {
    const actor = actorOf(mishap);
    return {
      id: `fail-${String(index + 1).padStart(3, '0')}`,
      at: mishap.at,
      stage: mishap.stage,
      ...actor,
      ...whatOf(mishap, story, words),
      ...backgroundOf(mishap, story, words, actor.task),
      ...(mishap.movedTo === undefined ? {} : { movedTo: mishap.movedTo }),
    };
  });
}

function backgroundOf(
  mishap: Mishap,
  story: Story,
  words: Words,
  task: string | undefined,
): Pick<Failure, 'hypothesis' | 'describedIn'> {
  const hypothesis = hypothesisOf(mishap, story, words);
  const document = describedIn(mishap, story, task);
  return {
    ...(hypothesis === undefined ? {} : { hypothesis }),
    ...(document === undefined ? {} : { describedIn: document }),
  };
}

function actorOf({ span, stage, what }: Mishap): Pick<Failure, 'actor' | 'step' | 'expected' | 'task'> {
  const effect = span?.effect;
  if (effect === undefined) return { actor: 'slipway', step: stage, expected: `the ${stage} stage goes on` };
  // The queue works for several tasks; what failed there is on the line of one of them.
  const line = what.type === 'failure.recorded' ? what.line : effect.line;
  const task = isTaskLine(line) ? { task: line.slice('task/'.length) } : {};
  return { actor: roleOf(effect), step: effect.subject, expected: expectedOf(effect), ...task };
}

function roleOf(effect: Effect): string {
  if (effect.kind === 'ask') return effect.input.role;
  return effect.kind === 'attempt' ? 'implementer' : effect.kind;
}

function expectedOf(effect: Effect): string {
  if (effect.kind === 'ask') return `the ${effect.input.role} gives an answer that can be used`;
  if (effect.kind === 'attempt') return `task ${effect.input.task} is done inside its files`;
  if (effect.kind === 'check')
    return `these checks pass: ${list(
      effect.input.checks.map((check) => check.name),
      'none',
    )}`;
  return `${effect.kind} is done`;
}

type What = Pick<
  Failure,
  'reason' | 'class' | 'summary' | 'details' | 'paths' | 'action' | 'next' | 'log' | 'command' | 'exit'
> &
  Partial<Pick<Failure, 'expected'>>;

function whatOf(mishap: Mishap, story: Story, words: Words): What {
  const { what, movedTo } = mishap;
  switch (what.type) {
    case 'failure.recorded': {
      const { reason, detail, paths = [], rules = [] } = what;
      const text = detail === undefined ? '' : words(detail);
      const named = [...paths, ...rules];
      return {
        reason,
        class: what.class,
        paths,
        summary: tellingLine(text) ?? (named.length === 0 ? reasonWords[reason] : list(named)),
        details: tailOf(plainOf(text), detailLimit),
        action: what.remedy.type,
        next: nextOf(what.remedy, movedTo),
        ...checkOf(mishap, story),
        ...(detail === undefined ? {} : { log: detail }),
      };
    }
    case 'evaluation': {
      const bad = what.evidence.filter((item) => item.verdict === 'FAIL');
      const text = bad.map((item) => words(item.log)).join('\n');
      const [first] = bad;
      return {
        ...concluded('checks-failed', movedTo),
        summary: tellingLine(text) ?? `${list(bad.map((item) => item.check))} failed`,
        details: tailOf(plainOf(text), detailLimit),
        ...checkOf(mishap, story),
        ...(first === undefined ? {} : { log: first.log }),
      };
    }
    case 'review': {
      const text = words(what.verdict.blob);
      const finding =
        what.verdict.findings.find((item) => item.severity !== 'MINOR') ?? what.verdict.findings[0];
      return {
        ...concluded(effective(what.verdict) === 'reject' ? 'review-reject' : 'review-revise', movedTo),
        summary: finding?.title ?? tellingLine(text) ?? `the verdict is ${what.verdict.conclusion}`,
        details: tailOf(text, detailLimit),
        log: what.verdict.blob,
        expected: 'the reviewer passes the change',
      };
    }
  }
}

function concluded(
  reason: FailureReason,
  movedTo: Mishap['movedTo'],
): Pick<What, 'reason' | 'class' | 'paths' | 'action' | 'next'> {
  const action = movedTo === 'blocked' ? 'blocked' : 'round';
  return { reason, class: classOf(reason), paths: [], action, next: goneTo(movedTo) };
}

/** The first check that failed: its command line and how it ended. */
function checkOf(mishap: Mishap, story: Story): Pick<What, 'command' | 'exit'> {
  const effect = mishap.span?.effect;
  const [bad] = redOf(mishap, story);
  if (bad === undefined || effect?.kind !== 'check') return {};
  const command = effect.input.checks.find((check) => check.name === bad.check)?.command;
  return {
    ...(command === undefined ? {} : { command }),
    ...(bad.exit === undefined ? {} : { exit: bad.exit }),
  };
}

type Remedy = Extract<Mishap['what'], { type: 'failure.recorded' }>['remedy'];

function nextOf(remedy: Remedy, movedTo: Mishap['movedTo']): string {
  switch (remedy.type) {
    case 'retry':
      return remedy.waitMs === 0 ? 'tried again at once' : `tried again after ${durationOf(remedy.waitMs)}`;
    case 'park':
      return 'waited for the quota to come back';
    case 'fail-over':
      return 'handed to another agent';
    case 'login':
      return 'left to a person, who has to log the agent in';
    case 'warn':
      return 'the run went on without it';
    case 'replan':
      return movedTo === undefined ? 'planned again' : goneTo(movedTo);
    case 'person':
      return movedTo === undefined ? 'left to a person' : goneTo(movedTo);
  }
}

function goneTo(to: Mishap['movedTo']): string {
  if (to === undefined) return 'not answered yet';
  return to === 'blocked' ? 'the run was blocked' : `the run went back to ${to}`;
}

const telling =
  /\b(error|errors|fail(?:ed|ure|s)?|not ok|panic|exception|expected|refused|denied|cannot|cited)\b/i;
const empty = /^(?:[-=#*\s]*|\[.*\])$/;
const summaryCharsMax = 160;

/** The first line that names a trouble, or the last that says anything. */
function tellingLine(text: string): string | undefined {
  const lines = plainOf(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !empty.test(line));
  const line = lines.find((item) => telling.test(item)) ?? lines.at(-1);
  return line === undefined ? undefined : Array.from(line).slice(0, summaryCharsMax).join('');
}
