// This process as the engine of the home, until it has nothing to do or is asked to end.

import type { Exit } from '../app/ending/exit-codes.ts';
import { UserError } from '../app/ending/user-error.ts';
import { beEngine } from '../app/home/be-engine.ts';
import { EngineLog } from '../app/home/engine-log.ts';
import { makeHome } from '../app/home/home-places.ts';
import type { CommandContext } from './command.ts';
import { toolsFor } from './sitting.ts';

const graceVariable = 'SLIPWAY_ENGINE_GRACE';
const secondsMax = 86_400;
/** What somebody else's home keeps open here, or a pause that nobody ends, keeps no process. */
const heldMsMax = 2_000;

/** `goesOn`: the command has more to do when it is the engine no longer, such as to have the next one serve. */
export async function serveEngine(
  context: CommandContext,
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): Promise<Exit> {
  const { io } = context;
  const tools = toolsFor(context);
  await makeHome(tools.places);
  const log = new EngineLog(tools.places.engineLog, tools.clock, (text) => tools.screener.redact(text).text);
  const end = await beEngine(tools, {
    graceMs: graceIn(io.env[graceVariable]),
    log,
    onSignal: (listener) => io.onSignal(() => listener()),
    exit: () => io.exit('terminated'),
    timers: context.flag('timers'),
    // Loaded for whoever is heard beside the socket: most engines never are.
    openListener: async (at, owner) => (await import('../server/listener.ts')).openListener(at, owner, log),
    openHooks: async (at, receive) => (await import('../server/hooks.ts')).openHooks(at, receive),
  });
  const exit = end === 'trouble' ? 'missing' : 'done';
  if (!goesOn)
    io.exitWithin(heldMsMax, exit, (what) => log.say(`process ${process.pid} was held by: ${what}`));
  return exit;
}

/** In seconds: how long it stays with nothing to do. */
function graceIn(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= secondsMax) return seconds * 1_000;
  throw new UserError(
    `${graceVariable} is '${text}'. It is a number of seconds, more than 0 and at most ${secondsMax}: how long an engine stays with nothing to do.`,
    'configuration',
  );
}
