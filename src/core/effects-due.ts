// What should be in flight now? Begun effects stay wanted, whole, until they end, also after an upgrade;
// new ones come from the stage the run is in.
//
// Invariants
//   EFFECTS-DUE-1. The same effect is due under one key only, and never again once it ended.
//   EFFECTS-DUE-2. Nothing new is due while the run is paused, blocked or ended, but for what closes it; and while it is
//        paused, for handing out a task that a person took: a pause stops agents, not people.
//   EFFECTS-DUE-3. A line that waits for a time, or for a person's answer, has nothing else due.
//   EFFECTS-DUE-4. No launch is due that the budget cannot pay for.

import { isBeside } from './pipeline/beside.ts';
import type { Ledger, NamedCap, Scope, Spend } from './budget/budget.ts';
import { capFor, capName, countedIn } from './budget/budget.ts';
import { casting } from './roles/casting.ts';
import { docsWants } from './repository/docs.ts';
import type { Effect, Kind, Want } from './effects.ts';
import { isLaunch, keyOf } from './effects.ts';
import { once } from './memo.ts';
import type { Hold, Run } from './run.ts';
import { endedHere, endsIn, must, openGates, repositoryOf, scopesOf } from './run.ts';
import { searching } from './roles/web-search.ts';
import { mayLaunch } from './stages/baseline.ts';
import { lineIn } from './stages/lines.ts';
import { stages } from './stages/table.ts';

/** Asked by everybody who settles, shows or drives a run, so it is found out once a state. */
export const effectsDue = once((run: Run): readonly Effect[] => {
  const fresh: Effect[] = [];
  for (const want of wants(run)) {
    const repository = repositoryOf(run, want).alias;
    const name = nameOf(run, want, repository);
    // What is under way is mostly still wanted, and then nobody has to know what it would be now.
    if (!isBegun(run, name.key))
      fresh.push({ ...casting(run, { ...want, repository }), repository, ...name });
  }
  return [...run.inFlight.filter((effect) => !isUnwanted(run, effect)), ...affordable(run, fresh)];
});

/**
 * An effect that begins changes nothing of what is due but that it is in flight, and so nothing of it is found out anew: a launch
 * was admitted as if those before it had begun. Only a pass over the documents looks at the budget, and where time is limited
 * some of it has gone.
 */
export function dueWithBegun(before: Run, begun: Effect, after: Run): void {
  if ((isLaunch(begun.kind) && after.policy.docs !== undefined) || after.budget.wallMs !== undefined) return;
  const due = effectsDue(before);
  const isUnderWay = (effect: Effect): boolean => before.inFlight.includes(effect);
  const others = due.filter((effect) => effect !== begun && !isUnderWay(effect));
  effectsDue.is(after, [...due.filter(isUnderWay), begun, ...others]);
}

/** A begun effect that nobody waits for any more: it is cancelled, and charged for when it ends. */
export function isUnwanted(run: Run, effect: Effect): boolean {
  if (closingKinds.has(effect.kind)) return false;
  const gone = run.ended === 'cancelled' || run.ended === 'failed';
  const isLate = effect.visit !== run.visit.n && !isBeside(effect);
  const isPaused = run.paused && effect.kind !== 'hand-out';
  return gone || isPaused || isLate || isTakenOver(run, effect);
}

/** What is done for a run whatever becomes of it. */
const closingKinds: ReadonlySet<Kind> = new Set<Kind>(['write-artifacts', 'discard']);

/** A person took the task an agent is at work on. */
export function isTakenOver(run: Run, effect: Effect): boolean {
  if (effect.kind !== 'attempt') return false;
  return run.tasks.some((state) => state.task.id === effect.subject && state.at === 'taken');
}

const wants = once((run: Run): readonly Want[] => {
  const isStopped = run.ended !== undefined || run.blocked !== undefined;
  if (isStopped || run.paused) {
    const handed = isStopped ? [] : handing(run);
    return [...handed, ...landing(run), ...discarding(run), ...reverting(run), ...artifacts(run)]; // EFFECTS-DUE-2
  }
  const asked = new Set(
    run.questions.filter((question) => question.answer === undefined).map((question) => question.line),
  );
  const open = stages[run.visit.stage]
    .wanted(run)
    .filter((want) => !asked.has(want.line)) // EFFECTS-DUE-3
    .map((want) => searching(run, want));
  const wanted = [...open, ...docsWants(run, open)].filter((want) => mayLaunch(run, want)); // BASELINE-3
  return [...heldBack(run, wanted), ...artifacts(run)];
});

function handing(run: Run): readonly Want[] {
  return stages[run.visit.stage].wanted(run).filter((want) => want.kind === 'hand-out');
}

/** EFFECTS-DUE-3: where a line is on hold, the wait is due instead of the work; where it waits for a login, nothing is. */
function heldBack(run: Run, open: readonly Want[]): readonly Want[] {
  return open.flatMap((want) => {
    const hold = run.holds.find((item) => item.line === want.line);
    if (hold === undefined) return [want];
    return hold.login === undefined ? [waiting(hold, want)] : [];
  });
}

function waiting(hold: Hold, { repository }: Want): Want {
  return {
    kind: 'wait-until',
    ...(repository === undefined ? {} : { repository }),
    subject: hold.line.replaceAll('/', '-'),
    line: hold.line,
    input: {
      ...(hold.waitMs === undefined ? {} : { waitMs: hold.waitMs }),
      ...(hold.untilMs === undefined ? {} : { untilMs: hold.untilMs }),
    },
  };
}

function landing(run: Run): readonly Want[] {
  const { landingOrder } = run;
  if (landingOrder === undefined) return [];
  return run.repositories.flatMap((repository) => {
    const line = lineIn(run, landLine, repository);
    const commit = repository.pullRequest?.merged;
    if (repository.landed !== undefined || commit === undefined || run.visit.warned.includes(line)) return [];
    const branch = must(run.branch, 'a merged run has a branch');
    return [
      {
        kind: 'land' as const,
        repository: repository.alias,
        subject: landingOrder.how,
        line,
        input: { how: landingOrder.how, branch, target: repository.base.branch, commit },
      },
    ];
  });
}

export const landLine = 'land';

/** What a cancelled run published is taken back on order; nothing can be where nothing was recorded yet. */
function discarding(run: Run): readonly Want[] {
  const { branch } = run;
  if (run.discard !== 'ordered' || branch === undefined) return [];
  return run.repositories.flatMap((repository) => {
    const line = lineIn(run, discardLine, repository);
    if (repository.discarded === true || run.visit.warned.includes(line)) return [];
    const number = repository.pullRequest?.number;
    return [
      {
        kind: 'discard' as const,
        repository: repository.alias,
        subject: 'run',
        line,
        input: { branch, ...(number === undefined ? {} : { number }) },
      },
    ];
  });
}

const discardLine = 'discard';

/** What was merged is taken back on order, by another pull request. */
function reverting(run: Run): readonly Want[] {
  if (run.revert !== 'ordered') return [];
  return run.repositories.flatMap((repository) => {
    const line = lineIn(run, revertLine, repository);
    const { base, head, pullRequest, reverted } = repository;
    if (pullRequest === undefined || reverted !== undefined || run.visit.warned.includes(line)) return [];
    const { number } = pullRequest;
    return [
      {
        kind: 'revert' as const,
        repository: repository.alias,
        subject: 'pull-request',
        line,
        input: { number, target: base.branch, from: base.commit, to: head.commit },
      },
    ];
  });
}

export const revertLine = 'revert';

/** Artifacts are written when a stage is entered, when a person is asked, and when the run stops or ends. */
function artifacts(run: Run): readonly Want[] {
  const subject = artifactsSubject(run);
  const line = `${run.visit.n}/write-artifacts/${subject}`;
  if (endedHere(run, { kind: 'write-artifacts', subject }) || run.visit.warned.includes(line)) return [];
  return [{ kind: 'write-artifacts', subject, line, input: {} }];
}

function artifactsSubject(run: Run): string {
  if (run.landed !== undefined) return 'landed';
  if (run.ended !== undefined) return run.ended;
  if (run.blocked !== undefined) return 'blocked';
  const gate = openGates(run)[0];
  return gate === undefined ? 'visit' : gate.id;
}

/** EFFECTS-DUE-4: launches are admitted one by one, each as if those before it had begun. */
function affordable(run: Run, fresh: readonly Effect[]): readonly Effect[] {
  let ledger: Ledger = run;
  let last: readonly Scope[] | undefined;
  return fresh.filter((effect) => {
    if (!isLaunch(effect.kind)) return true;
    if (run.day !== undefined) return false; // DAY-1
    if (last !== undefined) ledger = countedIn(ledger, last, oneMore);
    last = undefined;
    const scopes = scopesOf(run, effect);
    if (capFor(ledger, run.budget, scopes) !== undefined) return false;
    last = scopes;
    return true;
  });
}

function oneMore(spend: Spend): Spend {
  return { ...spend, launches: spend.launches + 1 };
}

/** Which caps keep wanted launches from starting, each once. */
export function capsInTheWay(run: Run): readonly NamedCap[] {
  if (isFarFromCaps(run)) return [];
  const found = new Map<string, NamedCap>();
  for (const want of wants(run)) {
    if (!isLaunch(want.kind) || isBeside(want)) continue;
    const cap = capFor(run, run.budget, scopesOf(run, { visit: run.visit.n, line: want.line }));
    // Mostly there is no cap in the way, and then nobody has to know which effect it would be.
    if (cap === undefined) continue;
    const { key } = nameOf(run, want, repositoryOf(run, want).alias);
    if (!isBegun(run, key)) found.set(capName(cap), cap);
  }
  return [...found.values()];
}

/** One more launch of this visit is paid for, whichever it is: nobody has to know what is wanted. */
function isFarFromCaps(run: Run): boolean {
  const { budget, visit } = run;
  if (budget.task !== undefined || budget.raised !== undefined) return false;
  return capFor(run, budget, [`stage/${visit.stage}`]) === undefined;
}

function isBegun({ inFlight }: Run, key: string): boolean {
  return inFlight.some((effect) => effect.key === key);
}

/** EFFECTS-DUE-1: the number counts what ended before under the same kind and subject in this visit. */
function nameOf(run: Run, { kind, subject }: Want, repository: string): Pick<Effect, 'visit' | 'n' | 'key'> {
  const { done, failed, stopped } = endsIn(run, { kind, subject, repository });
  const n = done + failed + stopped + 1;
  const visit = run.visit.n;
  return { visit, n, key: keyOf({ repository, visit, kind, subject, n }) };
}
