// A team's own role templates: `.slipway/prompts/<role>.md`. They are read with the configuration and kept with it, so
// that a running run goes on with those it was started with.

import type { Role } from '../core/roles/modes.ts';
import { roles } from '../core/roles/modes.ts';
import { readTemplate } from '../prompts/template.ts';
import { ConfigProblem } from './config.ts';

const promptsFolder = '.slipway/prompts';

/** Throws a ConfigProblem where one of them cannot be used. */
export async function readPrompts(
  read: (path: string) => Promise<string | undefined>,
): Promise<Readonly<Partial<Record<Role, string>>>> {
  const files = await Promise.all(
    roles.map(async (role) => ({ role, file: fileOf(role), text: await read(fileOf(role)) })),
  );
  const written = files.flatMap(({ role, file, text }) => (text === undefined ? [] : [{ role, file, text }]));
  const problems = written.flatMap(({ file, text }) => {
    const template = readTemplate(text);
    return template.ok ? [] : template.problems.map((problem) => `  ${file}: ${problem}`);
  });
  if (problems.length > 0) {
    throw new ConfigProblem(
      [
        'A prompt of your own cannot be used as it is:',
        ...problems,
        'Mend it, or remove the file to have the one that comes with Slipway.',
      ].join('\n'),
    );
  }
  return Object.fromEntries(written.map(({ role, text }) => [role, text]));
}

function fileOf(role: Role): string {
  return `${promptsFolder}/${role}.md`;
}
