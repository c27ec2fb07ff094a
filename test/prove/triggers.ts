// prove:triggers. Everything that services send is sent to a home over HTTP: once and a hundred times, in any order, late, under other
// headers, forged and broken, while the process dies around its appends and a third never comes. Each thing happens once or not at all.
// Schedules are walked over many days of faked time in six zones, and held against a search that shares no code with them.
//
//   tsx test/prove/triggers.ts [--size ci|full]
//
// Progress goes to stderr. The last line of stdout is one JSON document; the exit is 0 only where nothing was doubled, missed or accepted
// that was forged, nothing broke, and every control held. `unheard` counts starts and comments that were lost on their way and never sent:
// nobody can know of them. What happens to watched pull requests is found by looking, whatever hint is lost: `watched`. `takenMs` is how long
// whoever sent something waited for it to be in the journal.
//
// A bot of Telegram is asked by every one of these processes meanwhile, and what somebody writes to it is heard once.

import { parseArgs } from 'node:util';
import type { Desk } from './triggers/desk.ts';
import { openDesk } from './triggers/desk.ts';
import { seeded } from './triggers/dying.ts';
import type { Sending } from './triggers/deliveries.ts';
import {
  comment,
  commentAtGitHub,
  examples,
  examplesThatAsk,
  forgeries,
  hint,
  labelled,
  oldComment,
  renamed,
  start,
} from './triggers/deliveries.ts';
import { daily, hourly, walk, zones } from './triggers/schedules.ts';
import { watched } from './triggers/watched.ts';
import type { Size } from './support/proof.ts';
import { inLanes, report, say, sizeOf, sizeOption } from './support/proof.ts';

const seed = 18;
const lanes = 8;
const triesMax = 200;
const pauseMs = 10;
const dayMs = 24 * 3_600_000;

interface Amounts {
  readonly comments: number;
  readonly starts: number;
  /** By a label. */
  readonly labels: number;
  readonly texts: number;
  readonly changes: number;
  readonly hints: number;
  /** How many of all come a hundred times. */
  readonly often: number;
  /** How often each of the others comes. */
  readonly copies: number;
  readonly exampleShare: number;
  readonly least: number;
  readonly kinds: number;
  readonly days: number;
  readonly hourlyDays: number;
}

const amounts: Readonly<Record<Size, Amounts>> = {
  ci: {
    comments: 30,
    starts: 4,
    labels: 8,
    texts: 10,
    changes: 200,
    hints: 60,
    often: 6,
    copies: 3,
    exampleShare: 40,
    least: 1_400,
    kinds: 1,
    days: 400,
    hourlyDays: 20,
  },
  full: {
    comments: 300,
    starts: 9,
    labels: 60,
    texts: 80,
    changes: 5_000,
    hints: 1_500,
    often: 80,
    copies: 12,
    exampleShare: 1,
    least: 10_000,
    kinds: daily.length,
    days: 400,
    hourlyDays: 400,
  },
};

interface Sent {
  readonly counts: Record<string, number>;
  /** Of what was taken. */
  readonly takenMs: number[];
  readonly taken: Set<string>;
  forgedAccepted: number;
  broken: number;
}

async function prove(size: Size): Promise<boolean> {
  const startedMs = performance.now();
  const random = seeded(seed);
  const desk = await openDesk(seed);
  const sent: Sent = { counts: {}, takenMs: [], taken: new Set(), forgedAccepted: 0, broken: 0 };
  try {
    const controls = await controlsOf(desk, sent);
    const now = Date.now();
    const { heard, unheard } = lostOf(ordersOf(amounts[size], now), random);
    const texts = Array.from({ length: amounts[size].texts }, (_, n) => `Text ${n} of the proof`);
    const all = shuffled(copiesOf(heard, amounts[size], now), random);
    say(`${all.length} deliveries, ${unheard.length} lost on their way`);
    desk.dying.setEvery(30);
    for (const text of texts) desk.phone.writes(text);
    await sendAll(desk, all, sent);
    await desk.quiet();
    desk.dying.setEvery(0);
    const told = await toldOnce(desk, texts);
    for (const days of [1, 3]) {
      await desk.restart(days * dayMs + 60_000);
      await sendAll(
        desk,
        shuffled(
          heard.map((one, n) => renamed(one, n)),
          random,
        ),
        sent,
      );
      await desk.quiet();
    }
    const found = await happened(desk, heard, unheard);
    const settledTwice = (await desk.inbox()).filter(
      ({ received, settled }) => received !== 1 || settled !== 1,
    );
    for (const one of settledTwice) say(`WRONG in the inbox: ${JSON.stringify(one)}`);
    const seen = await watched(amounts[size].changes, seed);
    const unseen = await watched(amounts[size].changes, seed, true);
    controls.push({
      name: 'without a look from time to time, a lost hint is found later than a minute',
      held: unseen.latestMs > watchedMsMax || unseen.missed > 0,
    });
    const schedules = await walked(amounts[size]);
    const deliveries = Object.values(sent.counts).reduce((sum, count) => sum + count, 0);
    const { double, missed } = {
      double: found.double + told.double + settledTwice.length + schedules.double + schedules.unplanned,
      missed: found.missed + told.missed + seen.missed + schedules.missed,
    };
    const isRight =
      double === 0 &&
      missed === 0 &&
      sent.forgedAccepted === 0 &&
      sent.broken === 0 &&
      controls.every(({ held }) => held) &&
      deliveries >= amounts[size].least &&
      desk.dying.deaths() > 0 &&
      seen.latestMs <= watchedMsMax &&
      unheard.some(({ kind }) => kind === 'start') &&
      (sent.counts['taken 202'] ?? 0) > 0 &&
      found.unheardDone === 0;
    for (const { name, held } of controls) if (!held) say(`WRONG control: ${name}`);
    report(
      {
        deliveries,
        double,
        missed,
        forgedAccepted: sent.forgedAccepted,
        controls: controls.length,
        broken: sent.broken,
        unheard: {
          starts: unheard.filter(({ kind }) => kind !== 'order').length,
          comments: unheard.filter(({ kind }) => kind === 'order').length,
        },
        texts: texts.length,
        watched: seen,
        takenMs: atMost(sent.takenMs),
        deaths: desk.dying.deaths(),
        answers: sent.counts,
        schedules,
      },
      startedMs,
    );
    return isRight;
  } finally {
    await desk.close();
  }
}

const watchedMsMax = 60_000;

function ordersOf({ comments, starts, labels }: Amounts, now: number): readonly Sending[] {
  return [
    ...Array.from({ length: comments }, (_, n) =>
      n % 2 === 0 ? comment(1_000 + n, now - n) : commentAtGitHub(1_000 + n, now - (now % 1_000)),
    ),
    ...Array.from({ length: starts }, (_, n) => start(n, now)),
    ...Array.from({ length: labels }, (_, n) => labelled(9_000 + n, now - (now % 1_000))),
  ];
}

/** Three in ten never come; of the few starts, as many. */
function lostOf(all: readonly Sending[], random: () => number) {
  const starts = all.filter(({ kind }) => kind === 'start');
  const gone = new Set(starts.slice(0, Math.max(1, Math.round(starts.length * 0.3))));
  const lost = new Set(all.filter((one) => (one.kind === 'start' ? gone.has(one) : random() < 0.3)));
  return { heard: all.filter((one) => !lost.has(one)), unheard: [...lost] };
}

function copiesOf(
  heard: readonly Sending[],
  { hints, often, copies, exampleShare }: Amounts,
  now: number,
): readonly Sending[] {
  const repeated = heard.flatMap((one, n) =>
    Array.from({ length: n < often || one.kind === 'start' ? 100 : copies }, (_, copy) => renamed(one, copy)),
  );
  return [
    ...repeated,
    ...heard.flatMap(forgeries),
    ...Array.from({ length: hints }, (_, n) => hint(n + 1)),
    ...heard.map((_one, n) => oldComment(50_000 + n, now)),
    ...examples(exampleShare),
    ...examplesThatAsk(now - (now % 1_000)),
  ];
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function sendAll(desk: Desk, all: readonly Sending[], sent: Sent): Promise<void> {
  let restarting: Promise<void> | undefined;
  const died = (): Promise<void> => (restarting ??= desk.restart().finally(() => (restarting = undefined)));
  await inLanes({
    items: all,
    lanes,
    work: async (one) => {
      const { status, tookMs } = await answered(desk, one, died);
      if (status === 202) sent.takenMs.push(tookMs);
      counted(sent, one, status);
    },
    onDone: (_result, done) => {
      if (done % 500 === 0) say(`sent ${done} of ${all.length}`);
    },
  });
}

/** Sent again where nobody answered, or it could not be taken: as whoever repeats does. */
async function answered(desk: Desk, one: Sending, died: () => Promise<void>): Promise<Answered> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const sentMs = performance.now();
    const status = await posted(desk.port(), one);
    if (status === 503) await died();
    else if (status !== undefined) return { status, tookMs: performance.now() - sentMs };
    else await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return { status: 0, tookMs: 0 };
}

interface Answered {
  readonly status: number;
  /** Of the try that was answered. */
  readonly tookMs: number;
}

/** Half, all but one in a hundred, and all of them took no longer. */
function atMost(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

const heardTriesMax = 1_200;
const heardPauseMs = 100;

/** Words are heard once they came, whoever died over them; one that died is no use, and another takes its place. */
async function toldOnce(desk: Desk, texts: readonly string[]) {
  await desk.restart();
  let heard = await desk.heard();
  for (let tries = 0; tries < heardTriesMax && texts.some((text) => !heard.includes(text)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, heardPauseMs));
    await desk.quiet();
    heard = await desk.heard();
  }
  for (const text of texts) if (!heard.includes(text)) say(`WRONG not heard: ${text}`);
  const times = texts.map((text) => heard.filter((one) => one === text).length);
  return {
    double: times.filter((count) => count > 1).length,
    missed: times.filter((count) => count === 0).length,
  };
}

async function posted(
  port: number | undefined,
  { path, body, headers }: Sending,
): Promise<number | undefined> {
  if (port === undefined) return undefined;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

const expected: Readonly<Record<Sending['kind'], readonly number[]>> = {
  order: [200, 202],
  start: [200, 202, 401, 429],
  named: [200, 202],
  taken: [200, 202],
  forged: [401],
  hint: [200],
  old: [200],
  example: [200, 400],
};

function counted(sent: Sent, { kind, key }: Sending, status: number): void {
  const name = `${kind} ${status}`;
  sent.counts[name] = (sent.counts[name] ?? 0) + 1;
  if (status === 202) sent.taken.add(key);
  if (kind === 'forged' && status !== 401) {
    sent.forgedAccepted += 1;
    say(`WRONG accepted: ${key} (${status})`);
  } else if (!expected[kind].includes(status)) {
    sent.broken += 1;
    say(`WRONG answer: ${key} (${status})`);
  }
}

/** What the journal says came of it: notes of comments in their run, and runs by their tickets. */
async function happened({ app, runs, inbox }: Desk, heard: readonly Sending[], unheard: readonly Sending[]) {
  const events = (await Promise.all(runs.map((run) => app.story(run)))).flatMap((story) => story.events);
  const received = new Map((await inbox()).map((one) => [one.subject, one.received]));
  const texts = await Promise.all(
    events.flatMap((event) => (event.type === 'note.added' ? [app.text(event.note)] : [])),
  );
  const titles = (await app.owner.journal.summaries()).map(({ title }) => title);
  const times = ({ key }: Sending): number => {
    const [kind, n = ''] = key.split(' ');
    if (kind === 'named') return received.get(n) ?? 0;
    return kind === 'start'
      ? titles.filter((title) => title.startsWith(`Ticket ${n} of the proof`)).length
      : texts.filter((text) => text.trim() === `Word ${n} of the proof`).length;
  };
  const wanted = heard.map(times);
  for (const [index, count] of wanted.entries())
    if (count !== 1) say(`WRONG ${count} times: ${heard[index]?.key ?? ''}`);
  const others = texts.length - heard.filter(({ kind }) => kind === 'order').length - controlNotes;
  return {
    double: wanted.filter((count) => count > 1).length + Math.max(0, others),
    missed: wanted.filter((count) => count === 0).length,
    unheardDone: unheard.map(times).filter((count) => count > 0).length,
  };
}

const controlNotes = 2;

/** What is right is taken, and what is counted can be more than one. */
async function controlsOf(desk: Desk, sent: Sent) {
  const now = Date.now();
  const twice = [comment(1, now), commentAtGitHub(2, now)];
  const statuses = [];
  for (const one of twice) statuses.push((await answered(desk, one, () => desk.restart())).status);
  await desk.quiet();
  const stories = await Promise.all(desk.runs.map((run) => desk.app.story(run)));
  const events = stories.flatMap((story) => story.events);
  const notes = events.filter(({ type }) => type === 'note.added').length;
  const hinted = await answered(desk, hint(1), () => desk.restart());
  const wrong = await Promise.all(
    forgeries(comment(3, now)).map((one) => answered(desk, one, () => desk.restart())),
  );
  sent.counts['control'] = 3 + wrong.length;
  return [
    { name: 'an honest comment is taken', held: statuses.every((status) => status === 202) },
    { name: 'two comments are two notes', held: notes === controlNotes },
    { name: 'a hint is heard', held: hinted.status === 200 },
    {
      name: 'a forgery of what would be taken is told from it',
      held: wrong.every(({ status }) => status === 401),
    },
  ];
}

async function walked({ kinds, days, hourlyDays }: Amounts) {
  const total = { fired: 0, double: 0, missed: 0, unplanned: 0, deaths: 0, slept: 0 };
  const walks = [
    ...zones.flatMap((zone) => daily.slice(0, kinds).map((kind) => ({ kind, zone, days }))),
    { kind: hourly, zone: zones[0] ?? 'UTC', days: hourlyDays },
  ];
  for (const [n, one] of walks.entries()) {
    const found = await walk(one.kind, one.zone, one.days, seed + n);
    for (const key of ['fired', 'double', 'missed', 'unplanned', 'deaths', 'slept'] as const)
      total[key] += found[key];
    say(`${one.kind.cron} in ${one.zone}: ${found.fired} times in ${one.days} days`);
  }
  return { ...total, walks: walks.length };
}

const { values } = parseArgs({ options: sizeOption });
process.exitCode = (await prove(sizeOf(values.size))) ? 0 : 1;
