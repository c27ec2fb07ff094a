// What `ask` and `attempt` share: a private workspace, a prompt, an agent at work in it, a transcript, and a
// receipt before anybody else hears of the outcome.

import type { AgentOutcome } from '../../agents/agent.ts';
import type { Spend } from '../../core/budget/budget.ts';
import { capsOf } from '../../core/budget/budget.ts';
import type { Cast, Effect, NamedBlob, Outcome, Provenance } from '../../core/effects.ts';
import type { Collision } from '../../core/onto-branch.ts';
import { startedAlias } from '../../core/effects.ts';
import { documents } from '../../core/repository/docs.ts';
import { classOf } from '../../core/failures/failure.ts';
import { isJudge, type Mode, type Role } from '../../core/roles/modes.ts';
import { probeMsOf, tracingOf } from '../../core/policy.ts';
import type { Task } from '../../core/plan/plan.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { must, repositoryOf, scopesOf } from '../../core/run.ts';
import { failedTries } from '../../core/stages/lines.ts';
import { mandatesWith } from '../../core/ticket/mandates.ts';
import type { Ticket, WorkType } from '../../core/ticket/ticket.ts';
import type { Offered, PromptContext, PromptPiece } from '../../prompts/prompts.ts';
import type { EffectContext } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { knownHere } from './known-here.ts';
import { layerFor } from '../checking/layer-for.ts';
import { copyingAhead, untilEnded } from './copying-ahead.ts';
import { ownPieces, toldCheck } from './own-pieces.ts';
import { failedBy, isDiskFull } from '../parts.ts';
import { specialitiesTold } from './specialities-told.ts';
import { askedAs } from '../../prompts/prompts.ts';
import { snapshot } from './documents-told.ts';

type Launch = Effect<'ask' | 'attempt'>;

export interface Launched {
  readonly agent: string;
  readonly workspace: string;
  /** The transcript's name as soon as it is kept. What the agent left is read meanwhile: the disk takes its time. */
  readonly sealed: Promise<string>;
  readonly outcome: AgentOutcome;
  /** What of the memory it was told. */
  readonly facts: readonly string[];
}

/** Who was at work and what is known of it, for the journal. */
export async function provenanceOf({ agent, sealed, outcome, facts }: Launched): Promise<Provenance> {
  const { version, session, denials } = outcome;
  return {
    agent,
    transcript: await sealed,
    ...(version === undefined ? {} : { version }),
    ...(session === undefined ? {} : { session }),
    ...(facts.length === 0 ? {} : { facts }),
    ...(denials === undefined || denials.length === 0 ? {} : { denials: denials.length }),
  };
}

export interface LaunchRequest {
  readonly role: Role;
  readonly mode: Mode;
  readonly ordinal: number;
  /** The commit whose files the workspace starts with. */
  readonly commit: string;
  readonly inputs: readonly NamedBlob[];
  readonly diff?: { readonly from: string; readonly to: string };
  /** What an earlier attempt left, which lies in the workspace already. */
  readonly unfinished?: { readonly from: string; readonly to: string };
  readonly task?: string;
  readonly cast?: Cast;
  readonly collision?: Collision;
  readonly search?: true;
  readonly probe?: true;
  readonly docs?: readonly string[];
  readonly remarks?: readonly string[];
}

/** What it may answer with instead, as far as the core lets it. */
export function offeredIn({ search, probe }: Pick<LaunchRequest, 'search' | 'probe'>): Offered {
  return { ...(search === undefined ? {} : { search }), ...(probe === undefined ? {} : { probe }) };
}

/**
 * The workspace of a launch: the same place for every try at a work in one visit, one after another, because some
 * programs go on with a session only in the folder it began in.
 */
export function launchPlace(run: string, effect: Launch): string {
  return `${startOf(run, effect)}-${effect.visit}-${effect.kind}-${effect.subject}`;
}

/** The name of what is an effect's alone; it begins with its run, so that one run's leavings are found together. */
export function workspaceName(run: string, effect: Effect): string {
  return `${startOf(run, effect)}-${effect.visit}-${effect.kind}-${effect.subject}-${effect.n}`;
}

/** Only what is in another repository than the one the run was started in says which. */
function startOf(run: string, { repository }: Effect): string {
  return repository === startedAlias ? run : `${run}-${repository}`;
}

/** What a judge works on, so that it finds what it wrote about that and nothing of anybody else. */
function judged(run: string, effect: Launch, { role }: LaunchRequest): string | undefined {
  return isJudge(role) ? launchPlace(run, effect) : undefined;
}

export function processTag(parts: EffectParts, run: string, effect: Effect): string {
  return `${parts.homeTag}/${run}/${effect.key}`;
}

export async function launch(
  parts: EffectParts,
  effect: Launch,
  request: LaunchRequest,
  context: EffectContext,
): Promise<Launched> {
  const { run, signal } = context;
  const cast = request.cast ?? { rank: 0, avoid: [] };
  const { agent, model, effort } = await parts.agentFor(run, request.role, cast);
  const name = workspaceName(run.id, effect);
  const repository = repositoryOf(run, effect);
  const tag = processTag(parts, run.id, effect);
  const [workspace, layer, transcript, told, folders] = await Promise.all([
    parts.workspaces.clone(repository.repository, request.commit, launchPlace(run.id, effect)),
    runsTests(request.mode)
      ? layerFor(parts, run.id, { repository, commit: request.commit, checks: run.checks, tag, signal })
      : undefined,
    parts.blobs.transcript(name),
    promptFor(parts, { ...request, repository: repository.repository, line: effect.line }, context),
    parts.agentFolders(run.id, agent.name, judged(run.id, effect, request)),
  ]);
  // In the open an agent may work through a process that is none of ours, which sees no mount of ours.
  const copied = parts.processes.level === 'open';
  const shown = layer && (await parts.layers.show({ layer, workspace, copied, tag, signal }));
  const ahead = copied ? copyingAhead(parts, { run, repository, request, layer, tag, signal }) : undefined;
  const screened = parts.screener.stream();
  const tell = (text: string): void => transcript.write(screened.push(text));
  const makeRoom = (): Promise<void> => parts.workspaces.discard(launchPlace(run.id, effect));
  const playing = agent.play({
    role: request.role,
    mode: request.mode,
    ...(request.task === undefined ? {} : { task: request.task }),
    ordinal: request.ordinal,
    round: roundOf(run),
    prompt: told.prompt,
    schema: parts.prompts.schema(askedAs(request), offeredIn(request)),
    workspace,
    views: shown?.views ?? [],
    ...folders,
    tracing: tracingOf(run.policy),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(cast.session?.agent === agent.name ? { session: cast.session } : {}),
    usdMax: usdLeft(run, effect),
    limits: run.policy.limits,
    tag,
    signal,
    onOutput: tell,
    onSession: (session) => parts.receipts.noteSession(run.id, effect.key, { agent: agent.name, session }),
  });
  const outcome = await untilEnded(withRoom(playing, makeRoom), ahead);
  for (const denial of outcome.denials ?? []) tell(`\n[slipway: not allowed: ${denial}]\n`);
  transcript.write(screened.end());
  const sealed = transcript.seal();
  sealed.catch(() => undefined); // heard of where it is awaited, which may be later
  // Before the receipt: whoever goes on after a crash in between knows it, and launches nothing only to fail again.
  if (outcome.ended === 'failed' && classOf(outcome.reason) === 'login') {
    await parts.home.halt(agent.name, run.id);
  }
  return { agent: agent.name, workspace, sealed, outcome, facts: told.facts };
}

/** What has filled the disk goes before anything is recorded of it: there would be no room for that. */
async function withRoom(
  playing: Promise<AgentOutcome>,
  makeRoom: () => Promise<void>,
): Promise<AgentOutcome> {
  try {
    const outcome = await playing;
    if (outcome.ended === 'failed' && outcome.reason === 'disk-full') await makeRoom();
    return outcome;
  } catch (error) {
    if (isDiskFull(error)) await makeRoom();
    throw error;
  }
}

/** Every round of whatever loop counts; the first design of a plan is part of its round. */
function roundOf({ rounds }: Run): number {
  const { design: _design, ...loops } = rounds;
  return 1 + Object.values(loops).reduce((sum, count) => sum + count, 0);
}

/** Who may run tests needs what they need. */
function runsTests(mode: Mode): boolean {
  return mode === 'execute' || mode === 'coverage' || mode === 'review';
}

/** What one more launch may cost: the least that is left of the run's cap, its stage's and its task's. */
function usdLeft(run: Run, effect: Effect): number {
  const { budget } = run;
  const left = (spend: Spend, cap: number): number => {
    const others = Math.max(0, spend.launches - spend.ended - 1); // they may still take what they reserved
    return cap - spend.usd - others * budget.reserveUsd;
  };
  const scoped = scopesOf(run, effect).map((scope) =>
    left(run.spends[scope] ?? run.spend, capsOf(budget, scope).usd ?? Infinity),
  );
  return Math.max(budget.reserveUsd, Math.min(left(run.spend, budget.usd), ...scoped));
}

/** A launch in its repository. */
type Placed = LaunchRequest & { readonly repository: string; readonly line: string };

/** Rendered as soon as its pieces are there, while git still makes the workspace. */
async function promptFor(
  parts: EffectParts,
  request: Placed,
  context: EffectContext,
): Promise<Pick<Launched, 'facts'> & { readonly prompt: string }> {
  const [told, known] = await Promise.all([
    promptContext(parts, request, context),
    knownHere(parts, context.run, request),
  ]);
  const pieces = [...told.pieces, ...known.pieces];
  return { prompt: parts.prompts.render({ ...told, pieces }), facts: known.facts };
}

async function promptContext(
  parts: EffectParts,
  request: Placed,
  { run }: EffectContext,
): Promise<PromptContext> {
  const ticket = must(run.ticket, 'an agent is launched after the ticket is recorded');
  const state = run.tasks.find((item) => item.task.id === request.task);
  const config = await parts.configOf(run);
  const template = config.prompts?.[request.role];
  const about = { repository: request.repository, task: state?.task };
  const told = await Promise.all([
    pieces(parts, request, about),
    snapshot(parts, run, request),
    ownPieces(parts, run, request),
  ]);
  return {
    role: request.role,
    ...(template === undefined ? {} : { template }),
    ordinal: request.ordinal,
    failedTries: failedTries(run, request.line),
    ...(request.search === undefined ? {} : { search: request.search }),
    ...(request.probe === undefined ? {} : { probeMs: probeMsOf(run.policy) }),
    ...(request.docs === undefined ? {} : { docs: request.docs }),
    ...(request.remarks === undefined ? {} : { remarks: request.remarks }),
    ticket: { id: ticket.id, title: ticket.title, asksFor: asksFor(ticket) },
    pieces: [...told.flat(), ...specialitiesTold(config, request.role)],
    checks: run.checks.map(toldCheck),
    ...(state === undefined ? {} : { task: toldTask(state) }),
  };
}

const kindsOfWork: Readonly<Record<WorkType, string>> = {
  fix: 'the repair of a bug',
  feature: 'a feature',
  chore: 'a chore',
};

function asksFor({ type, workType }: Ticket): string {
  return type === 'bugfix' ? kindsOfWork.fix : kindsOfWork[workType];
}

/** What a person or the plan gave leave for is listed with the task's own files, or nobody would dare to touch it. */
function toldTask({ task, grants }: TaskState): NonNullable<PromptContext['task']> {
  const { id, title, files, tests } = task;
  return { id, title, files: [...new Set([...files, ...grants])], tests };
}

/** Where a text comes from that is not of the run itself. */
const origins: Readonly<Record<string, string>> = {
  ticket: 'the ticket',
  'web search': 'strangers on the web, through a search engine',
  'what became of your probes': 'your own scripts, run by Slipway',
};

function originOf(name: string): string {
  return isDocument(name) ? 'the documenter' : (origins[name] ?? 'this run');
}

/** Named after its path, and when it was written. */
function isDocument(name: string): boolean {
  return documents.some((path) => name.startsWith(`${path}, refreshed in `));
}

async function pieces(
  parts: EffectParts,
  request: LaunchRequest,
  { repository, task }: { readonly repository: string; readonly task: Task | undefined },
): Promise<readonly PromptPiece[]> {
  const texts = await Promise.all(
    request.inputs.map(async ({ name, blob }) => {
      const text = (await parts.blobs.get(blob)) ?? '[this text was erased]';
      if (name !== 'mandates') return { name, origin: originOf(name), text };
      // Whoever works on a task keeps the mandates of that task; the others are somebody else's.
      const kept = task === undefined ? text : mandatesWith(text, task.mandates ?? []);
      return { name, origin: 'the ticket', text: kept };
    }),
  );
  const origin = 'the repository';
  const { collision, unfinished } = request;
  const [guidance, diff, left, mine, others] = await Promise.all([
    parts.guidanceAt(repository, request.commit),
    request.diff && parts.workspaces.diff(repository, request.diff.from, request.diff.to),
    unfinished && parts.workspaces.diff(repository, unfinished.from, unfinished.to),
    collision && parts.workspaces.diff(repository, collision.base, collision.mine),
    collision && parts.workspaces.diff(repository, collision.base, collision.others),
  ]);
  // Its own configuration of agents is kept from them; what it says in words is data like all the rest.
  const brought = {
    'guidance for agents': guidance,
    diff,
    'what an earlier attempt left unfinished, which is in the workspace already': left,
    'your change as it was, which did not fit what others did': mine,
    'what others did since your change began': others,
  };
  return [
    ...texts,
    ...Object.entries(brought).flatMap(([name, text]) =>
      text === undefined ? [] : [{ name, origin, text: parts.screener.redact(text).text }],
    ),
  ];
}

/** The agent has worked and is paid for, whatever goes wrong with what it left. */
export async function paidFor<K extends 'ask' | 'attempt'>(
  parts: EffectParts,
  launched: Launched,
  read: () => Promise<Outcome<K>>,
): Promise<Outcome<K>> {
  try {
    return await read();
  } catch (error) {
    const { charge } = launched.outcome;
    return { ...(await failedBy(parts, error)), charge, provenance: await provenanceOf(launched) };
  }
}

/** Begun by an owner that is gone: a receipt is its outcome; without one, what it left running is ended. */
export async function recoverLaunch(
  parts: EffectParts,
  effect: Launch,
  context: EffectContext,
): Promise<Outcome | undefined> {
  if (!context.recovered) return undefined;
  const receipt = await parts.receipts.get(context.run.id, effect.key);
  if (receipt !== undefined) return receipt;
  await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
  return { type: 'stopped', ...(await lostWork(parts, effect, context.run.id)) };
}

/** What is known of a launch whose owner died: its session can be gone on with, its transcript can be read. */
async function lostWork(
  parts: EffectParts,
  effect: Launch,
  run: string,
): Promise<{ readonly provenance?: Provenance }> {
  const noted = await parts.receipts.sessionOf(run, effect.key);
  if (noted === undefined) return {};
  const transcript = await (await parts.blobs.transcript(workspaceName(run, effect))).seal();
  return { provenance: { agent: noted.agent, transcript, session: noted.session } };
}

/** What was taken over from before had no process of its own. */
function ranAt(outcome: Outcome, { level }: Pick<EffectParts['processes'], 'level'>): Outcome {
  const isOld =
    outcome.type === 'done' &&
    outcome.kind === 'check' &&
    outcome.result.evidence.every((item) => item.reused === true);
  return isOld ? outcome : { ...outcome, level };
}

/** `away` is what nobody needs any more once the outcome is known; it waits for no disk. */
export async function withReceipt(
  parts: EffectParts,
  effect: Effect,
  context: EffectContext,
  work: () => Promise<Outcome>,
  away?: () => Promise<void>,
): Promise<Outcome> {
  const outcome = ranAt(await work(), parts.processes);
  await Promise.all([parts.receipts.put(context.run.id, effect.key, outcome), away?.()]);
  return outcome;
}
