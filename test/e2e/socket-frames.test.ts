// Thousands of frames that nobody should send, to an owner with a run at its plan gate: each is told in a sentence what is wrong
// with it, none changes anything, and the owner goes on serving others. The same seed sends the same frames.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askOwner } from '../../src/engine/socket.ts';
import { verbs } from '../../src/app/verbs/table.ts';
import { must, openGates } from '../../src/core/run.ts';
import type { Random } from '../simulation/random.ts';
import { randomOf } from '../simulation/random.ts';
import type { App, Story } from '../support/app.ts';
import { person, startApp } from '../support/app.ts';
import { done, oneTask, write } from '../support/scripts.ts';
import { drawFrom, secretKinds } from '../support/secrets.ts';

const seed = 14;
const framesMax = 4_000;
/** What a connection takes. */
const callsMax = 64;

let app: App;
let story: Story;

beforeAll(async () => {
  app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: { gates: { plan: true } },
  });
  story = await app.play();
});

afterAll(() => app.close());

interface Answer {
  readonly output?: unknown;
  readonly trouble?: { readonly message: string; readonly exit: string };
}

/** What is said to these bytes: one answer for each of so many frames, or all until the owner hangs up. */
async function told(bytes: readonly (string | Buffer)[], answersMax: number): Promise<readonly Answer[]> {
  const connection = createConnection(app.tools.places.socket);
  const answers: Answer[] = [];
  onJson(connection, (frame) => {
    if ('output' in frame || 'trouble' in frame) answers.push(frame);
    if (answers.length >= answersMax) connection.end();
  });
  const closed = once(connection, 'close');
  for (const piece of bytes) connection.write(piece);
  await closed;
  return answers;
}

function onJson(connection: Socket, onFrame: (frame: Answer) => void): void {
  let text = '';
  connection.setEncoding('utf8');
  connection.on('data', (piece: string) => {
    const lines = `${text}${piece}`.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onFrame(JSON.parse(line));
  });
}

type Json = Readonly<Record<string, unknown>>;

/** One frame for each verb, whole and right but for what it names: nothing that is here is meant by any of them. */
const inputs: Readonly<Record<string, Json>> = {
  start: { dir: '/nowhere', ticket: { text: 'Do it', name: 'a.md', isPiped: true, at: 1 }, auto: true },
  list: { all: true, dir: '/nowhere' },
  decide: { run: 'r-none', dir: '/nowhere', gate: 'g1', answer: 'approve', comment: 'Good' },
  answer: { run: 'r-none', dir: '/nowhere', gate: 'g1', text: '1' },
  edit: { run: 'r-none', dir: '/nowhere', gate: 'g1', text: 'tasks: []' },
  tell: { run: 'r-none', dir: '/nowhere', text: 'Mind the dates', task: 'one' },
  checks: { run: 'r-none', dir: '/nowhere', commands: { test: 'true' }, timeoutMs: 5, without: ['lint'] },
  cancel: { run: 'r-none', dir: '/nowhere', comment: 'No', discard: true },
  consent: { run: 'r-none', dir: '/nowhere', level: 'open' },
  wake: { run: 'r-none', only: 'hand-outs' },
  trust: { dir: '/nowhere', trust: true },
  take: { run: 'r-none', dir: '/nowhere', task: 'one' },
  land: { run: 'r-none', dir: '/nowhere', how: 'branch' },
  remember: { text: 'The tests are slow', kind: 'project', key: 'tests', dir: '/nowhere' },
  judge: { id: 'f-none', judgement: 'promote' },
  part: { run: 'r-none', dir: '/nowhere', part: 'plan' },
  logs: { run: 'r-none', dir: '/nowhere', task: 'one', check: 'test' },
  tail: { run: 'r-none', dir: '/nowhere', follow: true },
  verify: { run: 'r-none', dir: '/nowhere' },
};

const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u001B[2Jb',
  '\uD800',
  '__proto__',
  '../../../etc/passwd',
  [],
  {},
  [[]],
  { toString: 1, valueOf: 2 },
];

const protoKey = '__proto__';

function frameFor(random: Random): string | Buffer {
  const verb = must(random.maybe(Object.keys(inputs)), 'there are verbs');
  const frame: Json = {
    protocol: 2,
    build: 'test',
    id: `o-${random.below(1_000_000)}`,
    by: person,
    verb,
    input: inputs[verb],
  };
  switch (random.below(9)) {
    case 0:
      return bytesOf(random);
    case 1:
      return JSON.stringify(withChange(frame, random));
    case 2:
      return JSON.stringify({ ...frame, input: withChange(inputs[verb] ?? {}, random) });
    case 3:
      return JSON.stringify({ ...frame, by: withChange({ ...person }, random) });
    case 4: // cut, and ended as if it were whole
      return JSON.stringify(frame).slice(0, random.between(1, 60));
    case 5: {
      const depth = random.between(40, 30_000);
      const deep = random.chance(0.5) ? '['.repeat(depth) + ']'.repeat(depth) : '{"a":'.repeat(depth);
      const key = random.pick(['input', 'protocol', 'by', 'seen', 'id', 'given']);
      return `{"protocol":2,"build":"x",${JSON.stringify(key)}:${deep}}`;
    }
    case 6:
      return JSON.stringify({
        ...frame,
        protocol: random.pick([0, 1, 3, '1', null, [1], 1.5, 'x'.repeat(5_000)]),
      });
    case 7: // a key that is no key where values are made by hand
      return JSON.stringify({
        ...frame,
        input: { ...inputs[verb], proto: { dir: '/', run: story.run.id } },
      }).replace('"proto"', JSON.stringify(protoKey));
    default:
      return JSON.stringify({
        ...frame,
        verb: random.pick(['', 'constructor', protoKey, 'toString', 'x'.repeat(500)]),
      });
  }
}

/** One field removed, of another kind, added, or huge. */
function withChange(value: Json, random: Random): Json {
  const key = must(random.maybe(Object.keys(value)), 'it has fields');
  switch (random.below(4)) {
    case 0:
      return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    case 1:
      return { ...value, [key]: random.maybe(odd) };
    case 2:
      return { ...value, [random.pick(['extra', 'constructor', 'Run', 'role'])]: random.maybe(odd) ?? 1 };
    default:
      return { ...value, [key]: 'x'.repeat(random.pick([300, 5_000, 100_000])) };
  }
}

function bytesOf(random: Random): Buffer {
  const bytes = Array.from({ length: random.between(1, 300) }, () => random.below(256));
  return Buffer.from(bytes.map((byte) => (byte === 0x0a ? 0x20 : byte)));
}

async function head(): Promise<unknown> {
  const events = await app.owner.journal.read(`run/${story.run.id}`);
  return [events.length, events.at(-1)?.hash];
}

describe('the socket of an owner', () => {
  test(`answers ${framesMax} frames that nobody should send, and nothing of its run changes (SOCKET-5)`, async () => {
    const random = randomOf(seed);
    const before = await head();
    const frames = Array.from({ length: framesMax }, () => frameFor(random));
    const answers: Answer[] = [];
    for (let from = 0; from < framesMax; from += callsMax) {
      const some = frames.slice(from, from + callsMax);
      const bytes = some.flatMap((frame) => [frame, '\n']);
      // Now and then all in one chunk, as two that were written at once may come.
      const whole = Buffer.concat(bytes.map((piece) => Buffer.from(piece)));
      answers.push(...(await told(random.chance(0.3) ? [whole] : bytes, some.length)));
    }
    const bugs = answers.flatMap(({ trouble }, at) =>
      trouble?.exit === 'bug'
        ? [`${trouble.message.slice(0, 300)} <- ${String(frames[at]).slice(0, 300)}`]
        : [],
    );
    expect(bugs).toEqual([]);
    expect(answers).toHaveLength(framesMax);
    expect(answers.filter(({ trouble }) => trouble !== undefined).length).toBeGreaterThan(framesMax * 0.95);
    expect(Math.max(...answers.map(({ trouble }) => trouble?.message.length ?? 0))).toBeLessThan(4_000);
    expect(await head()).toEqual(before);
    expect(app.trouble).toEqual([]);
  });

  test('takes a secret for no name, whoever says that it is theirs (ANSWER-CALL-1)', async () => {
    const before = await head();
    const kind = must(secretKinds[0], 'there are kinds');
    const { text, values } = kind.make(drawFrom('a name'));
    const call = {
      id: 'o-secret',
      by: person,
      verb: 'tell',
      input: { run: story.run.id, text: 'Mind the dates' },
    };
    for (const named of [
      { ...call, id: text },
      { ...call, by: { ...person, who: text } },
      { ...call, input: { ...call.input, task: text } },
    ]) {
      expect(await askOwner(app.tools.places.socket, named, { build: 'test' })).toMatchObject({
        trouble: {
          exit: 'refused',
          message: expect.stringContaining('screening found something in its names'),
        },
      });
    }
    expect(await head()).toEqual(before);
    for (const value of values) expect(await app.filesWith(value)).toEqual([]);
  });

  test('has nobody moved for whom there is no run, and nobody else suffers', async () => {
    app.owner.engine.handOut('r-none');
    await app.owner.engine.idle();
    expect(app.trouble).toEqual([]);
  });

  test('tells whoever ends in the middle of a call that it was half a call', async () => {
    const connection = createConnection(app.tools.places.socket);
    const answers: Answer[] = [];
    onJson(connection, (frame) => answers.push(frame));
    connection.end('{"protocol":2,"build":"x"');
    await once(connection, 'close');
    expect(answers.at(-1)).toMatchObject({
      trouble: { exit: 'usage', message: expect.stringContaining('half a call') },
    });
  });

  test('and a right call, after all of that, moves the run', async () => {
    const [gate] = openGates(story.run);
    const input = { run: story.run.id, answer: 'approve' };
    const call = { id: 'o-right', by: person, verb: verbs.decide.name, input, seen: gate?.digest ?? '' };
    expect(await askOwner(app.tools.places.socket, call, { build: 'test' })).toHaveProperty('output');
    const settled = await app.settle(story.run.id);
    expect(settled.run.gates[0]?.decision?.answer).toBe('approve');
    expect(openGates(settled.run).map(({ kind }) => kind)).toEqual(['merge']);
  });
});
