// The values of what agents are given by name: they must not turn up in anything that is kept.

import { isReference } from '../secrets/reference.ts';
import type { Environment } from '../plain/environment.ts';
import { type AgentConfig, factsOf, kinds, programTypes } from './kinds.ts';

/** Plain facts about the surroundings are no secrets, and replacing them wherever they turn up would hide too much. */
const openly =
  /^(PATH|HOME|USER|SHELL|LANG|TZ|TERM|TMPDIR|NODE_\w+)$|^LC_|_(BASE_URL|HOST|PORT|REGION|MODEL|DIR|HOME)$/;
const credential = /KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL/i;
/** A shorter value is a switch such as `true`, unless its name says what it is. */
const secretCharsMin = 8;

export function secretValues(
  agents: Readonly<Record<string, AgentConfig>>,
  env: Environment,
): readonly string[] {
  const named = Object.values(agents).flatMap((agent) => factsOf(agent).env);
  const known = programTypes.flatMap((type) => kinds[type].found().env);
  return [...new Set([...known, ...named])].flatMap((name) => {
    const value = env[name] ?? '';
    if (isReference(value)) return []; // what it names is, once it was followed
    const isSecret = !openly.test(name) && (value.length >= secretCharsMin || credential.test(name));
    return isSecret && value !== '' ? [value] : [];
  });
}
