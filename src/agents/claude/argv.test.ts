import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestIn } from '../../../test/contract/agent.ts';
import type { Level, Mode } from '../../core/roles/modes.ts';
import type { AgentRequest } from '../agent.ts';
import { claudeArgs, claudeEnvironment, type ClaudeSetting, inlineSchema } from './argv.ts';
import { rulesFor } from './rules.ts';

const modes: readonly Mode[] = ['investigate', 'execute', 'commit', 'coverage', 'review'];
const levels: readonly Level[] = ['contained', 'fenced', 'open'];
const every = modes.flatMap((mode) => levels.map((level) => [mode, level] as const));

const setting: ClaudeSetting = { level: 'open', metered: true, mcp: {}, skills: [] };
const fresh = '11111111-2222-4333-8444-555555555555';
const session = undefined;

const asked = (changes: Partial<AgentRequest> = {}): AgentRequest => requestIn('/w/space', changes);

const argsOf = (request: AgentRequest, changes: Partial<ClaudeSetting> = {}): readonly string[] =>
  claudeArgs(request, { ...setting, ...changes }, { session, fresh });

const env = (request: AgentRequest, changes: Partial<ClaudeSetting> = {}): Readonly<Record<string, string>> =>
  claudeEnvironment(request, { ...setting, ...changes });

/** What stands after an option, up to the next one. */
function after(args: readonly string[], option: string): readonly string[] | undefined {
  const at = args.indexOf(option);
  if (at === -1) return undefined;
  const rest = args.slice(at + 1);
  const next = rest.findIndex((word) => word.startsWith('--'));
  return next === -1 ? rest : rest.slice(0, next);
}

describe('the arguments of claude', () => {
  test.each(every)(
    'keep the repository’s own settings out in mode %s at level %s (AGENTS-CLAUDE-ARGV-1)',
    (mode, level) => {
      const args = argsOf(asked({ mode }), { level });
      expect(args).toEqual(
        expect.arrayContaining(['--setting-sources=', '--strict-mcp-config', '--disable-slash-commands']),
      );
      expect(args.slice(0, 4)).toEqual(['-p', '--output-format', 'stream-json', '--verbose']);
    },
  );

  test('do not hold the prompt (AGENTS-CLAUDE-ARGV-3)', () => {
    expect(argsOf(asked({ prompt: 'the secret of the ticket' })).join(' ')).not.toContain('secret');
  });

  test('begin a session under a name of ours, or go on with one', () => {
    const request = asked();
    expect(after(argsOf(request), '--session-id')).toEqual([fresh]);
    const resumed = claudeArgs(request, setting, { session: { id: 'abc' }, fresh });
    expect(after(resumed, '--resume')).toEqual(['abc']);
    expect(resumed).not.toContain('--session-id');
    expect(resumed).not.toContain('--fork-session');
  });

  test('go on with a copy under a name of ours, where the session is to stay what it was', () => {
    const forked = claudeArgs(asked(), setting, { session: { id: 'abc', fork: true }, fresh });
    expect(after(forked, '--resume')).toEqual(['abc']);
    expect(forked).toContain('--fork-session');
    expect(after(forked, '--session-id')).toEqual([fresh]);
  });

  test('limit the turns by the mode', () => {
    expect(modes.map((mode) => after(argsOf(asked({ mode })), '--max-turns'))).toEqual(
      [20, 30, 10, 30, 20].map((turns) => [String(turns)]),
    );
  });

  test('limit the cost where it is counted, never to nothing', () => {
    expect(after(argsOf(asked({ usdMax: 1.5 })), '--max-budget-usd')).toEqual(['1.50']);
    expect(after(argsOf(asked({ usdMax: 0 })), '--max-budget-usd')).toEqual(['0.01']);
    expect(argsOf(asked())).not.toContain('--max-budget-usd');
    expect(argsOf(asked({ usdMax: 1.5 }), { metered: false })).not.toContain('--max-budget-usd');
  });

  test('name the model and the effort of the role, else those of the agent, else none', () => {
    const own = { model: 'opus', effort: 'low' } as const;
    expect(after(argsOf(asked({ model: 'haiku', effort: 'high' }), own), '--model')).toEqual(['haiku']);
    expect(after(argsOf(asked({ model: 'haiku', effort: 'high' }), own), '--effort')).toEqual(['high']);
    expect(after(argsOf(asked(), own), '--model')).toEqual(['opus']);
    expect(after(argsOf(asked(), own), '--effort')).toEqual(['low']);
    expect(argsOf(asked())).not.toContain('--model');
    expect(argsOf(asked())).not.toContain('--effort');
  });

  test('hold the schema without the name of its draft, where an object is to be answered', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {},
    };
    expect(after(argsOf(asked({ schema })), '--json-schema')).toEqual(['{"type":"object","properties":{}}']);
    for (const other of [{ type: 'array' }, {}, true, undefined, 'x']) {
      expect(inlineSchema(other)).toBeUndefined();
    }
  });

  test('name the user’s own servers and skills', () => {
    const args = argsOf(asked(), { mcp: { notes: ['notes-mcp', '--quiet'] }, skills: ['/s/one', '/s/two'] });
    expect(after(args, '--mcp-config')).toEqual([
      '{"mcpServers":{"notes":{"command":"notes-mcp","args":["--quiet"]}}}',
    ]);
    expect(after(args, '--add-dir')).toEqual(['/s/one', '/s/two']);
    expect(after(args, '--allowedTools')).toContain('mcp__notes');
  });
});

describe('the rights of a mode', () => {
  test.each(every)(
    '%s at level %s never hold the whole disk, other agents or the web at large (H1, H2)',
    (mode, level) => {
      const { allow, deny, tools } = rulesFor(mode, level, ['notes']);
      for (const rule of allow) expect(rule).toMatch(/^(Bash\(.+\)|mcp__notes|WebSearch)$/);
      expect(deny).toEqual(expect.arrayContaining(['Agent', 'Task', 'Skill', 'WebFetch']));
      expect(tools).not.toContain('WebFetch');
      expect(tools).not.toContain('Agent');
    },
  );

  test.each(every)(
    '%s at level %s allow nothing of git, the forge, packages or other programs (H3, H4)',
    (mode, level) => {
      const { allow } = rulesFor(mode, level, []);
      const never =
        /\((git|gh|glab|find|cat|curl|wget|sh|bash|env|npm( \*)?|npm (publish|exec|install|ci)|npx \*|node|node -e|python3?|make)( \*)?\)/;
      expect(allow.filter((rule) => never.test(rule))).toEqual([]);
    },
  );

  test.each(levels)('investigate and review write nothing at level %s', (level) => {
    for (const mode of ['investigate', 'review'] as const) {
      const rules = rulesFor(mode, level, []);
      expect(rules.permissionMode).toBe('dontAsk');
      expect(rules.tools).not.toContain('Edit');
      expect(rules.deny).toEqual(expect.arrayContaining(['Edit', 'Write', 'NotebookEdit']));
    }
  });

  test('investigate runs no tests and may search the web; review runs tests and may not', () => {
    expect(rulesFor('investigate', 'open', []).allow).toEqual(['WebSearch']);
    const review = rulesFor('review', 'open', []);
    expect(review.allow).toEqual(
      expect.arrayContaining(['Bash(npm test)', 'Bash(npm test *)', 'Bash(pytest)']),
    );
    expect(review.deny).toContain('WebSearch');
  });

  test('commit has no tools at all', () => {
    for (const level of levels) {
      expect(rulesFor('commit', level, ['notes'])).toMatchObject({ tools: [], allow: [] });
      expect(after(argsOf(asked({ mode: 'commit' }), { level }), '--tools')).toEqual(['']);
    }
  });

  test('execute and coverage work unasked in a box, and by an allow-list outside of one (AGENTS-CLAUDE-ARGV-2)', () => {
    for (const mode of ['execute', 'coverage'] as const) {
      expect(rulesFor(mode, 'contained', []).permissionMode).toBe('bypassPermissions');
      for (const level of ['fenced', 'open'] as const) {
        const { permissionMode, allow } = rulesFor(mode, level, []);
        expect(permissionMode).toBe('acceptEdits');
        expect(allow).toContain('Bash(npm run test:**)');
      }
    }
  });

  test('are refused in a box what the box refuses anyway, so that it is told (AGENTS-CLAUDE-RULES-5)', () => {
    expect(rulesFor('execute', 'contained', []).deny).toEqual(
      expect.arrayContaining([
        'Bash(git push)',
        'Bash(git push *)',
        'Bash(git commit *)',
        'Bash(git -*)',
        'Bash(gh *)',
      ]),
    );
  });
});

describe('the environment of claude', () => {
  test('keeps it quiet, short of patience, and within its own folders', () => {
    const request = asked();
    expect(env(request, { configFolder: '/c' })).toEqual({
      HOME: path.join(request.state, 'home'),
      TMPDIR: path.join(request.state, 'tmp'),
      CLAUDE_CODE_TMPDIR: path.join(request.state, 'tmp'),
      CLAUDE_CONFIG_DIR: '/c',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
      API_TIMEOUT_MS: '15000',
    });
  });

  test('says where the model is, and uses the user’s own login in place', () => {
    const own = env(asked(), { home: '/home/user', baseUrl: 'http://127.0.0.1:1' });
    expect(own).toMatchObject({ HOME: '/home/user', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' });
    expect(own).not.toHaveProperty('CLAUDE_CONFIG_DIR');
  });

  test.each(every)(
    'tells of a box in mode %s at level %s only where it works unasked (V2)',
    (mode, level) => {
      const unasked = level === 'contained' && (mode === 'execute' || mode === 'coverage');
      expect('IS_SANDBOX' in env(asked({ mode }), { level })).toBe(unasked);
    },
  );

  test.each(every)('sets no proxy in mode %s at level %s: that is for the box to do', (mode, level) => {
    const names = Object.keys(env(asked({ mode }), { level }));
    expect(names.filter((name) => /proxy/i.test(name))).toEqual([]);
  });
});
