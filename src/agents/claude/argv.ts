// What `claude -p` is started with: pure functions of the request and the setting.
//
// Invariants
//   AGENTS-CLAUDE-ARGV-1. Nothing in the repository configures the program: no settings, no hooks, no servers, no commands of its own.
//   AGENTS-CLAUDE-ARGV-2. What must not be asked is off only inside a box, and only where the mode writes.
//   AGENTS-CLAUDE-ARGV-3. The prompt is no argument: arguments are limited in size and everybody on the machine sees them.

import path from 'node:path';
import type { Effort, Level } from '../../core/roles/modes.ts';
import type { Earlier } from '../../core/effects.ts';
import type { AgentRequest } from '../agent.ts';
import { asObject, textAt } from '../loose.ts';
import { rulesFor } from './rules.ts';

/** Slipway tries again by itself, with a wait that it writes down; the program would do so in silence. */
const retriesMax = 2;
/** A request that gets no answer ends well before the silence would end the program. */
const requestMsMax = 300_000;

export interface ClaudeSetting {
  readonly level: Level;
  readonly model?: string;
  readonly effort?: Effort;
  readonly mcp: Readonly<Record<string, readonly string[]>>;
  readonly skills: readonly string[];
  /** Where its sessions lie, and its login where it has one; undefined: where the user's own are. */
  readonly configFolder?: string;
  /** The user's own home, only where their own login is used in place. */
  readonly home?: string;
  readonly baseUrl?: string;
  /** Whether a launch costs money that is counted. */
  readonly metered: boolean;
}

type Asked = Pick<AgentRequest, 'mode' | 'schema' | 'state' | 'model' | 'effort' | 'usdMax' | 'limits'>;

/** `fresh` names the session that begins: where none is gone on with, or where it is a copy. */
export function claudeArgs(
  request: Asked,
  setting: ClaudeSetting,
  { session, fresh }: { readonly session: Earlier | undefined; readonly fresh: string },
): readonly string[] {
  const { permissionMode, tools, allow, deny } = rulesFor(
    request.mode,
    setting.level,
    Object.keys(setting.mcp),
  );
  return [
    ['-p', '--output-format', 'stream-json', '--verbose'],
    ['--setting-sources=', '--strict-mcp-config', '--disable-slash-commands'], // AGENTS-CLAUDE-ARGV-1
    session === undefined ? [] : ['--resume', session.id],
    session?.fork === true ? ['--fork-session'] : [],
    session === undefined || session.fork === true ? ['--session-id', fresh] : [],
    ['--max-turns', String(request.limits.turns[request.mode])],
    option('--max-budget-usd', setting.metered ? dollars(request.usdMax) : undefined),
    option('--json-schema', inlineSchema(request.schema)),
    option('--model', request.model ?? setting.model),
    option('--effort', request.effort ?? setting.effort),
    option('--mcp-config', serversIn(setting.mcp)),
    list('--add-dir', setting.skills),
    ['--permission-mode', permissionMode, '--tools', tools.join(',')],
    list('--allowedTools', allow),
    list('--disallowedTools', deny),
  ].flat();
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}

function list(name: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [name, ...values];
}

/** It takes no budget of nothing; less than a cent is as good as none. */
function dollars(usdMax: number | undefined): string | undefined {
  return usdMax === undefined ? undefined : Math.max(usdMax, 0.01).toFixed(2);
}

/** Only objects can be answered as data, and it knows the draft it uses by no name. */
export function inlineSchema(schema: unknown): string | undefined {
  const { $schema: _, ...rest } = asObject(schema) ?? {};
  return textAt(rest, 'type') === 'object' ? JSON.stringify(rest) : undefined;
}

function serversIn(mcp: ClaudeSetting['mcp']): string | undefined {
  const servers = Object.entries(mcp).map(
    ([name, [command = '', ...args]]) => [name, { command, args }] as const,
  );
  return servers.length === 0 ? undefined : JSON.stringify({ mcpServers: Object.fromEntries(servers) });
}

export function claudeTmp(state: string): string {
  return path.join(state, 'tmp');
}

export function claudeHome(state: string): string {
  return path.join(state, 'home');
}

/** Beside what every program gets and what this one is given by name. */
export function claudeEnvironment(
  { mode, state, limits }: Asked,
  setting: ClaudeSetting,
): Readonly<Record<string, string>> {
  const tmp = claudeTmp(state);
  const { configFolder, baseUrl } = setting;
  const unasked = rulesFor(mode, setting.level, []).permissionMode === 'bypassPermissions';
  return {
    HOME: setting.home ?? claudeHome(state),
    TMPDIR: tmp,
    CLAUDE_CODE_TMPDIR: tmp,
    ...(configFolder === undefined ? {} : { CLAUDE_CONFIG_DIR: configFolder }),
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: String(retriesMax),
    API_TIMEOUT_MS: String(Math.min(requestMsMax, Math.ceil(limits.silenceMs / 2))),
    // It refuses to work unasked as root, unless it is told that something else holds it.
    ...(unasked ? { IS_SANDBOX: '1' } : {}), // AGENTS-CLAUDE-ARGV-2
  };
}
