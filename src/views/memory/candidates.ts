// What a run teaches about its repository: candidates for its memory, found by rules in what the journal already holds.
// No model is asked. The same events give the same candidates, so finding them again adds nothing.

import type { RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Candidate, FactScope, FactSource } from '../../core/memory/facts.ts';
import { factText, identityOf } from '../../core/memory/facts.ts';
import { startedIn } from '../../core/run.ts';
import { firstStage } from '../../core/pipeline/pipeline.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { slugOf } from '../../core/ticket/slug.ts';
import { failuresOf } from '../artifacts/failures.ts';
import { reasonWords } from '../artifacts/failure-words.ts';
import { summaryOf } from '../artifacts/patterns.ts';
import { patternOf } from '../run/pattern.ts';
import type { Story } from '../artifacts/story.ts';
import type { TextOf, Words } from '../artifacts/texts.ts';
import { erased, readAll } from '../artifacts/texts.ts';
import { storyOf } from '../artifacts/story-of-events.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

/** More than this from one run is noise. */
const candidatesMax = 50;

/** The hash of a text, in hexadecimal: views have no hash of their own. */
type HashOf = (text: string) => string;

interface Moment {
  readonly event: RunEvent;
  readonly at: number;
  readonly stage: StageName;
}

/** What the rules look at. */
interface Tale {
  readonly story: Story;
  readonly moments: readonly Moment[];
  readonly words: Words;
  readonly hashOf: HashOf;
}

/** A candidate before it has an id, a run and the name of its rule. */
type Found = Omit<Candidate, 'id' | 'source'> & { readonly source: Omit<FactSource, 'run' | 'rule'> };
type Rule = (tale: Tale) => readonly Found[];

/** In this order; each has a row in the test. */
const rules: Readonly<Record<string, Rule>> = {
  note: ({ moments, ...tale }) =>
    moments.flatMap(({ event, stage }) =>
      event.type === 'note.added' ? said(tale, { ...event, blob: event.note, stage }) : [],
    ),
  answer: (tale) => decisions(tale).flatMap((item) => answered(tale, item)),
  decision: (tale) =>
    decisions(tale).flatMap(({ gate, decision, stage }) =>
      gate.kind !== 'question' && decision.answer !== 'approve' && decision.comment !== undefined
        ? said(tale, { blob: decision.comment, by: decision.by, stage })
        : [],
    ),
  waiver: (tale) =>
    decisions(tale).flatMap(({ gate, decision, stage, at }) =>
      gate.kind === 'waiver' && gate.subject === 'no-tests' && decision.answer === 'approve'
        ? [
            measured('waiver/tests', 'No tests were found here; a person let runs go on without them.', {
              at,
              stage,
              who: decision.by.who,
            }),
          ]
        : [],
    ),
  survey: ({ moments }) =>
    moments.flatMap(({ event, stage, at }) =>
      event.type === 'survey.recorded'
        ? event.survey.checks.map(({ name, command }) => ({
            ...measured(`check/${name}`, `The check ${name} is run with \`${command}\`.`, { at, stage }),
            kind: 'reference' as const,
          }))
        : [],
    ),
  'base-check': (tale) => baseChecks(tale),
  'recurring-failure': (tale) => recurring(tale),
  'confirmed-finding': (tale) => confirmedTwice(tale),
};

/** Events after which there may be something new to find. */
const telling: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'note.added',
  'gate.decided',
  'survey.recorded',
  'evidence.recorded',
  'failure.recorded',
  'verdict.recorded',
]);

export function mayTeach(event: RunEvent): boolean {
  return telling.has(event.type);
}

export async function candidatesOf(
  events: readonly RecordedEvent[],
  textOf: TextOf,
  hashOf: HashOf,
): Promise<readonly Candidate[]> {
  const story = storyOf(events);
  if (story === undefined) return [];
  const words = await readAll(blobsOf(story, events), textOf);
  const tale = { story, moments: momentsOf(events), words, hashOf };
  const { repository } = startedIn(story.run);
  const found = Object.entries(rules).flatMap(([rule, find]) =>
    find(tale).map(({ source, ...fact }) => {
      return {
        ...fact,
        id: factId(repository, fact, hashOf),
        source: { ...source, run: story.run.id, rule },
      };
    }),
  );
  // Of what a run measured twice the last counts; of what it heard twice, once is enough.
  const keys = found.map((item) => [item.measuredAt === undefined ? item.id : item.key, item] as const);
  return [...new Map(keys).values()].slice(0, candidatesMax);
}

const idChars = 10;

/** Equal facts of a repository have one id, whoever came upon them. */
export function factId(
  repository: string,
  fact: { readonly key: string; readonly text: string },
  hashOf: HashOf,
): string {
  return `f-${hashOf(`${repository}\n${identityOf(fact)}`).slice(0, idChars)}`;
}

function momentsOf(events: readonly RecordedEvent[]): readonly Moment[] {
  let stage = firstStage;
  return events.map(({ event, at }) => {
    if (event.type === 'stage.entered') stage = event.stage;
    return { event, stage, at };
  });
}

function blobsOf(
  { run, gates, failures, evidence }: Story,
  events: readonly RecordedEvent[],
): readonly string[] {
  return [
    ...run.notes.map((note) => note.blob),
    ...gates.flatMap((gate) => [gate.request.blob, gate.decision?.comment]),
    ...failures.map(({ what }) => (what.type === 'failure.recorded' ? what.detail : undefined)),
    ...evidence.flatMap((item) =>
      item.evidence.filter((one) => one.verdict === 'FAIL').map((one) => one.log),
    ),
    ...events.map(({ event }) => (event.type === 'verdict.recorded' ? event.verdict.blob : undefined)),
  ].flatMap((blob) => (blob === undefined ? [] : [blob]));
}

interface Said {
  readonly blob: string;
  readonly by: { readonly who: string };
  readonly stage: StageName;
  readonly task?: string;
}

/** A person's own words: they hold where they were said, until two runs have heard them. */
function said({ words, hashOf }: Pick<Tale, 'words' | 'hashOf'>, { blob, by, stage, task }: Said): Found[] {
  return inWords(factText(words(blob)), {
    blob,
    who: by.who,
    stage,
    hashOf,
    ...(task === undefined ? {} : { task }),
  });
}

function inWords(
  text: string,
  {
    hashOf,
    blob,
    task,
    ...source
  }: {
    readonly hashOf: HashOf;
    readonly blob: string;
    readonly who: string;
    readonly stage: StageName;
    readonly task?: string;
  },
): Found[] {
  if (text === '' || text.endsWith(erased)) return [];
  const scope: FactScope = task === undefined ? 'run' : 'task';
  const about = task === undefined ? {} : { task };
  return [
    {
      key: keyFor('said', text, hashOf),
      text,
      kind: 'feedback',
      origin: 'person',
      blob,
      scope,
      source: { ...source, ...about },
    },
  ];
}

const suffixChars = 4;

/** A key that people recognise, and that no other words have. */
export function keyFor(kind: string, text: string, hashOf: HashOf): string {
  const suffix = hashOf(identityOf({ key: kind, text })).slice(0, suffixChars);
  return `${kind}/${slugOf(text)}-${suffix}`;
}

type Decided = ReturnType<typeof decisions>[number];

function decisions({ story }: Tale) {
  return story.gates.flatMap(({ request: gate, stage, decision, decidedAt: at }) =>
    decision === undefined || at === undefined ? [] : [{ gate, stage, decision, at }],
  );
}

/** An answer means little without its question. */
function answered({ words, hashOf }: Tale, { gate, decision, stage }: Decided): readonly Found[] {
  if (gate.kind !== 'question' || decision.comment === undefined) return [];
  const question = gate.blob === undefined ? '' : questionIn(words(gate.blob));
  const answer = words(decision.comment).trim();
  if (answer === '') return [];
  const text = factText(question === '' ? answer : `Asked: ${question} Answered: ${answer}`);
  return inWords(text, { hashOf, blob: decision.comment, who: decision.by.who, stage });
}

const questionCharsMax = 200;

/** Without the options: the one that was chosen stands in the answer. */
function questionIn(text: string): string {
  const [, question = text] = /^# Question\s+([\s\S]*?)(?=\n## |$(?![\s\S]))/.exec(text) ?? [];
  return factText(question).slice(0, questionCharsMax);
}

function measured(
  key: string,
  text: string,
  { at, ...source }: Found['source'] & { readonly at: number },
): Found {
  return {
    key,
    text: factText(text),
    kind: 'project',
    origin: 'slipway',
    scope: 'repository',
    measuredAt: at,
    source,
  };
}

/** How checks stand without any change: evidence for the tree the run started from. */
function baseChecks({ story, moments }: Tale): readonly Found[] {
  const trees = story.run.repositories.map(({ base }) => base.tree);
  return moments.flatMap(({ event, stage, at }) =>
    event.type !== 'evidence.recorded'
      ? []
      : event.evidence
          .filter((item) => trees.includes(item.tree))
          .map((item) =>
            measured(
              `check/${item.check}/base`,
              item.verdict === 'FAIL'
                ? `The check ${item.check} fails at the base, without any change.`
                : `The check ${item.check} passes at the base.`,
              { at, stage },
            ),
          ),
  );
}

/** Troubles that say something about the repository; a network that was away says nothing. */
const instructive: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'checks-failed',
  'setup-failed',
  'conflict',
  'red-together',
  'fence-breach',
  'protected-path',
]);

function recurring({ story, words, hashOf }: Tale): readonly Found[] {
  const failures = failuresOf(story, words).filter((failure) => instructive.has(failure.reason));
  const byId = new Map(failures.map((failure) => [failure.id, failure]));
  return summaryOf(failures).recurring.flatMap(({ ids }) => {
    const same = ids.flatMap((id) => byId.get(id) ?? []);
    const [first] = same;
    if (first === undefined) return [];
    const paths = [...new Set(same.flatMap((failure) => failure.paths))];
    // The pattern, not the message: numbers and places differ from run to run.
    const text = factText(`Came again: ${reasonWords[first.reason]}: ${patternOf(first.summary)}`);
    return [
      {
        key: keyFor('failure', text, hashOf),
        text,
        kind: 'project',
        origin: 'program',
        scope: 'repository',
        ...(paths.length === 0 ? {} : { paths: paths.slice(0, pathsMax) }),
        source: { stage: first.stage, ...(first.task === undefined ? {} : { task: first.task }) },
      } as const,
    ];
  });
}

const pathsMax = 8;
const timesMin = 2;

/** What reviewers found more than once, and code confirmed each time. */
function confirmedTwice({ moments, hashOf }: Tale): readonly Found[] {
  const found = moments.flatMap(({ event, stage }) =>
    event.type === 'verdict.recorded' && event.verdict.role === 'reviewer'
      ? event.verdict.findings
          .filter((finding) => finding.validation === 'confirmed' && finding.severity !== 'MINOR')
          .map((finding) => ({ finding, stage, pattern: patternOf(finding.title) }))
      : [],
  );
  return [...new Set(found.map((item) => item.pattern))].flatMap((pattern) => {
    const same = found.filter((item) => item.pattern === pattern);
    const [first] = same;
    if (first === undefined || same.length < timesMin) return [];
    const text = factText(first.finding.title);
    const paths = [...new Set(same.flatMap((item) => item.finding.file ?? []))];
    return [
      {
        key: keyFor('finding', text, hashOf),
        text,
        kind: 'feedback',
        origin: 'reviewer',
        scope: 'repository',
        ...(paths.length === 0 ? {} : { paths: paths.slice(0, pathsMax) }),
        source: { stage: first.stage },
      } as const,
    ];
  });
}
