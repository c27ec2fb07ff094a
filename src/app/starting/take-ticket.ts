// Taking a ticket: read, screened, and compared with what the tracker knows. What is blocked, or comes from somebody
// who may not start a run, is refused before anything is kept.

import type { Authors } from '../../core/ticket/authors.ts';
import { pipelineFor } from '../../core/pipeline/pipeline.ts';
import { moves } from '../../core/pipeline/transitions.ts';
import { refusedAuthor } from '../../core/ticket/authors.ts';
import { tooLarge, usualBytesMax } from '../../screening/screen.ts';
import { ticketFromText } from '../../trackers/local/read-ticket.ts';
import type { RawTicket } from '../../trackers/tracker.ts';
import type { TicketSource } from '../../core/ticket/ticket.ts';
import type { TrackerSettings } from '../../config/tracker-settings.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';

export interface TicketInput {
  readonly text: string;
  /** The name of the file it came from, if it came from one. */
  readonly name?: string;
  /** Piped in: it may be anybody's text. */
  readonly isPiped?: boolean;
  /** When it was given: who is asked something before it starts keeps the id they were shown. */
  readonly at?: number;
}

export interface ReadTicket {
  readonly raw: RawTicket;
  /** Where it lives; undefined for one that was told here. */
  readonly source?: TicketSource;
  readonly rules: readonly string[];
}

export interface TakenTicket {
  readonly ref: string;
  readonly id: string;
  readonly title: string;
  readonly rules: readonly string[];
  /** The tracker knows the ticket with other words: those of a run that has it already. */
  readonly isChanged: boolean;
  /** Puts these words in the place of others, or of none, once a run has claimed the ticket. */
  readonly keep: () => Promise<void>;
  /** Takes it away again, where it came to the tracker with this start and no run came of it. */
  readonly drop: () => Promise<void>;
}

/** Screened before it is kept anywhere: what is blocked never reaches the disk. */
export async function readTicket(tools: Tools, input: TicketInput, authors: Authors): Promise<ReadTicket> {
  const screening = tools.screener.screen(input.text);
  if (screening.verdict === 'BLOCKED') throw blocked(input, screening.rules);
  const raw = await ticketIn(tools, { ...input, text: screening.text.text });
  refuseAuthor(raw, input, authors);
  refuseType(raw);
  return { raw, rules: screening.rules };
}

/** Read where it lives. Nothing of it is kept here: the run reads it again, and keeps what was screened then. */
export async function readNamed(
  tools: Tools,
  {
    source,
    settings,
    authors,
  }: { readonly source: TicketSource; readonly settings: TrackerSettings; readonly authors: Authors },
): Promise<ReadTicket> {
  const fetched = await tools.trackerNamed(source.tracker, settings).fetch(source.ref);
  if (!fetched.ok)
    throw new UserError(
      `${fetched.detail.replace(/ It is tried again\.$/, '')} Nothing was started.`,
      'missing',
    );
  const raw = fetched.value;
  const text = [raw.title, raw.body, ...raw.criteria].join('\n\n');
  const screening = tools.screener.screen(text);
  if (screening.verdict === 'BLOCKED') throw blocked({ text }, screening.rules);
  refuseAuthor(raw, { text, name: source.ref }, authors);
  refuseType(raw);
  const title = tools.screener.redact(raw.title).text;
  return { raw: { ...raw, title }, rules: screening.rules, source };
}

export async function takeTicket(tools: Tools, { raw, rules, source }: ReadTicket): Promise<TakenTicket> {
  const { id, title } = raw;
  if (source !== undefined) return { ref: source.ref, id, title, rules, isChanged: false, ...nothingKept };
  const { localTracker: tracker } = tools;
  const ref = tracker.refOf(id);
  const known = await tracker.fetch(ref);
  const isChanged = known.ok && !isSame(known.value, raw);
  // At once, so that no other start of the same second gives this id to its own ticket.
  if (!known.ok) await tracker.add(raw);
  const keep = async (): Promise<void> => {
    const now = await tracker.fetch(ref); // another start may have dropped it
    if (!now.ok || !isSame(now.value, raw)) await tracker.add(raw);
  };
  const drop = async (): Promise<void> => {
    if (!known.ok) await tracker.remove(raw);
  };
  return { ref, id, title, rules, isChanged, keep, drop };
}

const nothingKept = { keep: () => Promise.resolve(), drop: () => Promise.resolve() } as const;

function isSame(one: RawTicket, other: RawTicket): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf({ title, body, criteria }: RawTicket): string {
  return JSON.stringify([title, body, criteria]);
}

/** What is too large was not looked at, and so nothing can be said about what is in it. */
function blocked({ text }: Pick<TicketInput, 'text'>, rules: readonly string[]): UserError {
  if (!rules.includes(tooLarge)) {
    return new UserError(
      `The ticket was not taken: screening found something that must not be stored (${rules.join(', ')}). ` +
        'Take it out of the text and start again; nothing was kept.',
      'refused',
    );
  }
  const bytes = Buffer.byteLength(text).toLocaleString('en-US');
  return new UserError(
    `The ticket was not taken: it has ${bytes} bytes, and ${usualBytesMax.toLocaleString('en-US')} is the most that is screened. ` +
      'Shorten it to what should change, or put the rest into a file of the repository and name it; nothing was kept.',
    'refused',
  );
}

/** What a person types is theirs. The author a file claims is only ever a reason to refuse. */
function refuseAuthor({ author }: RawTicket, input: TicketInput, authors: Authors): void {
  const isTyped = input.name === undefined && input.isPiped !== true;
  const refused = isTyped ? undefined : refusedAuthor(authors, author);
  if (refused === undefined) return;
  const why =
    refused === 'bot'
      ? 'a bot, and bots may not start runs here'
      : 'who is not among those who may start runs here';
  throw new UserError(
    `Nothing was started: the ticket says it was written by ${author?.name ?? 'nobody'}, ${why}. ` +
      'Add the name under `authors.allow` in slipway.yaml, or read the ticket and give it in your own words: slipway run "…".',
    'refused',
  );
}

/** Work that nothing would do is not taken for work of another kind. */
function refuseType({ type }: RawTicket): void {
  const pipeline = pipelineFor(type);
  if (moves[pipeline] !== undefined) return;
  throw new UserError(
    `Nothing was started: the ticket is of the type ${type}, and nothing moves a run through the ${pipeline} pipeline yet. ` +
      'If something is to be changed in the repository, give it the type feature or bugfix, or none.',
    'refused',
  );
}

const secondMs = 1_000;
const secondsMax = 600;

/**
 * A ticket without an id gets one from the second it came in. The same words again are the same ticket, whether they come
 * from a file or are typed.
 */
async function ticketIn(tools: Tools, input: TicketInput): Promise<RawTicket> {
  const now = input.at ?? tools.clock.now();
  const readAt = (at: number): RawTicket => {
    const name = input.name === undefined ? {} : { name: input.name };
    const read = ticketFromText(input.text, { ...name, now: at });
    if ('problem' in read) throw new UserError(read.problem, 'usage');
    return read;
  };
  const first = readAt(now);
  if (readAt(now + secondMs).id === first.id) return first; // the ticket brought its own id
  const before = await tools.localTracker.idOfWords(first);
  if (before !== undefined) return { ...first, id: before };
  for (let seconds = 0; seconds < secondsMax; seconds += 1) {
    const ticket = readAt(now + seconds * secondMs);
    if (await tools.localTracker.claim(ticket)) return ticket;
  }
  throw new UserError(
    'Too many tickets were started within a few minutes. Give this one an id of its own.',
    'refused',
  );
}
