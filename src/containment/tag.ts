// Whose a process is: it carries the tag of its attempt in its environment, which it cannot take back.

import { tagVariable } from './process.ts';

/** Whether an environment, as the system shows it, has this tag or one that continues it (`a/1` covers `a/1/x`, not `a/12`). */
export function isTagged(environment: string, tag: string): boolean {
  const start = `${tagVariable}=`;
  if (!environment.includes(start)) return false;
  const entry = environment.split('\0').find((line) => line.startsWith(start));
  return entry !== undefined && covers(tag, entry.slice(start.length));
}

function covers(tag: string, value: string): boolean {
  if (!value.startsWith(tag)) return false;
  return !/[A-Za-z0-9]$/.test(tag) || !/^[A-Za-z0-9]/.test(value.slice(tag.length));
}
