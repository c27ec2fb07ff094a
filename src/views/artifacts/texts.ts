// The texts an artifact run needs, asked for once each. Everything after this is pure.

import type { Role } from '../../core/roles/modes.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import type { Story } from './story.ts';

export type TextOf = (blob: string) => Promise<string | undefined>;

/** The text of a blob; an erased one says so. */
export type Words = (blob: string) => string;

export const erased = '[this text was erased]';

export function wordsOf(story: Story, textOf: TextOf): Promise<Words> {
  return readAll(blobsOf(story), textOf);
}

export async function readAll(blobs: readonly string[], textOf: TextOf): Promise<Words> {
  const wanted = [...new Set(blobs)];
  const found = await Promise.all(wanted.map(async (blob) => [blob, await textOf(blob)] as const));
  const texts = new Map(found);
  return (blob) => texts.get(blob) ?? erased;
}

function blobsOf({
  run,
  visits,
  plans,
  designs,
  verdicts,
  evidence,
  gates,
  failures,
  blocks,
}: Story): string[] {
  return [
    run.config,
    run.ticket?.blob,
    run.ticket?.refined?.blob,
    run.ticket?.mandatesBlob,
    run.survey,
    run.analysis?.blob,
    ...run.searches.flatMap((item) => [item.queries, item.results]),
    ...run.probes.flatMap((item) => [item.blob, item.probed?.told]),
    ...run.docs.fresh.map((item) => item.blob),
    ...plans.flatMap((item) => [item.plan.blob, item.plan.source]),
    ...designs,
    ...verdicts.map((item) => item.verdict.blob),
    ...visits.flatMap((visit) => visit.carry.map((item) => item.blob)),
    ...gates.flatMap((gate) => [gate.request.blob, gate.decision?.comment]),
    ...blocks.map((block) => block.retried?.comment),
    ...failures.map((item) => (item.what.type === 'failure.recorded' ? item.what.detail : undefined)),
    // What passed is a number; the words of a check are worth reading where it did not.
    ...evidence.flatMap((item) =>
      item.evidence.filter((one) => one.verdict === 'FAIL').flatMap((one) => [one.log, one.tests]),
    ),
  ].flatMap((blob) => (blob === undefined ? [] : [blob]));
}

/** The agent that plays a role in this run, by the configuration it was started with. */
export function agentOf(config: string, role: Role): string | undefined {
  const roles = fieldOf(parsed(config), 'roles');
  const name = fieldOf(roles, role) ?? fieldOf(roles, 'default');
  return typeof name === 'string' ? name : undefined;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // erased
  }
}

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

/** Those of the ticket stand in its text, those of the interpreter in what it made of it. */
export function criteriaOfBoth(
  text: string,
  refined: string | undefined,
  ticket: Pick<Ticket, 'criteria' | 'refined'>,
): ReturnType<typeof wordsById> {
  const added = new Set(ticket.refined?.criteria);
  return ticket.criteria.flatMap((id) => criteriaOf(added.has(id) ? (refined ?? '') : text, [id]));
}

/** The words of the acceptance criteria: the ticket's text ends with a list of them. */
function criteriaOf(
  text: string,
  ids: readonly string[],
): readonly { readonly id: string; readonly text: string }[] {
  const heading = text.lastIndexOf('## Acceptance criteria');
  return wordsById(heading === -1 ? '' : text.slice(heading), ids);
}

/** Of a list with an id a line: what it says of each. */
export function wordsById(
  list: string,
  ids: readonly string[],
): readonly { readonly id: string; readonly text: string }[] {
  return ids.map((id) => ({ id, text: afterMark(`\n${list}`, `- ${id}: `) ?? '' }));
}

/** Why each piece of related code is cited: the analysis ends with a list of them. */
export function reasonFor(analysis: string, place: string): string | undefined {
  return afterMark(analysis.slice(Math.max(0, analysis.lastIndexOf('## Related code'))), `- \`${place}\`: `);
}

function afterMark(text: string, mark: string): string | undefined {
  const at = text.indexOf(`\n${mark}`);
  if (at === -1) return undefined;
  const start = at + 1 + mark.length;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}
