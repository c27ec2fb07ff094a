// Reads `slipway.yaml` and fills in what it leaves out. Whatever cannot be used is a ConfigProblem that
// names the place; nothing is guessed and nothing is ignored.

import { type AgentConfig, keptAgent } from '../agents/kinds.ts';
import { checkMsOf } from '../core/evidence/check-times.ts';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import { placeOf } from '../core/evidence/named-checks.ts';
import { toolWords } from '../core/evidence/tool-call.ts';
import { entryFault, isInside, shownEntry } from '../core/fence/paths.ts';
import { usualReports } from '../core/evidence/coverage.ts';
import { policyRows } from '../core/policy-keys.ts';
import { defaultPolicy, redactedGateOf } from '../core/policy.ts';
import type { Policy } from '../core/policy.ts';
import { alternativesOf, castingsOf, roleProblems } from './castings.ts';
import { configName, ConfigProblem } from './config.ts';
import type { Config } from './config.ts';
import { check } from './issues.ts';
import type { Problem } from './issues.ts';
import { policyOf, saidIn, writtenIn } from './policy-of.ts';
import { readPrompts } from './prompt-files.ts';
import { configFile } from './schema.ts';
import type { ConfigFile } from './schema.ts';
import { notifyOf } from './notify-schema.ts';
import { triggersOf } from './trigger-schema.ts';
import { readYaml } from './yaml-text.ts';

const configCharsMax = 262_144;

interface ConfigSource {
  /** A file by its path from the root of the repository; undefined where there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Cores of this machine; 0 where they cannot be told. */
  readonly cores: number;
}

/** Throws a ConfigProblem, and nothing else of its own. */
export async function loadConfig(source: ConfigSource): Promise<Config> {
  const [text, prompts] = await Promise.all([source.read(configName), readPrompts(source.read)]);
  const config = await configIn(source, text);
  return Object.keys(prompts).length === 0 ? config : { ...config, prompts };
}

async function configIn(source: ConfigSource, text: string | undefined): Promise<Config> {
  if (text === undefined) return configOf({}, {}, source.cores);
  if (text.length > configCharsMax) {
    throw new ConfigProblem(`${configName} has more than ${configCharsMax} characters. Make it shorter.`);
  }
  const yaml = readYaml(configName, text);
  const file = validated(yaml.data ?? {});
  if (!file.ok) throw yaml.refuse(file.problems);
  const kept = await keptAgents(file.data, source.read);
  const problems = [...kept.problems, ...meaningProblems(file.data)];
  if (problems.length > 0) throw yaml.refuse(problems);
  return configOf(file.data, kept.agents, source.cores);
}

/**
 * A key without a value is a key left out: people comment out what stands under it. But it has to be a
 * known one, so unknown keys are looked for before the empty ones are dropped.
 */
function validated(data: unknown): ReturnType<typeof check<ConfigFile>> {
  const whole = check(configFile, data);
  const file = check(configFile, withoutNulls(data));
  const unknown = whole.ok ? [] : whole.problems.filter((problem) => problem.keys.length > 0);
  if (file.ok) return unknown.length === 0 ? file : { ok: false, problems: unknown };
  const rest = file.problems.filter((problem) => problem.keys.length === 0);
  return { ok: false, problems: [...unknown, ...rest] };
}

function withoutNulls(value: unknown, under?: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, isForTool(under, key) ? item : withoutNulls(item, key)]),
  );
}

/** What a tool is given and what it gives is theirs, and nothing is a value there. */
function isForTool(under: string | undefined, key: string): boolean {
  return under === 'mcp' && (key === 'arguments' || key === 'expect');
}

interface KeptAgents {
  readonly agents: Config['agents'];
  readonly problems: readonly Problem[];
}

/** Each kind fills in its own defaults, and reads the files it names. */
async function keptAgents(file: ConfigFile, read: ConfigSource['read']): Promise<KeptAgents> {
  const agents: Record<string, AgentConfig> = {};
  const problems: Problem[] = [];
  for (const [name, written] of Object.entries(file.agents ?? {})) {
    const kept = await keptAgent(written, read);
    if (kept.ok) agents[name] = kept.config;
    else problems.push({ path: ['agents', name, kept.key], message: kept.problem, keys: [] });
  }
  return { agents, problems };
}

/** What the shape alone does not say. */
function meaningProblems(file: ConfigFile): readonly Problem[] {
  return [
    ...roleProblems(file),
    ...callProblems(file),
    ...reportProblems(file),
    ...pathProblems(file),
    ...mergeProblems(file),
  ];
}

/** A check is a command or the call of a tool; what measures coverage leaves a file, as a command does. */
function callProblems(file: ConfigFile): readonly Problem[] {
  return Object.entries(file.checks ?? {}).flatMap(([name, given]) => {
    if (typeof given !== 'object') return [];
    const { command, mcp } = given;
    const problem = (key: string, message: string): readonly Problem[] => [
      { path: ['checks', name, key], message, keys: [] },
    ];
    if (mcp !== undefined && name === coverageName)
      return problem('mcp', 'coverage is measured by a command, which leaves a report');
    if (command !== undefined && mcp !== undefined)
      return problem('mcp', 'a check is a command or a tool; keep one of the two');
    return command === undefined && mcp === undefined
      ? problem('command', 'is missing: name a command, or a tool under mcp')
      : [];
  });
}

/** Only one check leaves a report, and that is inside the checkout. */
function reportProblems(file: ConfigFile): readonly Problem[] {
  return Object.entries(file.checks ?? {}).flatMap(([name, given]) => {
    if (typeof given !== 'object' || given.report === undefined) return [];
    const at = { path: ['checks', name, 'report'], keys: [] };
    if (name !== coverageName) {
      return [
        {
          ...at,
          message: `only the check named '${coverageName}' has a report; call it so, or take the report out`,
        },
      ];
    }
    return [given.report]
      .flat()
      .flatMap((report) =>
        isInside(report) && !report.endsWith('/')
          ? []
          : [{ ...at, message: `'${report}' is not a path of a file inside the repository` }],
      );
  });
}

/** Two keys say who orders the merge; where they say two things, nobody can tell which was meant. */
function mergeProblems(file: ConfigFile): readonly Problem[] {
  const merges = writtenIn(file, policyRows.autoMerge);
  if (merges === undefined || merges !== writtenIn(file, policyRows.gates.merge)) return [];
  const meant =
    merges === true
      ? 'says that nobody is asked, and gates.merge says that somebody is'
      : 'says that somebody orders the merge, and gates.merge: false that nobody is asked';
  return [{ path: ['autoMerge'], message: `${meant}; keep one of the two`, keys: [] }];
}

function pathProblems(file: ConfigFile): readonly Problem[] {
  const { add = [], remove = [] } = file.protectedPaths ?? {};
  const wrong = entryProblems(add, ['protectedPaths', 'add']);
  const checked = Object.entries(file.checks ?? {}).flatMap(([name, given]) =>
    typeof given === 'object' ? entryProblems(given.paths ?? [], ['checks', name, 'paths']) : [],
  );
  const unknown = [...remove.entries()]
    .filter(([, path]) => !defaultPolicy.protectedPaths.includes(path))
    .map(([index, path]) => ({
      path: ['protectedPaths', 'remove', index],
      message: `'${path}' is not protected; protected are ${defaultPolicy.protectedPaths.join(', ')}`,
      keys: [],
    }));
  return [...wrong, ...unknown, ...checked];
}

function entryProblems(entries: readonly string[], at: readonly string[]): readonly Problem[] {
  return [...entries.entries()].flatMap(([index, entry]) => {
    const fault = entryFault(entry);
    return fault === undefined
      ? []
      : [{ path: [...at, index], message: `'${shownEntry(entry)}' ${fault}`, keys: [] }];
  });
}

function configOf(file: ConfigFile, agents: Config['agents'], cores: number): Config {
  const roles = castingsOf(file);
  const policy = { ...policyOf(file, cores), alternatives: alternativesOf(roles) };
  const checks = checksOf(file, policy);
  const off = Object.entries(file.checks ?? {}).flatMap(([name, given]) =>
    given === false && name !== coverageName ? [name] : [],
  );
  const coverage = coverageOf(file, policy);
  return {
    policy,
    agents,
    roles,
    ...(file.level === undefined ? {} : { level: file.level }),
    ...(file.forge === undefined ? {} : { forge: file.forge }),
    ...(file.tracker === undefined ? {} : { tracker: trackerOf(file.tracker) }),
    ...(file.triggers === undefined ? {} : { triggers: triggersOf(file.triggers) }),
    ...(file.notify === undefined ? {} : { notify: notifyOf(file.notify) }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(off.length === 0 ? {} : { checksOff: off }),
    ...(coverage === undefined ? {} : { coverage }),
    chosen: {
      ...(saidIn(file, policyRows.gates.plan) === undefined ? {} : { planGate: policy.gates.plan }),
      ...(saidIn(file, policyRows.gates.redacted) === undefined
        ? {}
        : { redactedGate: redactedGateOf(policy) }),
      ...(saidIn(file, policyRows.gates.delivery) === undefined
        ? {}
        : { deliveryGate: policy.gates.delivery }),
      ...(saidIn(file, policyRows.onBlocked) === undefined ? {} : { onBlocked: policy.onBlocked }),
    },
  };
}

/** A project may stand alone where there is one. */
function trackerOf({ jira, github }: NonNullable<ConfigFile['tracker']>): NonNullable<Config['tracker']> {
  const issues = github === undefined ? {} : { github };
  if (jira === undefined) return issues;
  const { project, projects, ...rest } = jira;
  const named = [...(project === undefined ? [] : [project]), ...(projects ?? [])];
  return { ...issues, jira: { ...rest, ...(named.length === 0 ? {} : { projects: named }) } };
}

const kinds: readonly CheckKind[] = ['setup', 'build', 'test', 'lint', 'security', 'custom'];

/** The check of this name measures: it passes or fails nothing, so that it is none of the others. */
const coverageName = 'coverage';

function coverageOf(file: ConfigFile, policy: Policy): Config['coverage'] {
  const given = file.checks?.[coverageName];
  if (given === undefined || given === false) return given;
  const { command = '', timeout, report } = typeof given === 'string' ? { command: given } : given;
  return {
    command,
    reports: report === undefined ? usualReports : [report].flat(),
    timeoutMs: timeout ?? policy.limits.checkMs,
  };
}

/** Set-up first, then builds, then the others as they are written. */
function checksOf(file: ConfigFile, policy: Policy): readonly CheckSpec[] {
  return Object.entries(file.checks ?? {})
    .filter(([name]) => name !== coverageName)
    .flatMap(([name, given]) => (given === false ? [] : [checkOf(name, given, policy)]))
    .toSorted((one, two) => placeOf(one.kind) - placeOf(two.kind));
}

type CheckGiven = Exclude<NonNullable<ConfigFile['checks']>[string], false>;

function checkOf(name: string, given: CheckGiven, policy: Policy): CheckSpec {
  const {
    command: written = '',
    mcp,
    kind: said,
    timeout,
    when,
    paths,
    alone,
  } = typeof given === 'string' ? { command: given } : given;
  const tool = mcp === undefined ? undefined : { ...mcp, arguments: mcp.arguments ?? {} };
  const command = tool === undefined ? written : toolWords(tool);
  const kind = said ?? kinds.find((word) => word === name) ?? 'custom';
  const timeoutMs = timeout ?? checkMsOf({ name, kind, command }, policy.limits.checkMs);
  return {
    name,
    kind,
    command,
    timeoutMs,
    when: when ?? 'task',
    ...(paths === undefined ? {} : { paths }),
    ...(alone === undefined ? {} : { alone }),
    ...(tool === undefined ? {} : { tool }),
  };
}
