// Other commands for the checks of one run: what a person gives where the base cannot be checked with those that were found.
//   OTHER-CHECKS-1. Naming one check replaces that one, or leaves it out, and no other, as in configuration (NAMED-CHECKS-1).
//   OTHER-CHECKS-2. They are taken while a base lacks something that nobody waived: later, evidence of the commands before would be about.
//   OTHER-CHECKS-3. Whatever is given, be it nothing, the base is checked again: a person may have mended the machine instead.
//   OTHER-CHECKS-4. They outlive a new survey, which finds what the repository says.

import type { Command, Refusal } from '../commands.ts';
import type { CheckSpec } from '../evidence/evidence.ts';
import { withNamed } from '../evidence/named-checks.ts';
import type { RunEvent } from '../events.ts';
import { changed, inRepository } from '../evolve/within.ts';
import type { Repository, Run } from '../run.ts';
import { isIn, naming, repositoryOf } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import { asksForBase, awaitsBase, lackingBases } from './baseline.ts';
import { lineIn } from './lines.ts';

/** One check by its name, and what takes its place; without a spec it is left out. */
export interface OtherCheck {
  readonly name: string;
  readonly spec?: CheckSpec;
}

/** What people have given so far, and how often they did. */
export interface OtherChecks {
  readonly turn: number;
  readonly checks: readonly (OtherCheck & {
    readonly repository?: string;
    /** Who gave it. */
    readonly by: string;
  })[];
}

type Replace = Extract<Command, { type: 'checks.replace' }>;
type Replaced = Extract<RunEvent, { type: 'checks.replaced' }>;

/** OTHER-CHECKS-2. */
export function mayReplace(run: Run): Refusal | undefined {
  if (awaitsBase(run)) return undefined;
  return { refused: 'STATE_MISMATCH', expected: 'a base that cannot be checked', actual: run.visit.stage };
}

export function replacedBy(run: Run, { by, checks, repository }: Omit<Replace, 'type'>): RunEvent {
  return {
    type: 'checks.replaced',
    ...naming(run, repositoryOf(run, repository === undefined ? {} : { repository })),
    checks,
    by,
  };
}

/** OTHER-CHECKS-3: whoever asks a run to go on that stopped at its base wants the base looked at again. */
export function baseAgain(run: Run, by: Replace['by']): readonly RunEvent[] {
  return lackingBases(run).map(({ alias }) => replacedBy(run, { by, checks: [], repository: alias }));
}

export function withOtherChecks(run: Run, repository: Repository, { checks, by }: Replaced): Run {
  const before = run.otherChecks ?? { turn: 0, checks: [] };
  const names = new Set(checks.map(({ name }) => name));
  const kept = before.checks.filter((item) => !isIn(run, item, repository) || !names.has(item.name));
  const own = checks.map((item) => ({ ...item, by: by.who, ...naming(run, repository) }));
  const gate = lineIn(run, 'base', repository);
  return withChecks(
    changed(inRepository(run, repository, { baseline: undefined }), {
      otherChecks: { turn: before.turn + 1, checks: [...kept, ...own] },
      gates: run.gates.map((item) =>
        asksForBase(item) && item.subject === gate && item.decision === undefined
          ? { ...item, superseded: true }
          : item,
      ),
    }),
    repository,
  );
}

/** OTHER-CHECKS-4: the checks of a repository, as they were found and as a person wants them. */
export function withChecks(run: Run, repository: Repository): Run {
  const wanted = run.otherChecks?.checks.filter((item) => isIn(run, item, repository)) ?? [];
  if (wanted.length === 0) return run;
  const others = run.checks.filter((check) => !isIn(run, check, repository));
  const specs = wanted.flatMap(({ spec }) => spec ?? []);
  const off = wanted.flatMap(({ name, spec }) => (spec === undefined ? [name] : []));
  const own = withNamed(checksIn(run, repository), { checks: specs, checksOff: off }); // OTHER-CHECKS-1
  return changed(run, {
    checks: [...others, ...own.map((check) => ({ ...check, ...naming(run, repository) }))],
  });
}
