// Orders that are given while another process owns the home: what they cost, and that none is lost or taken twice when
// the owner goes away over them.

import { mkdir, readdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Reach } from '../../src/app/home/reach.ts';
import type { Surroundings } from '../../src/app/home/home-places.ts';
import { openReader, readRun } from '../../src/app/home/reader.ts';
import { answered } from '../../src/app/verbs/foreign.ts';
import { verbs } from '../../src/app/verbs/table.ts';
import type { LookEntry } from '../../src/app/verbs/verb.ts';
import { styleOf } from '../../src/app/words/style.ts';
import type { CommandContext, CommandSpec, Io } from '../../src/cli/command.ts';
import { command as approve } from '../../src/cli/commands/approve.ts';
import { command as take } from '../../src/cli/commands/take.ts';
import { command as tell } from '../../src/cli/commands/tell.ts';
import type { RunEvent } from '../../src/core/events.ts';
import { must, openGates } from '../../src/core/run.ts';
import { askOwner } from '../../src/engine/socket.ts';
import type { App, Story } from '../support/app.ts';
import { of, person, startApp } from '../support/app.ts';
import { done, oneTask, scriptWith, write } from '../support/scripts.ts';

const apps: App[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

let connections = 0;

/** A run that waits at its plan gate, in a home that this process owns. */
async function atPlanGate(): Promise<{ readonly app: App; readonly story: Story }> {
  connections = 0;
  const app = await startApp(
    { script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]), config: { gates: { plan: true } } },
    undefined,
    () => (connections += 1),
  );
  apps.push(app);
  const story = await app.play();
  expect(story.status).toBe('waiting');
  return { app, story };
}

/** A run with an agent at work that goes on for ever. */
async function twoTasksAtWork(): Promise<{ readonly app: App; readonly run: string }> {
  const tasks = ['one', 'two'].map((id, n) => ({ id, files: [n === 0 ? 'a.txt' : 'b.txt'] }));
  const script = scriptWith(tasks, [{ role: 'implementer', do: [{ hang: {} }] }]);
  const app = await startApp({ script });
  apps.push(app);
  const begun = new Promise<void>((resolve) => {
    app.owner.runs.onEvents((_run, events) => {
      if (of(events, 'effect.begun').some(({ effect }) => effect.kind === 'attempt')) resolve();
    });
  });
  const run = await app.start();
  await begun;
  return { app, run };
}

interface Said {
  readonly exit: string;
  readonly out: string;
  readonly err: string;
}

/** A command that is given what its person saw. */
function seeing(command: CommandSpec, seen: string | undefined): CommandSpec {
  const value = (name: string): string | undefined => (name === 'seen' ? seen : undefined);
  return { ...command, run: (context) => command.run({ ...context, value }) };
}

/** A command as a second terminal runs it; the lock of the home is held by the app. */
function typed(app: App, command: CommandSpec, ...words: readonly string[]): Promise<Said> {
  return typedIn(app, app.tools.surroundings, command, ...words);
}

async function typedIn(
  app: App,
  surroundings: Surroundings,
  command: CommandSpec,
  ...words: readonly string[]
): Promise<Said> {
  let [out, err] = ['', ''];
  const io: Io = {
    env: surroundings.env,
    cwd: app.repository.dir,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    interactive: false,
    live: false,
    colors: false,
    outColors: false,
    outWidth: () => 80,
    width: () => 80,
    height: () => 24,
    readLine: () => Promise.resolve(undefined),
    hush: () => () => undefined,
    edit: () => Promise.resolve('There is no editor'),
    lend: () => Promise.resolve(undefined),
    pipes: () => {
      throw new Error('no protocol is spoken here');
    },
    readInput: () => Promise.resolve(''),
    exit: () => undefined,
    exitWithin: () => undefined,
    onSignal: () => () => undefined,
  };
  const context: CommandContext = {
    io,
    surroundings,
    words,
    flag: () => false,
    value: () => undefined,
    json: false,
    dir: app.repository.dir,
    commands: {},
  };
  return { exit: await command.run(context), out, err };
}

describe('from a second terminal', () => {
  test('approve costs one connection: the owner picks the gate, decides and says where the run is', async () => {
    const { app, story } = await atPlanGate();
    const said = await typedIn(app, app.tools.surroundings, seeing(approve, openGates(story.run)[0]?.digest));
    expect([said.exit, said.err]).toEqual(['done', expect.stringContaining('goes on with it')]);
    expect(said.out).toContain(story.run.id);
    expect(connections).toBe(1);
    expect((await app.settle(story.run.id)).run.gates[0]?.decision).toMatchObject({
      answer: 'approve',
      by: { authenticated: 'os', channel: 'cli' },
    });
  });

  test('what cannot be done is refused in the same words and with the same exit as anywhere', async () => {
    const { app, story } = await atPlanGate();
    await expect(typed(app, approve, 'r-nobody')).rejects.toMatchObject({ exit: 'refused' });
    await expect(typed(app, approve, story.run.id, 'g9')).rejects.toThrow(/has no gate 'g9'/);
    expect(connections).toBe(2);
  });

  test('the owner is found from other surroundings, and through a link to its home', async () => {
    const { app, story } = await atPlanGate();
    const [link, elsewhere] = ['home-link', 'elsewhere'].map((name) => path.join(app.repository.root, name));
    await symlink(app.home, must(link, 'it has a name'));
    await mkdir(must(elsewhere, 'it has a name'), { mode: 0o700 });
    const { surroundings } = app.tools;
    const env = { ...surroundings.env, SLIPWAY_HOME: link, XDG_RUNTIME_DIR: elsewhere };
    const said = await typedIn(app, { ...surroundings, env }, tell, story.run.id, 'Mind the dates');
    expect([said.exit, said.err, connections]).toEqual(['done', expect.stringContaining('Told.'), 1]);
  });

  test('nothing of the home is for the eyes of others', async () => {
    const { app } = await atPlanGate();
    const open = await Promise.all(
      (await readdir(app.home)).map(async (name) => {
        const { mode } = await stat(path.join(app.home, name));
        return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
      }),
    );
    expect(open.flat()).toEqual([]);
  });

  test('a task that is taken is there at once, while an agent is still at work on another', async () => {
    const { app, run } = await twoTasksAtWork();
    const said = await typed(app, take, run, 'two');
    expect([said.exit, await readdir(said.out.trim())]).toEqual(['done', expect.arrayContaining(['a.txt'])]);
    const atWork = (await app.story(run)).run.inFlight.map(({ subject }) => subject);
    expect(atWork).toContain('one');
    await app.submit(run, { type: 'run.cancel', by: person, discard: false });
  });

  test('words are screened and kept by the owner', async () => {
    const { app, story } = await atPlanGate();
    const said = await typed(app, tell, 'Mind the dates');
    expect(said.err).toContain('Told. It reaches the agents');
    const [note] = of((await app.story(story.run.id)).events, 'note.added');
    expect([await app.text(note?.note), connections]).toEqual(['Mind the dates', 1]);
  });
});

async function told(app: App, text: string): Promise<void> {
  const reach = new Reach(app.tools, { onTrouble: () => undefined });
  try {
    await reach.call(verbs.tell, { dir: app.repository.dir, text }, { by: person });
    expect(reach.owner).toBeDefined();
  } finally {
    await reach.close();
  }
}

describe('an owner that leaves', () => {
  test('over an order it has taken in: it is sent again under its id, and stands in the journal once', async () => {
    const { app, story } = await atPlanGate();
    app.owner.runs.onEvents((_run, events) => {
      if (events.some((event) => event.type === 'note.added')) void app.owner.close();
    });
    await told(app, 'Mind the dates');
    expect(of(await eventsOf(app, story.run.id), 'note.added')).toHaveLength(1);
  });

  test('before it heard the order: the next one takes it', async () => {
    const { app, story } = await atPlanGate();
    const leaving = app.owner.close();
    await told(app, 'Mind the dates');
    await leaving;
    expect(of(await eventsOf(app, story.run.id), 'note.added')).toHaveLength(1);
  });
});

async function interrupted(): Promise<{
  readonly app: App;
  readonly run: string;
  readonly begun: () => Promise<readonly string[]>;
}> {
  const { app, run } = await twoTasksAtWork();
  await app.owner.close();
  const before = (await eventsOf(app, run)).length;
  const begun = async (): Promise<readonly string[]> =>
    of((await eventsOf(app, run)).slice(before), 'effect.begun').map(({ effect }) => effect.kind);
  return { app, run, begun };
}

describe('a run that was interrupted, in a home that nobody owns', () => {
  test('keeps what its agents are told, and none of them begins', async () => {
    const { app, run, begun } = await interrupted();
    const said = await typed(app, tell, run, 'Mind the dates');
    expect([said.exit, said.err]).toEqual([
      'done',
      expect.stringContaining(`Nobody works on it now: \`slipway resume ${run}\` takes it up.`),
    ]);
    expect(of(await eventsOf(app, run), 'note.added')).toHaveLength(1);
    expect(await begun()).toEqual([]);
  });

  test('hands out the task that is taken and begins nothing else; taken twice, its folder is named', async () => {
    const { app, run, begun } = await interrupted();
    const said = await typed(app, take, run, 'two');
    expect([said.exit, await readdir(said.out.trim())]).toEqual(['done', expect.arrayContaining(['a.txt'])]);
    expect(said.err).toContain(`\`slipway resume ${run}\` takes it up`);
    expect(said.err).not.toContain('Other runs');
    expect(await begun()).toEqual(['hand-out']);
    await expect(typed(app, take, run, 'two')).rejects.toThrow(`\`slipway open ${run} --task two\``);
  });

  test('does not call an order unsent that was taken before somebody stopped waiting', async () => {
    const { app, run } = await interrupted();
    const reach = new Reach(app.tools, { onTrouble: () => undefined });
    await reach.call(verbs.tell, { run, text: 'Mind the dates' }, { by: person });
    const late = reach.call(verbs.open, { run }, { by: person, stop: AbortSignal.abort() });
    await expect(late).rejects.toThrow(/What was ordered before that stands\.$/);
    await reach.close();
  });
});

describe('the socket', () => {
  const call = { id: 'o-1', by: person };

  async function asked(app: App, verb: string, input: unknown, onItem?: (item: unknown) => void) {
    const asking = { build: 'test', ...(onItem === undefined ? {} : { onItem }) };
    return askOwner(app.tools.places.socket, { ...call, verb, input }, asking);
  }

  test('has every verb of the table, and each looks at what it is given', async () => {
    const { app } = await atPlanGate();
    for (const name of Object.keys(verbs)) {
      const answer = await asked(app, name, { nobodyKnows: 1 });
      expect([name, answer]).toMatchObject([
        name,
        {
          trouble: {
            exit: 'usage',
            message: expect.stringContaining('The input of this call cannot be used'),
          },
        },
      ]);
    }
    expect(await asked(app, 'decid', {})).toMatchObject({
      trouble: { exit: 'usage', message: "There is no verb 'decid'. Did you mean 'decide'?" },
    });
  });

  test('shows what is shown anywhere: the answer has the form of its verb, and its words', async () => {
    const { app, story } = await atPlanGate();
    const which = { run: story.run.id };
    const dir = app.repository.dir;
    await shows(app, verbs.list, {}, story.run.id);
    await shows(app, verbs.status, which, 'Waiting at the plan gate');
    await shows(app, verbs.show, which, 'Plan');
    await shows(app, verbs.part, { ...which, part: 'gate' }, 'digest');
    await shows(app, verbs.explain, which, 'plan-review');
    await shows(app, verbs.event, { ...which, seq: '1' }, 'run.started');
    await shows(app, verbs.gates, {}, 'slipway approve');
    await shows(app, verbs.diff, which, 'has changed nothing yet');
    await shows(app, verbs.logs, which, 'investigator');
    await shows(app, verbs.verify, { all: true }, 'head');
    await shows(app, verbs.policy, { ...which, key: 'gates.plan' }, 'It comes from');
    await shows(app, verbs.facts, { words: 'check' }, 'check/test');
    await shows(app, verbs.draft, which, 'tasks:');
    await shows(app, verbs.agents, { dir }, 'scripted');
    await shows(app, verbs.doctor, { dir }, 'git');
  });

  async function shows<In, Out>(
    app: App,
    entry: LookEntry<In, Out>,
    input: In,
    expected: string,
  ): Promise<void> {
    const answer = await asked(app, entry.name, input);
    expect(answer).toHaveProperty('output');
    const raw = 'output' in answer ? answer.output : undefined;
    const output = answered((await entry.schemas()).output, raw);
    const { data, talk } = (await entry.load()).words(output, paper);
    expect(`${data ?? ''}${talk ?? ''}`).toContain(expected);
  }

  test('streams a subscription until there is nothing more to see', async () => {
    const { app, story } = await atPlanGate();
    const items: unknown[] = [];
    const answer = await asked(app, 'watch', { run: story.run.id }, (item) => items.push(item));
    expect(answer).toHaveProperty('output');
    expect(items[0]).toEqual({ type: 'found', run: story.run.id });
    expect(items.at(-1)).toMatchObject({ type: 'rest', exit: 'awaits-person', owned: true });
  });
});

const paper = { style: styleOf(false), width: 100, now: Date.now() };

/** From the disk: the owner is gone. */
async function eventsOf(app: App, run: string): Promise<readonly RunEvent[]> {
  const reader = await openReader(app.tools.places);
  try {
    const { events } = await readRun(must(reader.journal, 'the home has a journal'), run);
    return events.map(({ event }) => event);
  } finally {
    await reader.close();
  }
}
