// The baseline [E2]: what the checks say of the base commit, before anybody has changed anything. Where this home has seen the
// repository's base checkable with the same commands, it is taken beside the first agent of a run, so that it costs no time of
// its own; else before anybody is launched.
//
// Invariants
//   BASELINE-1. A red base stops nothing: it is a fact, and what the change is held against.
//   BASELINE-2. Nothing is implemented before it is there, or the first change would be charged with what it found.
//   BASELINE-3. While a base stands that cannot be checked and that nobody waived, nothing is launched: a person is asked at once.
//   BASELINE-4. A waiver is for exactly the lacks that were shown, with the commands they were found with.

import type { Effect, Kinds, Want } from '../effects.ts';
import { isLaunch } from '../effects.ts';
import { lacksIn } from '../evidence/checkable.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import type { Repository, Run } from '../run.ts';
import { must, naming, repositoryOf } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import { lineIn, visitLine } from './lines.ts';

const subject = 'baseline';

/** BASELINE-2. A run without checks has nothing to hold a change against. */
export function hasBaseline(run: Run): boolean {
  return run.repositories.every((repository) => isTaken(run, repository));
}

function isTaken(run: Run, repository: Repository): boolean {
  return checksIn(run, repository).length === 0 || repository.baseline?.tree === repository.base.tree;
}

export function takingBaseline(run: Run): readonly Want[] {
  return run.repositories.flatMap((repository) => taking(run, repository));
}

function taking(run: Run, repository: Repository): readonly Want[] {
  if (isTaken(run, repository)) return [];
  const { commit, tree } = repository.base;
  return [
    {
      kind: 'check',
      repository: repository.alias,
      subject,
      line: visitLine(run, `check/${subject}`, repository),
      input: { commit, tree: must(tree, 'the base was surveyed'), checks: checksIn(run, repository) },
    },
  ];
}

/** Of repositories whose base this home has not seen checkable: before anybody is paid. */
export function takingUnseen(run: Run): readonly Want[] {
  return run.repositories.filter(isUnseen).flatMap((repository) => taking(run, repository));
}

/** Journals of before do not say, and their baseline is taken beside the first agent. */
function isUnseen({ checkable }: Repository): boolean {
  return checkable === false;
}

export function isBaseline(effect: Pick<Effect, 'kind' | 'subject'>): boolean {
  return effect.kind === 'check' && effect.subject === subject;
}

export function baselineTaken(
  run: Run,
  effect: Effect,
  { evidence, told, unfilled }: Kinds['check']['result'],
): RunEvent {
  const repository = repositoryOf(run, effect);
  const tree = must(repository.base.tree, 'the base was surveyed');
  return {
    type: 'baseline.recorded',
    ...naming(run, repository),
    tree,
    evidence,
    ...(told === undefined ? {} : { told }),
    ...(unfilled === undefined ? {} : { unfilled }),
  };
}

/** What a change is held against, for a check that asks; nothing in a run of before there were baselines. */
export function againstBaseline({ baseline }: Repository): { readonly against?: readonly Evidence[] } {
  return baseline === undefined ? {} : { against: baseline.evidence };
}

/** Every base that has to be known by now is, and can be checked or was waived. */
export function isBaseSettled(run: Run): boolean {
  return !awaitsBase(run) && takingUnseen(run).length === 0;
}

/** BASELINE-3: what was found at a base keeps it from being checked, and nobody waived that. */
export function awaitsBase(run: Run): boolean {
  return lackingBases(run).length > 0;
}

export function lackingBases(run: Run): readonly Repository[] {
  return run.repositories.filter((repository) => {
    const digest = digestOf(run, repository);
    return digest !== undefined && !isWaived(run, digest);
  });
}

/** BASELINE-3. Where the base was never seen checkable with these commands the first launch waits for the baseline as well. */
export function mayLaunch(run: Run, { kind }: Pick<Want, 'kind'>): boolean {
  if (!isLaunch(kind)) return true;
  const isUnknown = run.repositories.some(
    (item) =>
      item.baseline === undefined && (isUnseen(item) || run.otherChecks !== undefined) && !isTaken(run, item),
  );
  return !isUnknown && !awaitsBase(run);
}

/** One for each repository whose base lacks something that was not waived. */
export function baseGates(run: Run): readonly GateRequest[] {
  return lackingBases(run).map((repository) => {
    const blob = repository.baseline?.told;
    return {
      kind: 'waiver' as const,
      subject: lineIn(run, baseSubject, repository),
      digest: must(digestOf(run, repository), 'a base that lacks something says what'),
      ...(blob === undefined ? {} : { blob }),
    };
  });
}

const baseSubject = 'base';

export function asksForBase({ kind, subject: name }: Pick<Gate, 'kind' | 'subject'>): boolean {
  return kind === 'waiver' && (name === baseSubject || name.startsWith(`${baseSubject}/`));
}

/** BASELINE-4: the lacks, and how often a person has given other commands before they were found. */
function digestOf(run: Run, repository: Repository): string | undefined {
  const lacks = lacksIn(repository.baseline?.evidence ?? []);
  if (lacks.length === 0) return undefined;
  const turn = run.otherChecks?.turn ?? 0;
  return ['base', repository.alias, turn, ...lacks.map(({ check, lack }) => `${check}:${lack}`)].join('.');
}

/** The first check that lacks something, where it has a plain name; what was asked says it. */
export function firstLacking(digest: string | undefined): string | undefined {
  return /^base\.[^.]+\.\d+\.([a-z][a-z-]*):/.exec(digest ?? '')?.[1];
}

function isWaived({ gates }: Run, digest: string): boolean {
  return gates.some(
    (gate) => asksForBase(gate) && gate.digest === digest && gate.decision?.answer === 'approve',
  );
}

/** What the checks said of a base whose lacks a person waived; nothing, where nothing was waived. */
export function waivedBase(run: Run, repository: Repository): readonly Evidence[] {
  const evidence = repository.baseline?.evidence ?? [];
  const digest = digestOf(run, repository);
  return digest !== undefined && isWaived(run, digest) ? evidence : [];
}
