// What each role may answer with, as schemas. The types are the port's; this file owns their bounds.
//
// Invariants
//   ANSWERS-1. Known keys are validated, unknown ones are dropped: a model may say more than it was asked, not less.
//   ANSWERS-2. Nothing that opens something is guessed: a conclusion, an executor, `destructive` and the findings
//       have to be there. Lists where "none" is harmless may be left out; a plan without tasks opens nothing.
//   ANSWERS-3. Everything is bounded. The plan's own limits are the contract's to judge (core/plan/plan.ts), so the
//       bound on tasks here is looser: its sentence is better than ours.

import { z } from 'zod';

import { planKinds } from '../core/evidence/live-fire.ts';
import { markMax } from '../core/plan/audit-score.ts';
import { miragePatterns, mirageSeverities } from '../core/plan/mirages.ts';
import { riskCategories, riskImpacts } from '../core/plan/plan.ts';
import { riskStates } from '../core/roles/verdict.ts';
import { probesMax } from '../core/roles/asked-first.ts';
import type {
  AnalysisAnswer,
  AskedAs,
  DesignAnswer,
  Offered,
  PlanAnswer,
  ProbesAnswer,
  QuestionAnswer,
  RefinedAnswer,
  RoleAnswer,
  SearchAnswer,
  VerdictAnswer,
  WorkAnswer,
} from './prompts.ts';
import { walkPoints, walkStates } from './prompts.ts';
import { docs } from './docs-answer.ts';
import { sorted } from './sorted-answer.ts';
import { wish } from './wish-answer.ts';

const textCharsMax = 40_000;
const wordCharsMax = 400;
const entriesMax = 200;
const tasksMax = 1_000;
const linesMax = 1_000_000;
const walkedTasksMax = 3;
const refinedCriteriaMax = 20;
const searchesMax = 3;
const searchCharsMax = 200;
const probeCharsMax = 8_000;
const probeNameCharsMax = 60;

const text = z.string().min(1).max(textCharsMax);
const word = z.string().min(1).max(wordCharsMax);
/** Text that may well be empty, such as the evidence for a criterion that is not met. */
const remark = z.string().max(textCharsMax);
const listOf = <T extends z.ZodType>(item: T) => z.array(item).max(entriesMax);
const words = listOf(word);
const share = z.number().min(0).max(1);
const line = z.int().min(1);

const analysis = z.object({
  type: z.literal('analysis'),
  analysis: text.describe('What is the case and why, in words: at least a few sentences.'),
  relatedCode: listOf(
    z.object({
      file: word.describe('Path from the root of the repository.'),
      line: line.exactOptional(),
      why: text,
    }),
  ).default([]),
  denied: listOf(z.object({ claim: text, reality: text }))
    .describe('What the ticket says of the repository and the code shows to be otherwise.')
    .exactOptional(),
  reproduction: z
    .object({
      path: word.describe('A new test file, from the root of the repository.'),
      content: text.describe('The whole file.'),
    })
    .describe('For a bug: a test that fails because of it and of nothing else. Slipway runs it.')
    .exactOptional(),
}) satisfies z.ZodType<AnalysisAnswer>;

const assumption = z.object({
  kind: z.enum(['file', 'symbol', 'script', 'dependency']),
  name: word.describe('The path, or the exact name of the symbol, script or dependency.'),
  file: word.describe('Where it stands: the source file or the manifest.').exactOptional(),
});

const refined = z.object({
  type: z.literal('refined'),
  request: text.describe('What is to be built, precisely enough that two people would build the same thing.'),
  criteria: z
    .array(text)
    .min(1)
    .max(refinedCriteriaMax)
    .describe('Acceptance criteria that can be shown to be met, one sentence each.'),
  openPoints: listOf(text)
    .describe('What a person has to be asked, with what you took for granted instead. Empty where nothing is open.')
    .default([]),
}) satisfies z.ZodType<RefinedAnswer>;

const task = z.object({
  id: word.describe('Letters, digits and hyphens.'),
  title: word,
  description: text.describe('What to change and why, without code blocks.'),
  files: words.describe('Files to change or create, folders (docs/) or globs (db/*.sql, src/**/*.test.ts).'),
  tests: words.describe('Test files the task brings or changes, named alike; they may be new.').default([]),
  creates: words.describe('Those of files that do not exist yet. All others have to exist.').default([]),
  changedLines: z
    .int()
    .min(0)
    .max(linesMax)
    .describe('About how many lines will change, tests included.')
    .exactOptional(),
  assumes: listOf(assumption)
    .describe('What is there already and the task builds on. Slipway looks whether it is.')
    .default([]),
  dependsOn: words.describe('Ids of tasks that must be integrated first.').default([]),
  executor: z.enum(['implementer', 'tester', 'documenter']),
  speciality: word.exactOptional(),
  verification: words.describe('Names of configured checks, never commands.').default([]),
  successCriteria: listOf(text).describe('How anybody can tell that the task is done.'),
  covers: words.describe('Ids of the acceptance criteria this task meets.').default([]),
  mandates: words.describe('Ids of the mandates of the ticket this task has to keep.').default([]),
  destructive: z
    .boolean()
    .describe('True where files or data are deleted, migrated, or a contract is rewritten.'),
});

const plan = z.object({
  type: z.literal('plan'),
  summary: text,
  confidence: share.describe('From 0 to 1: how sure you are that this plan works as written.'),
  tasks: z.array(task).max(tasksMax).default([]),
  risks: listOf(
    z.object({
      category: z.enum(riskCategories),
      impact: z.enum(riskImpacts).describe('NONE: looked at, and it does not apply.'),
      resolved: z.boolean().describe('True where the plan already deals with it.'),
      note: text,
    }),
  ),
  openQuestions: listOf(text)
    .describe('What a person has to be asked: the question, then "Recommended:" and your own answer.')
    .default([]),
  grants: words
    .describe(
      'Protected paths the plan needs leave to touch, and tests or configuration of checks it has to remove, weaken or rewrite.',
    )
    .default([]),
  announces: listOf(
    z.object({
      file: word,
      test: word.describe('Its title, as it is written in the file.'),
      reason: remark.describe('What the ticket says that this test contradicts.'),
    }),
  )
    .describe('Tests that exist now and fail once the ticket is done, because it wants other behaviour.')
    .default([]),
  kind: z
    .enum(planKinds)
    .describe('behaviour: something behaves otherwise afterwards, and a test shows it.')
    .default('behaviour'),
  validationPolicy: z
    .object({
      workingDirectory: word.describe('From the root of the repository; . is the root.').default('.'),
      checksPerTask: words.describe('Names of configured checks.').default([]),
      knownFailures: words
        .describe('Names of configured checks that fail already, before any change.')
        .default([]),
    })
    .exactOptional(),
}) satisfies z.ZodType<PlanAnswer>;

const design = z.object({ type: z.literal('design'), design: text }) satisfies z.ZodType<DesignAnswer>;

const finding = z.object({
  severity: z.enum(['CRITICAL', 'MAJOR', 'MINOR']),
  file: word.exactOptional(),
  line: line.exactOptional(),
  quote: text.describe('The code it is about, word for word.').exactOptional(),
  title: word,
  detail: text,
});

const criteria = listOf(
  z.object({ id: word, met: z.boolean(), evidence: remark.describe('Where in the change it can be seen.') }),
);

const audit = z.object({
  type: z.literal('verdict'),
  conclusion: z.enum(['pass', 'revise', 'reject', 'abstain']),
  confidence: share.describe('From 0 to 1: how sure you are of this verdict.'),
  score: z.number().min(0).max(100).describe('Percent.').exactOptional(),
  summary: text,
  concerns: z.enum(['plan', 'design', 'change']).describe('What would have to be revised.').default('plan'),
  findings: listOf(finding),
  criteria: criteria.default([]),
}) satisfies z.ZodType<VerdictAnswer>;

const mark = z.number().min(0).max(markMax);
const earlier = listOf(z.object({ id: word, settled: z.boolean(), note: remark }))
  .describe('For each point of an earlier round you are given: whether this plan settles it.')
  .default([]);

/** Code makes the score of the marks; an auditor that gives none has judged nothing. */
const auditorVerdict = audit.omit({ score: true }).extend({
  marks: z
    .object({
      correctness: mark,
      completeness: mark,
      executability: mark,
      tests: mark,
      security: mark.describe('Only where the plan touches it.').exactOptional(),
      performance: mark.describe('Only where the plan touches it.').exactOptional(),
      quality: mark,
    })
    .describe('From 0 to 5 each.'),
  risks: listOf(
    z.object({
      category: z.enum(riskCategories),
      state: z.enum(riskStates),
      note: text.describe('Which task deals with it and how, why it can be borne, or what goes wrong.'),
    }),
  )
    .describe('Every risk you are told is HIGH, once. Empty where you are told of none.')
    .default([]),
  earlier,
}) satisfies z.ZodType<VerdictAnswer>;

const assumptionVerdict = audit.omit({ score: true }).extend({
  findings: listOf(finding).default([]),
  mirages: listOf(
    z.object({
      pattern: z.enum(miragePatterns),
      severity: z.enum(mirageSeverities),
      claim: text.describe('What the plan says, or leaves out.'),
      reality: text.describe('What is really there, and where you saw it.'),
      task: word.describe('Id of the task that rests on it.').exactOptional(),
      file: word.exactOptional(),
      line: line.exactOptional(),
      name: word
        .describe('The exact path, symbol, dependency or script that does not exist. Slipway looks it up.')
        .exactOptional(),
    }),
  ),
  earlier,
}) satisfies z.ZodType<VerdictAnswer>;

const executabilityVerdict = audit.omit({ score: true }).extend({
  findings: listOf(finding).default([]),
  walk: z
    .array(
      z.object({
        task: word,
        points: z
          .array(z.object({ point: z.enum(walkPoints), state: z.enum(walkStates), note: remark }))
          .min(walkPoints.length)
          .max(walkPoints.length),
      }),
    )
    .max(walkedTasksMax)
    .describe('The first three tasks in order, each with all seven points.'),
  earlier,
}) satisfies z.ZodType<VerdictAnswer>;

/** A reviewer has to speak about the acceptance criteria, even where it has none to speak about. */
const review = audit.extend({
  concerns: z.enum(['plan', 'design', 'change']).describe('What would have to be revised.').default('change'),
  criteria,
  mandates: listOf(
    z.object({
      id: word,
      followed: z.boolean(),
      evidence: remark.describe('Where in the change it can be seen.'),
    }),
  )
    .describe('Every mandate of the ticket by its id: followed or not. Empty where the ticket has none.')
    .default([]),
  undelivered: listOf(
    z.object({
      path: word,
      coveredBy: remark.describe('File and line, or the quoted name of a test; empty where nothing does.'),
    }),
  )
    .describe('Every planned test file you are told was not delivered. Empty where you are told of none.')
    .default([]),
}) satisfies z.ZodType<VerdictAnswer>;

const work = z.object({
  type: z.literal('work'),
  status: z.enum(['done', 'replan']).describe('replan: the task cannot be done as it is planned.'),
  summary: text,
  needs: words
    .describe(
      'With replan: the paths of existing or new files that have to change and are not listed, where only they are missing. Else empty.',
    )
    .default([]),
}) satisfies z.ZodType<WorkAnswer>;

const question = z
  .object({
    type: z.literal('needs_input'),
    question: text,
    options: z
      .array(
        z.object({
          title: word,
          pros: remark,
          cons: remark,
          files: words.default([]),
          impact: remark,
        }),
      )
      .min(2)
      .max(3),
    recommendation: z.int().min(1).max(3).describe('Number of the option you would take; the first is 1.'),
  })
  .refine((answer) => answer.recommendation <= answer.options.length, {
    path: ['recommendation'],
    error: 'there is no option with this number',
  }) satisfies z.ZodType<QuestionAnswer>;

const search = z.object({
  type: z.literal('search'),
  searches: z
    .array(z.string().min(2).max(searchCharsMax))
    .min(1)
    .max(searchesMax)
    .describe('What to look up on the web: a few words each, nothing confidential.'),
}) satisfies z.ZodType<SearchAnswer>;

const probes = z.object({
  type: z.literal('probes'),
  probes: z
    .array(
      z.object({
        name: z.string().min(1).max(probeNameCharsMax).describe('A few words for people.'),
        path: word.describe('A new file, from the root of the repository.'),
        content: z.string().min(1).max(probeCharsMax).describe('The whole script.'),
        command: word.describe('The shell command that runs it, from the root of the repository.'),
        shows: word.describe('What its output is to tell you.'),
      }),
    )
    .min(1)
    .max(probesMax)
    .describe('Scripts for Slipway to run before you answer.'),
}) satisfies z.ZodType<ProbesAnswer>;

export type AnswerType = RoleAnswer['type'];
type AnswerSchemas = Readonly<Partial<Record<AnswerType, z.ZodType<RoleAnswer>>>>;

// Roles that judge never ask: they abstain.
const asking = { needs_input: question } satisfies AnswerSchemas;
/** Offered only where a search engine is configured, and once. */
const searching = { search } satisfies AnswerSchemas;
/** Offered only where probes can run or a person can let them, and once. */
const probing = { probes } satisfies AnswerSchemas;
const planning = { plan, ...asking } satisfies AnswerSchemas;
const working = { work, ...asking } satisfies AnswerSchemas;

const byRole: Readonly<Record<AskedAs, AnswerSchemas>> = {
  investigator: { analysis, ...asking, ...searching, ...probing },
  planner: { ...planning, ...searching },
  splitter: planning,
  designer: { design, ...asking },
  auditor: { verdict: auditorVerdict },
  'assumption-verifier': { verdict: assumptionVerdict },
  'executability-verifier': { verdict: executabilityVerdict },
  reviewer: { verdict: review },
  implementer: working,
  tester: working,
  documenter: working,
  interpreter: { refined, ...asking, ...searching },
  dispatcher: { wish },
  documents: { docs },
  remarks: { sorted },
};

const answerTypes = [
  'analysis',
  'refined',
  'plan',
  'design',
  'verdict',
  'work',
  'needs_input',
  'search',
  'probes',
  'docs',
  'sorted',
  'wish',
] as const;

/** What may be answered instead, where it is offered: by the name of its offer. */
const instead = { search: 'search', probes: 'probe' } as const;

export function isInstead(type: AnswerType): type is keyof typeof instead {
  return Object.hasOwn(instead, type);
}

export function answersOf(role: AskedAs, offered: Offered = {}): readonly AnswerType[] {
  return answerTypes.filter(
    (type) => byRole[role][type] !== undefined && (!isInstead(type) || offered[instead[type]] === true),
  );
}

export function schemaOf(role: AskedAs, type: AnswerType): z.ZodType<RoleAnswer> | undefined {
  return byRole[role][type];
}

/**
 * JSON Schema of what a role should answer. It asks for more than `parse` insists on (every list, no
 * unknown key), because that is what the structured output of models wants. The root is always an object.
 */
export function jsonSchemaOf(role: AskedAs, offered: Offered = {}): JsonSchema {
  const name = [role, ...answersOf(role, offered)].join(' ');
  const known = jsonSchemas.get(name) ?? madeFor(role, offered);
  jsonSchemas.set(name, known);
  return known;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Every launch asks twice, and to make one takes some milliseconds. */
const jsonSchemas = new Map<string, JsonSchema>();

function madeFor(role: AskedAs, offered: Offered): JsonSchema {
  const [first, ...rest] = answersOf(role, offered).flatMap((type) => {
    const schema = schemaOf(role, type);
    return schema === undefined ? [] : [strict(schema)];
  });
  if (rest.length === 0) return { $schema: dialect, ...first };
  return { $schema: dialect, type: 'object', oneOf: [first, ...rest] };
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

function strict(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output' });
  return rest;
}
