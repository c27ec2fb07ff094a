// What `opencode run` is started with and the configuration it finds: pure functions of the request and the setting.
//
// Invariants
//   AGENTS-OPENCODE-ARGV-1. Nothing in the repository configures the program: its own project files, plugins, skills and instructions of
//       other programs are switched off. (Left alone, it loads plugins from `.opencode` and rights from `opencode.json`.)
//   AGENTS-OPENCODE-ARGV-2. A right is given or refused, never asked for: to ask ends the program.
//   AGENTS-OPENCODE-ARGV-3. No key is written down; the configuration names the variable that holds it.

import path from 'node:path';
import type { Earlier } from '../../core/effects.ts';
import type { Level, Mode } from '../../core/roles/modes.ts';
import { editsIn } from '../agent-box.ts';
import type { AgentRequest } from '../agent.ts';
import { bashRules, type Right } from './rules.ts';

export interface OpencodeSetting {
  readonly level: Level;
  /** As `provider/model`; with a base URL, the model's own name. */
  readonly model?: string;
  readonly effort?: string;
  readonly baseUrl?: string;
  /** The name of the variable that holds the key of the base URL's service. */
  readonly key?: string;
  /** XDG_DATA_HOME: sessions, and the login where there is one. */
  readonly data: string;
  readonly mcp: Readonly<Record<string, readonly string[]>>;
  readonly skills: readonly string[];
}

type Asked = Pick<AgentRequest, 'mode' | 'state' | 'model' | 'effort'>;

/** The provider of ours that stands for a base URL. */
const ownProvider = 'slipway';

function opencodeModel(request: Asked, setting: OpencodeSetting): string | undefined {
  const model = request.model ?? setting.model;
  if (model === undefined || setting.baseUrl === undefined) return model;
  return `${ownProvider}/${model.startsWith(`${ownProvider}/`) ? model.slice(ownProvider.length + 1) : model}`;
}

export function opencodeArgs(
  request: Asked,
  setting: OpencodeSetting,
  session: Earlier | undefined,
): readonly string[] {
  const model = opencodeModel(request, setting);
  const effort = request.effort ?? setting.effort;
  return [
    'run',
    '--format',
    'json',
    '--pure',
    // What a service refuses is tried again in silence, for an hour where it says so; only the log tells why.
    '--print-logs',
    '--log-level',
    'ERROR',
    ...(model === undefined ? [] : ['-m', model]),
    // A service of one's own has no variants; an effort it does not know would end the program.
    ...(effort === undefined || setting.baseUrl !== undefined ? [] : ['--variant', effort]),
    ...(session === undefined ? [] : ['-s', session.id]),
    ...(session?.fork === true ? ['--fork'] : []),
  ];
}

export function opencodeEnvironment(
  { state }: Asked,
  setting: OpencodeSetting,
  configFile: string,
): Readonly<Record<string, string>> {
  const off = [
    ['PROJECT_CONFIG', 'CLAUDE_CODE', 'EXTERNAL_SKILLS', 'DEFAULT_PLUGINS'], // AGENTS-OPENCODE-ARGV-1
    ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'SHARE', 'TERMINAL_TITLE'],
  ].flat();
  return {
    ...Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, '1'])),
    OPENCODE_PURE: '1',
    OPENCODE_CONFIG: configFile,
    XDG_DATA_HOME: setting.data,
    XDG_CONFIG_HOME: path.join(state, 'config'),
    XDG_CACHE_HOME: path.join(state, 'cache'),
    XDG_STATE_HOME: path.join(state, 'state'),
    TMPDIR: path.join(state, 'tmp'),
  };
}

/** Folders that must be there before it starts. */
export function opencodeFolders({ state }: Asked, setting: OpencodeSetting): readonly string[] {
  return [setting.data, ...['config', 'cache', 'state', 'tmp'].map((name) => path.join(state, name))];
}

export function opencodeConfig(request: Asked, setting: OpencodeSetting): Readonly<Record<string, unknown>> {
  const model = opencodeModel(request, setting);
  return {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    lsp: false,
    formatter: false,
    // Left out, it would be a hosted model of somebody else's choice. The small one words titles.
    ...(model === undefined ? {} : { model, small_model: model }),
    ...(setting.baseUrl === undefined || model === undefined ? {} : { provider: providerOf(model, setting) }),
    permission: rightsOf(request.mode, setting),
    mcp: Object.fromEntries(
      Object.entries(setting.mcp).map(([name, command]) => [name, { type: 'local', command, enabled: true }]),
    ),
    ...(setting.skills.length === 0 ? {} : { skills: { paths: setting.skills } }),
  };
}

function providerOf(model: string, { baseUrl, key }: OpencodeSetting): Readonly<Record<string, unknown>> {
  const name = model.slice(ownProvider.length + 1);
  return {
    [ownProvider]: {
      npm: '@ai-sdk/openai-compatible',
      name: ownProvider,
      options: { baseURL: baseUrl, ...(key === undefined ? {} : { apiKey: `{env:${key}}` }) }, // AGENTS-OPENCODE-ARGV-3
      models: { [name]: { name, tool_call: true } },
    },
  };
}

type Rights = Readonly<Record<string, Right | Readonly<Record<string, Right>>>>;

/** Rights of a mode. Nobody may start other agents, ask a person, or leave the workspace; the box says so again. */
function rightsOf(mode: Mode, { level, skills, mcp }: OpencodeSetting): Rights {
  const edits = editsIn(mode);
  const reads: Right = mode === 'commit' ? 'deny' : 'allow';
  return {
    '*': 'deny', // AGENTS-OPENCODE-ARGV-2: a tool that is new in a later version is not there until somebody looks at it.
    ...Object.fromEntries(['read', 'glob', 'grep', 'list'].map((tool) => [tool, reads])),
    // What tells the model that it called a tool it does not have.
    invalid: 'allow',
    todowrite: reads,
    todoread: reads,
    edit: edits ? { '*': 'allow', '.git/**': 'deny', '**/.git/**': 'deny' } : 'deny',
    bash: bashRules(mode, level),
    websearch: mode === 'investigate' ? 'allow' : 'deny',
    skill: skills.length > 0 ? reads : 'deny',
    ...Object.fromEntries(Object.keys(mcp).map((name) => [`${name}_*`, reads])),
    ...Object.fromEntries(['external_directory', 'webfetch', 'task', 'question', 'doom_loop'].map(refused)),
  };
}

function refused(tool: string): [string, Right] {
  return [tool, 'deny'];
}
