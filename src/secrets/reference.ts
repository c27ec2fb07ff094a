// A secret that is named instead of written down: `file:/path` is read, `cmd:program argument …` is run without a shell and
// prints it. So nothing secret stands in a configuration, an environment that is passed on, or a command line; and what names a
// secret may be kept where the secret itself may not.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { codeOf } from '../plain/errors.ts';
import type { Environment } from '../plain/environment.ts';

export type FoundSecret =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: string };

const bytesMax = 65_536;
const timeMsMax = 30_000;

/** An address such as `file:///x` names no secret: it means something to the program that is given it. */
export function isReference(value: string): boolean {
  return /^(?:file:(?:~\/|\/(?!\/))|cmd:)/.test(value);
}

/** `name` is the variable that holds the reference. */
export async function secretOf(name: string, reference: string, env: Environment): Promise<FoundSecret> {
  if (reference.startsWith('file:')) return fromFile(name, reference.slice('file:'.length));
  if (reference.startsWith('cmd:')) return fromProgram(name, reference.slice('cmd:'.length), env);
  return problem(
    `${name} has to name where the secret is, not to hold it: write file:/path/to/it, or cmd: and a program that prints it.`,
  );
}

/** What variables hold once each reference among them was followed, and why one that could not be is left out. */
export interface Followed {
  readonly values: Environment;
  /** By the name of the variable. */
  readonly problems: ReadonlyMap<string, string>;
}

/**
 * Side by side: a program that asks a keyring takes its time. Around a secret there is no white space. `home` is where such a
 * program finds its own settings, whatever the environment says.
 */
export async function followed(
  env: Environment,
  names: readonly string[],
  home: string | undefined = env['HOME'],
): Promise<Followed> {
  const around = { ...env, HOME: home };
  const references = names.filter((name) => isReference(env[name] ?? ''));
  const found = await Promise.all(
    references.map(async (name) => ({ name, secret: await secretOf(name, env[name] ?? '', around) })),
  );
  const values = { ...env };
  const problems = new Map<string, string>();
  for (const { name, secret } of found) {
    values[name] = secret.ok ? secret.value.trim() : undefined;
    if (!secret.ok) problems.set(name, secret.problem);
  }
  return { values, problems };
}

async function fromFile(name: string, file: string): Promise<FoundSecret> {
  const place = file.startsWith('~/') ? path.join(homedir(), file.slice(2)) : file;
  try {
    const text = await readFile(place, 'utf8');
    if (text.trim() !== '' && text.length <= bytesMax) return { ok: true, value: text };
    return problem(`The file that ${name} names is empty or no secret. Look at it.`);
  } catch (error) {
    return problem(
      `The file that ${name} names cannot be read (${codeOf(error) ?? 'unknown'}). Look whether it is there and readable for you.`,
    );
  }
}

async function fromProgram(name: string, command: string, env: Environment): Promise<FoundSecret> {
  const [program = '', ...args] = command.trim().split(/\s+/);
  const printed = await printedBy(program, args, env);
  return printed === undefined
    ? problem(
        `The program that ${name} names gave no secret: it is not there, failed, or printed nothing. Run it by hand to see why.`,
      )
    : { ok: true, value: printed };
}

/** What a program prints; undefined where it fails or prints nothing. What it says on stderr is not kept: it may be anything. */
export function printedBy(
  program: string,
  args: readonly string[],
  env: Environment,
): Promise<string | undefined> {
  if (program === '') return Promise.resolve(undefined);
  const options = { env: { ...env }, timeout: timeMsMax, maxBuffer: bytesMax, shell: false };
  return new Promise((resolve) => {
    const child = execFile(program, [...args], options, (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout : undefined);
    });
    child.stdin?.end();
  });
}

function problem(sentence: string): FoundSecret {
  return { ok: false, problem: sentence };
}
