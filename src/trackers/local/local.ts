// The local tracker: tickets that came as a file or as text, one JSON file each, `tracker/<ref>.json`.
//
// Invariants
//   TRACKERS-LOCAL-1. What is kept here was screened by the caller: `add` takes the ticket after screening, never before.
//   TRACKERS-LOCAL-2. A file is whole or absent: written beside its place, synced, then moved there.
//   TRACKERS-LOCAL-3. Changes of one tracker happen one after the other; the owner of the home has one tracker.
//   TRACKERS-LOCAL-4. A ticket without an id of its own is known by its words: `words/<digest>` names the id it was given here.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

import type { RawTicket, Tracker, TrackerAnswer } from '../tracker.ts';
import { isTicketId } from './read-ticket.ts';
import { codeOf } from '../../plain/errors.ts';
import { parseJson } from '../../plain/json.ts';

export interface LocalTracker extends Tracker {
  /**
   * Keeps a ticket whose text was screened and answers with its ref. Adding it again replaces the text;
   * status and comments stay, because they tell what was done about the ticket.
   */
  readonly add: (ticket: RawTicket) => Promise<string>;
  /** Takes a ticket away that nothing was done about, and what is known of its words. */
  readonly remove: (ticket: RawTicket) => Promise<void>;
  /** The ref a ticket with this id has here, whether it is known or not. */
  readonly refOf: (id: string) => string;
  /** Whether a ticket may have its id: nobody has it here, nor does one with other words that is still on its way. */
  readonly claim: (ticket: RawTicket) => Promise<boolean>;
  /** The id that was last given here to a ticket with exactly these words. */
  readonly idOfWords: (ticket: RawTicket) => Promise<string | undefined>;
}

const entryShape = z.object({
  ticket: z.object({
    id: z.string().refine(isTicketId),
    title: z.string(),
    body: z.string(),
    criteria: z.array(z.string()),
    criteriaFrom: z.enum(['listed', 'derived', 'title']).exactOptional(),
    type: z.enum(['feature', 'bugfix', 'code_review', 'release']).exactOptional(),
    labels: z.array(z.string()).exactOptional(),
    author: z
      .object({
        name: z.string(),
        association: z.string().exactOptional(),
        isBot: z.boolean().exactOptional(),
      })
      .exactOptional(),
    hidden: z.array(z.string()).exactOptional(),
  }),
  status: z.enum(['open', 'in-progress', 'in-review', 'done']),
  comments: z.array(z.object({ marker: z.string(), body: z.string() })),
});

type Entry = Readonly<Omit<z.infer<typeof entryShape>, 'ticket'>> & { readonly ticket: RawTicket };
type Change = (entry: Entry) => TrackerAnswer<Entry>;

const madeHere = 'LOCAL-';
const commentsMax = 1000;
const commentCharsMax = 65_536;
const refText = /^(?:[A-Za-z0-9._#-]|%2[3E])(?:[A-Za-z0-9._#-]|%23){0,59}$/;

export function localTracker(options: { readonly home: string }): LocalTracker {
  const folder = path.join(options.home, 'tracker');
  const inTurn = queue();
  const claimed = new Map<string, string>();
  const read = async <T>(ref: string, pick: (entry: Entry) => T): Promise<TrackerAnswer<T>> => {
    const entry = await readEntry(folder, ref);
    return entry.ok ? { ok: true, value: pick(entry.value) } : entry;
  };
  const edit = (ref: string, change: Change) => inTurn(() => editEntry(folder, ref, change));

  return {
    name: 'local',
    fetch: (ref) => read(ref, (entry) => entry.ticket),
    status: (ref) => read(ref, (entry) => entry.status),
    comments: (ref) => read(ref, (entry) => entry.comments),
    transition: (ref, to) => edit(ref, (entry) => ({ ok: true, value: { ...entry, status: to } })),
    comment: (ref, marker, body) => edit(ref, (entry) => withComment(entry, marker, body)),
    add: (ticket) => inTurn(() => add(folder, ticket)),
    remove: (ticket) => {
      claimed.delete(ticket.id);
      return inTurn(() => remove(folder, ticket));
    },
    claim: (ticket) =>
      inTurn(async () => {
        if ((await readEntry(folder, refOf(ticket.id))).ok) return false;
        const words = digestOf(ticket);
        if ((claimed.get(ticket.id) ?? words) !== words) return false;
        claimed.set(ticket.id, words);
        return true;
      }),
    refOf,
    idOfWords: (ticket) => idOfWords(folder, ticket),
  };
}

/** The id as a file name: no two ids share one, and none is hidden or leads out of the folder. */
function refOf(id: string): string {
  return id.replaceAll('#', '%23').replace(/^\./, '%2E');
}

async function add(folder: string, ticket: RawTicket): Promise<string> {
  if (!isTicketId(ticket.id)) throw new Error('invariant: a ticket is added with an id that was checked');
  const ref = refOf(ticket.id);
  const known = await readEntry(folder, ref);
  const entry: Entry = known.ok ? { ...known.value, ticket } : { ticket, status: 'open', comments: [] };
  await mkdir(folder, { recursive: true });
  await write(folder, `${ref}.json`, `${JSON.stringify(entry, undefined, 2)}\n`);
  if (ticket.id.startsWith(madeHere)) await noteWords(path.join(folder, 'words'), ticket);
  return ref;
}

async function remove(folder: string, ticket: RawTicket): Promise<void> {
  const entry = await readEntry(folder, refOf(ticket.id));
  if (!entry.ok || entry.value.status !== 'open' || entry.value.comments.length > 0) return;
  await rm(path.join(folder, `${refOf(ticket.id)}.json`), { force: true });
  if ((await idOfWords(folder, ticket)) === ticket.id) {
    await rm(path.join(folder, 'words', digestOf(ticket)), { force: true });
  }
}

/** TRACKERS-LOCAL-4. */
async function noteWords(folder: string, ticket: RawTicket): Promise<void> {
  await mkdir(folder, { recursive: true });
  await write(folder, digestOf(ticket), `${ticket.id}\n`);
}

async function idOfWords(folder: string, ticket: RawTicket): Promise<string | undefined> {
  try {
    const id = (await readFile(path.join(folder, 'words', digestOf(ticket)), 'utf8')).trim();
    return isTicketId(id) ? id : undefined;
  } catch {
    return undefined; // never added, or not to be read: then it is a new ticket
  }
}

function digestOf({ title, body, criteria }: RawTicket): string {
  return createHash('sha256')
    .update(JSON.stringify([title, body, criteria]))
    .digest('hex');
}

function withComment(entry: Entry, marker: string, body: string): TrackerAnswer<Entry> {
  const others = entry.comments.some((comment) => comment.marker === marker)
    ? entry.comments.map((comment) => (comment.marker === marker ? { marker, body } : comment))
    : [...entry.comments, { marker, body }];
  if (others.length > commentsMax || body.length > commentCharsMax) {
    return refused(
      `A ticket of the local tracker holds ${commentsMax} comments of ${commentCharsMax} characters. Shorten the comment.`,
    );
  }
  return { ok: true, value: { ...entry, comments: others } };
}

async function editEntry(folder: string, ref: string, change: Change): Promise<TrackerAnswer<void>> {
  const entry = await readEntry(folder, ref);
  if (!entry.ok) return entry;
  const changed = change(entry.value);
  if (!changed.ok) return changed;
  try {
    await write(folder, `${refOf(ref)}.json`, `${JSON.stringify(changed.value, undefined, 2)}\n`);
    return { ok: true, value: undefined };
  } catch (error) {
    return unavailable(ref, error);
  }
}

async function readEntry(folder: string, ref: string): Promise<TrackerAnswer<Entry>> {
  if (!refText.test(ref)) return refused('That is not the ref of a ticket of the local tracker.');
  try {
    const text = await readFile(path.join(folder, `${refOf(ref)}.json`), 'utf8');
    const entry = entryShape.safeParse(parseJson(text)).data;
    if (entry !== undefined) return { ok: true, value: entry };
    return refused(`The file tracker/${refOf(ref)}.json is damaged. Add the ticket again.`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return unavailable(ref, error);
    return refused(`The local tracker has no ticket ${ref}. Start the run with the ticket's file or text.`);
  }
}

/** TRACKERS-LOCAL-2. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const temporary = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeSynced(temporary, text);
    await rename(temporary, path.join(folder, name));
  } finally {
    await rm(temporary, { force: true });
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** TRACKERS-LOCAL-3. The next one starts when the one before has ended, however it ended. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

function refused(detail: string): TrackerAnswer<never> {
  return { ok: false, reason: 'preflight', detail };
}

function unavailable(ref: string, error: unknown): TrackerAnswer<never> {
  return {
    ok: false,
    reason: 'io',
    detail: `Ticket ${ref} could not be read or written (${codeOf(error) ?? 'unknown'}). Check disk room and permissions of the home, then try again.`,
  };
}
