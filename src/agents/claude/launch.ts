// How Claude Code is launched: `claude -p`, with rights of ours and none of the repository's.

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Login } from '../login.ts';
import { hostOf, type Launch, type Launcher, type PreparedProgram } from '../program-agent.ts';
import { lineReader, type OutputReader } from '../readers.ts';
import {
  claudeArgs,
  claudeEnvironment,
  claudeHome,
  type ClaudeSetting,
  claudeTmp,
  inlineSchema,
} from './argv.ts';
import { claudeLogin, inKeychain, subscriptionToken } from './login.ts';
import { claudeDialect } from './stream.ts';

export const claudeLauncher: Launcher = { prepare };

function prepare({ request, config, env, level, login, now }: Launch): PreparedProgram {
  const baseUrl = config.baseUrl ?? env['ANTHROPIC_BASE_URL'];
  const metered = login.by === 'key' && login.variable !== subscriptionToken;
  const setting: ClaudeSetting = {
    level,
    metered,
    mcp: config.mcp,
    skills: config.skills,
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.effort === undefined ? {} : { effort: config.effort }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...placesFor(login, request.state),
  };
  const fresh = randomUUID();
  const wantsSchema = inlineSchema(request.schema) !== undefined;
  const { configFolder, home } = setting;
  return {
    args: (session) => claudeArgs(request, setting, { session, fresh }),
    env: claudeEnvironment(request, setting),
    reader: (before) => {
      const reader = lineReader(claudeDialect, { before, wantsSchema, now });
      return metered ? reader : unpriced(reader);
    },
    folders: [
      claudeTmp(request.state),
      ...(home === undefined ? [claudeHome(request.state)] : []),
      ...(configFolder === undefined ? [] : [configFolder]),
    ],
    files: {},
    ...linkOf(login, configFolder),
    egress: [baseUrl === undefined ? 'api.anthropic.com' : hostOf(baseUrl), ...refreshHosts(login)],
  };
}

/** The user's own login is used where it lies, with everything that belongs to it, because nothing of it is copied. */
function placesFor(login: Login, state: string): Pick<ClaudeSetting, 'configFolder' | 'home'> {
  switch (login.by) {
    case 'user':
      return { home: inKeychain ? login.folder : path.dirname(login.folder) };
    case 'slipway':
      // The keychain tells logins apart by their folders.
      return { configFolder: inKeychain ? login.folder : path.join(state, 'config') };
    case 'key':
    case 'nothing':
      return { configFolder: path.join(state, 'config') };
  }
}

function linkOf(login: Login, configFolder: string | undefined): Pick<PreparedProgram, 'login'> {
  if (login.by !== 'slipway' || inKeychain || configFolder === undefined) return {};
  const { file } = claudeLogin;
  return { login: { at: path.join(configFolder, file), file: path.join(login.folder, file) } };
}

/** A login is refreshed elsewhere than the model is asked. */
function refreshHosts(login: Login): readonly string[] {
  return 'folder' in login ? ['console.anthropic.com', 'platform.claude.com', 'claude.ai'] : [];
}

/** It tells list prices also where nobody pays them: what a launch costs of a subscription is unknown. */
function unpriced(reader: OutputReader): OutputReader {
  return {
    ...reader,
    end: (result) => {
      const { usd: _, ...reading } = reader.end(result);
      return reading;
    },
  };
}
