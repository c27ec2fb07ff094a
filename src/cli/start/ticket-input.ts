// Where the text of a ticket comes from: the command line, a file, or what is piped in; and a plan that comes with it.

import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TicketInput } from '../../app/starting/take-ticket.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { CommandContext } from '../command.ts';

/** One more than a ticket may have: what is longer is refused by screening, in its own words. */
const charsMax = 1024 * 1024 + 1;

export async function ticketInput(context: CommandContext): Promise<TicketInput> {
  const [text] = context.words;
  const file = context.value('file');
  if (text !== undefined && file !== undefined) {
    throw new UserError('Give the ticket either as text or with --file, not both.', 'usage');
  }
  if (text !== undefined) return { text: await meantAsText(context, text) };
  if (file === '-') return pipedIn(await context.io.readInput(charsMax));
  if (file !== undefined) {
    return { text: await textOf(context, file, 'ticket'), name: path.basename(file) };
  }
  throw new UserError(
    'Say what should be done: slipway run "Add a --json flag", slipway run --file ticket.md (- reads what is piped in), or slipway run PROJ-12. ' +
      "To a shell everything after a bare # is a comment: '#7' needs its quotes.",
    'usage',
  );
}

/** Whoever names a file means what it says: agents who are asked for "ticket.md" would be paid for a guess. */
async function meantAsText({ dir }: CommandContext, text: string): Promise<string> {
  if (/\s/.test(text)) return text;
  const isThere = await stat(path.resolve(dir, text)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isThere) {
    throw new UserError(
      `${text} is a file. \`slipway run --file ${text}\` takes what it says as the ticket; a sentence is taken as it is.`,
      'usage',
    );
  }
  if (!/\.(?:md|markdown|txt|json|ya?ml)$/i.test(text)) return text;
  throw new UserError(
    `There is no file ${text} here, and it is no sentence either. Name the file with --file, or say what should be done.`,
    'usage',
  );
}

/** A plan that came with the ticket. */
export async function planInput(
  context: CommandContext,
): Promise<{ readonly text: string; readonly name: string } | undefined> {
  const file = context.value('plan');
  return file === undefined ? undefined : { text: await textOf(context, file, 'plan'), name: file };
}

/** What a program pipes in may be a ticket.json; nothing but its text tells. */
function pipedIn(text: string): TicketInput {
  const name = isJsonObject(text) ? { name: 'ticket.json' } : {};
  return { text, isPiped: true, ...name };
}

function isJsonObject(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

async function textOf(context: CommandContext, file: string, what: 'ticket' | 'plan'): Promise<string> {
  const full = path.resolve(context.dir, file);
  try {
    const handle = await open(full, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(charsMax), 0, charsMax, 0);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(`The ${what} ${full} cannot be read (${why}). Name a file that can.`, 'usage');
  }
}
