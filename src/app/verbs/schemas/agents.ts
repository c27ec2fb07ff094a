// What goes in and out of the verbs about agents.

import { z } from 'zod';
import type { AgentsHere } from '../../agents/agents-here.ts';
import { folder, levelHere, view, word } from './parts.ts';

export type AgentsInput = z.infer<typeof agents.input>;
export type MendInput = z.infer<typeof mend.input>;

const output: z.ZodType<AgentsHere> = z.object({
  agents: z.array(view<AgentsHere['agents'][number]>()),
  containment: levelHere,
  isFound: z.boolean(),
});

export const agents = { input: z.strictObject({ dir: folder.optional() }), output };

export const mend = {
  input: z.strictObject({ agent: word }),
  output: z.object({ agent: z.string(), runs: z.array(z.string()) }),
};
