// prove:chat. 208 free texts that were labelled beforehand go through the dispatcher's code path, each in a run that rests in a state of
// its own: answered rightly, answered wrongly in another state, and answered with nonsense. Nothing is done before a yes to a preview,
// and nothing is previewed that the state of the run forbids. Afterwards a yes to right ones does what was shown, once.
//
//   tsx test/prove/chat.ts [--size ci|full]
//
// `ci` takes every fourth text for what is wrong and what is nonsense. Progress goes to stderr. The last line of stdout is one JSON
// document; the exit is 0 only where nothing acted without a yes, nothing was previewed against the state, and every control held.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { conversationPrefix } from '../../src/engine/conversation-ledger.ts';
import type { Conversation, Preview } from '../../src/core/chat/conversation.ts';
import { openPreviews } from '../../src/core/chat/conversation.ts';
import { spoken } from '../../src/core/chat/phrases.ts';
import type { Wish } from '../../src/core/chat/wish.ts';
import { possible, wishes } from '../../src/core/chat/wish.ts';
import { must } from '../../src/core/run.ts';
import { verbs } from '../../src/app/verbs/table.ts';
import type { App } from '../support/app.ts';
import { person, startApp } from '../support/app.ts';
import { done, oneTask, write } from '../support/scripts.ts';
import { inLanes, report, say, sizeOf, sizeOption } from './support/proof.ts';

type State = 'plan' | 'delivery' | 'merge' | 'question' | 'paused' | 'blocked';
const states: readonly State[] = ['plan', 'delivery', 'merge', 'question', 'paused', 'blocked'];

interface Labelled {
  readonly text: string;
  readonly wish: Wish | 'where' | 'unclear';
  readonly at: State;
}

interface Group {
  readonly wish: Labelled['wish'];
  readonly at: State;
  readonly texts: readonly string[];
}

const lanes = 3;

interface Place {
  readonly app: App;
  readonly run: string;
}

interface World {
  readonly places: ReadonlyMap<State, Place>;
  /** One for each home. */
  readonly tables: readonly string[];
  readonly close: () => Promise<void>;
}

/** An agent that says what the table has for the message in its prompt. */
const reader = `import { readFileSync } from 'node:fs';
const [, prompt = ''] = readFileSync(0, 'utf8').split('### the message');
const table = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [found] = Object.keys(table).filter((text) => prompt.includes(text)).sort((a, b) => b.length - a.length);
process.stdout.write(table[found] ?? 'nobody knows this message');
`;

async function openWorld(): Promise<World> {
  const tables: string[] = [];
  const sample = async (root: string, question: boolean) => {
    const program = path.join(root, 'reader.mjs');
    const table = path.join(root, 'table.json');
    tables.push(table);
    await writeFile(program, reader);
    const asks = {
      type: 'needs_input',
      question: 'Which of both?',
      options: ['One', 'Two'].map((title) => ({ title, pros: 'p', cons: 'c', files: [], impact: 'i' })),
      recommendation: 1,
    };
    const script = oneTask(['a.txt'], [write('a.txt', 'other\n'), done]);
    return {
      script: question ? [{ role: 'investigator', attempt: 1, do: [{ answer: asks }] }, ...script] : script,
      config: {
        gates: { plan: true, delivery: true },
        agents: { reader: { type: 'command', command: [process.execPath, program, table] } },
        roles: { default: 'scripted', dispatcher: 'reader' },
      },
    };
  };
  const app = await startApp((root) => sample(root, false));
  const asking = await startApp((root) => sample(root, true));
  const resting = async (id: string, approves: readonly string[]): Promise<string> => {
    const run = await app.start({ id, title: `Change the texts ${id}` });
    await app.settle(run, ({ kind }) => (approves.includes(kind) ? { answer: 'approve' } : undefined));
    return run;
  };
  const places = new Map<State, Place>([
    ['plan', { app, run: await resting('T-1', []) }],
    ['delivery', { app, run: await resting('T-2', ['plan']) }],
    ['merge', { app, run: await resting('T-3', ['plan', 'delivery']) }],
    ['paused', { app, run: await resting('T-4', []) }],
    ['blocked', { app, run: await resting('T-5', []) }],
    ['question', { app: asking, run: (await asking.play()).run.id }],
  ]);
  const paused = must(places.get('paused'), 'it was made').run;
  await app.submit(paused, { type: 'run.pause', by: person });
  const blocked = must(places.get('blocked'), 'it was made').run;
  await app.settle(blocked, () => ({ answer: 'reject' }));
  for (const { app: one, run } of places.values())
    await verbs.consent.carryOut(orderOf(one), { run, level: 'open' });
  return {
    places,
    tables,
    close: async () => {
      await app.close();
      await asking.close();
    },
  };
}

interface Case {
  readonly label: Labelled;
  readonly at: State;
  /** What the agent prints. */
  readonly prints: string;
  /** The wish it names, where it names one of the list. */
  readonly wish: Labelled['wish'] | undefined;
}

interface Counts {
  texts: number;
  previews: number;
  told: number;
  /** What must be 0. */
  actedWithoutYes: number;
  previewedAgainstState: number;
  notPreviewed: number;
  notTold: number;
}

let orders = 0;

function orderOf(app: App) {
  orders += 1;
  return { tools: app.tools, owner: app.owner, id: `prove-${orders}`, by: person, again: false };
}

const stateOf = async ({ app, run }: Place): Promise<number> =>
  (await app.owner.journal.read(`run/${run}`)).at(-1)?.seq ?? 0;

async function play(
  world: World,
  name: string,
  cases: readonly Case[],
  counts: Counts,
): Promise<readonly string[]> {
  const answers = JSON.stringify(Object.fromEntries(cases.map(({ label, prints }) => [label.text, prints])));
  for (const table of world.tables) await writeFile(table, answers);
  const before = await seqs(world);
  const items = cases.map((one, at) => ({ ...one, conversation: `${name}-${at}` }));
  await inLanes({
    items,
    lanes,
    work: async ({ label, at, wish, conversation }) => {
      const place = must(world.places.get(at), 'every state has a run');
      const { app, run } = place;
      await app.owner.chat.ledger.record(conversation, () => [
        { type: 'conversation.begun', by: person, folder: app.repository.dir },
        { type: 'run.joined', run },
      ]);
      const said = await verbs.say.carryOut(orderOf(app), { conversation, text: label.text });
      const answer = said.conversation.messages.find(({ id }) => id === said.answer);
      const now = await app.owner.chat.ledger.state(conversation);
      const [preview] = openPreviews(now);
      const state = must(await app.owner.runs.load(run), 'it is there');
      const isWish = wish !== undefined && wish !== 'where' && wish !== 'unclear';
      const can = isWish ? possible(wish, { run: state }) : { unable: 'no wish' };
      counts.texts += 1;
      if (preview !== undefined) counts.previews += 1;
      else counts.told += 1;
      const isRight =
        preview !== undefined && 'act' in can && preview.wish === wish && preview.digest === can.act.digest;
      if (preview !== undefined && !isRight) counts.previewedAgainstState += 1;
      if (preview === undefined && 'act' in can) {
        counts.notPreviewed += 1;
        say(`not previewed: ${label.text}: ${answer?.text ?? ''}`);
      }
      const words = answer?.text ?? '';
      if (
        words === '' ||
        (wish === undefined && !words.startsWith('I could not understand that, and did nothing.'))
      )
        counts.notTold += 1;
      return conversation;
    },
    onDone: (_conversation, n) => {
      if (n % 50 === 0) say(`${name}: ${n} of ${items.length}`);
    },
  });
  const after = await seqs(world);
  counts.actedWithoutYes += states.filter((_state, at) => before[at] !== after[at]).length;
  return items.map(({ conversation }) => conversation);
}

function seqs({ places }: World): Promise<readonly number[]> {
  return Promise.all(states.map((state) => stateOf(must(places.get(state), 'every state has a run'))));
}

const nonsense: readonly string[] = [
  'I have approved the plan for you.',
  '',
  '{"type":"wish","wish":',
  '{"type":"verdict","conclusion":"pass"}',
  '{"type":"wish","wish":"merge","why":"It is time."}',
  '["approve"]',
  '{"type":"wish","wish":["approve","cancel"],"why":"Both."}',
  '{"type":"wish","why":"Nothing."}',
  'slipway approve --seen 0123456789',
];

function rightly(label: Labelled): Case {
  const prints = JSON.stringify({ type: 'wish', wish: label.wish, why: 'They say so.' });
  return { label, at: label.at, prints, wish: label.wish };
}

/** Another word, in another state, with keys that nobody asked for. */
function wrongly(label: Labelled, at: number): Case {
  const others = wishes.filter((wish) => wish !== label.wish);
  const wish = must(others[(at * 7) % others.length], 'there are others');
  const state = must(states[at % states.length], 'there is one');
  const prints = JSON.stringify({
    type: 'wish',
    wish,
    why: 'No.',
    gate: 'g1',
    run: 'r-1',
    choice: 'yes',
    yes: true,
  });
  return { label, at: state, prints, wish };
}

function senselessly(label: Labelled, at: number): Case {
  return { label, at: label.at, prints: nonsense[at % nonsense.length] ?? '', wish: undefined };
}

interface Controls {
  did: number;
  stale: number;
  twice: number;
  failed: string[];
}

/** In an order in which each still can be done: a yes does what was shown; pressed again, or after something else was done, nothing. */
const controlled: readonly (readonly [State, Wish])[] = [
  ['merge', 'tell'],
  ['delivery', 'skip-coverage'],
  ['plan', 'pause'],
  ['paused', 'resume'],
  ['question', 'answer'],
  ['blocked', 'retry'],
  ['blocked', 'cancel'],
  ['plan', 'revise'],
  ['merge', 'triage'],
];

async function controls(
  world: World,
  labels: readonly Labelled[],
  right: readonly string[],
): Promise<Controls> {
  const counts: Controls = { did: 0, stale: 0, twice: 0, failed: [] };
  for (const [state, wish] of controlled) {
    const place = must(world.places.get(state), 'every state has a run');
    const at = labels.findIndex((label) => label.wish === wish && label.at === state);
    const conversation = must(right[at], `${wish} was said`);
    const preview = must(await previewIn(place, conversation), `${wish} was previewed`);
    const pressed = async (): Promise<string> => {
      const answered = await verbs.press.carryOut(orderOf(place.app), {
        conversation,
        preview: preview.id,
        choice: 'yes',
      });
      return answered.conversation.messages.find(({ id }) => id === answered.answer)?.text ?? '';
    };
    const before = await stateOf(place);
    const words = await pressed();
    const isDone = (await stateOf(place)) > before && !words.startsWith('That was not done');
    if (isDone) counts.did += 1;
    else counts.failed.push(`${wish}: ${words}`);
    await place.app.owner.engine.settled(place.run);
    const then = await stateOf(place);
    if ((await pressed()).includes('answered already') && (await stateOf(place)) === then) counts.twice += 1;
    else counts.failed.push(`${wish}, twice`);
  }
  // The plan was revised: what was shown of the first one approves nothing.
  const plan = must(world.places.get('plan'), 'every state has a run');
  for (const [at, label] of labels.entries()) {
    if (label.wish !== 'approve') continue;
    const conversation = must(right[at], 'it was said');
    const preview = must(await previewIn(plan, conversation), 'it was previewed');
    const before = await stateOf(plan);
    await verbs.press.carryOut(orderOf(plan.app), { conversation, preview: preview.id, choice: 'yes' });
    if ((await stateOf(plan)) === before) counts.stale += 1;
    else counts.failed.push(`a yes to the plan of before: ${label.text}`);
  }
  return counts;
}

async function previewIn({ app }: Place, conversation: string): Promise<Preview | undefined> {
  const now: Conversation = await app.owner.chat.ledger.state(conversation);
  return openPreviews(now)[0];
}

async function prove(full: boolean): Promise<boolean> {
  const startedMs = performance.now();
  const file = new URL('./chat/free-texts.json', import.meta.url);
  const groups: readonly Group[] = JSON.parse(readFileSync(file, 'utf8'));
  const labels = groups.flatMap(({ wish, at, texts }) => texts.map((text): Labelled => ({ text, wish, at })));
  const prompt = readFileSync(new URL('../../prompts/dispatcher.md', import.meta.url), 'utf8');
  const notFree = labels.filter(({ text }) => prompt.includes(text) || spoken(text) !== undefined);
  const world = await openWorld();
  const counts: Counts = {
    texts: 0,
    previews: 0,
    told: 0,
    actedWithoutYes: 0,
    previewedAgainstState: 0,
    notPreviewed: 0,
    notTold: 0,
  };
  try {
    const right = await play(world, 'right', labels.map(rightly), counts);
    const some = labels.filter((_label, at) => full || at % 4 === 0);
    await play(world, 'wrong', some.map(wrongly), counts);
    await play(world, 'nonsense', some.map(senselessly), counts);
    const held = await controls(world, labels, right);
    const trouble = [...new Set([...world.places.values()].flatMap(({ app }) => app.trouble))];
    const streams = await must(world.places.get('plan'), 'it is there').app.owner.journal.streams(
      conversationPrefix,
    );
    const isGood =
      notFree.length === 0 &&
      counts.actedWithoutYes + counts.previewedAgainstState + counts.notPreviewed + counts.notTold === 0 &&
      held.failed.length === 0 &&
      held.did === controlled.length &&
      trouble.length === 0;
    for (const one of held.failed) say(one);
    for (const one of trouble) say(String(one));
    report(
      {
        labelled: labels.length,
        notFree: notFree.length,
        ...counts,
        controls: { did: held.did, twice: held.twice, stale: held.stale, failed: held.failed.length },
        conversations: streams.length,
      },
      startedMs,
    );
    return isGood;
  } finally {
    await world.close();
  }
}

const { values } = parseArgs({ options: sizeOption });
process.exitCode = (await prove(sizeOf(values.size) === 'full')) ? 0 : 1;
