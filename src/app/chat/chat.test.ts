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
    more?: { readonly replyTo?: string; readonly by?: Decider; readonly id?: string },
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
    say: async (text, { replyTo, by = person, id } = {}) => {
      const input = {
        conversation,
        text,
        dir: app.repository.dir,
        ...(replyTo === undefined ? {} : { replyTo }),
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
    expect((await at.say('go')).text).toBe('Approved. It goes on.');
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
    await at.say('yes');
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
