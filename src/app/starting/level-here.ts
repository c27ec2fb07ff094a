// How strongly this machine contains agents, and whether that is enough for what a person and a repository ask for.

import { kinds } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import type { LevelFound } from '../../containment/levels.ts';
import type { Level } from '../../core/roles/modes.ts';
import { isAtLeast } from '../../core/roles/modes.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';

export type LevelHere = LevelFound;

export function levelHere(tools: Pick<Tools, 'level'>): Promise<LevelHere> {
  return Promise.resolve(tools.level());
}

/** Who asks for a level, in the words a person would find it by. */
interface Wanted {
  readonly level: Level | undefined;
  readonly by: string;
}

/** Throws where the machine is weaker than anybody asks for: what is configured is not consented away. */
export function refuseWeaker(here: LevelHere, wanted: readonly Wanted[]): void {
  const missed = wanted.find(({ level }) => level !== undefined && !isAtLeast(here.level, level));
  if (missed?.level === undefined) return;
  throw new UserError(
    `${missed.by} asks for agents to be ${missed.level} at least, but here they would be ${here.level}: ${here.why} ` +
      `${raiseWords(here)} Or ask for less there, if you trust the ticket and everything the agents will read.`,
    'missing',
  );
}

/** Whether an agent could do more than what a person trusts with the commands. */
export function asksForConsent({ agents }: Pick<Config, 'agents'>): boolean {
  return Object.values(agents).some(({ type }) => kinds[type].needsConsent);
}

export function raiseWords({ raise }: LevelHere): string {
  return raise === undefined ? 'Nothing is known that raises the level here.' : `To raise it: ${raise}`;
}

export function levelWords({ level, by, why }: LevelHere): string {
  return by === undefined ? `${level}: ${why}` : `${level} (${by})`;
}

/** `--level` permits a weaker level and asks for none, which is not what everybody reads in it. */
export function permittedWords(
  { level }: Pick<LevelHere, 'level'>,
  accepted: Level | undefined,
): readonly string[] {
  if (accepted === undefined || accepted === level) return [];
  const how =
    accepted === 'open' ? ' SLIPWAY_LEVEL=open in your environment has them work without a box.' : '';
  return [
    `--level ${accepted} permits agents to be ${accepted}, where nothing stronger can be had. Here they can be ${level}, so they are.${how}`,
  ];
}
