// How opencode is launched: `opencode run`, with a configuration of ours and none of the repository's.

import path from 'node:path';
import { type Launch, type Launcher, nameFor, type PreparedProgram } from '../program-agent.ts';
import { lineReader } from '../readers.ts';
import {
  opencodeArgs,
  opencodeConfig,
  opencodeEnvironment,
  opencodeFolders,
  type OpencodeSetting,
} from './argv.ts';
import { services } from './services.ts';
import { opencodeDialect } from './stream.ts';

export const opencodeLauncher: Launcher = { prepare };

const loginFile = path.join('opencode', 'auth.json');

function prepare({ request, config, env, level, login, now }: Launch): PreparedProgram {
  const setting: OpencodeSetting = {
    level,
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.effort === undefined ? {} : { effort: config.effort }),
    ...(config.baseUrl === undefined ? {} : { baseUrl: config.baseUrl }),
    ...(login.by === 'key' ? { key: login.variable } : {}),
    data: login.by === 'user' ? login.folder : path.join(request.state, 'data'),
    mcp: config.mcp,
    skills: config.skills,
  };
  const text = JSON.stringify(opencodeConfig(request, setting), undefined, 2);
  const file = path.join(request.state, `opencode-${nameFor(text)}.json`);
  return {
    args: (session) => opencodeArgs(request, setting, session),
    env: opencodeEnvironment(request, setting, file),
    reader: (before) => lineReader(opencodeDialect, { before, wantsSchema: true, now }),
    folders: opencodeFolders(request, setting),
    files: { [file]: text },
    ...(login.by === 'slipway'
      ? { login: { at: path.join(setting.data, loginFile), file: path.join(login.folder, loginFile) } }
      : {}),
    egress: servicesFor(env, login),
  };
}

/** Those it has a key for. What a login is for is in a file of its own that nobody reads: then it may be any of them. */
function servicesFor(env: Launch['env'], login: Launch['login']): readonly string[] {
  const all = Object.entries(services);
  const reached = login.by === 'key' ? all.filter(([key]) => (env[key] ?? '') !== '') : all;
  return [...new Set(reached.map(([, host]) => host))];
}
