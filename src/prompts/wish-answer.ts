// What the dispatcher answers with when it is given a message of a person, as a schema.

import { z } from 'zod';
import { wishes } from '../core/chat/wish.ts';
import type { WishAnswer } from './prompts.ts';

const textCharsMax = 1_000;

export const wish = z.object({
  type: z.literal('wish'),
  wish: z.enum([...wishes, 'where', 'unclear']).describe('One word of the list above.'),
  why: z.string().min(1).max(textCharsMax).describe('One sentence.'),
}) satisfies z.ZodType<WishAnswer>;
