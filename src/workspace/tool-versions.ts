// What the tools of a command say of their version. Asked once for each program file, because npm alone takes as long
// to say it as a whole clone; a program that was replaced is asked again.

import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Processes } from '../containment/process.ts';

export interface ToolVersions {
  /** One line for each tool, in the order given. */
  readonly of: (tools: readonly (readonly [string, ...string[]])[]) => Promise<readonly string[]>;
}

const limits = { timeMs: 15_000, silenceMs: 15_000, outputBytesMax: 65_536, graceMs: 1_000 } as const;
const versionCharsMax = 300;

export function toolVersions(
  processes: Processes,
  environment: Readonly<Record<string, string>>,
): ToolVersions {
  const known = new Map<string, Promise<string>>();
  const say = async ([name, ...args]: readonly [string, ...string[]]): Promise<string> => {
    const file = await programFile(name, environment['PATH']);
    if (file === undefined) return `${name}: not there`;
    const { size, mtimeMs } = await stat(file);
    const key = JSON.stringify([file, size, mtimeMs, args]);
    // The name it was called by, because one program file may be several tools.
    const version = known.get(`${name} ${key}`) ?? ask(name, args);
    known.set(`${name} ${key}`, version);
    return `${name}: ${await version}`;
  };
  const ask = async (name: string, args: readonly string[]): Promise<string> => {
    const signal = new AbortController().signal;
    const result = await processes.run({ file: name, args, cwd: '/', env: environment, limits, signal });
    return result.how === 'exited' && result.exit === 0
      ? result.stdoutTail.trim().slice(0, versionCharsMax)
      : 'no version';
  };
  return { of: (tools) => Promise.all(tools.map(say)) };
}

async function programFile(name: string, searched: string | undefined): Promise<string | undefined> {
  for (const folder of (searched ?? '').split(path.delimiter).filter((each) => path.isAbsolute(each))) {
    const file = path.join(folder, name);
    const usable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return realpath(file);
  }
  return undefined;
}
