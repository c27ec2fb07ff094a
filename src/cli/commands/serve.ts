// `slipway serve`: the page and the API, served by the engine of the home while this command lasts.

import path from 'node:path';
import { askEngine } from '../../app/home/ask-engine.ts';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { ListenAt } from '../../app/home/listening.ts';
import { Reach, StoppedWaiting } from '../../app/home/reach.ts';
import type { EngineStarter } from '../../app/home/start-engine.ts';
import { engineStarter } from '../../app/home/start-engine.ts';
import type { Listens } from '../../app/verbs/listen.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { Decider } from '../../core/gates/gate.ts';
import type { Places } from '../../app/home/home-places.ts';
import { isRecord } from '../../plain/json.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import { isAtTerminal } from '../at-terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { personHere } from '../person-here.ts';
import { portIn } from '../port-in.ts';
import { paperOf, tellWords } from '../print.ts';
import { serveEngine } from '../serve-engine.ts';
import { foregroundOption, toolsFor } from '../sitting.ts';

const usualPort = 4170;
const pauseMs = 200;
/** What an engine of this process keeps open after it left keeps no terminal waiting. */
const heldMsMax = 2_000;

export const command: CommandSpec = {
  usage: '[--port N] [--host ADDRESS] [--public-url URL] [--cert FILE --key FILE]',
  about:
    'Serves the page and the API of this home, and prints a link that signs one browser in, once. The engine of the home serves it, and is started ' +
    'where there is none; Ctrl-C here closes what is served and nothing else: runs go on. Without a certificate and people (`slipway people`) it is ' +
    'reached from this machine alone.',
  examples: [
    'slipway serve',
    'slipway serve --port 0',
    'slipway serve --public-url https://slipway.example.com',
  ],
  options: {
    port: { type: 'string', value: 'N', describe: `the port (${usualPort}); 0 takes one that is free` },
    host: { type: 'string', value: 'ADDRESS', describe: 'the address to listen at (127.0.0.1)' },
    'public-url': { type: 'string', value: 'URL', describe: 'where people reach it, behind a proxy' },
    cert: { type: 'string', value: 'FILE', describe: 'a certificate, in PEM' },
    key: { type: 'string', value: 'FILE', describe: 'its key, in PEM' },
    foreground: foregroundOption,
  },
  wordsMax: 0,
  run: serve,
};

async function serve(context: CommandContext): Promise<Exit> {
  const { io, surroundings } = context;
  let at = addressIn(context);
  const tools = toolsFor(context);
  const isForeground = !isAtTerminal(io) || context.flag('foreground');
  const own = isForeground ? serveEngine(context, { goesOn: true }) : undefined;
  const starter = own === undefined ? engineStarter(tools.places, surroundings) : nobodyElse(own);
  const reach = new Reach(tools, { onTrouble: () => undefined }, starter);
  const by = personHere(surroundings.uid);
  const holder = randomIds().next('h');
  let isHeld = false;
  const served = interruptible(io, async ({ signal }) => {
    while (!signal.aborted) {
      const listens = await reach.call(verbs.listen, at, { by, stop: signal });
      refuseOther(context, listens, at);
      await told(context, listens);
      at = { ...at, port: listens.port };
      // Stays connected, so that it is served as long as this command lasts, however that ends.
      let isClosed = false;
      isHeld = true;
      await askEngine(tools.places, {
        by,
        verb: verbs.hold.name,
        input: { holder },
        signal,
        onItem: (item) => (isClosed ||= isRecord(item) && item['type'] === 'closed'),
      });
      if (signal.aborted) break;
      if (isClosed) {
        io.err('Somebody else had it closed. `slipway serve` serves it again.\n');
        break;
      }
      io.err('The engine has left; the next one serves it.\n');
      await tools.clock.until(tools.clock.now() + pauseMs, signal);
    }
  });
  try {
    await served.catch(unlessStopped);
    if (isHeld) await askEngine(tools.places, { by, verb: verbs.unlisten.name, input: { holder } });
  } catch (error) {
    // Nobody is served, so an engine that is here for that has nothing to stay for.
    if (own !== undefined && (await isEngineHere(tools.places, by)))
      await askEngine(tools.places, { by, verb: verbs.leave.name, input: { why: 'stopped' } });
    throw error;
  } finally {
    await own;
    if (own !== undefined) io.exitWithin(heldMsMax, 'done', () => undefined);
  }
  return 'done';
}

/** Ctrl-C while nobody answered yet: there is nothing to close. */
function unlessStopped(error: unknown): void {
  if (!(error instanceof StoppedWaiting)) throw error;
}

async function told({ io, json }: CommandContext, listens: Listens): Promise<void> {
  if (json) {
    const { origin, port, link, already } = listens;
    const code = new URL(link).hash.replace('#code=', '');
    io.out(`${JSON.stringify({ url: origin, port, link, code, already })}\n`);
  } else tellWords(io, (await verbs.listen.load()).words(listens, paperOf(io)));
}

/** Where this process is the engine itself, or stands back for another one, nobody is started. */
function nobodyElse(own: Promise<Exit>): EngineStarter {
  let problem: unknown;
  own.catch((error: unknown) => (problem = error));
  return {
    start: () => (problem === undefined ? Promise.resolve() : Promise.reject(problem)),
    reached: () => undefined,
    starts: () => 0,
  };
}

/** Where somebody else owns the home, this process stood back, and their engine is none of its business. */
async function isEngineHere(places: Places, by: Decider): Promise<boolean> {
  const asked = await askEngine(places, { by, verb: verbs.engine.name, input: {} });
  return 'output' in asked && isRecord(asked.output) && asked.output['pid'] === process.pid;
}

/** One address is served at a time: whoever asked for another is not left to think that they got it. */
function refuseOther({ value }: CommandContext, listens: Listens, { publicUrl, tls }: ListenAt): void {
  const [port, host] = [value('port'), value('host')];
  const isOther =
    (port !== undefined && port !== '0' && Number(port) !== listens.port) ||
    (host !== undefined && host !== listens.host) ||
    (publicUrl !== undefined && publicUrl !== listens.origin) ||
    (tls !== undefined && publicUrl === undefined && !listens.origin.startsWith('https:'));
  if (listens.already && isOther)
    throw new UserError(
      `Another \`slipway serve\` of this home serves it at ${listens.origin} already, and it is served at one address at a time. ` +
        'End that one first, or leave out the address: `slipway serve` gives another link to what is there.',
      'refused',
    );
}

function addressIn(context: CommandContext): ListenAt {
  const [cert, key] = [context.value('cert'), context.value('key')];
  if ((cert === undefined) !== (key === undefined))
    throw new UserError(
      'A certificate needs its key, and a key its certificate: --cert FILE --key FILE',
      'usage',
    );
  const publicUrl = context.value('public-url');
  return {
    host: context.value('host') ?? '127.0.0.1',
    port: portIn(context.value('port') ?? String(usualPort)),
    ...(publicUrl === undefined ? {} : { publicUrl: urlIn(publicUrl) }),
    ...(cert === undefined || key === undefined
      ? {}
      : { tls: { cert: path.resolve(context.dir, cert), key: path.resolve(context.dir, key) } }),
  };
}

function urlIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') && url.pathname === '/')
    return url.origin;
  throw new UserError(
    `--public-url takes an address such as https://slipway.example.com, without a path, and not '${forTerminal(text)}'.`,
    'usage',
  );
}
