// What `codex exec` is started with: a pure function of the request and the setting.
//
// Invariants
//   AGENTS-CODEX-ARGV-1. Nothing in the repository configures the program: the workspace is untrusted, whatever a file in it says.
//       (Left alone, `codex exec` trusts it and starts the MCP servers its `.codex/config.toml` names.)
//   AGENTS-CODEX-ARGV-2. Its own sandbox is off only where ours is around it: one inside the other does not work.
//   AGENTS-CODEX-ARGV-3. The key of the model is not in the environment of the commands it runs.

import path from 'node:path';
import type { Earlier } from '../../core/effects.ts';
import type { Level, Mode } from '../../core/roles/modes.ts';
import { editsIn } from '../agent-box.ts';
import type { AgentRequest } from '../agent.ts';

/** Slipway retries by itself; a program that retries for long only hides what is wrong. */
const requestRetriesMax = 1;
const streamRetriesMax = 2;

export interface CodexSetting {
  readonly level: Level;
  readonly model?: string;
  readonly effort?: string;
  readonly baseUrl?: string;
  /** The name of the variable that holds the key; undefined: a login lies in `home`. */
  readonly key?: string;
  /** CODEX_HOME: sessions, and the login where there is one. */
  readonly home: string;
  readonly mcp: Readonly<Record<string, readonly string[]>>;
  /** The strict form of the answer's schema, in a file. */
  readonly schemaFile: string;
}

type Asked = Pick<AgentRequest, 'mode' | 'workspace' | 'state' | 'model' | 'effort'>;

export function codexArgs(
  request: Asked,
  setting: CodexSetting,
  session: Earlier | undefined,
): readonly string[] {
  const model = request.model ?? setting.model;
  const effort = request.effort ?? setting.effort;
  const resumed = session === undefined ? [] : [session.fork === true ? 'fork' : 'resume', session.id];
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--ignore-user-config',
    '--ignore-rules',
    '-s',
    sandboxOf(request.mode, setting.level),
    ...(model === undefined ? [] : ['-m', model]),
    '--output-schema',
    setting.schemaFile,
    ...settings({
      ...trustOf(request.workspace),
      ...providerOf(setting),
      ...quiet,
      ...shellOf(setting),
      ...(effort === undefined ? {} : { model_reasoning_effort: effort }),
      web_search: request.mode === 'investigate' && setting.baseUrl === undefined ? 'live' : 'disabled',
      ...(setting.level === 'contained' ? {} : ownSandbox),
      ...Object.fromEntries(Object.entries(setting.mcp).map(serverOf)),
    }),
    ...[...disabled, ...(request.mode === 'commit' ? handsOff : [])].flatMap((name) => ['--disable', name]),
    ...resumed,
    '-',
  ];
}

/** The whole environment beside what is given by name. UTC, because it says in local time when a quota comes back. */
export function codexEnvironment(request: Asked, setting: CodexSetting): Readonly<Record<string, string>> {
  return { CODEX_HOME: setting.home, TMPDIR: codexTmp(request.state), TZ: 'UTC' };
}

/** Beside its home, never above it: it refuses to work from a home in a folder for temporary files. */
export function codexTmp(state: string): string {
  return path.join(state, 'tmp');
}

function sandboxOf(mode: Mode, level: Level): string {
  if (level === 'contained') return 'danger-full-access'; // AGENTS-CODEX-ARGV-2
  return editsIn(mode) ? 'workspace-write' : 'read-only';
}

const ownSandbox = {
  'sandbox_workspace_write.exclude_slash_tmp': true,
  'sandbox_workspace_write.network_access': false,
};

/** The table as a whole: a single entry of it does not outweigh what the program writes down by itself. */
function trustOf(workspace: string): Readonly<Record<string, Toml>> {
  return { projects: { [workspace]: { trust_level: 'untrusted' } }, project_doc_max_bytes: 0 }; // AGENTS-CODEX-ARGV-1
}

/** A provider of our own: the one it has built in tries a web socket first and asks more hosts than the model's. */
function providerOf({ baseUrl, key }: CodexSetting): Readonly<Record<string, Toml>> {
  const own = baseUrl ?? (key === undefined ? undefined : 'https://api.openai.com/v1');
  return {
    model_provider: 'slipway',
    'model_providers.slipway': {
      name: 'slipway',
      wire_api: 'responses',
      ...(own === undefined ? { requires_openai_auth: true } : { base_url: own }),
      ...(key === undefined ? {} : { env_key: key }),
      request_max_retries: requestRetriesMax,
      stream_max_retries: streamRetriesMax,
    },
  };
}

const quiet = {
  'analytics.enabled': false,
  check_for_update_on_startup: false,
  'skills.include_instructions': false,
};

/** Commands get the PATH we gave, not the one a login shell makes. TZ was ours alone. */
function shellOf({ key }: CodexSetting): Readonly<Record<string, Toml>> {
  return {
    allow_login_shell: false,
    'shell_environment_policy.ignore_default_excludes': false,
    'shell_environment_policy.exclude': [...(key === undefined ? [] : [key]), 'TZ'], // AGENTS-CODEX-ARGV-3
  };
}

/** What no mode has: other agents, other programs, what runs code of the repository, what reaches for other hosts. */
const disabled = [
  ['plugins', 'apps', 'hooks', 'multi_agent', 'goals', 'image_generation', 'computer_use'],
  ['browser_use', 'skill_search', 'tool_suggest', 'shell_snapshot', 'unbounded_connection_retries'],
].flat();
const handsOff = ['shell_tool', 'unified_exec', 'view_image'];

function serverOf([name, [command = '', ...args]]: [string, readonly string[]]): [string, Toml] {
  return [`mcp_servers.${name}`, { command, args }];
}

type Toml = string | number | boolean | readonly Toml[] | { readonly [key: string]: Toml };

function settings(values: Readonly<Record<string, Toml>>): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${toml(value)}`]);
}

/** A TOML string in quotes is written like a JSON one, except for the one control character JSON leaves as it is. */
function toml(value: Toml): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007F', String.raw`\u007f`);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(toml).join(', ')}]`;
  const entries = Object.entries(value).map(([key, member]) => `${toml(key)} = ${toml(member)}`);
  return `{ ${entries.join(', ')} }`;
}

function isList(value: object): value is readonly Toml[] {
  return Array.isArray(value);
}
