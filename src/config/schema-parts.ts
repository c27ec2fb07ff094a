// Pieces of the shape of `slipway.yaml` that several of its sections are made of.

import { z } from 'zod';
import { closest } from './closest.ts';

/** An object that refuses unknown keys, in words. */
export function mapping<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys, known) : undefined),
  });
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  return keys.map((key) => `'${key}' is not a known key; ${hint(key, known)}`).join('; ');
}

function hint(key: string, known: readonly string[]): string {
  const meant = closest(key, known);
  return meant === undefined ? `known are ${known.join(', ')}` : `did you mean '${meant}'?`;
}

/** Names of agents and checks turn up in branch names, paths and messages. */
const namePattern = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;
const nameWanted = 'a name is a letter, then up to 39 letters, digits and hyphens';
export const name = z.string().regex(namePattern, { error: nameWanted });
export const line = z.string().min(1).max(4_000);
export const path = z.string().min(1).max(400);

/** Models and programs become arguments of a program, so none may look like an option. */
export const model = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][^\s\p{Cc}]*$/u, { error: 'is not a name of a model' });
export const effort = z.enum(['low', 'medium', 'high']).describe('How hard the model is asked to think.');

/** Something on the network that Slipway or a program talks to. */
export const address = (hint = '', wanted = 'an address that begins with http:// or https://') =>
  z
    .url({ protocol: /^https?$/, error: `expected ${wanted}` })
    .max(400)
    .refine((text) => !/[?#]|\/\/[^/]*@/.test(text), {
      error: `must hold no credentials, query or fragment${hint}`,
    });
