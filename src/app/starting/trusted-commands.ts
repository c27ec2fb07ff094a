// The commands a run will execute on this machine, in the words a person is asked to trust. Whatever would make a
// difference to that person is in them, because their trust is bound to exactly these words.

import { factsOf } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { commandWords } from '../../core/evidence/evidence.ts';

export function commandsOf(config: Config, checks: readonly CheckSpec[]): readonly string[] {
  const agents = Object.entries(config.agents).map(
    ([name, agent]) => `agent ${name}: ${factsOf(agent).trusted.join('; ')}`,
  );
  const { search } = config.policy;
  const asked = search === undefined ? [] : [`web search: agents have things looked up at ${search.searxng}`];
  return [...checks.map((check) => `check ${check.name}: ${commandWords(check)}`), ...agents, ...asked];
}
