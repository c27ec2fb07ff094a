// What goes in and out of the verbs about being heard beside the socket, and about people who are.

import { z } from 'zod';
import { services } from '../../people/people.ts';
import type { HoldItem } from '../listen.ts';
import { folder, view, word } from './parts.ts';

const portMax = 65_535;

export const listen = {
  input: z.strictObject({
    host: word,
    port: z.int().min(0).max(portMax),
    publicUrl: word.optional(),
    tls: z.strictObject({ cert: folder, key: folder }).optional(),
  }),
  output: z.object({
    host: z.string(),
    port: z.int(),
    origin: z.string(),
    link: z.string(),
    already: z.boolean(),
  }),
};

export const link = { input: z.strictObject({}), output: listen.output };

export const hold = { input: z.strictObject({ holder: word }), output: view<HoldItem>() };

export const unlisten = {
  input: z.strictObject({ holder: word.optional() }),
  output: z.object({ was: z.boolean() }),
};

const access = z.enum(['view', 'decide', 'administer']);
const nameCharsMax = 64;
/** Names stand in journals and on command lines. */
const name = z
  .string()
  .max(nameCharsMax)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]*$/u,
    'begins with a letter or a digit, and has letters, digits, spaces and . _ @ + - in it',
  );

const person = z.object({
  name: z.string(),
  access,
  since: z.number(),
  elsewhere: z.partialRecord(z.enum(services), z.string()),
  program: z.literal(true).optional(),
});

export const people = { input: z.strictObject({}), output: z.object({ people: z.array(person) }) };

export const admit = {
  input: z.strictObject({
    name,
    access,
    elsewhere: z.partialRecord(z.enum(services), word).optional(),
    program: z.literal(true).optional(),
  }),
  output: z.object({ person, token: z.string() }),
};

export const dismiss = { input: z.strictObject({ name: word }), output: z.object({ person }) };
