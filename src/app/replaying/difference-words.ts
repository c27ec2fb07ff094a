// Where a recorded run and the code of today part, in words.

import { canonicalJson } from '../../journal/chain.ts';
import { eventWords } from '../../views/events/event-words.ts';
import { refusalWords } from '../words/refusal-words.ts';
import type { Difference, Stands } from './decide-again.ts';

export interface Told {
  readonly seq: number;
  readonly why: Difference['why'];
  /** What stands in the journal there, and what is decided now. */
  readonly recorded: string;
  readonly now: string;
  /** In two events of one type: where they part, and what is there in each. */
  readonly parts?: { readonly at: string; readonly recorded: string; readonly now: string };
}

export function toldOf({ seq, why, recorded, now, before }: Difference): Told {
  const words = (stands: Stands): string => standsWords(stands, before);
  const parts =
    why === 'altered' || recorded.is !== 'event' || now.is !== 'event'
      ? undefined
      : partsOf(recorded.event, now.event);
  return {
    seq,
    why,
    recorded: words(recorded),
    now: why === 'altered' ? 'not looked at: the event is not the one that was written' : words(now),
    ...(parts === undefined ? {} : { parts }),
  };
}

function standsWords(stands: Stands, before: Difference['before']): string {
  switch (stands.is) {
    case 'event': {
      const { event } = stands;
      const said = before === undefined ? '' : `: ${eventWords(event, before)}`;
      return `${event.type}${said}`;
    }
    case 'nothing':
      return 'nothing';
    case 'refused':
      return `refused: ${refusalWords(stands.refusal, before?.id ?? '')}`;
    case 'broken':
      return `the code of today breaks here: ${stands.because}`;
  }
}

/** The first place where two events of one type are not the same. */
function partsOf(one: { readonly type: string }, other: { readonly type: string }): Told['parts'] {
  if (one.type !== other.type) return undefined;
  const at = placeOf(one, other);
  return at === undefined ? undefined : { at: at.at, recorded: shown(at.one), now: shown(at.other) };
}

interface Place {
  readonly at: string;
  readonly one: unknown;
  readonly other: unknown;
}

function placeOf(one: unknown, other: unknown, at = ''): Place | undefined {
  if (textOf(one) === textOf(other)) return undefined;
  if (!isFields(one) || !isFields(other)) return { at, one, other };
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  for (const name of names) {
    const found = placeOf(one[name], other[name], at === '' ? name : `${at}.${name}`);
    if (found !== undefined) return found;
  }
  return { at, one, other };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}

const shownMax = 120;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : textOf(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
