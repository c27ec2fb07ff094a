import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { shellProgram } from '../../../test/support/programs.ts';
import { type Fault, toolServer, toolServerText } from '../../../test/support/tool-server.ts';
import { loadConfig } from '../../config/load.ts';
import type { Survey } from '../../core/effects.ts';
import type { Run } from '../../core/run.ts';
import type { EffectParts } from '../parts.ts';
import { survey } from './survey.ts';

let world: TestParts | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const configured = `agents:
  me: { type: scripted, script: script.yaml }
`;
const project = {
  'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
  'src/voucher.js': 'export const differs = 1;\n',
  'src/other.js': 'export const same = 1;\n',
  'docs/ARCHITECTURE.md': 'How it is built.\n',
};

const start = async (files: Readonly<Record<string, string>>): Promise<TestParts> =>
  (world = await startParts(files));

/** A run of this repository with a configuration of its own. */
const runWith = async ({ parts, run }: TestParts, yaml = configured): Promise<Run> => {
  const files = new Map([
    ['slipway.yaml', yaml],
    ['script.yaml', '- role: planner\n  do: [{ print: hello }]\n'],
  ]);
  const config = await loadConfig({ read: (name) => Promise.resolve(files.get(name)), cores: 2 });
  return run({ config: await parts.blobs.put(parts.screener.redact(JSON.stringify(config))) });
};

type Change = Partial<EffectParts> & { readonly run?: Run };

const surveyOf = async (here: TestParts, { run, ...parts }: Change = {}): Promise<Survey> => {
  const effect = effectOf('survey', { commit: here.base });
  const asked = run ?? (await runWith(here));
  const outcome = await survey({ ...here.parts, ...parts }).act(effect, here.context(asked));
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.result;
};

const wordsOf = async ({ parts }: TestParts, { words }: Survey): Promise<string> =>
  (await parts.blobs.get(words ?? '')) ?? '';

describe('a survey', () => {
  test('records size, languages and documents, and keeps the words apart [I6]', async () => {
    const here = await start(project);
    const found = await surveyOf(here);
    expect(found.facts).toMatchObject({ files: 4, languages: [{ name: 'JavaScript', files: 2 }, {}, {}] });
    expect(found.docs).toEqual([{ path: 'docs/ARCHITECTURE.md', trust: 'unknown' }]);
    expect(JSON.stringify(found)).not.toContain('Survey of the repository');
    expect(await wordsOf(here, found)).toContain('unknown. Nobody has checked it');
  });

  test('finds likely files by the words of the ticket, also while that is being fetched [I6]', async () => {
    const here = await start(project);
    const recorded = await runWith(here);
    // The blob of the recorded ticket says `Change it, please.`; in its tracker it says `It differs.`
    expect(await wordsOf(here, await surveyOf(here, { run: recorded }))).not.toContain('src/voucher.js');
    const { ticket: _ticket, ...fetching } = recorded;
    const text = await wordsOf(here, await surveyOf(here, { run: fetching }));
    expect(text).toContain('- `src/voucher.js` (1.00): "differs" 1×');
    expect(text).not.toContain('src/other.js');
  });

  test('looks for no code by the id of the ticket', async () => {
    const here = await start({ ...project, 'src/local.js': 'export const local = 20261117;\n' });
    const run = await runWith(here);
    const text = here.parts.screener.redact('# LOCAL-20261117: Change the voucher\n\nThe voucher differs.\n');
    const blob = await here.parts.blobs.put(text);
    const named = { ...run, ...(run.ticket && { ticket: { ...run.ticket, id: 'LOCAL-20261117', blob } }) };
    const words = await wordsOf(here, await surveyOf(here, { run: named }));
    expect(words).toContain('src/voucher.js');
    expect(words).not.toContain('src/local.js');
  });

  test('tells the roles not to rely on a stale document [I6]', async () => {
    const here = await start(project);
    const written = ['docs/ARCHITECTURE.md'];
    const entries = await here.parts.workspaces.entries(here.id, here.base);
    await here.parts.surveyor.trust(here.id, { entries, written });
    expect((await surveyOf(here)).docs).toEqual([{ path: 'docs/ARCHITECTURE.md', trust: 'trusted' }]);
    const elsewhere = entries.map((entry) => ({ ...entry, path: entry.path.replace('src/', 'lib/') }));
    await here.parts.surveyor.trust(here.id, { entries: elsewhere, written });
    const after = await surveyOf(here);
    expect(after.docs).toEqual([{ path: 'docs/ARCHITECTURE.md', trust: 'stale' }]);
    expect(await wordsOf(here, after)).toContain('stale: do not rely on it');
  });

  test('trusts nothing by a record that is broken [I6]', async () => {
    const here = await start(project);
    const folder = path.join(here.home, 'repos', here.id);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'docs.json'), '{"docs/ARCHITECTURE.md": true');
    expect((await surveyOf(here)).docs).toEqual([{ path: 'docs/ARCHITECTURE.md', trust: 'unknown' }]);
  });

  test('names the ecosystems and checks it found [I6]', async () => {
    const here = await start({ 'go.mod': 'module x\n' });
    const found = await surveyOf(here);
    expect(found.checks.map((check) => check.name)).toEqual(['build', 'test', 'lint']);
    expect(await wordsOf(here, found)).toContain('- Ecosystems: go');
  });

  test('gives the checks it found the time the policy has for one [E1]', async () => {
    const here = await start({ 'go.mod': 'module x\n' });
    const run = await runWith(here);
    const within = async (checkMs: number): Promise<readonly number[]> => {
      const policy = { ...run.policy, limits: { ...run.policy.limits, checkMs } };
      return (await surveyOf(here, { run: { ...run, policy } })).checks.map((check) => check.timeoutMs);
    };
    expect(await within(2_000)).toEqual([2_000, 2_000, 2_000]);
    expect(await within(1_800_000)).toEqual([1_800_000, 1_800_000, 300_000]);
  });
});

const ofAgent = (name: string, why: string, fault: string): string =>
  `MCP server '${name}' of agent 'me' does not answer: ${why}. The agent would work without it. See what \`node /tool-server.mjs ${fault}\` says, or take the server out of \`mcp\` in slipway.yaml.`;

describe('pre-flight', () => {
  test('warns of a check whose program is not there, once, and says how to get it [I5]', async () => {
    const here = await start(project);
    const run = await runWith(here, `${configured}checks: { test: npm test, lint: npm run lint }\n`);
    const machine = { ...here.parts.machine, hasProgram: (name: string) => Promise.resolve(name !== 'npm') };
    expect(await surveyOf(here, { machine, run })).toMatchObject({
      problems: [],
      warnings: ["check 'test' needs npm, which is not there. Install Node.js, which brings npm."],
    });
  });

  test('needs the MCP servers of the agents that will work, and warns of variables without a value [I5]', async () => {
    const here = await start(project);
    const program = await shellProgram(here.repository.root, 'claude', ['echo 9.9.9']);
    const env = '[SLIPWAY_TEST_UNSET, ANTHROPIC_API_KEY]';
    const yaml = `agents:
  me: { type: claude, program: ${program}, env: ${env}, mcp: { notes: [no-such-server] } }
`;
    const { problems, warnings } = await surveyOf(here, { run: await runWith(here, yaml) });
    expect(problems.filter((problem) => problem.startsWith('MCP'))).toEqual([
      "MCP server 'notes' of agent 'me': its program no-such-server is not there. Install it, or take the server out of `mcp` in slipway.yaml.",
    ]);
    expect(warnings?.filter((warning) => warning.includes('variable'))).toEqual([
      "agent 'me': it is given the variable SLIPWAY_TEST_UNSET, which has no value here. Set it, or take it out of `env` in slipway.yaml.",
    ]);
  });

  test('warns of MCP servers that do not answer, of agents and of checks, before anybody is paid [C5]', async () => {
    const here = await start({ ...project, 'tools/scan.mjs': toolServerText });
    const program = await shellProgram(here.repository.root, 'claude', ['echo 9.9.9']);
    const server = async (fault?: Fault): Promise<string> =>
      JSON.stringify(await toolServer(here.repository.root, fault));
    const yaml = `agents:
  me:
    type: claude
    program: ${program}
    mcp: { right: ${await server()}, gone: ${await server('does-not-start')}, old: ${await server('lies-about-its-version')} }
checks:
  test: 'true'
  mine: { mcp: { server: [node, tools/scan.mjs], tool: data } }
  other: { mcp: { server: [node, tools/scan.mjs], tool: scan } }
  none: { mcp: { server: [no-such-server], tool: scan } }
  left: { mcp: { server: ${await server('does-not-start')}, tool: scan } }
  far: { mcp: { server: 'http://127.0.0.1:9/mcp', tool: scan } }
`;
    const warned = async (text: string): Promise<readonly string[]> => {
      const { warnings = [] } = await surveyOf(here, { run: await runWith(here, text) });
      return warnings.map((words) =>
        words.replaceAll(here.repository.root, '').replaceAll(process.execPath, 'node'),
      );
    };
    expect(await warned(yaml)).toEqual([
      "check 'none' needs no-such-server, which is not there. Install it, or take the check out of slipway.yaml.",
      ofAgent('gone', 'it ended with exit 3 before it had answered', 'does-not-start'),
      ofAgent('old', 'it speaks no version of the protocol that is spoken here', 'lies-about-its-version'),
      "the MCP server of check 'other' (node tools/scan.mjs) has no tool 'scan'. The check fails without it.",
      "the MCP server of check 'left' (node /tool-server.mjs does-not-start) does not answer: it ended with exit 3 before it had answered. The check fails without it.",
      "the MCP server of check 'far' (http://127.0.0.1:9/mcp) does not answer: it cannot be reached. The check fails without it.",
    ]);
    // What a setup may have to bring is asked for with the checks of the base.
    const withSetup = await warned(yaml.replace("test: 'true'", "setup: 'true'"));
    expect(withSetup.filter((words) => words.includes('of check'))).toEqual([
      expect.stringContaining("of check 'far'"),
    ]);
    const left = await readdir(path.join(here.home, 'workspaces'));
    expect(left.filter((name) => name.startsWith('servers-'))).toEqual([]);
  });

  test.each([
    [100, 'problems', 'make room for at least 200 MB'],
    [1_000, 'warnings', 'make room soon'],
  ] as const)('says what %i MB of room mean [I5]', async (mb, where, words) => {
    const here = await start(project);
    const freeBytes = () => Promise.resolve(mb * 1024 * 1024);
    expect((await surveyOf(here, { freeBytes }))[where]).toContainEqual(expect.stringContaining(words));
  });
});

test('how coverage is measured is found with the checks, or is what a person wrote', async () => {
  const scripts = { test: 'node --test', coverage: 'c8 node --test', lint: 'eslint .' };
  const here = await start({ 'package.json': JSON.stringify({ scripts }) });
  const surveyWith = async (yaml: string): Promise<Survey> => {
    const text = `${configured}${yaml}`;
    const files: Readonly<Record<string, string>> = { 'slipway.yaml': text, 'script.yaml': '[]' };
    const read = (name: string): Promise<string | undefined> => Promise.resolve(files[name]);
    const { policy } = await loadConfig({ read, cores: 2 });
    return surveyOf(here, { run: { ...(await runWith(here, text)), policy } });
  };
  const found = await surveyWith('limits: { check: 90s }\n');
  expect(found.coverage).toMatchObject({ command: 'npm run --silent coverage', timeoutMs: 90_000 });
  const given = await surveyWith('checks: { coverage: { command: make cov, report: out/cov.xml } }\n');
  expect(given.coverage).toEqual({ command: 'make cov', reports: ['out/cov.xml'], timeoutMs: 600_000 });
  expect(given.checks).toMatchObject([{ name: 'test', command: 'npm test --silent' }, { name: 'lint' }]);
  const beside = await surveyWith('checks: { test: make test, lint: false }\n');
  expect(beside.checks).toMatchObject([{ name: 'test', command: 'make test' }]);
  expect(beside.coverage).toMatchObject({ command: 'npm run --silent coverage' });
  const without = ['checks: { coverage: false }\n', 'coverage: { enabled: false }\n', 'profile: quick\n'];
  for (const yaml of without) expect((await surveyWith(yaml)).coverage).toBeUndefined();
});
