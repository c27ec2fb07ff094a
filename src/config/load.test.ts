import { describe, expect, test } from 'vitest';

import { defaultPolicy } from '../core/policy.ts';
import { ConfigProblem } from './config.ts';
import type { Config } from './config.ts';
import { loadConfig } from './load.ts';

function load(text: string | undefined, files: Readonly<Record<string, string>> = {}): Promise<Config> {
  const all: Readonly<Record<string, string | undefined>> = { ...files, 'slipway.yaml': text };
  return loadConfig({ read: (path) => Promise.resolve(all[path]), cores: 2 });
}

async function problem(text: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const failed: unknown = await load(text, files).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failed instanceof ConfigProblem)) throw new Error('the configuration was expected to be refused');
  return failed.message;
}

async function checksAtOnce(cores: number, text = ''): Promise<number | undefined> {
  const read = (file: string) => Promise.resolve(file === 'slipway.yaml' ? text : undefined);
  return (await loadConfig({ read, cores })).policy.checksAtOnce;
}

async function slots(cores: number): Promise<number> {
  const config = await loadConfig({ read: () => Promise.resolve(undefined), cores });
  return config.policy.slots;
}

describe('a configuration', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of comments only', '# nothing yet\n'],
    ['with keys that have no value', 'gates:\nbudget:\nchecks:\nagents:\n'],
  ])('that is %s means the defaults', async (_, text) => {
    const policy = { ...defaultPolicy, slots: 2, checksAtOnce: 2 };
    expect(await load(text)).toEqual({ policy, agents: {}, roles: {}, chosen: {} });
  });

  test('says what a person chose themselves, where the way a run starts would choose otherwise', async () => {
    const { chosen } = await load('gates: { plan: true }\nonBlocked: halt\n');
    expect(chosen).toEqual({ planGate: true, onBlocked: 'halt' });
  });

  test('takes slots from the cores, from 1 to 10, and 2 where nobody knows them', async () => {
    expect(await Promise.all([1, 3, 64, 0, Number.NaN].map(slots))).toEqual([1, 3, 10, 2, 2]);
    expect((await load('slots: 7')).policy.slots).toBe(7);
  });

  test('takes the checks at once from the cores, from 1 to 4, and more where somebody says so', async () => {
    expect(await Promise.all([1, 3, 64, Number.NaN].map((cores) => checksAtOnce(cores)))).toEqual([
      1, 3, 4, 2,
    ]);
    expect(await checksAtOnce(2, 'limits: { checksAtOnce: 9 }')).toBe(9);
  });

  test('sets every part of the policy it names and no other', async () => {
    const { policy } = await load(`
gates: { plan: false, delivery: true }
onBlocked: simplify
budget: { usd: 2.5, launches: 12, time: 90m, tokens: 7, task: { time: 5m }, stages: { design: { usd: 1 } } }
rounds: { plan: 3, bug: 1 }
retries: { transient: 1, perTask: 2, sameClass: 2, wait: 500ms }
plan: { tasks: 4, auditConfidence: 0.5 }
limits: { attempt: 10m, silence: 90s, output: 5MB, poll: 1s, checksAtOnce: 1, turns: { execute: 99 } }
protectedPaths: { add: [deploy/], remove: [AGENTS.md] }
reproduction: require
`);
    expect(policy).toEqual({
      ...defaultPolicy,
      gates: { ...defaultPolicy.gates, plan: false, delivery: true },
      onBlocked: 'simplify',
      budget: {
        ...defaultPolicy.budget,
        usd: 2.5,
        launches: 12,
        agentMs: 5_400_000,
        tokens: 7,
        task: { agentMs: 300_000 },
        stages: { design: { usd: 1 } },
      },
      rounds: { ...defaultPolicy.rounds, plan: { TRIVIAL: 3, SMALL: 3, MEDIUM: 3, LARGE: 3 }, bug: 1 },
      retries: { ...defaultPolicy.retries, transient: 1 },
      retriesPerTask: 2,
      sameClassMax: 2,
      waitMs: 500,
      pollMs: 1_000,
      plan: { ...defaultPolicy.plan, tasksMax: 4, auditConfidence: 0.5 },
      limits: {
        ...defaultPolicy.limits,
        attemptMs: 600_000,
        silenceMs: 90_000,
        outputBytesMax: 5_242_880,
        turns: { ...defaultPolicy.limits.turns, execute: 99 },
      },
      protectedPaths: [...defaultPolicy.protectedPaths.filter((path) => path !== 'AGENTS.md'), 'deploy/'],
      reproduction: 'require',
    });
    expect((await load('rounds: { plan: { LARGE: 9 } }')).policy.rounds.plan).toEqual({
      ...defaultPolicy.rounds.plan,
      LARGE: 9,
    });
  });

  test('keeps the text of a script, so that a run keeps the one it was started with', async () => {
    const config = await load('agents: { demo: { type: scripted, script: play.yaml } }', {
      'play.yaml': '- do: []',
    });
    expect(config.agents).toEqual({ demo: { type: 'scripted', script: '- do: []' } });
    expect(config.roles).toEqual({ default: { players: [{ agent: 'demo' }], tiers: {} } });
  });

  test('gives roles to agents by name', async () => {
    const config = await load(`
agents:
  mine: { type: command, command: [./agent.sh, --fast], env: [MY_KEY] }
  other: { type: command, command: [other] }
roles: { default: mine, reviewer: other }
`);
    expect(config.agents).toEqual({
      mine: { type: 'command', command: ['./agent.sh', '--fast'], env: ['MY_KEY'], egress: [] },
      other: { type: 'command', command: ['other'], env: [], egress: [] },
    });
    expect(config.roles).toEqual({
      default: { players: [{ agent: 'mine' }], tiers: {} },
      reviewer: { players: [{ agent: 'other' }], tiers: {} },
    });
  });

  test('describes real programs, and gives each the variables of its kind where nobody says', async () => {
    const config = await load(`
agents:
  claude: { type: claude }
  mine:
    type: claude
    program: ./bin/claude
    model: claude-opus-5-5[1m]
    effort: high
    env: [MY_TOKEN]
    baseUrl: http://127.0.0.1:8701/v1
    egress: [api.example.com, "*.example.org:8443"]
    mcp: { search: [searx, --json] }
    skills: [docs/skills]
  other: { type: acp, command: [gemini, --acp], egress: [example.com] }
roles: { default: claude }
`);
    expect(config.agents).toEqual({
      claude: {
        type: 'claude',
        env: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_BASE_URL'],
        egress: [],
        mcp: {},
        skills: [],
      },
      mine: {
        type: 'claude',
        program: './bin/claude',
        model: 'claude-opus-5-5[1m]',
        effort: 'high',
        env: ['MY_TOKEN'],
        baseUrl: 'http://127.0.0.1:8701/v1',
        egress: ['api.example.com', '*.example.org:8443'],
        mcp: { search: ['searx', '--json'] },
        skills: ['docs/skills'],
      },
      other: { type: 'acp', command: ['gemini', '--acp'], env: [], egress: ['example.com'] },
    });
  });

  test('casts roles by name, by list and by mapping, for every size of a change', async () => {
    const { roles, policy } = await load(`
agents:
  a: { type: claude }
  b: { type: codex }
roles:
  default: [a, { agent: b, effort: low }]
  reviewer: b
  implementer:
    agent: a
    model: large
    effort: high
    fallbacks: [b, { agent: a, model: small }]
    tiers:
      TRIVIAL: b
      SMALL: [b, a]
      LARGE: { agent: a, model: huge, fallbacks: [b] }
`);
    expect(roles).toEqual({
      default: { players: [{ agent: 'a' }, { agent: 'b', effort: 'low' }], tiers: {} },
      reviewer: { players: [{ agent: 'b' }], tiers: {} },
      implementer: {
        players: [
          { agent: 'a', model: 'large', effort: 'high' },
          { agent: 'b' },
          { agent: 'a', model: 'small' },
        ],
        tiers: {
          TRIVIAL: [{ agent: 'b' }],
          SMALL: [{ agent: 'b' }, { agent: 'a' }],
          LARGE: [{ agent: 'a', model: 'huge' }, { agent: 'b' }],
        },
      },
    });
    expect(policy.alternatives).toMatchObject({ planner: 1, implementer: 2 });
    expect(policy.alternatives.reviewer).toBeUndefined();
  });

  test('gives tasks of a speciality to somebody else', async () => {
    const { roles, policy } = await load(`
agents:
  a: { type: claude }
  b: { type: codex }
roles:
  default: { agent: a, specialities: { Docs: { agent: a, model: small } } }
  implementer: { agent: a, specialities: { ui: [b, a, b], platform: { agent: b, effort: high } } }
`);
    expect(roles.default?.specialities).toEqual({ docs: [{ agent: 'a', model: 'small' }] });
    expect(roles.implementer?.specialities).toEqual({
      ui: [{ agent: 'b' }, { agent: 'a' }, { agent: 'b' }],
      platform: [{ agent: 'b', effort: 'high' }],
    });
    expect(policy.alternatives).toEqual({ implementer: 2 });
  });

  test('names the forge of its pull requests, and leaves the usual one unsaid', async () => {
    expect((await load('forge: local\n')).forge).toBe('local');
    expect(await load('profile: quick\n')).not.toHaveProperty('forge');
  });

  test('says how weak a level is enough, which profile is taken, and what happens at a quota', async () => {
    const config = await load('level: fenced\nprofile: quick\nonQuota: fail-over\n');
    expect(config.level).toBe('fenced');
    expect(config.policy).toMatchObject({ profile: 'quick', onQuota: 'fail-over' });
  });

  test('reads the tool of a server as a check, and keeps what it is given as it stands', async () => {
    const config = await load(
      'checks:\n  licences: { mcp: { server: [./tools/licences, --all of it], tool: scan, arguments: { deep: null }, expect: { bad: 0 } }, kind: security, timeout: 1m }\n' +
        '  window: { mcp: { server: "https://tools.example/mcp", tool: open } }\n',
    );
    expect(config.checks).toEqual([
      {
        name: 'licences',
        kind: 'security',
        command: 'MCP tool scan of ./tools/licences "--all of it" with {"deep":null}, expecting {"bad":0}',
        timeoutMs: 60_000,
        when: 'task',
        tool: {
          server: ['./tools/licences', '--all of it'],
          tool: 'scan',
          arguments: { deep: null },
          expect: { bad: 0 },
        },
      },
      expect.objectContaining({
        name: 'window',
        kind: 'custom',
        tool: { server: 'https://tools.example/mcp', tool: 'open', arguments: {} },
      }),
    ]);
  });

  test('reads checks in every form, set-up and build first', async () => {
    const { checks, checksOff } = await load(`
limits: { check: 20m }
checks:
  test: { command: npm test, timeout: 300s }
  lint: { command: npm run lint, paths: [src/, eslint.config.js] }
  types: { command: npx tsc, kind: build }
  e2e: { command: npm run e2e, when: run }
  setup: npm ci
  security: false
`);
    expect(checksOff).toEqual(['security']);
    expect(checks).toEqual([
      { name: 'setup', kind: 'setup', command: 'npm ci', timeoutMs: 1_200_000, when: 'task' },
      { name: 'types', kind: 'build', command: 'npx tsc', timeoutMs: 1_200_000, when: 'task' },
      { name: 'test', kind: 'test', command: 'npm test', timeoutMs: 300_000, when: 'task' },
      {
        name: 'lint',
        kind: 'lint',
        command: 'npm run lint',
        timeoutMs: 300_000,
        when: 'task',
        paths: ['src/', 'eslint.config.js'],
      },
      { name: 'e2e', kind: 'custom', command: 'npm run e2e', timeoutMs: 1_200_000, when: 'run' },
    ]);
  });
});

describe('a configuration that cannot be used', () => {
  test('is refused with line and column where it is not YAML', async () => {
    expect(await problem('slots: 2\ngates: { plan: true\nbudget: 3\n')).toMatch(/^ {2}line 3, column 1: /m);
  });

  test.each([
    ['a key given twice', 'slots: 1\nslots: 2\n', 'line 2, column 1: Map keys must be unique'],
    [
      'an unknown key',
      'slots: 1\ngaets: { plan: true }\n',
      "line 2, column 1: the file: 'gaets' is not a known key; did you mean 'gates'?",
    ],
    [
      'an unknown key without a value',
      'gaets:\n',
      "line 1, column 1: the file: 'gaets' is not a known key; did you mean 'gates'?",
    ],
    [
      'an unknown key deep down',
      'agents:\n  mine:\n    type: command\n    comand: [x]\n',
      "line 4, column 5: agents.mine: 'comand' is not a known key; did you mean 'command'?",
    ],
    [
      'an unknown key of a check',
      'checks:\n  test:\n    command: npm test\n    timout: 5m\n',
      "line 4, column 5: checks.test: 'timout' is not a known key; did you mean 'timeout'?",
    ],
    ['a key like no other', 'zzzzzz: 1\n', "'zzzzzz' is not a known key; known are agents, roles,"],
    [
      'an unknown role',
      'agents: { a: { type: command, command: [x] } }\nroles: { reviwer: a }\n',
      "line 2, column 10: roles: 'reviwer' is not a known key; did you mean 'reviewer'?",
    ],
    [
      'a wrong type',
      'gates:\n  plan: perhaps\n',
      'line 2, column 3: gates.plan: expected true or false, got text',
    ],
    ['a section that is no mapping', 'gates: [plan]\n', 'gates: expected a mapping, got a list'],
    ['a file that is no mapping', '- slots\n', 'line 1, column 1: the file: expected a mapping, got a list'],
    [
      'a merge that somebody orders and nobody does',
      'gates: { merge: true }\nautoMerge: true\n',
      'line 2, column 1: autoMerge: says that nobody is asked, and gates.merge says that somebody is; keep one of the two',
    ],
    [
      'a merge that nobody orders and somebody does',
      'autoMerge: false\ngates: { merge: false }\n',
      'line 1, column 1: autoMerge: says that somebody orders the merge',
    ],
    ['a wrong word', 'onBlocked: stop\n', 'onBlocked: expected one of halt, simplify'],
    ['a number that is too large', 'slots: 11\n', 'slots: is more than 10'],
    [
      'a number with a fraction',
      'slots: 1.5\n',
      'slots: expected a whole number, got a number with a fraction',
    ],
    [
      'a duration without a unit',
      'limits:\n  attempt: 90\n',
      'line 2, column 3: limits.attempt: expected a duration such as 90s, 10m or 2h',
    ],
    ['a duration of nothing', 'limits: { attempt: 0s }\n', 'limits.attempt: expected a duration'],
    ['a duration beyond every timer', 'budget: { time: 1000h }\n', 'budget.time: expected a duration'],
    [
      'a size without a unit',
      'limits: { output: 50 }\n',
      'limits.output: expected a size such as 500KB, 50MB or 1GB',
    ],
    [
      'an agent without its type',
      'agents: { a: { command: [x] } }\n',
      'agents.a.type: is missing; expected one of claude, codex, opencode, acp, command, scripted',
    ],
    [
      'an agent of an unknown type',
      'agents: { a: { type: magic } }\n',
      'agents.a.type: expected one of claude, codex, opencode, acp, command, scripted',
    ],
    [
      'an agent without a command',
      'agents: { a: { type: command, command: [] } }\n',
      'agents.a.command: must not be empty',
    ],
    [
      'a bad name of an agent',
      'agents:\n  "a b": { type: command, command: [x] }\n',
      'line 2, column 3: agents.a b: a name is a letter',
    ],
    [
      'a bad variable name',
      'agents: { a: { type: command, command: [x], env: ["A=1"] } }\n',
      'agents.a.env[0]: is not a name of an environment variable',
    ],
    [
      'a check that is a number',
      'checks: { test: 5 }\n',
      'checks.test: expected a command, false, or a mapping with command',
    ],
    [
      'an agent nobody described',
      'agents: { mine: { type: command, command: [x] } }\nroles:\n  default: mien\n',
      "line 3, column 3: roles.default: there is no agent 'mien'; did you mean 'mine'?",
    ],
    [
      'an unknown key of a program',
      'agents:\n  a:\n    type: codex\n    modle: x\n',
      "line 4, column 5: agents.a: 'modle' is not a known key; did you mean 'model'?",
    ],
    [
      'a key another type has',
      'agents: { a: { type: acp, command: [x], model: y } }\n',
      "agents.a: 'model' is not a known key; known are type, command, env, egress",
    ],
    [
      'a model that looks like an option',
      'agents: { a: { type: claude, model: --danger } }\n',
      'agents.a.model: is not a name of a model',
    ],
    [
      'a program that looks like an option',
      'agents: { a: { type: claude, program: -x } }\n',
      'agents.a.program: is not a program',
    ],
    [
      'an address with a password in it',
      'agents: { a: { type: claude, baseUrl: "https://u:p@example.com" } }\n',
      'agents.a.baseUrl: must hold no credentials',
    ],
    [
      'an address of another kind',
      'agents: { a: { type: claude, baseUrl: "file:///etc/passwd" } }\n',
      'agents.a.baseUrl: expected an address that begins with http:// or https://',
    ],
    [
      'a search engine that is no web address',
      'search: { searxng: "ftp://example.com/" }\n',
      'search.searxng: expected an address that begins with http:// or https://',
    ],
    [
      'a search engine with a password in its address',
      'search: { searxng: "https://u:p@example.com/" }\n',
      'search.searxng: must hold no credentials, query or fragment',
    ],
    [
      'a host that is an address',
      'agents: { a: { type: claude, egress: ["https://example.com/x"] } }\n',
      'agents.a.egress[0]: expected a host such as',
    ],
    [
      'an unknown forge',
      'forge: elsewhere\n',
      'forge: is not a forge this version knows; known are local, github',
    ],
    ['an unknown level', 'level: strong\n', 'level: expected one of contained, fenced, open'],
    [
      'an unknown size of a change',
      'agents: { a: { type: claude } }\nroles:\n  default:\n    agent: a\n    tiers:\n      BIG: a\n',
      "line 6, column 7: roles.default.tiers: 'BIG' is not a known key; known are TRIVIAL",
    ],
    [
      'a role that is a number',
      'agents: { a: { type: claude } }\nroles: { default: 5 }\n',
      'roles.default: expected the name of an agent, a list, or a mapping with agent',
    ],
    [
      'a role with nobody in it',
      'agents: { a: { type: claude } }\nroles: { default: [] }\n',
      'roles.default: must not be empty',
    ],
    [
      'a mapping without its agent',
      'agents: { a: { type: claude } }\nroles: { default: { model: x } }\n',
      'roles.default.agent: is missing; expected text',
    ],
    [
      'a fallback nobody described',
      'agents: { mine: { type: claude } }\nroles:\n  default:\n    agent: mine\n    fallbacks:\n      - mine\n      - mien\n',
      "line 7, column 9: roles.default.fallbacks[1]: there is no agent 'mien'; did you mean 'mine'?",
    ],
    [
      'an agent nobody described for a size of a change',
      'agents: { mine: { type: claude } }\nroles: { default: { agent: mine, tiers: { LARGE: { agent: big } } } }\n',
      "roles.default.tiers.LARGE.agent: there is no agent 'big'; known are mine",
    ],
    [
      'an agent nobody described for a speciality',
      'agents: { mine: { type: claude } }\nroles: { default: { agent: mine, specialities: { ui: { agent: eye } } } }\n',
      "roles.default.specialities.ui.agent: there is no agent 'eye'; known are mine",
    ],
    [
      'a speciality of somebody who works on no task',
      'agents: { a: { type: claude } }\nroles: { default: a, auditor: { agent: a, specialities: { ui: a } } }\n',
      "roles.auditor: 'specialities' is not a known key",
    ],
    [
      'a role without any agent',
      'roles: { default: claude }\n',
      "roles.default: there is no agent 'claude'; describe it under agents",
    ],
    [
      'two agents and no default',
      'agents:\n  a: { type: command, command: [x] }\n  b: { type: command, command: [x] }\n',
      'roles: default is missing; name the one of a, b',
    ],
    [
      'a script that is not there',
      'agents: { a: { type: scripted, script: no.yaml } }\n',
      "agents.a.script: there is no file 'no.yaml'; create it or name another one",
    ],
    [
      'a script outside the repository',
      'agents: { a: { type: scripted, script: ../x.yaml } }\n',
      "agents.a.script: '../x.yaml' is not a path inside the repository",
    ],
    [
      'a report of another check',
      'checks: { test: { command: make test, report: out.xml } }',
      "checks.test.report: only the check named 'coverage' has a report",
    ],
    [
      'a report outside the repository',
      'checks: { coverage: { command: make cov, report: [ok.info, ../out.info] } }',
      "checks.coverage.report: '../out.info' is not a path of a file inside the repository",
    ],
    [
      'a check that is nothing',
      'checks: { test: { timeout: 5m } }\n',
      'checks.test.command: is missing: name a command, or a tool under mcp',
    ],
    [
      'a check that is two things',
      'checks: { a: { command: make a, mcp: { server: [m], tool: t } } }\n',
      'checks.a.mcp: a check is a command or a tool; keep one of the two',
    ],
    [
      'coverage by a tool',
      'checks: { coverage: { mcp: { server: [m], tool: t } } }\n',
      'checks.coverage.mcp: coverage is measured by a command',
    ],
    [
      'a server that is no program and no address',
      'checks: { a: { mcp: { server: my-server, tool: t } } }\n',
      'checks.a.mcp.server: expected a list with a program and its arguments, or an address',
    ],
    [
      'a server with a password in its address',
      'checks: { a: { mcp: { server: "https://me:secret@tools.example", tool: t } } }\n',
      'checks.a.mcp.server: must hold no credentials, query or fragment; a server that wants a login',
    ],
    [
      'a tool that is given more than a tool is given',
      `checks: { a: { mcp: { server: [m], tool: t, arguments: { a: "${'x'.repeat(65_536)}" } } } }\n`,
      'checks.a.mcp.arguments: has more than 65536 characters as JSON',
    ],
    [
      'a protected path outside',
      'protectedPaths: { add: [/etc/] }\n',
      "protectedPaths.add[0]: '/etc/' is not a path inside the repository",
    ],
    [
      'a check about no path there can be',
      'checks: { test: { command: make test, paths: [src/, "../x"] } }\n',
      "checks.test.paths[1]: '../x' is not a path inside the repository",
    ],
    [
      'a protected path that is everything',
      'protectedPaths: { add: ["**"] }\n',
      "protectedPaths.add[0]: '**' stands for any file at all",
    ],
    [
      'a path that is not protected',
      'protectedPaths: { remove: [src/] }\n',
      "protectedPaths.remove[0]: 'src/' is not protected",
    ],
    [
      'too many aliases',
      `a: &a [x, x]\nb: &b [${'*a, '.repeat(40)}]\nc: [${'*b, '.repeat(40)}]\n`,
      'Write the values out instead',
    ],
  ])('is refused for %s', async (_, text, words) => {
    expect(await problem(text)).toContain(words);
  });

  test('names the file once and every problem on a line of its own', async () => {
    expect(await problem('slots: x\nonBlocked: y\n')).toBe(
      [
        'slipway.yaml cannot be used as it is:',
        '  line 1, column 1: slots: expected a number, got text',
        '  line 2, column 1: onBlocked: expected one of halt, simplify',
      ].join('\n'),
    );
  });

  test('is refused for its size before it is read', async () => {
    expect(await problem(`# ${'x'.repeat(300_000)}`)).toContain('more than 262144 characters');
  });
});
