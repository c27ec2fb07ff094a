// The shape of `slipway.yaml`. Every key is optional; a key nobody knows is refused with the one that was
// probably meant. This file owns the shape; defaults and files it names belong to `load.ts`.

import { z } from 'zod';
import { stageNames } from '../core/pipeline/stage.ts';

import { agent } from './agent-schema.ts';
import { address, effort, line, mapping, model, name, path } from './schema-parts.ts';
import { duration, size } from './units.ts';

const count = (max: number) => z.int().min(0).max(max).exactOptional();
const atLeastOne = (max: number) => z.int().min(1).max(max).exactOptional();
const flag = z.boolean().exactOptional();
const time = duration.exactOptional();

/** What a run, a stage or a task may use. */
const caps = {
  usd: z.number().min(0).max(100_000).exactOptional(),
  launches: atLeastOne(10_000),
  time: time.describe('Agent time, all agents together.'),
  tokens: atLeastOne(1_000_000_000_000),
};

const playersMax = 10;
const oneWanted = 'expected the name of an agent, or a mapping with agent, model and effort';
const one = { agent: name, model: model.exactOptional(), effort: effort.exactOptional() } as const;
const player = z.union([name, mapping(one)], { error: oneWanted }).meta({ id: 'player' });
const fallbacks = z
  .array(player)
  .max(playersMax)
  .describe('Who takes over where the first cannot go on, in order.')
  .exactOptional();
const list = z.array(player).min(1).max(playersMax);

const sizedWanted =
  'expected the name of an agent, a list, or a mapping with agent, model, effort and fallbacks';
const sized = z
  .union([name, list, mapping({ ...one, fallbacks })], { error: sizedWanted })
  .meta({ id: 'players' })
  .exactOptional();

const playedWanted =
  'expected the name of an agent, a list, or a mapping with agent, model, effort, fallbacks and tiers';
const played = z
  .union(
    [
      name,
      list,
      mapping({
        ...one,
        fallbacks,
        tiers: mapping({ TRIVIAL: sized, SMALL: sized, MEDIUM: sized, LARGE: sized })
          .describe('Who plays the role instead, for a change of this size.')
          .exactOptional(),
      }),
    ],
    { error: playedWanted },
  )
  .meta({ id: 'casting' })
  .exactOptional();

const roles = mapping({
  default: played.describe('Who plays every role that is not named.'),
  interpreter: played,
  investigator: played,
  planner: played,
  splitter: played,
  designer: played,
  auditor: played,
  'assumption-verifier': played,
  'executability-verifier': played,
  implementer: played,
  reviewer: played,
  tester: played,
  documenter: played,
  dispatcher: played,
});

const check = z.union(
  [
    line,
    z.literal(false),
    mapping({
      command: line.describe('Run by a shell, in a clean checkout.'),
      kind: z
        .enum(['setup', 'build', 'test', 'lint', 'security', 'custom'])
        .describe('What the check is; its name says it where it is one of these words, else it is custom.')
        .exactOptional(),
      timeout: time,
      when: z.enum(['task', 'run']).describe('After each task, or once at the end of a run.').exactOptional(),
      paths: z
        .array(path)
        .min(1)
        .max(100)
        .describe(
          'Files, folders (src/) and globs (src/**/*.ts) it is about: after a task that may change none of them it is not run.',
        )
        .exactOptional(),
      alone: z
        .boolean()
        .describe(
          'Run by itself, in its place in the order; else tests, lint and security run side by side with their neighbours. Default: custom checks only.',
        )
        .exactOptional(),
      report: z
        .union([path, z.array(path).min(1).max(20)], { error: 'expected a path, or a list of paths' })
        .describe('Of the check named coverage: where its command leaves its report, from the root.')
        .exactOptional(),
    }),
  ],
  {
    error:
      'expected a command, false, or a mapping with command, kind, timeout, when, paths, alone and report',
  },
);

const rounds = atLeastOne(20);
const planRounds = z.union(
  [z.int().min(1).max(20), mapping({ TRIVIAL: rounds, SMALL: rounds, MEDIUM: rounds, LARGE: rounds })],
  { error: 'expected a whole number from 1 to 20, or a mapping with TRIVIAL, SMALL, MEDIUM and LARGE' },
);

const retries = count(20);
const turns = atLeastOne(1_000);

export const configFile = mapping({
  agents: z.record(name, agent).describe('Programs that play roles, by a name of your own.').exactOptional(),
  roles: roles
    .describe('Who plays which role: an agent, several in order, or a mapping with agent, model and effort.')
    .exactOptional(),
  level: z
    .enum(['contained', 'fenced', 'open'])
    .describe(
      'The weakest level of containment that is enough here. A run that would be below it does not start.',
    )
    .exactOptional(),
  profile: z
    .enum(['default', 'quick', 'strict', 'small-local'])
    .describe(
      'A set of policy under one name: quick plans straight from the ticket and audits nothing small; strict asks at every gate and audits every plan; small-local keeps tasks small for weak models.',
    )
    .exactOptional(),
  checks: z
    .record(name, check)
    .describe('Commands Slipway runs itself. Those named here replace the ones it would find.')
    .exactOptional(),
  gates: mapping({ plan: flag, wave: flag, delivery: flag, merge: flag, destructive: flag })
    .describe('Where a run waits for a person.')
    .exactOptional(),
  onBlocked: z.enum(['halt', 'simplify']).exactOptional(),
  onQuota: z
    .enum(['wait', 'fail-over'])
    .describe('At a quota: wait until it comes back, or hand the work to the next agent of the role.')
    .exactOptional(),
  slots: z
    .int()
    .min(1)
    .max(10)
    .describe('Tasks at work at the same time; default: the cores.')
    .exactOptional(),
  budget: mapping({
    ...caps,
    stages: z
      .partialRecord(z.enum(stageNames), mapping(caps))
      .describe('Limits of single stages, over all their visits.')
      .exactOptional(),
    task: mapping(caps).describe('Limits of every task.').exactOptional(),
    day: mapping(caps)
      .describe(
        'Limits of a day, over all runs of a home. Reaching one waits for a person, or for the next day.',
      )
      .exactOptional(),
    reserveUsd: z
      .number()
      .min(0)
      .max(1_000)
      .describe('What a launch is assumed to cost until its cost is known.')
      .exactOptional(),
  }).exactOptional(),
  rounds: mapping({
    plan: planRounds.exactOptional(),
    design: rounds,
    bug: count(20),
    review: count(20),
    fix: count(20),
    replan: count(20),
    triage: count(20),
    rebase: count(20),
  }).exactOptional(),
  retries: mapping({
    transient: retries,
    fixable: retries,
    replan: retries,
    model_unavailable: retries,
    malformed: retries,
    perTask: count(50).describe('All classes together, for one task.'),
    sameClass: atLeastOne(20).describe('So often the same class, then a person is asked.'),
    wait: time.describe('Before the first retry after a transient failure; it doubles.'),
  }).exactOptional(),
  plan: mapping({
    tasks: atLeastOne(10),
    filesPerTask: atLeastOne(100),
    linesPerTask: atLeastOne(10_000).describe('Changed lines of a task, as the planner estimates them.'),
    auditConfidence: z.number().min(0).max(1).exactOptional(),
    auditTasks: atLeastOne(11),
    score: z.number().min(0).max(100).describe("Percent an auditor's marks have to reach.").exactOptional(),
    majors: count(20).describe('MAJOR findings an audit may pass with.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('A verdict that is less sure of itself abstains.')
      .exactOptional(),
    walkConfidence: z
      .number()
      .min(0)
      .max(1)
      .describe('The same for the walk through the first tasks.')
      .exactOptional(),
    stagnation: atLeastOne(20).describe('From this audit on a plan can stagnate.'),
    gain: z.number().min(0).max(100).describe('Points a plan has to gain over two rounds.').exactOptional(),
    riskyWords: z
      .array(z.string().regex(/^[a-z]{2,40}$/, { error: 'is not a word in small letters' }))
      .max(100)
      .describe('Words in a path that make touching it risky.')
      .exactOptional(),
  })
    .describe('Limits of a plan, and from where on it is audited.')
    .exactOptional(),
  limits: mapping({
    attempt: time,
    silence: time,
    grace: time,
    check: time,
    poll: time.describe('Between two looks at a pull request.'),
    quotaWait: time.describe('Where a quota does not say when it resets.'),
    gate: time.describe('How long what a person is shown at a gate can be answered; then it is asked again.'),
    reuse: time.describe(
      'How long a pass of the base commit stands for the same tree in later runs; 0s: never.',
    ),
    checksAtOnce: z
      .int()
      .min(1)
      .max(16)
      .describe(
        'Checks of one tree at the same time, where each has a box of its own; default: the cores, at most 4.',
      )
      .exactOptional(),
    output: size.exactOptional(),
    turns: mapping({
      investigate: turns,
      execute: turns,
      commit: turns,
      coverage: turns,
      review: turns,
    }).exactOptional(),
  }).exactOptional(),
  authors: mapping({
    allow: z
      .array(z.string().min(1).max(100))
      .max(200)
      .describe('Names, and what people are to the repository (OWNER, MEMBER …). Empty: everybody but bots.')
      .exactOptional(),
    bots: flag.describe('Whether bots may start a run.'),
  })
    .describe(
      'Who may start a run with a ticket that names its author. What you type yourself is always yours.',
    )
    .exactOptional(),
  interpret: z
    .enum(['auto', 'off'])
    .describe('auto asks the interpreter about a ticket that is not clear; off takes every ticket as it is.')
    .exactOptional(),
  reruns: mapping({
    failed: count(3).describe('After new failures of tests, to find those that come and go.'),
    timeout: count(3).describe('After a test check that ran out of time.'),
  })
    .describe('How often a red test check is run once more on the same tree.')
    .exactOptional(),
  coverage: mapping({
    enabled: flag.describe('Whether coverage is measured at all, where there is a command for it.'),
    target: z.number().min(0).max(100).describe('Percent of the changed lines.').exactOptional(),
    rounds: count(10).describe('Rounds of tests for lines that none executes.'),
    gain: z
      .number()
      .min(0)
      .max(100)
      .describe('Points a round has to gain, or it was the last.')
      .exactOptional(),
    require: flag.describe('Whether a change below the target needs a waiver.'),
  })
    .describe(
      'What is done about changed lines that no test executes; the command is the check named coverage.',
    )
    .exactOptional(),
  reproduction: z.enum(['off', 'prefer', 'require']).exactOptional(),
  search: mapping({ searxng: address().describe('Address of a SearXNG that answers in JSON.') })
    .describe(
      'Where interpreter, investigator and planner may have something looked up on the web. Left out: nowhere.',
    )
    .exactOptional(),
  docs: mapping({
    refresh: z
      .enum(['off', 'stale'])
      .describe(
        'stale lets the documenter write anew what is missing or cannot be believed, beside planning.',
      )
      .exactOptional(),
    deliver: z
      .enum(['off', 'commit'])
      .describe('commit puts refreshed documents into the pull request, in a commit of their own.')
      .exactOptional(),
  })
    .describe('docs/ARCHITECTURE.md, docs/CODE_STYLE.md and docs/FINDINGS.md, kept right for the agents.')
    .exactOptional(),
  protectedPaths: mapping({
    add: z.array(path).max(200).exactOptional(),
    remove: z.array(path).max(200).exactOptional(),
  })
    .describe(
      'Files, folders (deploy/) and globs (*.lock) that need leave in the approved plan, wherever in the tree.',
    )
    .exactOptional(),
});

export type ConfigFile = z.output<typeof configFile>;

export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    ...z.toJSONSchema(configFile, { target: 'draft-2020-12', io: 'input' }),
    title: 'slipway.yaml',
  };
}
