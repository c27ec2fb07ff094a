// The shape of an agent in `slipway.yaml`: one of the kinds there are. This file owns the words they have in common; which of
// them a kind has, and what is special about it, is in its own folder.

import { z } from 'zod';
import { ofEveryKind } from '../agents/kinds.ts';
import { address, effort, line, mapping, model, name, path } from './schema-parts.ts';

const env = z
  .array(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, { error: 'is not a name of an environment variable' }),
  )
  .max(100)
  .describe(
    'Names of the environment variables the program is given. A program Slipway knows gets the usual ones where this is left out.',
  )
  .exactOptional();

const egressWanted = 'expected a host such as api.example.com, api.example.com:8443 or *.example.com';
const egress = z
  .array(
    z
      .string()
      .max(260)
      .regex(/^(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/, { error: egressWanted }),
  )
  .max(100)
  .describe('Hosts it may reach when it is contained, besides those its kind needs anyway.')
  .exactOptional();

const command = z
  .array(line)
  .min(1)
  .max(100)
  .describe('Program and arguments. The prompt comes on standard input, the answer goes to standard output.');

/** What every program has that Slipway knows by name. */
const program = {
  program: line
    .regex(/^[^-]/, { error: 'is not a program: it begins with a hyphen' })
    .describe(
      'The program, where it is not on the PATH under its own name. With a slash in it: from the root of the repository, or from your home (~/).',
    )
    .exactOptional(),
  model: model.describe('For every role that names none.').exactOptional(),
  effort: effort.exactOptional(),
  env,
  baseUrl: address('; credentials go through env')
    .describe("Where its model is, where that is not the vendor's own address.")
    .exactOptional(),
  egress,
  mcp: z
    .record(name, command)
    .describe('MCP servers of your own that it may use, by name: program and arguments.')
    .exactOptional(),
  skills: z.array(path).max(50).describe('Folders with skills of your own that it may read.').exactOptional(),
} as const;

/** What a kind makes its schema of. `z` is among them, because a kind itself brings no library to commands that only read. */
const words = { z, mapping, line, path, command, env, egress, program } as const;
export type AgentWords = typeof words;

export const agent = z.discriminatedUnion(
  'type',
  ofEveryKind((kind) => kind.schema(words)),
);
