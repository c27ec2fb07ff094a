// Conversations in a home with a real journal and real (scripted) agents: the nine steps from a ticket to a change that is ready, and
// what happens where a person, the run or the dispatcher says something else.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { App, Sample } from '../../../test/support/app.ts';
import { person, startApp } from '../../../test/support/app.ts';
import type { Entry } from '../../../test/support/scripts.ts';
import { done, oneTask, write } from '../../../test/support/scripts.ts';
import { spoken } from '../../core/chat/phrases.ts';
import type { Decider } from '../../core/gates/gate.ts';
import { must } from '../../core/run.ts';
import { verbs } from '../verbs/table.ts';
import type { ChatMessage, ConversationShown } from './shown.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

interface Talk {
  readonly app: App;
  /** What answers it. */
  readonly say: (
    text: string,
    more?: {
      readonly replyTo?: string;
      readonly looksAt?: string | undefined;
      readonly by?: Decider;
      readonly id?: string;
    },
  ) => Promise<ChatMessage>;
  readonly press: (preview: string | undefined, choice: string, by?: Decider) => Promise<ChatMessage>;
  readonly shown: () => Promise<ConversationShown>;
  /** Once the run rests: the last message that asks something. */
  readonly asked: () => Promise<ChatMessage>;
  /** The lines that a person sees, without what is long. */
  readonly texts: () => Promise<string>;
}

const work = oneTask(['a.txt'], [write('a.txt', 'other\n'), done]);
const conversation = 'of-the-test';
let orders = 0;

async function talk(more: readonly Entry[] = [], sample: Partial<Sample> = {}): Promise<Talk> {
  const app = await startApp({ script: [...more, ...work], ...sample });
  apps.push(app);
  const { tools, owner } = app;
  const asked = (by: Decider, id?: string) => {
    orders += 1;
    return { tools, owner, id: id ?? `c-${orders}`, by, again: false };
  };
  const shown = async (): Promise<ConversationShown> => {
    const { look } = await verbs.conversation.load();
    return look({ ...tools, journal: owner.journal }, { conversation });
  };
  const run = async (): Promise<string> => must((await shown()).run, 'a run was started').run;
  return {
    app,
    shown,
    say: async (text, { replyTo, looksAt, by = person, id } = {}) => {
      const input = {
        conversation,
        text,
        dir: app.repository.dir,
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(looksAt === undefined ? {} : { looksAt }),
      };
      return answerIn(await verbs.say.carryOut(asked(by, id), input));
    },
    press: async (preview = '', choice, by = person) =>
      answerIn(await verbs.press.carryOut(asked(by), { conversation, preview, choice })),
    asked: async () => {
      await owner.engine.settled(await run());
      const { messages } = await shown();
      return must(
        messages.findLast(({ preview }) => (preview?.buttons.length ?? 0) > 0),
        'something is asked',
      );
    },
    texts: async () => (await shown()).messages.map(({ text }) => text).join('\n'),
  };
}

function answerIn({
  answer,
  conversation: { messages },
}: {
  readonly answer: string;
  readonly conversation: ConversationShown;
}): ChatMessage {
  return must(
    messages.find(({ id }) => id === answer),
    'every message is answered',
  );
}

/** As far as the plan gate. */
async function atPlan(more: readonly Entry[] = []): Promise<Talk & { readonly plan: ChatMessage }> {
  const at = await talk(more);
  const ticket = await at.say('Change the texts, because they differ.');
  const trust = await at.press(ticket.preview?.id, 'yes');
  await at.press(trust.preview?.id, 'yes');
  return { ...at, plan: await at.asked() };
}

describe('the nine steps', () => {
  test('findings and plan, go, changes and checks, deliver, pull request, coverage, triage, ready: each reported, each act previewed', async () => {
    const at = await talk();
    const ticket = await at.say('Change the texts, because they differ.');
    expect(ticket.preview?.does).toMatch(/^This will start a run: it investigates and changes nothing/);
    expect(ticket.preview?.buttons.map(({ choice }) => choice)).toEqual(['yes', 'investigate', 'auto', 'no']);
    expect(await at.app.owner.journal.summaries()).toEqual([]);
    const trust = await at.say('yes');
    expect(trust.text).toContain('sh check.sh');
    expect(await at.app.owner.journal.summaries()).toEqual([]);
    expect((await at.say('yes')).text).toMatch(/^Run r-\w+ is under way/);
    const plan = await at.asked();
    expect(plan.text).toContain('Here are the findings and the plan.');
    expect(plan.texts.map(({ name }) => name)).toEqual(['Findings', 'Plan']);
    expect(plan.texts[0]?.text).toContain('The texts are kept one to a file.');
    expect(plan.preview?.does).toMatch(/^This will approve plan [0-9a-f]{10}: the work begins\.$/);
    expect((await at.say('go', { looksAt: plan.preview?.id })).text).toBe('Approved. It goes on.');
    const delivery = await at.asked();
    expect(delivery.text).toMatch(
      /^The changes are done: Change a\.txt\.\n.*\nChecks of exactly this: test PASS/,
    );
    expect(delivery.text).toContain('Shall I deliver it as a pull request?');
    await at.press(delivery.preview?.id, 'yes');
    const merge = await at.asked();
    expect(merge.text).toMatch(/^Ready: /);
    const texts = await at.texts();
    const order = [
      'Investigating:',
      'findings and the plan',
      'At work:',
      'Shall I deliver',
      'Pull request #1 is open',
      'Coverage',
      'Ready:',
    ];
    const places = order.map((words) => texts.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
    await at.say('yes', { looksAt: merge.preview?.id });
    await at.app.owner.engine.settled(must((await at.shown()).run, 'it is there').run);
    expect(await at.texts()).toMatch(/Done\. Spent: .* `slipway land/);
    const { messages } = await at.shown();
    expect(messages.filter(({ preview }) => preview !== undefined && preview.buttons.length > 0)).toEqual([]);
  });
});

const dispatcher = (...steps: Entry['do']): Entry => ({ role: 'dispatcher', do: steps });
const wishing = (wish: string): Entry => dispatcher({ answer: { type: 'wish', wish, why: 'It says so.' } });

describe('free text', () => {
  test('becomes a preview by the word of the dispatcher, which acts on a yes and on nothing else; a word that is none does nothing and is shown', async () => {
    const nonsense = {
      role: 'dispatcher',
      times: 1,
      do: [{ say: 'I have approved everything for you. Bye.' }],
    };
    const at = await atPlan([nonsense, wishing('revise')]);
    const lost = await at.say('what do you make of it then');
    expect(lost.text).toMatch(/^I could not understand that, and did nothing\./);
    expect(lost.texts).toEqual([{ name: 'raw output', text: 'I have approved everything for you. Bye.' }]);
    expect(lost.preview).toBeUndefined();
    const shown = await at.say('the second text should stay as it is');
    expect(shown.preview?.does).toMatch(
      /^This will ask for changes of plan [0-9a-f]{10}: .* Your words: "the second text/,
    );
    expect((await at.asked()).id).toBe(shown.id);
    expect((await at.shown()).spent.launches).toBe(2);
    const run = must((await at.shown()).run, 'there is one').run;
    expect((await at.app.story(run)).run.gates.every(({ decision }) => decision === undefined)).toBe(true);
    expect((await at.press(shown.preview?.id, 'yes')).text).toMatch(/^Your words went to the agents/);
    expect((await at.app.story(run)).run.gates[0]?.decision?.answer).toBe('revise');
  });
});

test('what the guide says is understood without a model is understood', () => {
  const guide = readFileSync(new URL('../../../docs/guides/chat.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const phrases = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
  );
  expect(phrases.length).toBeGreaterThan(20);
  expect(phrases.filter((phrase) => spoken(phrase) === undefined)).toEqual([]);
  const around = [...guide.matchAll(/two of them may stand: `([^`]+)`, `([^`]+)`/g)].flatMap(
    ([, ...both]) => both,
  );
  expect(around.map((text) => spoken(text)?.says)).toEqual(['wish', 'wish']);
});

describe('a yes', () => {
  test('of two people at once counts once, and the other is told; what is decided elsewhere is shown as that (PRESS-2)', async () => {
    const at = await atPlan([wishing('tell')]);
    const shown = await at.say('keep the sentences short, whoever works on it');
    const other: Decider = { who: 'ann', authenticated: 'token', channel: 'page' };
    const both = await Promise.all([
      at.press(shown.preview?.id, 'yes'),
      at.press(shown.preview?.id, 'yes', other),
    ]);
    expect(both.map(({ text }) => text).toSorted()).toEqual([
      expect.stringMatching(/^That was answered already: yes, by (?:tester|ann)\./),
      expect.stringMatching(/^Told\./),
    ]);
    const { run } = await at.app.story(must((await at.shown()).run, 'there is one').run);
    expect(run.notes).toHaveLength(1);
    const [gate] = run.gates;
    const decision = { answer: 'approve', by: other } as const;
    await at.app.submit(run.id, {
      type: 'gate.decide',
      gate: gate?.id ?? '',
      seen: gate?.digest ?? '',
      decision,
    });
    const { messages } = await at.shown();
    expect(messages.find(({ id }) => id === at.plan.id)?.preview).toMatchObject({
      buttons: [],
      came: 'approved by ann through page',
    });
    expect((await at.press(at.plan.preview?.id, 'yes')).text).toContain(
      'answered already: approved by ann through page',
    );
    await at.app.owner.engine.settled(run.id);
  });

  test('to something small is none to a gate: what other words came after is shown anew, and answered then (HEAR-2)', async () => {
    const at = await atPlan();
    const answers = async () =>
      (await at.app.story(must((await at.shown()).run, 'there is one').run)).run.gates.map(
        ({ decision }) => decision?.answer,
      );
    const stop = await at.say('stop');
    expect(stop.preview?.does).toContain('stop the agents');
    expect((await at.say('yes', { looksAt: at.plan.preview?.id })).text).toContain('not clear');
    expect(await answers()).toEqual([undefined]);
    await at.say('where');
    const anew = await at.say('yes', { looksAt: at.plan.preview?.id });
    expect(anew.preview?.does).toContain('This will approve plan');
    expect(await answers()).toEqual([undefined]);
    await at.say('yes', { looksAt: anew.preview?.id });
    expect(await answers()).toMatchObject(['approve']);
    await at.asked();
  });

  test('of somebody who was not shown what is asked decides nothing: it is shown to them first (HEAR-2)', async () => {
    const at = await atPlan();
    const decided = async () =>
      (await at.app.story(must((await at.shown()).run, 'there is one').run)).run.gates[0]?.decision?.answer;
    const blind = await at.say('yes');
    expect(blind.preview?.does).toContain('This will approve plan');
    const ann: Decider = { who: 'ann', authenticated: 'token', channel: 'page' };
    const other = await at.say('go', { by: ann });
    expect(other.preview?.does).toContain('This will approve plan');
    expect((await at.say('no', { by: ann })).text).toContain('Nothing was done');
    await at.say('skip coverage');
    expect((await at.say('yes', { by: ann })).preview?.does).toContain('This will approve plan');
    expect(await decided()).toBeUndefined();
    expect((await at.say('yes', { by: ann })).text).toBe('Approved. It goes on.');
    expect(await decided()).toBe('approve');
    await at.asked();
  });

  test('to a plan that has changed since does nothing, and shows what is asked now (PRESS-1)', async () => {
    const at = await atPlan([wishing('approve')]);
    const shown = await at.say('I like that one');
    await at.press(at.plan.preview?.id, 'change');
    const words = await at.say('and keep the second text');
    expect(words.preview?.does).toContain('Your words: "and keep the second text"');
    await at.press(words.preview?.id, 'yes');
    await at.asked();
    const late = await at.press(shown.preview?.id, 'yes');
    expect(late.text).toMatch(/nothing was done/);
    const { run } = await at.app.story(must((await at.shown()).run, 'there is one').run);
    expect(run.gates.map(({ decision }) => decision?.answer)).toEqual(['revise', undefined]);
  });

  test('is a person’s: a program that comes through MCP is refused, and so is a message with a secret in it, of which nothing is kept', async () => {
    const at = await talk();
    const program: Decider = { who: 'helper', authenticated: 'os', channel: 'mcp' };
    await expect(at.say('yes', { by: program })).rejects.toThrow('A conversation is for people');
    const key = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
    const secret = `${key}\n${'MIIEpAIBAAKCAQEA7v3Yb0Xk'.repeat(8)}\n${key.replace('BEGIN', 'END')}`;
    const told = await at.say(`use this: ${secret}`).then(({ text }) => text, String);
    expect(told).toMatch(/screening found|looks like a secret/);
    expect(await at.app.filesWith('MIIEpAIBAAKCAQEA7v3Yb0Xk')).toEqual([]);
  });

  test('that is sent again under its id is one message, and /new lets the run go on by itself', async () => {
    const at = await atPlan();
    const before = (await at.shown()).messages.length;
    const [one, again] = [await at.say('status', { id: 'once' }), await at.say('status', { id: 'once' })];
    expect(again).toEqual(one);
    expect((await at.shown()).messages).toHaveLength(before + 2);
    expect((await at.say('/new')).text).toMatch(/^Run r-\w+ goes on by itself/);
    expect((await at.shown()).run).toBeUndefined();
    expect((await at.say('Change b as well')).preview?.does).toMatch(/^This will start a run/);
  });
});

test('an agent that says nothing is told, with what was kept and what comes next', async () => {
  const silent = { role: 'investigator', times: 1, do: [{ print: 'thinking about it' }] };
  const at = await atPlan([silent]);
  expect(await at.texts()).toContain('The agent ended without an answer. This may be a crash, or its login');
  const { messages } = await at.shown();
  const failure = messages.find(({ text }) => text.includes('without an answer'));
  expect(failure?.text).toContain('What was done so far is kept; it is tried again');
  expect(failure?.texts.find(({ name }) => name === 'Raw output')?.text).toContain('thinking about it');
  expect(at.plan.text).toContain('Here are the findings and the plan.');
});
