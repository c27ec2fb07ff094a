// What the documenter answers with when it is asked for documents about the repository, as a schema.

import { z } from 'zod';

import type { DocsAnswer } from './prompts.ts';

const wordCharsMax = 400;
const documentsMax = 3;
const documentCharsMax = 20_000;

const word = z.string().min(1).max(wordCharsMax);

export const docs = z.object({
  type: z.literal('docs'),
  documents: z
    .array(
      z.object({
        path: word.describe('As it was asked for.'),
        text: z.string().min(1).max(documentCharsMax).describe('The whole document, in Markdown.'),
      }),
    )
    .min(1)
    .max(documentsMax),
}) satisfies z.ZodType<DocsAnswer>;
