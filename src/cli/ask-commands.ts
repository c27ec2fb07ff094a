// Asks the person at the terminal for other commands, check by check, where the base of a run cannot be checked.

import type { ChecksInput } from '../app/verbs/schemas/checks.ts';
import type { Run } from '../core/run.ts';
import { startedIn } from '../core/run.ts';
import { checksIn } from '../core/tasks/task-checks.ts';
import { forTerminal } from '../screening/terminal.ts';
import { lackingIn } from '../views/words/lack-words.ts';
import type { Sitting } from './sitting.ts';

/** What they typed; undefined where they left before the last question. */
export async function askCommands(sitting: Sitting, run: Run): Promise<ChecksInput | undefined> {
  const repository = startedIn(run);
  const commands: Record<string, string> = {};
  const without: string[] = [];
  sitting.io.err('Enter keeps a command and tries it again, - leaves the check out of this run.\n');
  for (const { check: name } of lackingIn(repository.baseline?.evidence ?? [])) {
    const now = checksIn(run, repository).find((check) => check.name === name)?.command ?? '';
    const line = await sitting.io.readLine(`${forTerminal(name)} [${forTerminal(now)}]: `);
    if (line === undefined || sitting.signalled !== undefined) return undefined;
    const typed = line.trim();
    if (typed === '-') without.push(name);
    else if (typed !== '') commands[name] = typed;
  }
  return { run: run.id, commands, without };
}
