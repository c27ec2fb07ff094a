// The ticket comes in: read from its tracker, hidden text removed, screened, and what code can tell of it told.

import type { Run } from '../../core/run.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { branchOf, ticketTypeOf } from '../../core/ticket/ticket.ts';
import { clarityOf } from '../../core/ticket/clarity.ts';
import { mandateLine, mandatesOf, namesATool } from '../../core/ticket/mandates.ts';
import { missingFields } from '../../core/ticket/missing.ts';
import { workOf } from '../../core/ticket/work-type.ts';
import { reveal } from '../../screening/hidden.ts';
import type { RawTicket } from '../../trackers/tracker.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { never } from '../probe.ts';
import { untold } from '../untold.ts';
import { keptContext } from '../ticket-context.ts';

export function fetchTicket(parts: EffectParts): EffectHandler<'fetch-ticket'> {
  return {
    probe: never, // reading changes nothing
    act: async (effect, { run }) => {
      const fetched = await parts.trackerOf(effect.input.source, run).fetch(effect.input.source.ref);
      if (!fetched.ok) return untold(parts, fetched);
      const raw = revealed(fetched.value);
      const mandates = numbered('M', mandatesOf(raw.title, raw.body));
      const screening = parts.screener.screen(ticketText(raw, mandates));
      if (screening.verdict === 'BLOCKED') {
        return { type: 'failed', reason: 'screening-blocked', rules: screening.rules };
      }
      const ticket: Ticket = {
        ...told(parts, raw),
        blob: await parts.blobs.put(screening.text),
        screening: screening.verdict,
        rules: screening.rules,
        ...(await keptMandates(parts, mandates)),
        ...(await keptContext(parts, run, raw.context ?? [])),
      };
      const result = { ticket, branch: await freeBranch(parts, run, branchOf(ticket)) };
      return { type: 'done', kind: 'fetch-ticket', result };
    },
  };
}

/** What nobody sees goes before anything is made of the text, whichever tracker it comes from. */
function revealed(raw: RawTicket): RawTicket {
  const title = reveal(raw.title);
  const body = reveal(raw.body);
  const criteria = raw.criteria.map(reveal);
  const found = [title, body, ...criteria].flatMap((part) => part.hidden);
  return {
    ...raw,
    title: title.text,
    body: body.text,
    criteria: criteria.map((part) => part.text),
    hidden: [...new Set([...(raw.hidden ?? []), ...found])],
  };
}

type TicketText = Omit<
  Ticket,
  'blob' | 'screening' | 'rules' | 'mandates' | 'mandatesBlob' | 'tools' | 'refined' | 'context'
>;

/** Everything code can tell of a ticket by its words. */
function told(parts: EffectParts, raw: RawTicket): TicketText {
  const { title, body, hidden = [], author } = raw;
  const labels = (raw.labels ?? []).map((label) => parts.screener.redact(label).text);
  const declared = [...(raw.type === undefined ? [] : [raw.type]), ...labels];
  const { workType, commitType } = workOf({ title, body, declared });
  const type = raw.type ?? ticketTypeOf(workType);
  const criteriaFrom = raw.criteriaFrom ?? 'listed';
  const isTyped = raw.type !== undefined || workType === 'fix'; // whoever tells of a fault wants it mended
  const isBuilt = type === 'feature' || type === 'bugfix';
  return {
    id: raw.id,
    title: parts.screener.redact(title).text,
    type,
    workType,
    commitType,
    criteria: numbered('AC', raw.criteria).map(({ id }) => id),
    criteriaFrom,
    clarity: isBuilt
      ? clarityOf({ title, body, criteria: criteriaFrom, isTyped })
      : { verdict: 'clear', reasons: [] },
    missing: missingFields({ type, body, criteria: criteriaFrom }),
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(author === undefined ? {} : { author: parts.screener.redact(author.name).text }),
  };
}

/** Ids of what a ticket asks for, as they will be recorded: for whoever has to know before it is fetched. */
export function idsIn(ticket: RawTicket): Required<Pick<Ticket, 'criteria' | 'mandates'>> {
  const { title, body, criteria } = revealed(ticket);
  return {
    criteria: numbered('AC', criteria).map(({ id }) => id),
    mandates: numbered('M', mandatesOf(title, body)).map(({ id }) => id),
  };
}

interface Numbered {
  readonly id: string;
  readonly words: string;
}

function numbered(letters: string, items: readonly string[]): readonly Numbered[] {
  return items.map((words, index) => ({ id: `${letters}${index + 1}`, words }));
}

async function keptMandates(
  parts: EffectParts,
  mandates: readonly Numbered[],
): Promise<Pick<Ticket, 'mandates' | 'mandatesBlob' | 'tools'>> {
  if (mandates.length === 0) return {};
  const text = mandates.map(({ id, words }) => mandateLine(id, words)).join('\n');
  const tools = mandates.filter(({ words }) => namesATool(words)).map(({ id }) => id);
  return {
    mandates: mandates.map(({ id }) => id),
    mandatesBlob: await keepText(parts, `${text}\n`),
    ...(tools.length === 0 ? {} : { tools }),
  };
}

/** The list of criteria comes last: views look for it there. */
function ticketText(raw: RawTicket, mandates: readonly Numbered[]): string {
  const kept = mandates.map(({ id, words }) => mandateLine(id, words));
  const criteria = numbered('AC', raw.criteria).map(({ id, words }) => `- ${id}: ${words}`);
  return [
    `# ${raw.id}: ${raw.title}`,
    '',
    raw.body,
    '',
    ...(kept.length === 0 ? [] : ['## Mandates', '', ...kept, '']),
    '## Acceptance criteria',
    '',
    ...criteria,
    '',
  ].join('\n');
}

/** The run's id is added where the name is taken: on the forge, by the user, or by an earlier run that has not pushed yet. */
async function freeBranch(parts: EffectParts, run: Run, name: string): Promise<string> {
  const seen = await Promise.all(
    run.repositories.map(({ repository }) => isSeen(parts, run, { repository, name })),
  );
  const taken = seen.includes(true) || (await parts.home.isRepeat(run.id));
  return taken ? `${name}_${run.id}` : name;
}

async function isSeen(
  parts: EffectParts,
  run: Run,
  { repository, name }: { readonly repository: string; readonly name: string },
): Promise<boolean> {
  const [forge, user] = await Promise.all([
    parts.forgeOf(run).branchHead(repository, name),
    parts.workspaces.userBranch(repository, name),
  ]);
  // A forge that does not answer may have it.
  return user !== undefined || !forge.ok || forge.value !== undefined;
}
