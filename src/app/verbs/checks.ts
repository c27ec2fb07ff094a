// Other commands for the checks of a run whose base cannot be checked. A person typed them, and by that they are trusted; they hold
// for this run, and the lines that would keep them for every run come with the answer.

import type { CheckKind, CheckSpec } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import type { OtherCheck } from '../../core/stages/other-checks.ts';
import { checksIn } from '../../core/tasks/task-checks.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { list } from '../../views/words/words.ts';
import { UserError } from '../ending/user-error.ts';
import type { Ordered } from './ordered.ts';
import { orderedExit, orderedWords, orderOn } from './ordered.ts';
import type { ChecksInput } from './schemas/checks.ts';
import type { Order, OrderContext } from './verb.ts';

/** What a check has that was not there before. */
const usualTimeoutMs = 600_000;
const kinds: readonly CheckKind[] = ['setup', 'build', 'test', 'lint', 'security'];

export const checks: Order<ChecksInput, Ordered> = {
  order: (context, input) =>
    orderOn(context, { run: input.run, dir: input.dir }, (run, notes) => {
      const others = [
        ...Object.entries(input.commands ?? {}).map(([name, command]) =>
          other(context, { run, name, command, timeoutMs: input.timeoutMs }),
        ),
        ...(input.without ?? []).map((name) => leftOut(run, name)),
      ];
      notes.push(...offered(others));
      return { type: 'checks.replace', by: context.by, checks: others };
    }),
  words: orderedWords,
  exit: orderedExit,
};

function other(
  { tools }: OrderContext,
  wanted: {
    readonly run: Run;
    readonly name: string;
    readonly command: string;
    readonly timeoutMs: number | undefined;
  },
): OtherCheck {
  const { run, name, command, timeoutMs } = wanted;
  const known = ownChecks(run).find((check) => check.name === name);
  const kind = known?.kind ?? kinds.find((word) => word === name);
  if (kind === undefined) throw noCheck(run, name);
  if (command.trim() === '') {
    throw new UserError(`The command of the check '${forTerminal(name)}' is empty.`, 'usage');
  }
  const screening = tools.screener.screen(command);
  if (screening.verdict !== 'CLEAN') {
    throw new UserError(
      `The command of the check '${forTerminal(name)}' was not taken: screening found something in it that must not be stored (${screening.rules.join(', ')}). Nothing was kept.`,
      'refused',
    );
  }
  const spec: CheckSpec = {
    name,
    kind,
    command,
    timeoutMs: timeoutMs ?? known?.timeoutMs ?? usualTimeoutMs,
    when: known?.when ?? 'task',
    ...(known?.paths === undefined ? {} : { paths: known.paths }),
    ...(known?.alone === undefined ? {} : { alone: known.alone }),
  };
  return { name, spec };
}

function leftOut(run: Run, name: string): OtherCheck {
  if (ownChecks(run).some((check) => check.name === name)) return { name };
  throw noCheck(run, name);
}

function ownChecks(run: Run): readonly CheckSpec[] {
  return checksIn(run, startedIn(run));
}

function noCheck(run: Run, name: string): UserError {
  const known = list(ownChecks(run).map((check) => forTerminal(check.name)));
  const its = known === '' ? 'It has none.' : `Its checks are ${known}.`;
  return new UserError(
    `Run ${run.id} has no check '${forTerminal(name)}'. ${its} New ones can be called ${list(kinds)}.`,
    'usage',
  );
}

/** The same for every run here, as a person would write it down. */
function offered(others: readonly OtherCheck[]): readonly string[] {
  if (others.length === 0) return ['The base is checked again.'];
  return [
    'The base is checked with them now. They hold for this run; for every run here, write into slipway.yaml:',
    '',
    'checks:',
    ...others.map(({ name, spec }) =>
      spec === undefined
        ? `  ${name}: false`
        : `  ${name}: ${spec.timeoutMs === usualTimeoutMs ? JSON.stringify(spec.command) : mapping(spec)}`,
    ),
    '',
  ];
}

function mapping({ command, timeoutMs }: CheckSpec): string {
  return `{ command: ${JSON.stringify(command)}, timeout: ${Math.ceil(timeoutMs / 1_000)}s }`;
}
