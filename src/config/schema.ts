// The shape of `slipway.yaml`. Every key is optional; a key nobody knows is refused with the one that was
// probably meant. This file owns the shape of what is no policy; policy's comes from its table, and defaults and files
// it names belong to `load.ts`.

import { z } from 'zod';
import { policyRows } from '../core/policy-keys.ts';

import { forgeNames } from '../forges/names.ts';
import { agent } from './agent-schema.ts';
import { pathChanges, policyShape } from './policy-schema.ts';
import { notify } from './notify-schema.ts';
import { address, effort, line, mapping, model, name, path } from './schema-parts.ts';
import { triggers } from './trigger-schema.ts';
import { duration } from './units.ts';

const time = duration.exactOptional();

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
const tiers = mapping({ TRIVIAL: sized, SMALL: sized, MEDIUM: sized, LARGE: sized })
  .describe('Who plays the role instead, for a change of this size.')
  .exactOptional();
const played = z
  .union([name, list, mapping({ ...one, fallbacks, tiers })], { error: playedWanted })
  .meta({ id: 'casting' })
  .exactOptional();

const workedWanted =
  'expected the name of an agent, a list, or a mapping with agent, model, effort, fallbacks, tiers and specialities';
const specialities = z
  .record(name, sized)
  .describe('Who works instead on a task of this speciality (ui, platform, docs …), whatever the size.')
  .exactOptional();
/** Only tasks have a speciality, so only those who work on tasks. */
const worked = z
  .union([name, list, mapping({ ...one, fallbacks, tiers, specialities })], { error: workedWanted })
  .meta({ id: 'executor-casting' })
  .exactOptional();

const roles = mapping({
  default: worked.describe('Who plays every role that is not named.'),
  interpreter: played,
  investigator: played,
  planner: played,
  splitter: played,
  designer: played,
  auditor: played,
  'assumption-verifier': played,
  'executability-verifier': played,
  implementer: worked,
  reviewer: played,
  tester: worked,
  documenter: worked,
  dispatcher: played,
});

const dataCharsMax = 65_536;
const data = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= dataCharsMax, {
    error: `has more than ${dataCharsMax} characters as JSON`,
  });

const serverWanted =
  'a list with a program and its arguments, or an address that begins with http:// or https://';
const wantsLogin = '; a server that wants a login is reached through a program';
const toolCall = mapping({
  server: z
    .union([z.array(line).min(1).max(100), address(wantsLogin, serverWanted)], {
      error: `expected ${serverWanted}`,
    })
    .describe('Program and arguments, run in the checkout as a command would be, or an address.'),
  tool: z.string().min(1).max(200).describe('The name of the tool.'),
  arguments: data.describe('What the tool is called with.').exactOptional(),
  expect: data
    .describe('What the data of its answer (structuredContent) has to hold; it may hold more.')
    .exactOptional(),
});

const check = z.union(
  [
    line,
    z.literal(false),
    mapping({
      command: line.describe('Run by a shell, in a clean checkout.').exactOptional(),
      mcp: toolCall
        .describe('Instead of a command: a tool of an MCP server, whose answer is the result.')
        .exactOptional(),
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
      'expected a command, false, or a mapping with command or mcp, kind, timeout, when, paths, alone and report',
  },
);

const jiraProject = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{1,19}$/, { error: 'is not the key of a Jira project, such as PROJ' });
const state = z.string().min(1).max(100).exactOptional();
const jira = mapping({
  url: address()
    .describe('Where Jira is: https://your-team.atlassian.net. Default: JIRA_URL.')
    .exactOptional(),
  api: z
    .enum(['cloud', 'data-center'])
    .describe('Which of its interfaces it speaks. Default: cloud at atlassian.net, else data-center.')
    .exactOptional(),
  project: jiraProject.describe('The project whose tickets are worked on here.').exactOptional(),
  projects: z
    .array(jiraProject)
    .min(1)
    .max(50)
    .describe('The same, where there are several.')
    .exactOptional(),
  criteria: z
    .string()
    .min(1)
    .max(100)
    .describe('The field that acceptance criteria stand in: its name, or customfield_….')
    .exactOptional(),
  statuses: mapping({ 'in-progress': state, 'in-review': state, done: state })
    .describe('What the workflow calls these states. Guessed where nothing is said.')
    .exactOptional(),
});

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
  forge: z
    .enum(forgeNames, {
      error: `is not a forge this version knows; known are ${forgeNames.join(', ')}: on local, pull requests live in Slipway's home, and no account is needed`,
    })
    .describe(
      'Where pull requests live: in the home (local), or where the remote of the repository is (github). Default: local.',
    )
    .exactOptional(),
  tracker: mapping({
    jira: jira.describe('Tickets of Jira.').exactOptional(),
    github: mapping({
      labels: mapping({ 'in-progress': state, 'in-review': state })
        .describe('Labels that stand for these states. Without them an issue is open or closed, and no more.')
        .exactOptional(),
    })
      .describe('Issues of GitHub.')
      .exactOptional(),
  })
    .describe('Where tickets live that are named by a key or an address.')
    .exactOptional(),
  triggers: triggers
    .describe(
      'What may start and steer runs here besides people at a terminal: `slipway triggers on` turns it on.',
    )
    .exactOptional(),
  notify: notify
    .describe('How people are told who look elsewhere: `slipway triggers on` turns it on.')
    .exactOptional(),
  checks: z
    .record(name, check)
    .describe(
      'Commands Slipway runs itself. Each one named here replaces the one of that name it would find, or is added; false leaves that one out.',
    )
    .exactOptional(),
  ...policyShape(),
  protectedPaths: pathChanges.describe(policyRows.protectedPaths.about).exactOptional(),
});

export type ConfigFile = z.output<typeof configFile>;

export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    ...z.toJSONSchema(configFile, { target: 'draft-2020-12', io: 'input' }),
    title: 'slipway.yaml',
  };
}
