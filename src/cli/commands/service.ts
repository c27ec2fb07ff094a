// `slipway service`: what starts the engine after a reboot, so that runs which wait for a time go on without anybody.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { placesOf } from '../../app/home/home-places.ts';
import type { ServiceFile } from '../../app/setting-up/service-files.ts';
import { serviceFile } from '../../app/setting-up/service-files.ts';
import { packageFile } from '../../config/package-file.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { json } from '../reading.ts';

const usage = '[status | install | remove]';

export const command: CommandSpec = {
  usage,
  about:
    'Has the service manager of your user start the engine of this home when you log in, or with the machine: it takes up the runs ' +
    'that wait for a time, such as a quota or another day, and leaves when none does. Runs whose agents were given keys, and not where to find them, wait for ' +
    '`slipway resume`, because keys are kept nowhere. `install` writes a systemd user unit (on macOS a launchd agent) and enables ' +
    'it, `remove` takes it away.',
  examples: ['slipway service install', 'slipway service', 'slipway service remove'],
  options: {},
  wordsMax: 1,
  run: async (context) => {
    const [word = 'status'] = context.words;
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action === undefined) {
      throw new UserError(
        `There is no \`slipway service ${forTerminal(word)}\`. Usage: slipway service ${usage}`,
        'usage',
      );
    }
    return action(context, serviceHere(context));
  },
};

const actions: Readonly<Record<string, (context: CommandContext, service: ServiceFile) => Promise<Exit>>> = {
  status,
  install,
  remove,
};

function serviceHere({ surroundings }: CommandContext): ServiceFile {
  const service = serviceFile(process.platform, surroundings, {
    node: process.execPath,
    main: packageFile('dist/cli/main.js'),
    home: placesOf(surroundings).home,
    path: surroundings.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  });
  if (service !== undefined) return service;
  throw new UserError(
    `Slipway knows no service manager on ${process.platform}. Have \`slipway engine serve --timers\` started after a reboot another way.`,
    'missing',
  );
}

function status({ io, json: asJson }: CommandContext, { file, name, manager }: ServiceFile): Promise<Exit> {
  const installed = existsSync(file);
  if (asJson) io.out(json({ installed, manager, name, file }));
  else
    io.out(
      installed ? `${name} is installed: ${file}\n` : `No service is installed for this home (${file}).\n`,
    );
  return Promise.resolve('done');
}

async function install({ io, json: asJson }: CommandContext, service: ServiceFile): Promise<Exit> {
  const { file, name, text, manager } = service;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
  const problem = told(enablingOf(service));
  if (asJson) io.out(json({ installed: true, enabled: problem === undefined, manager, name, file }));
  io.err(`${file} was written.\n`);
  if (manager === 'launchd') io.err('Nobody has tried it on macOS yet: look at it before you rely on it.\n');
  if (problem === undefined) io.err(`It is enabled. ${lingerWords(manager)}`);
  else {
    const calls = enablingOf(service).map((call) => `  ${call.join(' ')}\n`);
    io.err(
      forTerminal(
        `It could not be enabled here (${problem}). To do so:\n${calls.join('')}${lingerWords(manager)}`,
      ),
    );
  }
  return problem === undefined ? 'done' : 'missing';
}

function lingerWords(manager: ServiceFile['manager']): string {
  return manager === 'systemd'
    ? 'It starts when you first log in; `loginctl enable-linger` has it start with the machine.\n'
    : 'It starts when you log in.\n';
}

async function remove({ io, json: asJson }: CommandContext, service: ServiceFile): Promise<Exit> {
  const { file, name } = service;
  const installed = existsSync(file);
  if (installed) {
    told(disablingOf(service)); // what was never enabled need not be disabled
    await rm(file, { force: true });
  }
  if (asJson) io.out(json({ removed: installed, name, file }));
  io.err(
    installed
      ? `${file} was removed. An engine that runs goes on.\n`
      : `There was no service for this home.\n`,
  );
  return 'done';
}

type Call = readonly [string, ...string[]];

function enablingOf({ manager, name, file }: ServiceFile): readonly Call[] {
  return manager === 'systemd'
    ? [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', name],
      ]
    : [['launchctl', 'load', '-w', file]];
}

function disablingOf({ manager, name, file }: ServiceFile): readonly Call[] {
  return manager === 'systemd'
    ? [['systemctl', '--user', 'disable', name]]
    : [['launchctl', 'unload', '-w', file]];
}

const callMs = 10_000;

/** One after the other, to the first that fails; what went wrong with it. */
function told(calls: readonly Call[]): string | undefined {
  for (const [file, ...args] of calls) {
    const { status: code, error, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: callMs });
    if (error !== undefined) return error.message;
    if (code !== 0) return stderr.trim().split('\n')[0] ?? `${file} failed`;
  }
  return undefined;
}
