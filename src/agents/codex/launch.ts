// How Codex is launched: `codex exec`, its native program rather than the wrapper npm puts on the PATH.

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '../find-program.ts';
import type { Login } from '../login.ts';
import { hostOf, type Launch, type Launcher, nameFor, type PreparedProgram } from '../program-agent.ts';
import { lineReader } from '../readers.ts';
import { codexArgs, codexEnvironment, type CodexSetting, codexTmp } from './argv.ts';
import { codexDialect } from './stream.ts';
import { strictSchema } from './strict-schema.ts';

export const codexLauncher: Launcher = { prepare, native };

function prepare({ request, config, env, level, login, now }: Launch): PreparedProgram {
  const schema = JSON.stringify(strictSchema(request.schema));
  const baseUrl = config.baseUrl ?? env['OPENAI_BASE_URL'];
  const setting: CodexSetting = {
    level,
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.effort === undefined ? {} : { effort: config.effort }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(login.by === 'key' ? { key: login.variable } : {}),
    home: login.by === 'user' ? login.folder : path.join(request.state, 'codex'),
    mcp: config.mcp,
    schemaFile: path.join(request.state, `schema-${nameFor(schema)}.json`),
  };
  return {
    args: (session) => codexArgs(request, setting, session),
    env: codexEnvironment(request, setting),
    reader: (before) => lineReader(codexDialect, { before, wantsSchema: true, now }),
    folders: [setting.home, codexTmp(request.state)],
    files: { [setting.schemaFile]: schema },
    ...(login.by === 'slipway'
      ? { login: { at: path.join(setting.home, 'auth.json'), file: path.join(login.folder, 'auth.json') } }
      : {}),
    egress: baseUrl === undefined ? hostsFor(login) : [hostOf(baseUrl)],
  };
}

/** A login is refreshed elsewhere than the model is asked. */
function hostsFor({ by }: Login): readonly string[] {
  return by === 'key' ? ['api.openai.com'] : ['chatgpt.com', 'auth.openai.com', 'api.openai.com'];
}

/** The wrapper starts the native program and cannot be relied on to end it; it also costs a start of node. */
async function native(file: string): Promise<string> {
  const real = await realpath(file).catch(() => file);
  for (const place of nativePlaces(real, process.platform, process.arch)) {
    if ((await findProgram(place, undefined)) !== undefined) return place;
  }
  return file;
}

const triples: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

/** Where npm puts the native program for a wrapper: beside it, below it, or in the same package. */
export function nativePlaces(wrapper: string, platform: string, arch: string): readonly string[] {
  const triple = triples[`${platform}-${arch}`];
  const own = path.dirname(path.dirname(wrapper));
  if (triple === undefined || path.basename(wrapper) !== 'codex.js') return [];
  const packaged = `codex-${platform}-${arch}`;
  return [
    path.join(own, 'node_modules', '@openai', packaged),
    path.join(path.dirname(own), packaged),
    own,
  ].map((folder) => path.join(folder, 'vendor', triple, 'bin', 'codex'));
}
