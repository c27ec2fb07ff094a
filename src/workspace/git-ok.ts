// Small helpers around one git call: insist on success, split what was printed, carry bytes.

import type { Git, GitRequest } from './git.ts';

const saidCharsMax = 2000;

/** The output of a call that must succeed; anything else is thrown for the caller's caller to classify. */
export async function gitOk(git: Git, request: GitRequest): Promise<string> {
  const result = await git.run(request);
  if (result.exit === 0) return result.stdout;
  throw gitFailed(request, result.exit, result.stderr);
}

export function gitFailed(request: GitRequest, exit: number, stderr: string): Error {
  const command = request.args.find((arg, at) => !arg.startsWith('-') && request.args[at - 1] !== '-c');
  return new Error(`git ${command ?? ''} failed with exit ${exit}: ${stderr.trim().slice(0, saidCharsMax)}`);
}

/** Fields that git ended with NUL. */
export function nulFields(output: string): readonly string[] {
  return output.split('\0').filter((field) => field !== '');
}

/** Bytes carried as latin1, for people: as UTF-8, with what is not UTF-8 replaced. */
export function shown(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
