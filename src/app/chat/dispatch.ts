// Asking the dispatcher what a message means: an agent is launched that may change nothing, and its answer is one word of a list. It
// belongs to no run: a run that is paused, blocked or at its cap has to be understood too. What it costs is kept with the conversation.
//
//   DISPATCH-1. Whatever it answers, nothing is done: a word becomes a preview, and anything else is told, with what was printed.
//   DISPATCH-2. It works where agents of the run may work: at a level somebody consented to, and not where its login is halted.

import { createPrompts } from '../../prompts/render.ts';
import type { AgentOutcome } from '../../agents/agent.ts';
import type { Charge } from '../../core/budget/budget.ts';
import { possible, wishes } from '../../core/chat/wish.ts';
import type { Run } from '../../core/run.ts';
import { must, openGates, startedIn } from '../../core/run.ts';
import type { WishAnswer } from '../../prompts/prompts.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { becauseOf } from '../../views/run/summarise.ts';
import { statusOf } from '../../core/status.ts';
import { agentsByName } from '../agents/make-agents.ts';
import { playerOf } from '../agents/cast.ts';
import { agentFolders } from '../home/home-places.ts';
import type { Tools } from '../parts.ts';
import { configOfRun, homeTag } from '../parts.ts';
import { missingConsent } from '../starting/level-consent.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import { standWords } from '../words/chat-words.ts';

export type Dispatched =
  | { readonly wish: WishAnswer['wish']; readonly charge: Charge }
  /** `raw` is what it printed, screened; undefined where it was not launched. */
  | { readonly problem: string; readonly raw?: string; readonly charge?: Charge };

const limits = { attemptMs: 90_000, silenceMs: 60_000, outputBytesMax: 1024 * 1024, turns: 6 };
const rawCharsMax = 4_000;

export interface Dispatching {
  readonly owner: AskedOrder['owner'];
  readonly run: Run;
  readonly text: string;
  /** Of the launch: the place it works in is called by it. */
  readonly name: string;
}

export async function dispatch({ owner, run, text, name }: Dispatching): Promise<Dispatched> {
  const tools = owner.environments.of(run.id);
  const missing = await missingConsent({ owner, tools }, run);
  if (missing !== undefined)
    return { problem: `Nobody has said yet that agents may work at level ${missing.level} here.` };
  const config = await configOfRun(tools.blobs, run.config);
  const player = playerOf(config, 'dispatcher', { rank: 0, avoid: [] });
  const { halts } = await owner.home.state();
  if (player === undefined || halts.has(player.agent))
    return { problem: 'The agent that reads messages cannot be launched, because its login does not work.' };
  const { repository, base } = startedIn(run);
  const root = await tools.workspaces.root(repository);
  const agent = must(
    (await agentsByName(tools, config, root)).get(player.agent),
    'who plays a role is configured',
  );
  const place = `${run.id}-${name}`;
  const [workspace, folders] = await Promise.all([
    tools.workspaces.clone(repository, base.commit, place),
    agentFolders(tools.places, { run: run.id, agent: agent.name, judging: 'messages' }),
  ]);
  const printed = tools.screener.stream();
  let raw = '';
  const tell = (piece: string): void => {
    raw = `${raw}${piece}`.slice(-rawCharsMax);
  };
  try {
    const prompts = createPrompts();
    const outcome = await agent.play({
      role: 'dispatcher',
      mode: 'investigate',
      ordinal: 1,
      prompt: prompts.render(contextOf(run, text, config.prompts?.dispatcher)),
      schema: prompts.schema('dispatcher'),
      workspace,
      ...folders,
      ...(player.model === undefined ? {} : { model: player.model }),
      ...(player.effort === undefined ? {} : { effort: player.effort }),
      usdMax: run.budget.reserveUsd,
      limits: {
        ...run.policy.limits,
        attemptMs: Math.min(limits.attemptMs, run.policy.limits.attemptMs),
        silenceMs: Math.min(limits.silenceMs, run.policy.limits.silenceMs),
        outputBytesMax: limits.outputBytesMax,
        turns: { ...run.policy.limits.turns, investigate: limits.turns },
      },
      tag: `${homeTag(tools.places.home)}/${run.id}/${name}`,
      signal: owner.host.leaving,
      onOutput: (piece) => tell(printed.push(piece).text),
      onSession: () => undefined,
    });
    tell(printed.end().text);
    return dispatched(outcome, tools, raw);
  } finally {
    await tools.workspaces.discard(place);
  }
}

/** DISPATCH-1. */
function dispatched(outcome: AgentOutcome, { screener }: Tools, raw: string): Dispatched {
  const { charge } = outcome;
  if (outcome.ended === 'stopped')
    return { problem: 'The engine left before the message was understood. Say it again.', raw, charge };
  if (outcome.ended === 'failed') return { problem: screener.redact(outcome.detail).text, raw, charge };
  const parsed = createPrompts().parse('dispatcher', outcome.answer);
  if (parsed.ok && parsed.answer.type === 'wish') return { wish: parsed.answer.wish, charge };
  const because = parsed.ok ? 'it is about something else' : parsed.problems.join('; ');
  return {
    problem: `What the dispatcher answered is no word of its list (${screener.redact(because).text}).`,
    raw: screener.redact(outcome.answer.slice(-rawCharsMax)).text,
    charge,
  };
}

function contextOf(run: Run, text: string, template: string | undefined) {
  const { ticket } = run;
  const origin = 'this run';
  const can = wishes.filter((wish) => 'act' in possible(wish, { run }));
  const gates = openGates(run).map((gate) => `- ${nameOf(gate)}`);
  return {
    role: 'dispatcher' as const,
    ...(template === undefined ? {} : { template }),
    ordinal: 1,
    failedTries: 0,
    ticket: { id: ticket?.id ?? run.id, title: ticket?.title ?? run.title },
    pieces: [
      { name: 'where the run is', origin, text: standWords(run, statusOf(run), becauseOf(run)) },
      { name: 'what waits for an answer', origin, text: gates.join('\n') || 'nothing' },
      { name: 'what could be done now', origin, text: can.join(', ') },
      { name: 'the message', origin: 'the person', text },
    ],
    checks: [],
  };
}
