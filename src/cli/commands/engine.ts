// `slipway engine`: the process that moves the runs of this home, looked at, ended, and what it had to say.

import { askEngine } from '../../app/home/ask-engine.ts';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { Places } from '../../app/home/home-places.ts';
import { placesOf } from '../../app/home/home-places.ts';
import type { HostFacts, Leaving } from '../../app/home/host.ts';
import { ownerAlive } from '../../app/home/owner-alive.ts';
import { verbs } from '../../app/verbs/table.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { list } from '../../views/words/words.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { personHere } from '../person-here.ts';
import { paperOf, tellWords } from '../print.ts';
import { json } from '../reading.ts';

const usage = '[status | start | stop | restart | logs | serve [--timers]]';

export const command: CommandSpec = {
  usage,
  about:
    'At a terminal `slipway run` starts an engine for the home, a process of its own that goes on when the terminal is closed. ' +
    '`status` says whether there is one and what is due; `stop` has it leave: agents get ten seconds, what they did is saved, no ' +
    'retry is used. `restart` puts another in its place; terminals that are attached take their runs up again. `logs` prints what ' +
    'it had to say, `start` starts one, and `serve` is one in this process, for a service manager.',
  examples: ['slipway engine', 'slipway engine stop', 'slipway engine logs'],
  options: {
    timers: { type: 'boolean', describe: 'with serve: take up the runs that wait for a time' },
  },
  wordsMax: 1,
  run: (context) => {
    const [word = 'status'] = context.words;
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action !== undefined) return action(context);
    throw new UserError(
      `There is no \`slipway engine ${forTerminal(word)}\`. Usage: slipway engine ${usage}`,
      'usage',
    );
  },
};

const actions: Readonly<Record<string, (context: CommandContext) => Promise<Exit>>> = {
  status,
  start: (context) => start(context),
  stop: (context) => stop(context, 'stopped'),
  restart,
  logs,
  serve: async (context) => (await import('../serve-engine.ts')).serveEngine(context),
};

const answerMs = 6_000;
const lookMs = 20;

async function status(context: CommandContext): Promise<Exit> {
  const { io, surroundings } = context;
  const facts = await factsHere(context, placesOf(surroundings));
  if (context.json) io.out(json(facts === undefined ? { running: false } : { running: true, ...facts }));
  else if (facts === undefined)
    io.out('No engine runs for this home. The next `slipway run` at a terminal starts one.\n');
  else tellWords(io, (await verbs.engine.load()).words(facts, paperOf(io)));
  return 'done';
}

/** Undefined where nobody owns the home. One that has just begun to listen is asked again. */
async function factsHere({ surroundings }: CommandContext, places: Places): Promise<HostFacts | undefined> {
  const clock = systemClock();
  const late = AbortSignal.timeout(answerMs);
  while (!late.aborted) {
    const asked = await askEngine(places, {
      by: personHere(surroundings.uid),
      verb: verbs.engine.name,
      input: {},
      signal: late,
    });
    if ('output' in asked) return heard(asked.output);
    if ('trouble' in asked) throw new UserError(forTerminal(asked.trouble.message), 'missing');
    if ('gone' in asked && !(await ownerAlive(places))) return undefined;
    await clock.until(clock.now() + lookMs, late);
  }
  throw new UserError(
    `A process owns ${places.home} and does not answer. If it is stopped (Ctrl-Z or SIGSTOP), let it go on or end it.`,
    'missing',
  );
}

async function heard(output: unknown): Promise<HostFacts> {
  const [{ answered }, schemas] = await Promise.all([
    import('../../app/verbs/foreign.ts'),
    verbs.engine.schemas(),
  ]);
  return answered(schemas.output, output);
}

async function start(context: CommandContext, succeeds = false): Promise<Exit> {
  const { engineStarter } = await import('../../app/home/start-engine.ts');
  const { io, surroundings } = context;
  const places = placesOf(surroundings);
  const starter = engineStarter(places, surroundings);
  const facts =
    (await factsHere(context, places)) ??
    (await whenThere(context, places, () => starter.start({ succeeds })));
  if (context.json) io.out(json({ running: true, ...facts }));
  else {
    const how = starter.starts() === 0 ? 'was there already' : 'is there';
    io.err(`The engine of this home ${how} (process ${facts.pid}).\n`);
  }
  return 'done';
}

const startingMs = 20_000;

async function whenThere(
  context: CommandContext,
  places: Places,
  startOne: () => Promise<void>,
): Promise<HostFacts> {
  const clock = systemClock();
  const giveUpAt = clock.monotonic() + startingMs;
  while (clock.monotonic() < giveUpAt) {
    await startOne();
    await clock.until(clock.now() + lookMs, new AbortController().signal);
    const facts = await factsHere(context, places);
    if (facts !== undefined) return facts;
  }
  throw new UserError('The engine did not answer in time. `slipway engine logs` may say why.', 'missing');
}

async function stop(context: CommandContext, why: Exclude<Leaving, 'idle'>): Promise<Exit> {
  const { io, surroundings } = context;
  const places = placesOf(surroundings);
  const asked = await askEngine(places, {
    by: personHere(surroundings.uid),
    verb: verbs.leave.name,
    input: { why },
  });
  if ('trouble' in asked) throw new UserError(forTerminal(asked.trouble.message), 'refused');
  if ('output' in asked) {
    const facts = await heard(asked.output);
    tellWords(io, (await verbs.leave.load()).words(facts, paperOf(io)), context.json);
    await whenGone(places);
    if (context.json) io.out(json({ stopped: true, ...facts }));
    else io.err(leftWords(facts, why));
    return 'done';
  }
  const facts = await factsHere(context, places);
  if (facts !== undefined)
    throw new UserError('The engine is leaving already. Try again in a moment.', 'refused');
  if (context.json) io.out(json({ stopped: false }));
  else io.err('No engine runs for this home.\n');
  return 'done';
}

function leftWords({ due }: HostFacts, why: Leaving): string {
  const runs = due.map(({ run }) => run);
  if (runs.length === 0 || why === 'restart') return 'It has left.\n';
  const them = runs.length === 1 ? 'it' : 'them';
  return `It has left. ${list(runs)} ${runs.length === 1 ? 'was' : 'were'} at work: \`slipway resume\` takes ${them} up.\n`;
}

const goneMs = 60_000;

async function whenGone(places: Places): Promise<void> {
  const clock = systemClock();
  const giveUpAt = clock.monotonic() + goneMs;
  while (await ownerAlive(places)) {
    if (clock.monotonic() > giveUpAt) {
      throw new UserError(
        'The engine takes longer than a minute to leave. `slipway engine` says how it is.',
        'missing',
      );
    }
    await clock.until(clock.now() + lookMs, new AbortController().signal);
  }
}

async function restart(context: CommandContext): Promise<Exit> {
  const facts = await factsHere(context, placesOf(context.surroundings));
  if (facts !== undefined) await stop(context, 'restart');
  const exit = await start(context, true);
  if (facts !== undefined && !context.json) context.io.err(handedWords(facts));
  return exit;
}

function were(runs: readonly string[]): string {
  return `${list(runs)} ${runs.length === 1 ? 'was' : 'were'}`;
}

function handedWords({ due, awaits = [] }: HostFacts): string {
  const atWork = due.filter(({ until }) => until === undefined).map(({ run }) => run);
  const waiting = [...due.filter(({ until }) => until !== undefined), ...awaits].map(({ run }) => run);
  return [
    atWork.length === 0
      ? ''
      : `${were(atWork)} at work. A terminal that is attached takes its own run up; ` +
        '`slipway resume RUN` does, where none is: what it is worked on with comes from the terminal.\n',
    waiting.length === 0
      ? ''
      : `${were(waiting)} waiting for a time or for others. The new engine waits on; where keys came from a terminal, \`slipway resume RUN\` brings them.\n`,
  ].join('');
}

async function logs(context: CommandContext): Promise<Exit> {
  const { logWords, readEngineLog } = await import('../../app/home/engine-log.ts');
  const { engineLog } = placesOf(context.surroundings);
  const lines = await readEngineLog(engineLog);
  if (context.json) context.io.out(json({ file: engineLog, lines }));
  else context.io.out(lines.map((line) => `${forTerminal(logWords(line))}\n`).join(''));
  return 'done';
}
