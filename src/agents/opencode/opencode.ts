// opencode as an agent: `opencode run`, with a configuration of ours and none of the repository's.

import path from 'node:path';
import { knownPrograms } from '../../config/programs.ts';
import type { Agent } from '../agent.ts';
import {
  type Kind,
  type Launch,
  nameFor,
  type Prepared,
  programAgent,
  type ProgramAgentOptions,
} from '../program-agent.ts';
import { lineReader } from '../readers.ts';
import {
  opencodeArgs,
  opencodeConfig,
  opencodeEnvironment,
  opencodeFolders,
  type OpencodeSetting,
} from './argv.ts';
import { opencodeDialect } from './stream.ts';

export function opencodeAgent(options: ProgramAgentOptions): Agent {
  return programAgent(opencode, options);
}

/** Which key is for which service. */
const services: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: 'api.anthropic.com',
  OPENAI_API_KEY: 'api.openai.com',
  OPENROUTER_API_KEY: 'openrouter.ai',
  AI_GATEWAY_API_KEY: 'ai-gateway.vercel.sh',
  GEMINI_API_KEY: 'generativelanguage.googleapis.com',
  GOOGLE_GENERATIVE_AI_API_KEY: 'generativelanguage.googleapis.com',
  GROQ_API_KEY: 'api.groq.com',
  MISTRAL_API_KEY: 'api.mistral.ai',
  DEEPSEEK_API_KEY: 'api.deepseek.com',
  XAI_API_KEY: 'api.x.ai',
  OPENCODE_API_KEY: 'opencode.ai',
};

const opencode: Kind = {
  command: 'opencode',
  oldest: '1.18.0',
  install: knownPrograms.opencode.install,
  keys: Object.keys(services),
  loginFile: path.join('opencode', 'auth.json'),
  usersFolder: (homedir) => path.join(homedir, '.local', 'share'),
  // It has models that need none.
  needsLogin: false,
  native: (file) => Promise.resolve(file),
  prepare,
};

function prepare({ request, config, env, level, login, now }: Launch): Prepared {
  const setting: OpencodeSetting = {
    level,
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.effort === undefined ? {} : { effort: config.effort }),
    ...(config.baseUrl === undefined ? {} : { baseUrl: config.baseUrl }),
    ...(login.by === 'key' ? { key: login.variable } : {}),
    data: 'folder' in login ? login.folder : path.join(request.state, 'data'),
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
    egress: servicesFor(env, login),
  };
}

/** Those it has a key for. What a login is for is in a file of its own that nobody reads: then it may be any of them. */
function servicesFor(env: Launch['env'], login: Launch['login']): readonly string[] {
  const all = Object.entries(services);
  const reached = login.by === 'key' ? all.filter(([key]) => (env[key] ?? '') !== '') : all;
  return [...new Set(reached.map(([, host]) => host))];
}
