// Preparing a run: everything that can be found wrong before anybody is paid is found here, in words. What comes
// out is one command for the owner of the home.

import { factsOf } from '../../agents/kinds.ts';
import { policyHash } from '../../config/hash.ts';
import type { Config } from '../../config/config.ts';
import { governed } from '../../core/autonomy.ts';
import { startedAlias } from '../../core/effects.ts';
import type { Command } from '../../core/commands.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Level } from '../../core/roles/modes.ts';
import { pipelineFor } from '../../core/pipeline/pipeline.ts';
import type { Plan } from '../../core/plan/plan.ts';
import type { Policy } from '../../core/policy.ts';
import { idsIn } from '../../effects/kinds/fetch-ticket.ts';
import type { Ids } from '../../telemetry/clock.ts';
import { usualForge } from '../../forges/names.ts';
import type { TicketSource } from '../../core/ticket/ticket.ts';
import type { RawTicket } from '../../trackers/tracker.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Checkout } from '../../workspace/workspace.ts';
import type { FoundProgram } from '../agents/find-agents.ts';
import { installHints } from '../agents/find-agents.ts';
import { givenTo } from '../agents/given-secrets.ts';
import { missingProgram } from '../agents/missing-program.ts';
import { both } from '../both.ts';
import { hashText } from '../hash-text.ts';
import { checksAt, lookAt } from './checks-here.ts';
import { keptConfig } from './kept-config.ts';
import type { LevelHere } from './level-here.ts';
import { asksForConsent, levelHere, refuseWeaker } from './level-here.ts';
import type { Tools } from '../parts.ts';
import { makeHome } from '../home/home-places.ts';
import { originOf } from './origin.ts';
import type { ConfigHere } from './read-config.ts';
import { configIn } from './read-config.ts';
import { runsSeen } from '../home/reader.ts';
import type { ReadTicket, TakenTicket, TicketInput } from './take-ticket.ts';
import { readNamed, readTicket, takeTicket } from './take-ticket.ts';
import { referenceIn } from './ticket-reference.ts';
import { commandsOf } from './trusted-commands.ts';
import { UserError } from '../ending/user-error.ts';

export interface StartRequest {
  /** A folder in the user's repository. */
  readonly dir: string;
  readonly ticket: TicketInput;
  /** A plan to work by: input, not approval. `name` is what it is called where it is refused. */
  readonly plan?: { readonly text: string; readonly name: string };
  /** No plan gate, whatever the terminal. */
  readonly auto: boolean;
  /** Stop when the plan is ready: its gate is open, whatever else is configured. */
  readonly until?: 'plan';
  readonly interactive: boolean;
  /** The weakest level the person who starts it accepts, where they said so. */
  readonly level?: Level;
  readonly by: Decider;
}

export interface PreparedRun {
  readonly checkout: Checkout;
  readonly config: Config;
  /** The programs that became agents because nobody named any. */
  readonly found: readonly FoundProgram[];
  readonly containment: LevelHere;
  /** The weakest level the person who starts it accepts, where they said so. */
  readonly accepted?: Level;
  /** Whether an agent could do more than what a person trusts with the commands. */
  readonly needsConsent: boolean;
  /** The agents that will tell what a launch cost. */
  readonly metered: readonly string[];
  readonly policy: Policy;
  /** The runs this repository has seen. */
  readonly seen: readonly RunSummary[];
  readonly ticket: TakenTicket;
  readonly checks: readonly CheckSpec[];
  /** The commands this run will execute on this machine, and what binds a person's trust to them. */
  readonly commands: readonly string[];
  readonly commandsHash: string;
  readonly run: string;
  readonly command: Extract<Command, { type: 'run.start' }>;
}

export async function prepareRun(tools: Tools, ids: Ids, request: StartRequest): Promise<PreparedRun> {
  await makeHome(tools.places);
  const checkout = await lookAt(tools, request.dir);
  // Git fills the store while configuration and ticket are read.
  const [terms] = await both(
    termsOf(tools, request, checkout),
    tools.workspaces.ensure(checkout.repository, checkout.commit),
  );
  const { config, found, containment, kept, policy, read } = terms;
  const running = await checksAt(tools, config, checkout);
  const { checks } = running;
  const plan = await planAt(tools, request, { checkout, ticket: read.raw, checks, policy });
  const ticket = await takeTicket(tools, read);
  const commands = commandsOf(config, running);
  const { env, homedir } = tools.surroundings;
  const author = await tools.workspaces.person(checkout.repository, { ...env, HOME: homedir });
  const run = ids.next('r');
  return {
    checkout,
    config,
    found,
    containment,
    ...(request.level === undefined ? {} : { accepted: request.level }),
    needsConsent: asksForConsent(config),
    metered: meteredOf(config, tools.surroundings.env),
    policy,
    seen: await runsSeen(tools.places, checkout.repository),
    ticket,
    checks,
    commands,
    commandsHash: hashText(commands.join('\n')),
    run,
    command: {
      type: 'run.start',
      start: {
        run,
        pipeline: pipelineFor(read.raw.type),
        source: read.source ?? { tracker: tools.localTracker.name, ref: ticket.ref },
        title: ticket.title,
        repositories: [
          {
            alias: startedAlias,
            repository: checkout.repository,
            base: { branch: checkout.branch, commit: checkout.commit },
            checkable: await tools.seenBases.has({
              repository: checkout.repository,
              level: containment.level,
              checks,
            }),
          },
        ],
        policy,
        policyHash: policyHash(policy),
        config: kept,
        forge: config.forge ?? usualForge,
        level: containment.level,
        by: request.by,
        ...(author === undefined ? {} : { author }),
      },
      ...(plan === undefined ? {} : { plan }),
    },
  };
}

/** What a run is to be held by, read and screened. */
interface Terms extends ConfigHere {
  readonly containment: LevelHere;
  /** The configuration's blob. */
  readonly kept: string;
  readonly policy: Policy;
  readonly read: ReadTicket;
}

async function termsOf(tools: Tools, request: StartRequest, { root, repository }: Checkout): Promise<Terms> {
  const { config, found } = await configAt(tools, root);
  await givenTo(tools, config.agents);
  const containment = await levelHere(tools);
  refuseWeaker(containment, [
    { level: config.level, by: '`level` in slipway.yaml' },
    { level: request.level, by: '--level' },
  ]);
  const kept = await keptConfig(tools, { config, found, root });
  const source = await referenceIn(request.ticket, {
    config,
    surroundings: tools.surroundings,
    remotes: () => tools.workspaces.remotes(repository),
  });
  const policy = policyFor(config, request, source);
  const { authors } = policy;
  const settings = config.tracker ?? {};
  const read =
    source === undefined
      ? await readTicket(tools, request.ticket, authors)
      : await readNamed(tools, { source, settings, authors });
  return { config, found, containment, kept, policy, read };
}

/** A plan that does not hold is refused before anything is kept, and not mended for the person who wrote it. */
async function planAt(
  tools: Tools,
  { plan: given }: StartRequest,
  here: {
    readonly checkout: Checkout;
    readonly ticket: RawTicket;
    readonly checks: readonly CheckSpec[];
    readonly policy: Policy;
  },
): Promise<Plan | undefined> {
  if (given === undefined) return undefined;
  const { planInText } = await import('./plan-document.ts');
  const { checkout, ticket, checks, policy } = here;
  const read = await planInText(tools, given.text, {
    repository: checkout.repository,
    commit: checkout.commit,
    ticket: [ticket.title, ticket.body, ...ticket.criteria].join('\n'),
    context: {
      checks: checks.map((check) => check.name),
      testChecks: checks.filter((check) => check.kind === 'test').map((check) => check.name),
      ...idsIn(ticket),
      integrated: [],
      policy,
    },
  });
  if (read.ok) return read.plan;
  const problems = read.problems.map((problem) => `\n- ${problem}`).join('');
  throw new UserError(
    `The plan ${given.name} cannot be used, so nothing was started:${problems}\nMend the file and start again.`,
    'usage',
  );
}

async function configAt(tools: Tools, root: string): Promise<ConfigHere> {
  const here = await configIn(tools.surroundings, root);
  if (Object.keys(here.config.agents).length === 0) {
    throw new UserError(
      'No agent is configured and none is on the PATH, so there is nobody to do the work. ' +
        `Install one (${installHints()}), or name a program of your own under \`agents\` in slipway.yaml: ` +
        '`slipway init` writes one to start from, `slipway demo` shows a run without any.',
      'missing',
    );
  }
  const problem = await missingProgram(tools, here.config, root);
  if (problem !== undefined) throw new UserError(`${problem} Nothing was started.`, 'missing');
  return here;
}

function policyFor(
  { policy, chosen }: Config,
  { auto, until, interactive, by }: StartRequest,
  source: TicketSource | undefined,
): Policy {
  const channel = originOf(by.channel, source);
  return governed(policy, chosen, { channel, atTerminal: interactive, auto, untilPlan: until === 'plan' });
}

function meteredOf(config: Config, env: Tools['surroundings']['env']): readonly string[] {
  return Object.entries(config.agents).flatMap(([name, agent]) =>
    factsOf(agent).tellsCost(env) ? [name] : [],
  );
}
