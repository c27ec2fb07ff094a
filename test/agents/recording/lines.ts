// Finds the first line of a program's output that has a given form.

import type { z } from 'zod';

export function firstLine<T extends z.ZodType>(stdout: string, form: T): z.infer<T> | undefined {
  for (const line of stdout.split('\n')) {
    if (!line.startsWith('{')) continue;
    const parsed = form.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
