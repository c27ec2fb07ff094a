// The documents Slipway keeps right about the repository a run was started in [I6]: which of them the documenter is asked for, and when.
//   REPOSITORY-DOCS-1. Nobody waits for what is refreshed beside planning: it is on a line of its own, outlives visits, takes only room
//       that no other launch of the run wants, and its failure is a warning.
//   REPOSITORY-DOCS-2. A run asks at most twice: before the change for what cannot be believed, after it for what the change touched.
//   REPOSITORY-DOCS-3. What goes into the pull request is on the branch before it is evaluated, so evidence and review hold for it.
//   REPOSITORY-DOCS-4. On a target that moved, a document that somebody changed there is theirs: what was written without knowing that is dropped.

import type { Pass } from '../pipeline/beside.ts';
import { docsLine, isBeside, passOf } from '../pipeline/beside.ts';
import { capFor } from '../budget/budget.ts';
import type { CommitDocsInput, CommittedDocs, Effect, NamedBlob, Outcome, Want } from '../effects.ts';
import { isLaunch, whoOf } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { isProtected } from '../fence/protected-paths.ts';
import { filesOf } from '../plan/plan.ts';
import { covers, overlap } from '../fence/paths.ts';
import type { Run } from '../run.ts';
import { areIntegrated, headsOf, must, startedIn } from '../run.ts';
import type { StageName } from '../pipeline/stage.ts';
import { failure } from '../failures/failed-effect.ts';
import { lessons, named, ordinalOf } from '../stages/lines.ts';
import type { DocTrust } from './survey.ts';
import { changed, inRepository } from '../evolve/within.ts';

export const documents: readonly string[] = [
  'docs/ARCHITECTURE.md',
  'docs/CODE_STYLE.md',
  'docs/FINDINGS.md',
];

export interface Refreshed {
  readonly path: string;
  readonly blob: string;
  /** Files and folders it speaks of, as far as they are kept; a folder ends with a slash. */
  readonly cites: readonly string[];
}

export interface Docs {
  /** As the survey found them. */
  readonly found: readonly DocTrust[];
  /** What the documenter wrote in this run, the newest of each, and the base it was written about. */
  readonly fresh: readonly (Refreshed & { readonly on: string })[];
  /** Passes that were made, or given up. */
  readonly over: readonly Pass[];
  /** What of it is on the run branch. */
  readonly committed: readonly Pick<Refreshed, 'path' | 'blob'>[];
}

export const noDocs: Docs = { found: [], fresh: [], over: [], committed: [] };

const before: ReadonlySet<StageName> = new Set<StageName>([
  'planning',
  'design',
  'plan-review',
  'implementation',
]);
const after: ReadonlySet<StageName> = new Set<StageName>(['completion', 'coverage', 'triage', 'merge']);

/** What is due beside what the stage wants. */
export function docsWants(run: Run, wanted: readonly Want[]): readonly Want[] {
  const pass = passDue(run);
  if (pass === undefined || !hasRoom(run, wanted)) return [];
  return run.inFlight.some(isBeside) ? [] : [asking(run, pass)];
}

/** REPOSITORY-DOCS-1: whoever else the run wants at work comes first. */
function hasRoom(run: Run, wanted: readonly Want[]): boolean {
  const launches = [...run.inFlight, ...wanted].filter(({ kind }) => isLaunch(kind));
  return new Set(launches.map(whoOf)).size < run.policy.slots;
}

function passDue(run: Run): Pass | undefined {
  if (run.policy.docs?.refresh !== 'stale') return undefined;
  const { stage } = run.visit;
  if (before.has(stage) && isOpen(run, 'before')) return 'before';
  const isChanged = commits(run) ? isWhole(run) : after.has(stage);
  return isChanged && isOpen(run, 'after') ? 'after' : undefined;
}

function isOpen(run: Run, pass: Pass): boolean {
  return !run.docs.over.includes(pass) && pathsFor(run, pass).length > 0;
}

function pathsFor(run: Run, pass: Pass): readonly string[] {
  return pass === 'before' ? unbelievable(run) : touchedDocs(run);
}

/** Missing is like stale: nothing that could be believed is there. */
function unbelievable({ docs }: Run): readonly string[] {
  return documents.filter(
    (path) => !docs.found.some((item) => item.path === path && item.trust === 'trusted'),
  );
}

/** Those that speak of something the change touched. What the change wrote itself was reviewed with it. */
function touchedDocs(run: Run): readonly string[] {
  const files = touchedFiles(run);
  return documents.filter((path) => {
    const known = [...run.docs.fresh, ...run.docs.found].find((item) => item.path === path);
    return !covers(files, path) && overlap(files, known?.cites ?? []);
  });
}

function touchedFiles(run: Run): readonly string[] {
  return run.tasks
    .filter((state) => state.at === 'integrated')
    .flatMap(({ task, delivered }) => delivered?.touched ?? filesOf(task));
}

function asking(run: Run, pass: Pass): Want {
  const line = docsLine(pass);
  const { base, head } = startedIn(run);
  return {
    kind: 'ask',
    subject: 'documenter',
    line,
    input: {
      role: 'documenter',
      mode: 'investigate',
      ordinal: ordinalOf(run, line),
      commit: head.commit,
      inputs: [
        ...named('survey of the repository', run.survey),
        ...named('analysis', run.analysis?.blob),
        ...docsTexts(run),
        ...lessons(run, line),
      ],
      docs: pathsFor(run, pass),
      ...(pass === 'after' ? { diff: { from: base.commit, to: head.commit } } : {}),
    },
  };
}

/** What every role is told instead of what lies in the tree: the newest text of each document that Slipway keeps. */
export function docsTexts({ docs }: Run): readonly NamedBlob[] {
  const fresh = docs.fresh.map(({ path, blob }) => ({ name: `${path}, refreshed in this run`, blob }));
  const isFresh = (path: string): boolean => docs.fresh.some((item) => item.path === path);
  const kept = docs.found.flatMap(({ path, text }) =>
    text === undefined || isFresh(path) ? [] : [{ name: `${path}, refreshed in an earlier run`, blob: text }],
  );
  return [...fresh, ...kept];
}

/** What an end of a pass means: the texts, or a warning. */
export function docsEnded(run: Run, effect: Effect<'ask'>, outcome: Outcome): readonly RunEvent[] {
  if (outcome.type === 'stopped') return [];
  if (outcome.type === 'failed') return failure(run, effect, outcome);
  const asked = must(effect.input.docs, 'a pass asks for documents');
  const result = outcome.kind === 'ask' && outcome.result.answer === 'docs' ? outcome.result : undefined;
  const holds =
    result !== undefined &&
    result.documents.length > 0 &&
    result.documents.every(({ path }) => asked.includes(path));
  return holds
    ? [{ type: 'docs.refreshed', line: effect.line, documents: result.documents }]
    : failure(run, effect, { reason: 'malformed-answer' });
}

export function withRefreshed(run: Run, line: string, refreshed: readonly Refreshed[]): Run {
  const isNew = (path: string): boolean => refreshed.some((item) => item.path === path);
  const on = startedIn(run).base.commit;
  const fresh = [
    ...run.docs.fresh.filter((item) => !isNew(item.path)),
    ...refreshed.map((item) => ({ ...item, on })),
  ];
  return withoutPass(changed(run, { docs: { ...run.docs, fresh } }), line);
}

/** A pass is not made again, whether it was of use or not. */
export function withoutPass(run: Run, line: string): Run {
  const pass = passOf(line);
  return pass === undefined ? run : changed(run, { docs: { ...run.docs, over: [...run.docs.over, pass] } });
}

// What goes into the pull request: a commit of its own at the end of implementation, where policy says so.

const commitLine = 'docs/commit';

function commits(run: Run): boolean {
  return run.policy.docs?.deliver === 'commit';
}

function isWhole(run: Run): boolean {
  return run.visit.stage === 'implementation' && areIntegrated(run);
}

/** What is not on the branch yet, and may be: protected paths and what the change wrote itself are left alone. */
function deliverable(run: Run): CommitDocsInput['documents'] {
  const files = touchedFiles(run);
  const base = startedIn(run).base.commit;
  return run.docs.fresh
    .filter(({ path }) => !covers(files, path) && !isProtected(run.policy.protectedPaths, path))
    .filter(({ path, blob }) => !run.docs.committed.some((item) => item.path === path && item.blob === blob))
    .map(({ path, blob, on }) => ({ path, blob, ...(on === base ? {} : { since: on }) }));
}

export function docsCommit(run: Run): readonly Want[] {
  if (!commits(run) || !isWhole(run) || awaitsPass(run)) return [];
  const written = deliverable(run);
  if (written.length === 0 || run.visit.warned.includes(commitLine)) return [];
  return [
    {
      kind: 'commit-docs',
      subject: 'docs',
      line: commitLine,
      input: { onto: startedIn(run).head.commit, documents: written },
    },
  ];
}

/** A pass that the budget cannot pay for is not waited for. */
function awaitsPass(run: Run): boolean {
  if (run.inFlight.some(isBeside)) return true;
  return passDue(run) !== undefined && capFor(run, run.budget, ['stage/implementation']) === undefined;
}

/** What was asked for, without what was left to somebody else. */
export function docsWritten({ input }: Effect<'commit-docs'>, { left, ...head }: CommittedDocs): RunEvent {
  const written = input.documents.filter(({ path }) => left?.includes(path) !== true);
  return {
    type: 'docs.committed',
    documents: written.map(({ path, blob }) => ({ path, blob })),
    head,
    ...(left === undefined ? {} : { left }),
  };
}

export function withCommitted(run: Run, { documents: written, head, left = [] }: Committed): Run {
  const others = run.docs.committed.filter((item) => !written.some(({ path }) => path === item.path));
  const fresh = run.docs.fresh.filter(({ path }) => !left.includes(path)); // the tree knows better
  const docs = { ...run.docs, fresh, committed: [...others, ...written] };
  const next = inRepository(run, startedIn(run), { head });
  return changed(next, { docs, ...orderedWith(run, written, headsOf(next)) });
}

/** REPLAY-4 of a target that moved: the documents that a person ordered to be merged are no other change when they come again. */
function orderedWith(run: Run, written: Committed['documents'], head: string): Pick<Run, 'mergeOrder'> {
  const { mergeOrder } = run;
  if (mergeOrder?.head !== headsOf(run)) return { mergeOrder };
  const known = mergeOrder.documents;
  const isSame = written.every(({ path, blob }) =>
    known.some((item) => item.path === path && item.blob === blob),
  );
  return { mergeOrder: isSame ? { ...mergeOrder, head } : mergeOrder };
}

type Committed = Extract<RunEvent, { type: 'docs.committed' }>;

/** REPOSITORY-DOCS-3: nothing of the documents is still on its way into what is about to be evaluated. */
export function areDocsSettled(run: Run): boolean {
  if (!commits(run)) return true;
  return !awaitsPass(run) && docsCommit(run).length === 0;
}
