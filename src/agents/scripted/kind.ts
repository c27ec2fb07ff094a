// An agent that is played from a file, as Slipway knows it.

import { createHash } from 'node:crypto';
import { isInside } from '../../core/fence/paths.ts';
import type { AgentKind } from '../kind.ts';

export interface Scripted {
  readonly type: 'scripted';
  /** The content of the script file, so that a run keeps the one it was started with. */
  readonly script: string;
}

export interface ScriptedWritten {
  readonly type: 'scripted';
  /** The path of the script file, from the root of the repository. */
  readonly script: string;
}

const scriptCharsMax = 1_048_576;
const hashChars = 12;

export const scripted: AgentKind<Scripted, ScriptedWritten> = {
  type: 'scripted',
  example: 'rehearsal: { type: scripted, script: slipway-script.yaml }',
  playsAnyRole: false,
  needsConsent: false,
  schema: ({ z, mapping, path }) =>
    mapping({
      type: z.literal('scripted'),
      script: path.describe('Script file, from the root of the repository.'),
    }),
  keep: async ({ type, script: path }, read) => {
    const text = isInside(path) ? await read(path) : undefined;
    const problem = problemOf(path, text);
    return problem === undefined
      ? { ok: true, config: { type, script: text ?? '' } }
      : { ok: false, key: 'script', problem };
  },
  place: (config) => config, // it was read when it was kept
  facts: ({ script }) => ({
    program: undefined,
    env: [],
    asked: [],
    trusted: [`a script (${createHash('sha256').update(script).digest('hex').slice(0, hashChars)})`],
    tellsCost: () => true,
  }),
  make: async ({ script }, { name, processes, env }) => {
    const { scriptedAgent } = await import('./scripted.ts');
    return scriptedAgent({ name, script, processes, env });
  },
};

function problemOf(path: string, text: string | undefined): string | undefined {
  if (!isInside(path)) return `'${path}' is not a path inside the repository`;
  if (text === undefined) return `there is no file '${path}'; create it or name another one`;
  return text.length > scriptCharsMax ? `'${path}' has more than ${scriptCharsMax} characters` : undefined;
}
