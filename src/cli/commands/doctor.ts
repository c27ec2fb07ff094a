// `slipway doctor`: what works here and what does not.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { exitBySignal } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[--checks [--trust]]',
  about:
    'Looks at Node, git, SQLite, the home, the repository you are in, its configuration, agents and checks, and says ' +
    'what to do where something is missing. Changes nothing. With --checks, it runs setup and checks of HEAD on a checkout ' +
    'that is thrown away, and says whether a run could begin. Ends with 4 where something has to be done first.',
  examples: ['slipway doctor', 'slipway doctor --checks', 'slipway -C ~/src/project doctor --json'],
  options: {
    checks: { type: 'boolean', describe: 'run setup and checks of the base here, without a run' },
    trust: { type: 'boolean', describe: "trust the commands this repository's configuration runs" },
  },
  wordsMax: 0,
  run: (context) =>
    context.flag('checks') ? tried(context) : show(context, verbs.doctor, { dir: context.dir }),
};

/** Trust is the home's to keep; the checks run in this process, and a signal ends them. */
async function tried(context: CommandContext): Promise<Exit> {
  const { toolsFor, withSitting } = await import('../sitting.ts');
  const { trustAsking } = await import('../start/trust-asking.ts');
  return withSitting(context, toolsFor(context), async (sitting) => {
    const trusted = await trustAsking(sitting, {
      dir: context.dir,
      trust: context.flag('trust') ? true : undefined,
    });
    if (!trusted) return 'awaits-person';
    const { tryChecks } = await import('../../app/setting-up/try-checks.ts');
    const outcome = await tryChecks(sitting.tools, context.dir, sitting.interrupted);
    if (outcome === undefined) return exitBySignal(sitting.signalled ?? 'SIGINT');
    const { tellTried } = await import('../tell-tried.ts');
    return tellTried(context, outcome);
  });
}
