// `slipway policy`: the numbers and switches a run started here would live by, and where each comes from.

import type { Exit } from '../../app/exit-codes.ts';
import { configIn, fileIn, rootFor } from '../../app/read-config.ts';
import { findRun, readRun } from '../../app/reader.ts';
import { UserError } from '../../app/user-error.ts';
import { closest } from '../../config/closest.ts';
import { configName } from '../../config/load.ts';
import type { Sourced } from '../../config/origins.ts';
import { sourced } from '../../config/origins.ts';
import { policyHash } from '../../config/hash.ts';
import { policyKeys } from '../../config/policy-schema.ts';
import { linesOf } from '../../config/yaml-text.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import { styleOf } from '../../app/words/style.ts';
import { table } from '../../app/words/columns.ts';

export const command: CommandSpec = {
  usage: '[show | check | explain KEY] [--origin] [--run RUN]',
  about:
    'Shows the policy a run started here would get, checks what slipway.yaml says, or explains one key. A run keeps the ' +
    'policy it was started with: later edits do not reach it, and --run shows that one.',
  examples: ['slipway policy show --origin', 'slipway policy check', 'slipway policy explain plan.score'],
  options: {
    origin: { type: 'boolean', describe: 'say where each value comes from' },
    run: { type: 'string', value: 'RUN', describe: 'the policy this run was started with' },
  },
  wordsMax: 2,
  run: async (context) => {
    const [what = 'show', key] = context.words;
    if (what !== 'show' && what !== 'check' && what !== 'explain') {
      throw new UserError(
        `\`slipway policy\` can show, check and explain; it does not know '${what}'.`,
        'usage',
      );
    }
    if (key !== undefined && what !== 'explain') {
      throw new UserError(`\`slipway policy ${what}\` takes nothing more; '${key}' is too much.`, 'usage');
    }
    const run = context.value('run');
    if (run !== undefined && what === 'check') {
      throw new UserError(
        'A run keeps its policy, so there is nothing to check. `slipway policy show --run` shows it.',
        'usage',
      );
    }
    const here = run === undefined ? await policyHere(context) : await policyOfRun(context, run);
    if (what === 'show') return show(context, here);
    return what === 'check' ? checked(context, here) : explain(context, here, key);
  },
};

interface Here {
  readonly values: readonly Sourced[];
  readonly hash: string;
  /** Whether there is a file at all. */
  readonly written: boolean;
}

function policyOfRun(context: CommandContext, word: string): Promise<Here> {
  return reading(context, async (home) => {
    const summary = await findRun(home.journal, word, hereOf(context));
    const { run } = await readRun(journalOf(home), summary.run);
    const values = sourced(run.policy, configName, () => undefined);
    return {
      values: values.map((item) => ({ ...item, origin: `run ${run.id}` })),
      hash: run.policyHash,
      written: true,
    };
  });
}

/** Throws a ConfigProblem where what is written cannot be used. */
async function policyHere(context: CommandContext): Promise<Here> {
  const root = await rootFor(context.dir);
  const { config } = await configIn(context.surroundings, root);
  const text = await fileIn(root)(configName);
  const lineOf = text === undefined ? () => undefined : linesOf(text);
  return {
    values: sourced(config.policy, configName, lineOf),
    hash: policyHash(config.policy),
    written: text !== undefined,
  };
}

function show({ io, flag, json: asJson }: CommandContext, { values, hash }: Here): Exit {
  if (asJson) {
    io.out(json({ hash, policy: values.map(({ key, value, origin }) => ({ key, value, origin })) }));
    return 'done';
  }
  const style = styleOf(io.outColors);
  const rows = values.map(({ key, value, origin }) => [
    key,
    ...(flag('origin') ? [style.dim(origin)] : []),
    origin === 'default' ? value : style.bold(value),
  ]);
  io.out(table(rows, io.outWidth()));
  io.err(`Policy ${hash.slice(0, 12)}. \`slipway policy explain KEY\` says what one of them means.\n`);
  return 'done';
}

function checked({ io, json: asJson }: CommandContext, { values, hash, written }: Here): Exit {
  const own = values.filter((item) => item.origin.startsWith(configName)).length;
  if (asJson) io.out(json({ ok: true, file: written, own, hash }));
  else if (written) io.out(`${configName} holds; ${own} of ${values.length} values of policy are its own.\n`);
  else
    io.out(`There is no ${configName} here, so every value is the default. \`slipway init\` writes one.\n`);
  return 'done';
}

function explain({ io, json: asJson }: CommandContext, { values }: Here, key: string | undefined): Exit {
  const found = key === undefined ? undefined : values.find((item) => item.key === key);
  if (found === undefined) throw new UserError(unknownKey(key), 'usage');
  if (asJson) io.out(json(found));
  else {
    io.out(`${found.key}: ${found.value}\n${found.about}\nIt comes from: ${found.origin}.\n`);
  }
  return 'done';
}

function unknownKey(key: string | undefined): string {
  const known = policyKeys.map((item) => item.key);
  if (key === undefined)
    return 'Name a key, such as `slipway policy explain plan.score`. `slipway policy show` lists them.';
  const meant = closest(key, known);
  return `There is no key '${key}' in policy. ${meant === undefined ? '`slipway policy show` lists them.' : `Did you mean '${meant}'?`}`;
}
