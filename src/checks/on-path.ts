// Whether a program is there for checks, which see a PATH and nothing else of the user's surroundings.

import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';

export async function isOnPath(program: string, PATH: string): Promise<boolean> {
  const folders = PATH.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) if (await isExecutable(path.join(folder, program))) return true;
  return false;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Asked once: what a run executes is what its start has shown, whatever is installed meanwhile. */
export function remembered(
  ask: (program: string) => Promise<boolean>,
): (program: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (program) => {
    const answer = answers.get(program) ?? ask(program);
    answers.set(program, answer);
    return answer;
  };
}
