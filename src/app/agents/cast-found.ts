// Who plays which role where nobody configured agents: what the programs that were found are cast for.

import { kinds } from '../../agents/kinds.ts';
import { alternativesOf } from '../../config/castings.ts';
import type { Casting, Config } from '../../config/config.ts';
import type { FoundProgram } from './find-agents.ts';

/** The first plays every role and the others take over from it; where there are two, the second one reviews. */
export function castFound(config: Config, found: readonly FoundProgram[]): Config {
  const [first, second, ...others] = found.map(({ type }) => ({ agent: type }));
  if (first === undefined) return config;
  const rest = second === undefined ? [] : [second, ...others];
  const roles = {
    default: everySize([first, ...rest]),
    ...(second === undefined ? {} : { reviewer: everySize([...rest, first]) }),
  };
  return {
    ...config,
    agents: Object.fromEntries(found.map(({ type, program }) => [type, kinds[type].found(program)])),
    roles,
    policy: { ...config.policy, alternatives: alternativesOf(roles) },
  };
}

function everySize(players: Casting['players']): Casting {
  return { players, tiers: {} };
}
