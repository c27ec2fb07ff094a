// The effects of intake: the ticket comes in through the screener, the repository is looked at, the budget reserved.

import type { CheckSpec } from '../core/evidence.ts';
import type { Run } from '../core/run.ts';
import { only } from '../core/run.ts';
import { branchOf, ticketTypeOf, workTypeOf } from '../core/ticket.ts';
import type { EffectHandler } from './effect.ts';
import type { EffectParts } from './parts.ts';
import { failedWith } from './parts.ts';
import { preflight } from './preflight.ts';
import { never } from './probe.ts';

export function fetchTicket(parts: EffectParts): EffectHandler<'fetch-ticket'> {
  return {
    probe: never, // reading changes nothing
    act: async (effect, { run }) => {
      const fetched = await parts.tracker.fetch(effect.input.source.ref);
      if (!fetched.ok) return failedWith(parts, { reason: fetched.reason }, fetched.detail);
      const raw = fetched.value;
      const text = ticketText(raw);
      const screening = parts.screener.screen(text);
      if (screening.verdict === 'BLOCKED') {
        return { type: 'failed', reason: 'screening-blocked', rules: screening.rules };
      }
      const workType = workTypeOf(`${raw.title}\n${raw.body}`);
      const ticket = {
        id: raw.id,
        title: parts.screener.redact(raw.title).text,
        type: raw.type ?? ticketTypeOf(workType),
        workType,
        blob: await parts.blobs.put(screening.text),
        criteria: raw.criteria.map((_, index) => `AC${index + 1}`),
        screening: screening.verdict,
        rules: screening.rules,
      };
      const result = { ticket, branch: await freeBranch(parts, run, branchOf(ticket)) };
      return { type: 'done', kind: 'fetch-ticket', result };
    },
  };
}

function ticketText(raw: {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly string[];
}): string {
  const criteria = raw.criteria.map((criterion, index) => `- AC${index + 1}: ${criterion}`);
  return [`# ${raw.id}: ${raw.title}`, '', raw.body, '', '## Acceptance criteria', '', ...criteria, ''].join(
    '\n',
  );
}

/** The run's id is added where the name is taken, on the forge or by the user. */
async function freeBranch(parts: EffectParts, run: Run, name: string): Promise<string> {
  const { repository } = only(run);
  const [forge, user] = await Promise.all([
    parts.forge.branchHead(repository, name),
    parts.workspaces.userBranch(repository, name),
  ]);
  const taken = user !== undefined || (forge.ok && forge.value !== undefined);
  return taken ? `${name}_${run.id}` : name;
}

export function survey(parts: EffectParts): EffectHandler<'survey'> {
  return {
    probe: never, // looking changes nothing, and the store is filled once whoever fills it
    act: async (effect, { run }) => {
      const { repository } = only(run);
      const { commit } = effect.input;
      await parts.workspaces.ensure(repository, commit);
      const [tree, checks, dirty, found] = await Promise.all([
        parts.workspaces.treeOf(repository, commit),
        checksOf(parts, run, commit),
        parts.workspaces.dirtiness(repository),
        preflight(parts, run),
      ]);
      const { problems, warnings } = found;
      const warned = warnings.length === 0 ? {} : { warnings };
      return { type: 'done', kind: 'survey', result: { tree, checks, dirty, problems, ...warned } };
    },
  };
}

async function checksOf(parts: EffectParts, run: Run, commit: string): Promise<readonly CheckSpec[]> {
  const config = await parts.configOf(run);
  if (config.checks !== undefined) return config.checks;
  return parts.checks.detect((path) => parts.workspaces.readFile(only(run).repository, commit, path));
}

export function reserve(parts: EffectParts): EffectHandler<'reserve'> {
  const done = { type: 'done', kind: 'reserve', result: {} } as const;
  return {
    probe: (_effect, { run }) => Promise.resolve(parts.home.hasReserved(run.id) ? done : undefined),
    act: async (effect, { run }) => {
      await parts.home.record({ type: 'budget.reserved', run: run.id, ...effect.input });
      return done;
    },
  };
}
