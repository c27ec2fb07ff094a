// The numbers and switches a run started somewhere would live by, or one that was started does, and where each comes from.

import { closest } from '../../config/closest.ts';
import { policyHash } from '../../config/hash.ts';
import { configName } from '../../config/config.ts';
import type { Sourced } from '../../config/origins.ts';
import { sourced } from '../../config/origins.ts';
import { policyKeys } from '../../config/policy-schema.ts';
import { linesOf } from '../../config/yaml-text.ts';
import { configIn, fileIn, rootFor } from '../starting/read-config.ts';
import { readRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import { table } from '../words/columns.ts';
import type { PolicyInput } from './schemas/reads.ts';
import type { Look, LookContext, Words } from './verb.ts';
import { runSeen } from './which-run.ts';

export interface PolicyShown {
  /** All of them, or the one that was asked for. */
  readonly values: readonly Sourced[];
  readonly hash: string;
  /** Whether there is a file at all. */
  readonly written: boolean;
  readonly asked: { readonly key?: string | undefined; readonly origins: boolean };
}

export const policy: Look<PolicyInput, PolicyShown> = {
  look: async (context, { run, dir, key, origins = false }) => {
    const found = await (run === undefined ? policyAt(context, dir) : policyOfRun(context, { run, dir }));
    const values = key === undefined ? found.values : found.values.filter((item) => item.key === key);
    if (values.length === 0) throw new UserError(unknownKey(key ?? ''), 'usage');
    return { ...found, values, asked: { key, origins } };
  },
  words: ({ values, hash, asked }, { style, width }) => {
    if (asked.key !== undefined) {
      return {
        data: values
          .map(({ key, value, about, origin }) => `${key}: ${value}\n${about}\nIt comes from: ${origin}.\n`)
          .join(''),
      };
    }
    const rows = values.map(({ key, value, origin }) => [
      key,
      ...(asked.origins ? [style.dim(origin)] : []),
      origin === 'default' ? value : style.bold(value),
    ]);
    return {
      data: table(rows, width),
      talk: `Policy ${hash.slice(0, 12)}. \`slipway policy explain KEY\` says what one of them means.\n`,
    };
  },
};

type Found = Omit<PolicyShown, 'asked'>;

async function policyOfRun(
  context: LookContext,
  which: { readonly run: string; readonly dir: string | undefined },
): Promise<Found> {
  const { summary, journal } = await runSeen(context, which);
  const { run } = await readRun(journal, summary.run);
  const values = sourced(run.policy, configName, () => undefined);
  return {
    values: values.map((item) => ({ ...item, origin: `run ${run.id}` })),
    hash: run.policyHash,
    written: true,
  };
}

/** Throws a ConfigProblem where what is written cannot be used. */
async function policyAt({ surroundings, places }: LookContext, dir = places.home): Promise<Found> {
  const root = await rootFor(dir);
  const { config } = await configIn(surroundings, root);
  const text = await fileIn(root)(configName);
  const lineOf = text === undefined ? () => undefined : linesOf(text);
  return {
    values: sourced(config.policy, configName, lineOf),
    hash: policyHash(config.policy),
    written: text !== undefined,
  };
}

function unknownKey(key: string): string {
  const meant = closest(
    key,
    policyKeys.map((item) => item.key),
  );
  return `There is no key '${key}' in policy. ${meant === undefined ? '`slipway policy show` lists them.' : `Did you mean '${meant}'?`}`;
}

/** How many of the values are the file's own. */
function ownIn({ values }: PolicyShown): number {
  return values.filter((item) => item.origin.startsWith(configName)).length;
}

export function checkedDocument(shown: PolicyShown): unknown {
  return { ok: true, file: shown.written, own: ownIn(shown), hash: shown.hash };
}

export function checkedWords(shown: PolicyShown): Words {
  const { values, written } = shown;
  return {
    data: written
      ? `${configName} holds; ${ownIn(shown)} of ${values.length} values of policy are its own.\n`
      : `There is no ${configName} here, so every value is the default. \`slipway init\` writes one.\n`,
  };
}
