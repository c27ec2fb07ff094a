import { createHash } from 'node:crypto';

/** Of a text that is not kept: without the `sha256:` that names a blob in an event. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
