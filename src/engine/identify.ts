// The identity of what somebody sends: the id they gave it, and a digest of all it says.

import { createHash } from 'node:crypto';
import type { Identity } from '../core/identity.ts';
import { contentText } from '../core/identity.ts';

export function identityOf(id: string, content: unknown): Identity {
  return { id, content: createHash('sha256').update(contentText(content)).digest('hex') };
}
