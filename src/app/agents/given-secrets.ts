// What the agents of a configuration are given by name, with the references among it followed: `file:` and `cmd:` say where a
// value is, and it is looked for when somebody is launched with it.
//
//   GIVEN-SECRETS-1. The screener knows a value before anybody is handed it, so before a stream that may print it is opened.

import type { AgentConfig } from '../../agents/kinds.ts';
import { factsOf } from '../../agents/kinds.ts';
import { secretValues } from '../../agents/secret-values.ts';
import type { Followed } from '../../secrets/reference.ts';
import { followed } from '../../secrets/reference.ts';
import type { Tools } from '../parts.ts';

type Agents = Readonly<Record<string, AgentConfig>>;
type Around = Pick<Tools, 'surroundings'>;

export async function givenTo(tools: Around & Pick<Tools, 'screener'>, agents: Agents): Promise<Followed> {
  const given = await followedFor(tools, agents);
  tools.screener.learn(secretValues(agents, given.values)); // GIVEN-SECRETS-1
  return given;
}

/** The values that must not turn up in anything that is kept. */
export async function secretsGiven(tools: Around, agents: Agents): Promise<readonly string[]> {
  return secretValues(agents, (await followedFor(tools, agents)).values);
}

function followedFor({ surroundings: { env, homedir } }: Around, agents: Agents): Promise<Followed> {
  const names = Object.values(agents).flatMap((agent) => factsOf(agent).env);
  return followed(env, [...new Set(names)], homedir);
}
