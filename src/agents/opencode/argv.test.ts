import { describe, expect, test } from 'vitest';
import type { Level, Mode } from '../../core/roles/modes.ts';
import { objectAt, valueAt } from '../loose.ts';
import {
  opencodeArgs,
  opencodeConfig,
  opencodeEnvironment,
  opencodeFolders,
  type OpencodeSetting,
} from './argv.ts';

const request = { mode: 'execute', state: '/s' } as const;
const setting: OpencodeSetting = {
  level: 'open',
  model: 'anthropic/claude-x',
  data: '/s/data',
  mcp: {},
  skills: [],
};
const own = { ...setting, model: 'm1', baseUrl: 'http://h:1/v1', key: 'MY_KEY' };

const rights = (mode: Mode, changes: Partial<OpencodeSetting> = {}): ReturnType<typeof objectAt> =>
  objectAt(opencodeConfig({ ...request, mode }, { ...setting, ...changes }), 'permission');

/** What opencode makes of rules: the last that fits wins. */
function decides(rules: unknown, command: string): unknown {
  if (typeof rules !== 'object' || rules === null) return rules;
  const fits = (pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/[.+^${}()|[\]\\-]/g, String.raw`\$&`).replaceAll('*', '.*')}$`).test(
      command,
    );
  return Object.entries(rules).findLast(([pattern]) => fits(pattern))?.[1];
}

describe('the arguments of opencode', () => {
  test('name format, model and session, and never the prompt', () => {
    expect(opencodeArgs(request, setting, { id: 'ses_1' })).toEqual(
      [
        ['run', '--format', 'json', '--pure', '--print-logs', '--log-level', 'ERROR'],
        ['-m', 'anthropic/claude-x', '-s', 'ses_1'],
      ].flat(),
    );
  });

  test('take the model and the effort of the request before those of the agent', () => {
    const args = opencodeArgs(
      { ...request, model: 'openai/x', effort: 'high' },
      { ...setting, effort: 'low' },
      undefined,
    );
    expect(args).toEqual(expect.arrayContaining(['-m', 'openai/x', '--variant', 'high']));
    expect(args).not.toContain('-s');
    expect(opencodeArgs(request, setting, { id: 'ses_1', fork: true }).slice(-3)).toEqual([
      '-s',
      'ses_1',
      '--fork',
    ]);
  });

  test('name a provider of ours, without variants, where the model is at an address of its own', () => {
    const args = opencodeArgs({ ...request, effort: 'high' }, own, undefined);
    expect(args).toContain('slipway/m1');
    expect(args).not.toContain('--variant');
    expect(opencodeArgs({ ...request, model: 'slipway/m2' }, own, undefined)).toContain('slipway/m2');
  });

  test('name no model where nobody chose one', () => {
    const { model: _, ...without } = setting;
    expect(opencodeArgs(request, without, undefined)).not.toContain('-m');
    expect(opencodeConfig(request, without)).not.toHaveProperty('model');
  });
});

test('the environment of opencode keeps the repository out (AGENTS-OPENCODE-ARGV-1) and everything it writes in its state', () => {
  const env = opencodeEnvironment(request, setting, '/s/c.json');
  for (const name of [
    'PROJECT_CONFIG',
    'CLAUDE_CODE',
    'EXTERNAL_SKILLS',
    'DEFAULT_PLUGINS',
    'AUTOUPDATE',
    'SHARE',
  ]) {
    expect(env[`OPENCODE_DISABLE_${name}`], name).toBe('1');
  }
  expect(env).toMatchObject({ OPENCODE_PURE: '1', OPENCODE_CONFIG: '/s/c.json', XDG_DATA_HOME: '/s/data' });
  for (const name of ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'TMPDIR']) {
    expect(opencodeFolders(request, setting)).toContain(env[name]);
  }
});

describe('the configuration of opencode', () => {
  test('names the variable of a key, never a key (AGENTS-OPENCODE-ARGV-3)', () => {
    const config = opencodeConfig(request, own);
    const provider = objectAt(objectAt(config, 'provider'), 'slipway');
    expect(objectAt(provider, 'options')).toEqual({ baseURL: 'http://h:1/v1', apiKey: '{env:MY_KEY}' });
    expect(objectAt(provider, 'models')).toHaveProperty('m1');
    expect(config).toMatchObject({ model: 'slipway/m1', small_model: 'slipway/m1', share: 'disabled' });
    const { key: _, ...open } = own;
    expect(JSON.stringify(opencodeConfig(request, open))).not.toContain('apiKey');
    expect(opencodeConfig(request, setting)).not.toHaveProperty('provider');
  });

  test('names the servers and skills of the user, and rights to them', () => {
    const changes = { mcp: { docs: ['npx', 'docs'] }, skills: ['/k'] };
    const config = opencodeConfig(request, { ...setting, ...changes });
    expect(config).toMatchObject({
      mcp: { docs: { type: 'local', command: ['npx', 'docs'], enabled: true } },
      skills: { paths: ['/k'] },
    });
    expect(rights('execute', changes)).toMatchObject({ 'docs_*': 'allow', skill: 'allow' });
    expect(rights('commit', changes)).toMatchObject({ 'docs_*': 'deny', skill: 'deny' });
    expect(rights('execute')).toMatchObject({ skill: 'deny' });
  });

  const modes: readonly (readonly [Mode, string, string, string])[] = [
    ['investigate', 'allow', 'deny', 'allow'],
    ['execute', 'allow', 'allow', 'deny'],
    ['commit', 'deny', 'deny', 'deny'],
    ['coverage', 'allow', 'allow', 'deny'],
    ['review', 'allow', 'deny', 'deny'],
  ];
  test.each(modes)('in mode %s: reading %s, editing %s, web search %s', (mode, reads, edits, searches) => {
    const given = rights(mode);
    for (const tool of ['read', 'glob', 'grep', 'list']) expect(valueAt(given, tool), tool).toBe(reads);
    expect(decides(valueAt(given, 'edit'), 'src/a.ts')).toBe(edits);
    expect(decides(valueAt(given, 'edit'), '.git/config')).toBe('deny');
    expect(valueAt(given, 'websearch')).toBe(searches);
    expect(valueAt(given, '*')).toBe('deny');
    for (const tool of ['external_directory', 'webfetch', 'task', 'question'])
      expect(valueAt(given, tool)).toBe('deny');
    expect(JSON.stringify(given)).not.toContain('"ask"'); // AGENTS-OPENCODE-ARGV-2
  });

  const commands: readonly (readonly [Mode, Level, string, string])[] = [
    ['investigate', 'open', 'rg todo src', 'allow'],
    ['investigate', 'open', 'git log --oneline', 'allow'],
    ['investigate', 'open', 'git log --output x', 'deny'],
    ['investigate', 'open', 'npm test', 'deny'],
    ['investigate', 'open', 'lsof', 'deny'],
    ['investigate', 'contained', 'npm test', 'deny'],
    ['execute', 'open', 'npm test', 'allow'],
    ['execute', 'open', 'git diff', 'allow'],
    ['execute', 'open', 'git push', 'deny'],
    ['execute', 'open', 'git push origin main', 'deny'],
    ['execute', 'open', 'git -C . push', 'deny'],
    ['execute', 'open', 'gh pr create', 'deny'],
    ['execute', 'open', 'curl http://x', 'deny'],
    ['execute', 'fenced', 'git commit -m x', 'deny'],
    ['execute', 'contained', 'curl http://x', 'allow'],
    ['coverage', 'open', 'npx vitest run', 'allow'],
    ['review', 'open', 'npm test', 'allow'],
    ['review', 'open', 'git checkout main', 'deny'],
    ['commit', 'contained', 'ls', 'deny'],
  ];
  test.each(commands)(
    'in mode %s at level %s the command `%s` is decided: %s',
    (mode, level, command, right) => {
      expect(decides(valueAt(rights(mode, { level }), 'bash'), command)).toBe(right);
    },
  );
});
