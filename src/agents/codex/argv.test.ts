import { describe, expect, test } from 'vitest';
import type { Earlier } from '../../core/effects.ts';
import type { Level, Mode } from '../../core/roles/modes.ts';
import { codexArgs, codexEnvironment, type CodexSetting } from './argv.ts';

const request = { mode: 'execute', workspace: '/w/one', state: '/s' } as const;
const setting: CodexSetting = {
  level: 'open',
  model: 'gpt-5.5',
  key: 'OPENAI_API_KEY',
  home: '/s/codex',
  mcp: {},
  schemaFile: '/s/schema.json',
};

function args(
  changes: Partial<CodexSetting> = {},
  mode: Mode = 'execute',
  session?: Earlier,
): readonly string[] {
  return codexArgs({ ...request, mode }, { ...setting, ...changes }, session);
}

/** What stands after each `-c`. */
function settings(all: readonly string[]): readonly string[] {
  return all.filter((_, at) => all[at - 1] === '-c');
}

function after(all: readonly string[], flag: string): string | undefined {
  return all[all.indexOf(flag) + 1];
}

describe('the arguments of codex', () => {
  const sandboxes: readonly (readonly [Level, Mode, string])[] = [
    ['open', 'investigate', 'read-only'],
    ['open', 'execute', 'workspace-write'],
    ['open', 'commit', 'read-only'],
    ['open', 'coverage', 'workspace-write'],
    ['open', 'review', 'read-only'],
    ['fenced', 'execute', 'workspace-write'],
    ['fenced', 'review', 'read-only'],
    ['contained', 'investigate', 'danger-full-access'],
    ['contained', 'execute', 'danger-full-access'],
    ['contained', 'review', 'danger-full-access'],
  ];
  test.each(sandboxes)('at level %s in mode %s ask for the sandbox %s', (level, mode, sandbox) => {
    expect(after(args({ level }, mode), '-s')).toBe(sandbox);
  });

  test('keep everything the repository or the home says out (AGENTS-CODEX-ARGV-1)', () => {
    const all = args();
    expect(all).toContain('--ignore-user-config');
    expect(all).toContain('--ignore-rules');
    expect(settings(all)).toContain('projects={ "/w/one" = { "trust_level" = "untrusted" } }');
    expect(settings(all)).toContain('project_doc_max_bytes=0');
    expect(settings(all)).toContain('skills.include_instructions=false');
  });

  test('switch off what reaches for others and what runs code of the repository', () => {
    const all = args();
    const off = all.filter((_, at) => all[at - 1] === '--disable');
    expect(off).toEqual(
      expect.arrayContaining(['plugins', 'apps', 'hooks', 'multi_agent', 'unbounded_connection_retries']),
    );
    expect(off).not.toContain('shell_tool');
    expect(settings(all)).toEqual(
      expect.arrayContaining(['analytics.enabled=false', 'check_for_update_on_startup=false']),
    );
  });

  test('leave a mode that only words things without hands', () => {
    const all = args({}, 'commit');
    expect(all.filter((_, at) => all[at - 1] === '--disable')).toEqual(
      expect.arrayContaining(['shell_tool', 'unified_exec']),
    );
  });

  test('leave /tmp of its own sandbox closed, and say nothing of it in our box', () => {
    const closed = 'sandbox_workspace_write.exclude_slash_tmp=true';
    expect(settings(args())).toContain(closed);
    expect(settings(args({ level: 'contained' }))).not.toContain(closed);
  });

  test('name the model again where a session is gone on with, and the session last', () => {
    const all = args({}, 'execute', { id: 't-9' });
    expect(after(all, '-m')).toBe('gpt-5.5');
    expect(all.slice(-3)).toEqual(['resume', 't-9', '-']);
    expect(args({}, 'execute', { id: 't-9', fork: true }).slice(-3)).toEqual(['fork', 't-9', '-']);
    expect(args().at(-1)).toBe('-');
    expect(args()).not.toContain('resume');
  });

  test('take the model and the effort of the request before those of the agent', () => {
    const all = codexArgs(
      { ...request, model: 'gpt-9', effort: 'high' },
      { ...setting, effort: 'low' },
      undefined,
    );
    expect(after(all, '-m')).toBe('gpt-9');
    expect(settings(all)).toContain('model_reasoning_effort="high"');
    const { model: _, ...without } = setting;
    expect(codexArgs(request, without, undefined)).not.toContain('-m');
  });

  const providers: readonly (readonly [
    string,
    Partial<CodexSetting>,
    readonly string[],
    readonly string[],
  ])[] = [
    [
      'a key',
      {},
      ['"base_url" = "https://api.openai.com/v1"', '"env_key" = "OPENAI_API_KEY"'],
      ['requires_openai_auth'],
    ],
    [
      'a base URL',
      { baseUrl: 'http://h:1/v1' },
      ['"base_url" = "http://h:1/v1"', '"env_key" = "OPENAI_API_KEY"'],
      [],
    ],
  ];
  test.each(providers)('ask the model by %s', (_, changes, has, hasNot) => {
    const provider = settings(args(changes)).find((one) => one.startsWith('model_providers.slipway=')) ?? '';
    for (const part of [...has, '"request_max_retries" = 1']) expect(provider).toContain(part);
    for (const part of hasNot) expect(provider).not.toContain(part);
  });

  test('ask the model by a login where there is no key', () => {
    const { key: _, ...without } = setting;
    const all = settings(codexArgs(request, without, undefined));
    const provider = all.find((one) => one.startsWith('model_providers.slipway=')) ?? '';
    expect(provider).toContain('"requires_openai_auth" = true');
    expect(provider).not.toContain('base_url');
    expect(all).toContain('shell_environment_policy.exclude=["TZ"]');
  });

  test('keep the key from the commands it runs (AGENTS-CODEX-ARGV-3)', () => {
    expect(settings(args())).toContain('shell_environment_policy.exclude=["OPENAI_API_KEY", "TZ"]');
    expect(settings(args())).toContain('shell_environment_policy.ignore_default_excludes=false');
  });

  test('search the web only to investigate, and only where the service has that', () => {
    expect(settings(args({}, 'investigate'))).toContain('web_search="live"');
    expect(settings(args({}, 'execute'))).toContain('web_search="disabled"');
    expect(settings(args({ baseUrl: 'http://h/v1' }, 'investigate'))).toContain('web_search="disabled"');
  });

  test('name the servers of the user, whatever their arguments hold', () => {
    const mcp = { docs: ['npx', 'a "b"\n\u007F', ''] };
    expect(settings(args({ mcp }))).toContain(
      String.raw`mcp_servers.docs={ "command" = "npx", "args" = ["a \"b\"\n\u007f", ""] }`,
    );
  });

  test('hold no key, and the prompt is not among them', () => {
    expect(args().join(' ')).not.toMatch(/sk-|secret/);
  });
});

test('codex keeps its home and its temporary files apart, and tells times in UTC', () => {
  expect(codexEnvironment(request, setting)).toEqual({ CODEX_HOME: '/s/codex', TMPDIR: '/s/tmp', TZ: 'UTC' });
});
