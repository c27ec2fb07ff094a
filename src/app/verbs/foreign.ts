// Data of another process, taken in by a schema: what cannot be used is said in words.

import type { z } from 'zod';
import { check, pathText } from '../../config/issues.ts';
import { UserError } from '../ending/user-error.ts';

/** What somebody asks with. */
export function understood<T>(schema: z.ZodType<T>, raw: unknown): T {
  const checked = check(schema, raw);
  if (checked.ok) return checked.data;
  const lines = checked.problems.map(({ path, message }) => `\n- ${pathText(path, 'the input')}: ${message}`);
  throw new UserError(`The input of this call cannot be used:${lines.join('')}`, 'usage');
}

/** What the owner answered with; it may be of another build. */
export function answered<T>(schema: z.ZodType<T>, raw: unknown): T {
  const checked = check(schema, raw);
  if (checked.ok) return checked.data;
  const [first] = checked.problems;
  throw new UserError(
    `The process that owns this home took the order, and answered with something this one cannot read (${first === undefined ? 'nothing' : pathText(first.path, 'the answer')}). ` +
      'It may be of another version. `slipway status` shows where the run is.',
    'missing',
  );
}
