// The templates that come with Slipway: one Markdown file a role, in the package's own folder.

import { readFileSync } from 'node:fs';
import { packageFile } from '../config/package-file.ts';
import type { AskedAs } from './prompts.ts';
import type { Template } from './template.ts';
import { readTemplate } from './template.ts';

const known = new Map<AskedAs, Template>();

/** Read when it is first needed, and once. */
export function ownTemplate(role: AskedAs): Template {
  const found = known.get(role);
  if (found !== undefined) return found;
  const read = readTemplate(readFileSync(packageFile(`prompts/${role}.md`), 'utf8'));
  if (!read.ok) throw new Error(`invariant: the template of the ${role} holds (${read.problems.join('; ')})`);
  known.set(role, read.template);
  return read.template;
}
