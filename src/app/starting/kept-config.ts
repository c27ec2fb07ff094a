// The configuration of a run as it is kept: screened like everything that is kept, but for the folders of this machine
// that Slipway itself put into it. A folder with a few random letters in its name is no secret.

import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Rule } from '../../screening/rule-parts.ts';
import { defaultRules } from '../../screening/rules.ts';
import { createScreener } from '../../screening/screen.ts';
import type { Screener } from '../../screening/screened.ts';
import type { FoundProgram } from '../agents/find-agents.ts';
import { secretsGiven } from '../agents/given-secrets.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';

export interface ToKeep {
  readonly config: Config;
  /** The programs that became agents because nobody named any. */
  readonly found: readonly FoundProgram[];
  /** The user's checkout. */
  readonly root: string;
}

type Keeping = Pick<Tools, 'blobs' | 'surroundings'>;

/** A run works with the configuration that is kept. One with a secret would be kept redacted, and do something else. */
export async function keptConfig(
  { blobs, surroundings }: Keeping,
  { config, found, root }: ToKeep,
): Promise<string> {
  const places = [root, surroundings.homedir, ...found.map(({ program }) => path.dirname(program))];
  const screener = createScreener({
    rules: defaultRules.map((rule) => besidesPlaces(rule, places)),
    known: await secretsGiven({ surroundings }, config.agents),
  });
  const text = JSON.stringify(config);
  const rules = rulesHit(screener, text);
  if (rules.length > 0) {
    throw new UserError(
      `The configuration holds what looks like a secret (${rules.join(', ')}), and a run keeps its configuration. ` +
        'Take it out of slipway.yaml and of the script it names; a program gets a secret through the variables under `env` of its agent.',
      'configuration',
    );
  }
  return blobs.put(screener.redact(text));
}

/** By a stream, because a configuration holds whole scripts and may be of any size. */
function rulesHit(screener: Screener, text: string): readonly string[] {
  const stream = screener.stream();
  stream.push(text);
  stream.end();
  return stream.rules();
}

/** The rule, which then judges only what comes after a folder we know. */
function besidesPlaces(rule: Rule, places: readonly string[]): Rule {
  const { when } = rule;
  if (rule.id !== 'high-entropy' || when === undefined) return rule;
  return { ...rule, when: (value, before, after) => when(afterPlace(value, places), before, after) };
}

function afterPlace(value: string, places: readonly string[]): string {
  const place = places.find((folder) => value.startsWith(`${folder}/`));
  return place === undefined ? value : value.slice(place.length);
}
