// What the kinds have in common that start a command of the user's own: which keys they have, and what is told of them.

import type { AgentFacts, AgentKind, KeptConfig } from './kind.ts';
import { type Granted, grantedWords } from './granted.ts';

export type OwnCommand<Type extends string> = Granted & {
  readonly type: Type;
  /** Program and arguments. */
  readonly command: readonly string[];
};

export type OwnCommandWritten<Type extends string> = Pick<OwnCommand<Type>, 'type' | 'command'> &
  Partial<Granted>;

type Shared<Type extends string> = Pick<
  AgentKind<OwnCommand<Type>, OwnCommandWritten<Type>>,
  'keep' | 'place' | 'facts'
>;

export function ownCommand<Type extends string>(): Shared<Type> {
  return {
    keep: (written): Promise<KeptConfig<OwnCommand<Type>>> =>
      Promise.resolve({
        ok: true,
        config: { ...written, env: written.env ?? [], egress: written.egress ?? [] },
      }),
    place: (config) => config, // its program is looked for from the root anyway
    facts: (config): AgentFacts => ({
      program: config.command[0],
      env: config.env,
      asked: config.env,
      trusted: [config.command.join(' '), ...grantedWords(config, [])],
      tellsCost: () => false,
    }),
  };
}
