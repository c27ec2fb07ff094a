// Asks an MCP server that a person named which tools it has, in a box as its agent or its check would have: a folder that is thrown
// away, what its agent is given, and no more time than anybody waits before a run begins.

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { programPlaces } from '../../agents/find-program.ts';
import { factsOf } from '../../agents/kinds.ts';
import { cleanEnvironment } from '../../containment/environment.ts';
import { tagVariable } from '../../containment/process.ts';
import type { EffectParts } from '../../effects/parts.ts';
import { picked } from '../../plain/pick.ts';
import type { Tools } from '../parts.ts';
import { givenTo } from './given-secrets.ts';

const limits = { timeMs: 10_000, silenceMs: 10_000, outputBytesMax: 16_000_000, graceMs: 1_000 };

type Around = Pick<Tools, 'screener' | 'surroundings' | 'toolServers'>;

/** `tag` marks its processes. */
export function serverAsker(tools: Around, tag: string): EffectParts['askServer'] {
  return async ({ server, agent, dir, signal }) => {
    const home = await mkdtemp(path.join(tools.surroundings.tmp, 'slipway-server-'));
    try {
      const [program = ''] = typeof server === 'string' ? [] : server;
      return await tools.toolServers.ask({
        server,
        cwd: dir ?? home,
        env: {
          ...cleanEnvironment(tools.surroundings.env, { HOME: home }),
          ...(agent === undefined ? {} : await givenFor(tools, agent)),
          [tagVariable]: tag,
        },
        box: {
          writable: [home, ...(dir === undefined ? [] : [dir])],
          readable: path.isAbsolute(program) ? await programPlaces(program) : [],
          hidden: [],
          egress: agent === undefined || !('egress' in agent) ? [] : agent.egress,
          views: [],
        },
        limits,
        signal,
      });
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  };
}

type Agent = NonNullable<Parameters<EffectParts['askServer']>[0]['agent']>;

async function givenFor(tools: Around, agent: Agent): Promise<Readonly<Record<string, string>>> {
  const { values } = await givenTo(tools, { agent });
  return picked(values, factsOf(agent).env);
}
