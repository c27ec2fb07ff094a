// A home, a small sample repository and a script, put together the way the command line puts them together, and
// driven in this process: real git, real agent processes, a real journal. Decisions are made by a callback.
// It owns no expectations. Run `npm run build` first (the test suite does): the scripted agent's player is compiled.

import { readFile, readdir } from 'node:fs/promises';
import { theRepository } from './the-repository.ts';
import path from 'node:path';
import type { Owner } from '../../src/app/home/owner.ts';
import { becomeOwner } from '../../src/app/home/owner.ts';
import type { Tools } from '../../src/app/parts.ts';
import { toolsOf } from '../../src/app/parts.ts';
import type { Surroundings } from '../../src/app/home/home-places.ts';
import { placesOf } from '../../src/app/home/home-places.ts';
import { readRun } from '../../src/app/home/reader.ts';
import { prepareRun } from '../../src/app/starting/prepare-run.ts';
import type { Command } from '../../src/core/commands.ts';
import type { RunEvent } from '../../src/core/events.ts';
import type { FailureReason } from '../../src/core/failures/failure.ts';
import type { Answer, Decider, Gate } from '../../src/core/gates/gate.ts';
import type { Run } from '../../src/core/run.ts';
import { openGates } from '../../src/core/run.ts';
import type { Status } from '../../src/core/status.ts';
import { statusOf } from '../../src/core/status.ts';
import type { BoundaryHook } from '../../src/engine/engine.ts';
import type { Submitted } from '../../src/engine/runs.ts';
import type { PullRequestRecord } from '../../src/forges/forge.ts';
import { localForge } from '../../src/forges/local/local.ts';
import { gitRunner } from '../../src/workspace/git-runner.ts';
import { randomIds, systemClock } from '../../src/telemetry/system-clock.ts';
import type { TestRepository } from './repository.ts';
import { fingerprint, makeRepository } from './repository.ts';
import type { Entry } from './scripts.ts';
import { promptsOf, recorderFolder } from './scripts.ts';

export const person: Decider = { who: 'tester', authenticated: 'os', channel: 'cli' };

export interface Sample {
  readonly script: readonly Entry[];
  /** Keys of `slipway.yaml`; agents are added to the scripted one, which plays every role not named. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Files over those of the sample. */
  readonly files?: Readonly<Record<string, string>>;
  /** Sees the repository before anything else does. */
  readonly prepare?: (repository: TestRepository) => Promise<void>;
}

/** Over a ticket T-1 with one criterion. */
export interface SampleTicket {
  readonly id?: string;
  readonly title?: string;
  readonly body?: string;
  readonly criteria?: readonly string[];
}

/** What a person answers at a gate; nothing leaves it open. */
export type Decide = (
  gate: Gate,
  run: Run,
) => { readonly answer: Answer; readonly comment?: string; readonly choice?: number } | undefined;

/** A run as its journal tells it. */
export interface Story {
  readonly run: Run;
  readonly status: Status;
  readonly events: readonly RunEvent[];
}

export interface App {
  readonly repository: TestRepository;
  readonly home: string;
  readonly tools: Tools;
  readonly owner: Owner;
  /** What the engine could blame no run for. Empty in every honest test. */
  readonly trouble: readonly unknown[];
  /** Prepares and starts a run; answers its id at once. */
  readonly start: (ticket?: SampleTicket) => Promise<string>;
  /** Lets the run go on, deciding its gates, until it ended, is blocked, or waits at a gate nobody decides. */
  readonly settle: (run: string, decide?: Decide) => Promise<Story>;
  /** Both. */
  readonly play: (decide?: Decide, ticket?: SampleTicket) => Promise<Story>;
  readonly submit: (run: string, command: Command) => Promise<Submitted>;
  readonly story: (run: string) => Promise<Story>;
  readonly land: (story: Story, how?: 'branch' | 'fast-forward') => Promise<Story>;
  readonly text: (blob: string | undefined) => Promise<string>;
  /** The words of the failures, in order. */
  readonly details: (story: Story) => Promise<readonly string[]>;
  /** What a recorder was told about one task, or about none, in order. */
  readonly prompts: (recorder: string, task?: string) => Promise<readonly string[]>;
  /** A file of the run branch's head. */
  readonly fileAt: (story: Story, file: string) => Promise<string | undefined>;
  readonly pullRequests: (story: Story) => Promise<readonly PullRequestRecord[]>;
  /** Whether every file of the user's repository is as it was at the start, to the nanosecond. */
  readonly isUntouched: () => Promise<boolean>;
  /** Files below the home in whose bytes the text stands, from the home. */
  readonly filesWith: (text: string) => Promise<readonly string[]>;
  /** Orders the run to go on after a block. */
  readonly retry: (story: Story, decide?: Decide) => Promise<Story>;
  readonly close: () => Promise<void>;
}

/** More than any run of the sample asks: a loop that does not end is a bug. */
const decisionsMax = 20;

/** A check that costs a few milliseconds: a word in a text file is its bug, and it prints like a test program. */
const checkScript = `if grep -rq BROKEN --include='*.txt' .; then
  echo 'not ok 1 - nothing is broken'; echo '1..1'; grep -rn BROKEN --include='*.txt' .; exit 1
fi
echo 'ok 1 - nothing is broken'; echo '1..1'
`;

export const sampleFiles: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\n',
  'b.txt': 'bee\n',
  'lib/c.txt': 'sea\n',
  'check.sh': checkScript,
};

const sampleConfig = {
  checks: { test: 'sh check.sh' },
  retries: { wait: '1ms' },
  slots: 2,
  limits: { grace: '500ms', silence: '20s', attempt: '30s' },
};

/** `sample` may be made for the folder everything lies in, which is deleted at the end. */
export async function startApp(
  sample: Sample | ((root: string) => Promise<Sample>),
  onBoundary?: BoundaryHook,
  onConnection?: () => void,
): Promise<App> {
  const repository = await makeRepository();
  await writeSample(repository, typeof sample === 'function' ? await sample(repository.root) : sample);
  const surroundings = surroundingsIn(repository.root);
  const tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
  const trouble: unknown[] = [];
  const owner = await becomeOwner(tools, {
    onTrouble: (error) => trouble.push(error),
    ...(onBoundary === undefined ? {} : { onBoundary }),
    ...(onConnection === undefined ? {} : { onConnection }),
  });
  if (owner === undefined) throw new Error('somebody else owns a home that was just made');
  const before = await fingerprint(repository.dir);
  return appOf({ repository, home: tools.places.home, tools, owner, trouble, before });
}

/** In the open, where agents can do everything that is then to be noticed; boxes have tests of their own. */
export function surroundingsIn(root: string): Surroundings {
  const env = { PATH: process.env['PATH'], SLIPWAY_HOME: path.join(root, 'home'), SLIPWAY_LEVEL: 'open' };
  return { env, homedir: root, tmp: root, uid: 0, cores: 2 };
}

async function writeSample(repository: TestRepository, sample: Sample): Promise<void> {
  const { agents, ...config } = { agents: {}, ...sample.config };
  const named = { scripted: { type: 'scripted', script: 'script.yaml' }, ...entriesOf(agents) };
  const file = { ...sampleConfig, roles: { default: 'scripted' }, ...config, agents: named };
  const files = {
    ...sampleFiles,
    ...sample.files,
    'slipway.yaml': JSON.stringify(file),
    'script.yaml': JSON.stringify(sample.script),
  };
  for (const [name, content] of Object.entries(files)) await repository.write(name, content);
  await repository.commit('first');
  await sample.prepare?.(repository);
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

interface Built extends Pick<App, 'repository' | 'home' | 'tools' | 'owner' | 'trouble'> {
  readonly before: Readonly<Record<string, string>>;
}

function appOf(built: Built): App {
  const { repository, home, tools, owner, trouble } = built;
  const story = (run: string): Promise<Story> => storyOf(built, run);
  const start = (ticket?: SampleTicket): Promise<string> => startRun(built, ticket ?? {});
  const settle = (run: string, decide?: Decide): Promise<Story> => settleRun(built, run, decide);
  const text = async (blob: string | undefined): Promise<string> =>
    (blob === undefined ? undefined : await tools.blobs.get(blob)) ?? '';
  return {
    repository,
    home,
    tools,
    owner,
    trouble,
    start,
    settle,
    play: async (decide, ticket) => settle(await start(ticket), decide),
    submit: (run, command) => owner.engine.submit(run, command),
    story,
    land: async ({ run }, how = 'branch') => {
      const head = theRepository(run).head.commit;
      const submitted = await owner.engine.submit(run.id, { type: 'run.land', by: person, head, how });
      if (!submitted.ok) throw new Error(`landing was refused: ${JSON.stringify(submitted.refusal)}`);
      await owner.engine.settled(run.id);
      return story(run.id);
    },
    retry: async ({ run }, decide) => {
      const submitted = await owner.engine.submit(run.id, { type: 'run.retry', by: person });
      if (!submitted.ok) throw new Error(`the retry was refused: ${JSON.stringify(submitted.refusal)}`);
      return settle(run.id, decide);
    },
    text,
    details: ({ events }) => Promise.all(of(events, 'failure.recorded').map((event) => text(event.detail))),
    prompts: (name, task = 'none') => promptsOf(recorderFolder(repository.root, name), task),
    fileAt: ({ run }, file) => {
      const { repository: id, head } = theRepository(run);
      return tools.workspaces.readFile(id, head.commit, file);
    },
    pullRequests: async ({ run }) => {
      const records = await localForge({ ...tools, home, git: gitRunner() }).records(
        theRepository(run).repository,
      );
      if (!records.ok) throw new Error(records.detail);
      return records.value;
    },
    isUntouched: async () =>
      JSON.stringify(await fingerprint(repository.dir)) === JSON.stringify(built.before),
    filesWith: (part) => filesWith(home, part),
    close: async () => {
      await owner.close();
      await repository.remove();
    },
  };
}

async function startRun({ tools, owner, repository }: Built, ticket: SampleTicket): Promise<string> {
  const text = JSON.stringify({
    id: 'T-1',
    title: 'Change the texts',
    criteria: ['They differ.'],
    ...ticket,
  });
  const prepared = await prepareRun(tools, randomIds(), {
    dir: repository.dir,
    ticket: { text, name: 'ticket.json' },
    auto: false,
    interactive: false,
    by: person,
  });
  const submitted = await owner.engine.submit(prepared.run, prepared.command);
  if (!submitted.ok) throw new Error(`the start was refused: ${JSON.stringify(submitted.refusal)}`);
  return prepared.run;
}

async function settleRun(built: Built, run: string, decide?: Decide): Promise<Story> {
  const { owner, tools } = built;
  for (let decisions = 0; decisions < decisionsMax; decisions += 1) {
    await owner.engine.settled(run);
    const now = await storyOf(built, run);
    const due = openGates(now.run)
      .map((gate) => ({ gate, said: decide?.(gate, now.run) }))
      .find(({ said }) => said !== undefined);
    if (due?.said === undefined) return now;
    const { comment, ...said } = due.said;
    const words =
      comment === undefined ? {} : { comment: await tools.blobs.put(tools.screener.redact(comment)) };
    const submitted = await owner.engine.submit(run, {
      type: 'gate.decide',
      gate: due.gate.id,
      seen: due.gate.digest,
      decision: { ...said, ...words, by: person },
    });
    if (!submitted.ok) throw new Error(`the decision was refused: ${JSON.stringify(submitted.refusal)}`);
  }
  throw new Error(`the run asked for more than ${decisionsMax} decisions`);
}

async function storyOf({ owner }: Built, id: string): Promise<Story> {
  const { run, events } = await readRun(owner.journal, id);
  return { run, status: statusOf(run), events: events.map((told) => told.event) };
}

async function filesWith(dir: string, part: string): Promise<readonly string[]> {
  const needle = Buffer.from(part);
  const found: string[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    if ((await readFile(file)).includes(needle)) found.push(path.relative(dir, file));
  }
  return found.toSorted();
}

/** The events of one type. */
export function of<T extends RunEvent['type']>(
  events: readonly RunEvent[],
  type: T,
): readonly Extract<RunEvent, { type: T }>[] {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
}

export function reasonsIn(story: Story): readonly FailureReason[] {
  return of(story.events, 'failure.recorded').map((event) => event.reason);
}

/** The stages in the order they were entered, intake left out. */
export function stagesIn(story: Story): readonly string[] {
  return of(story.events, 'stage.entered').map((event) => event.stage);
}

export function gatesIn(story: Story): readonly string[] {
  return of(story.events, 'gate.opened').map((event) => event.request.kind);
}

/** One that was killed and waits for its parent to notice is gone: it runs nothing any more. */
export async function stateOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch {
    return 'gone';
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') running');
  const state = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0] ?? '';
  return ['Z', 'X'].includes(state) ? 'gone' : state;
}
