// The kinds of agents there are, and the only place that names them all. What is derived from this table: the shape of
// `slipway.yaml` and a first one, the agents of a run, `agents`, `doctor`, the commands a person trusts, the variables whose
// values are secrets, and how transcripts read. A new kind is a folder and a row.

import { acp } from './acp/kind.ts';
import type { Agent } from './agent.ts';
import { claude } from './claude/kind.ts';
import { codex } from './codex/kind.ts';
import { command } from './command/kind.ts';
import type { AgentFacts, AgentKind, AgentSetting, KeptConfig, ReadFile, Roots } from './kind.ts';
import { opencode } from './opencode/kind.ts';
import { scripted } from './scripted/kind.ts';

/** Known programs are taken in this order where nobody chose. */
export const kinds = { claude, codex, opencode, acp, command, scripted } as const;

type Kinds = typeof kinds;
export type AgentType = keyof Kinds;

type Configs = {
  readonly [Type in AgentType]: Kinds[Type] extends AgentKind<infer Config, infer _> ? Config : never;
};
type AllWritten = {
  readonly [Type in AgentType]: Kinds[Type] extends AgentKind<infer _, infer Written> ? Written : never;
};

/** An agent as a run keeps it. */
export type AgentConfig<Type extends AgentType = AgentType> = {
  readonly [T in Type]: Configs[T] & { readonly type: T };
}[Type];

/** An agent as a person wrote it. */
export type AgentWritten<Type extends AgentType = AgentType> = {
  readonly [T in Type]: AllWritten[T] & { readonly type: T };
}[Type];

/** The same objects, so that what belongs to a kind is seen to fit its own functions. */
const table: { readonly [Type in AgentType]: AgentKind<Configs[Type], AllWritten[Type]> } = kinds;

export function factsOf<Type extends AgentType>(agent: AgentConfig<Type>): AgentFacts {
  return table[agent.type].facts(agent);
}

export function placedAgent<Type extends AgentType>(
  agent: AgentConfig<Type>,
  roots: Roots,
): AgentConfig<Type> {
  return { ...table[agent.type].place(agent, roots), type: agent.type };
}

export function keptAgent<Type extends AgentType>(
  agent: AgentWritten<Type>,
  read: ReadFile,
): Promise<KeptConfig<Configs[Type]>> {
  return table[agent.type].keep(agent, read);
}

export function makeAgent<Type extends AgentType>(
  agent: AgentConfig<Type>,
  setting: AgentSetting,
): Promise<Agent> {
  return table[agent.type].make(agent, setting);
}

/** The kinds that are programs known by name. */
export type ProgramType = {
  readonly [Type in AgentType]: Kinds[Type] extends { readonly program: object } ? Type : never;
}[AgentType];

export const programTypes: readonly ProgramType[] = ofEveryKind(({ type }) => type).filter(isProgram);

export function isProgram(type: AgentType): type is ProgramType {
  return 'program' in kinds[type];
}

/** Something of every kind, in their order. */
export function ofEveryKind<Part>(part: (kind: Kinds[AgentType]) => Part): readonly [Part, ...Part[]] {
  const { claude: first, ...others } = kinds;
  return [part(first), ...Object.values(others).map(part)];
}
