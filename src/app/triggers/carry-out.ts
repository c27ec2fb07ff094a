// What a delivery asked for, as calls of the table of verbs: a trigger is one more rendering of it, and has no rule of its own.
//
//   CARRY-OUT-1. The order has the id of its delivery, so that a delivery that is carried out again after a crash does nothing twice.
//   CARRY-OUT-2. Who asks is who the service says it is, known by that, and through a trigger: policy gives what came that way no leave
//       of a person at a terminal [C7].
//   CARRY-OUT-3. A decision names what was seen, a revision too: whoever names nothing decides nothing, and is told what to write.

import { createHash } from 'node:crypto';
import { isRevisable } from '../../core/pipeline/conditions.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import type { Asked, Came, On, Settled } from '../../core/triggers/delivery.ts';
import type { Decider, Gate } from '../../core/gates/gate.ts';
import type { Given, LastFrame } from '../../engine/frames.ts';
import { isRecord } from '../../plain/json.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { list } from '../../views/words/words.ts';
import type { Tools } from '../parts.ts';
import { answerCall } from '../verbs/answer-call.ts';
import type { VerbName } from '../verbs/table.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import { linkedPerson } from './linked-person.ts';
import { reasonWords } from './reason-words.ts';

export interface CarryingDelivery {
  readonly tools: Tools;
  readonly owner: AskedOrder['owner'];
  /** The repository of the folder. */
  readonly repository: string;
  readonly given: Given | undefined;
}

interface Called {
  readonly verb: VerbName;
  readonly input: unknown;
  readonly seen?: string;
  readonly by?: Decider;
}

const never = new AbortController().signal;

export async function carryOut(carrying: CarryingDelivery, came: Came): Promise<Settled> {
  const { tools, owner } = carrying;
  const id = orderId(came);
  if (!isStart(came.asks) && (await owner.journal.sentAs(id)).length > 0)
    return done('Taken before this engine'); // CARRY-OUT-1
  const called = await callFor(carrying, came);
  if ('outcome' in called) return called;
  const by = called.by ?? { who: came.who, authenticated: came.known, channel: channelOf(came) };
  const frame = await verbCalled(carrying, { ...called, id, by });
  const settled = settledBy(came.asks, frame);
  return { ...settled, because: tools.screener.redact(settled.because).text };
}

export function verbCalled(
  { tools, owner, given }: CarryingDelivery,
  { verb, input, seen, id, by }: Called & { readonly id: string; readonly by: Decider },
): Promise<LastFrame> {
  return answerCall(
    {
      id,
      by,
      verb,
      input,
      ...(seen === undefined ? {} : { seen }),
      ...(given === undefined ? {} : { given }),
    },
    { tools, owner, say: () => Promise.resolve(), gone: never },
  );
}

/** Of hexadecimal digits in groups, so that it looks like no secret. */
export function orderId({ id }: Pick<Came, 'id'>): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return `delivery-${(digest.match(/.{4}/g) ?? []).join('-')}`;
}

function isStart(asks: Asked): boolean {
  return asks.do === 'start' || asks.do === 'start-told';
}

/** CARRY-OUT-2. */
function channelOf({ trigger }: Pick<Came, 'trigger'>): string {
  return trigger.startsWith('schedule ') ? 'schedule' : 'webhook';
}

async function callFor(carrying: CarryingDelivery, came: Came): Promise<Called | Settled> {
  const { asks, folder } = came;
  switch (asks.do) {
    case 'start': {
      const again = asks.again ? { again: true } : {};
      return {
        verb: 'start',
        input: { dir: folder, ticket: { text: asks.ref }, uncommitted: 'leave', ...again },
      };
    }
    case 'start-told': {
      const words = await carrying.tools.blobs.get(asks.text);
      if (words === undefined) return refused('The text of its ticket is gone');
      const text = JSON.stringify({ id: ticketId(came, asks.name), body: words });
      return {
        verb: 'start',
        input: { dir: folder, ticket: { text, name: 'ticket.json' }, uncommitted: 'leave' },
      };
    }
    case 'revise':
      return revision(carrying, asks);
    case 'stop': {
      const run = await runOn(carrying, asks.on);
      return run === undefined ? noRun(asks.on) : { verb: 'pause', input: { run: run.run } };
    }
    case 'approve': {
      const [run, by] = [await runOn(carrying, asks.on), await approver(carrying, came)];
      if (by === undefined) return refused(reasonWords['not-linked']);
      if (run === undefined) return noRun(asks.on);
      return { verb: 'decide', input: { run: run.run, answer: 'approve' }, seen: asks.seen, by };
    }
    case 'hear':
    case 'press':
      return refused('Its bot is not on any more');
  }
}

/** Each time a ticket of its own: of a schedule, by the moment it was planned for; of a webhook, by what it is called. */
function ticketId({ trigger, happenedAt, id }: Came, name: string): string {
  const moment = new Date(happenedAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  if (trigger.startsWith('schedule ')) return `${name}-${moment}`;
  return `${name}-${createHash('sha256').update(id).digest('hex').slice(0, 10)}`;
}

/** What was seen says at which gate. Where none can be revised, whoever named nothing tells the agents. */
async function revision(
  carrying: CarryingDelivery,
  { on, words, seen }: Extract<Asked, { do: 'revise' }>,
): Promise<Called | Settled> {
  const summary = await runOn(carrying, on);
  if (summary === undefined) return noRun(on);
  const text = await carrying.tools.blobs.get(words);
  const run = await carrying.owner.runs.load(summary.run);
  if (text === undefined || run === undefined) return refused('The words are gone');
  if (seen !== undefined)
    return { verb: 'decide', input: { run: run.id, answer: 'revise', comment: text }, seen };
  const open = openGates(run).filter(isRevisable);
  return open.length === 0 ? { verb: 'tell', input: { run: run.id, text } } : refused(unseen(run, open)); // CARRY-OUT-3
}

function unseen({ id }: Run, open: readonly Gate[]): string {
  const ways = open.map(
    (gate) => `\`/slipway revise ${seenWord(gate)} ...\` for the ${forTerminal(nameOf(gate))}`,
  );
  return `Nothing was decided: a revision names what it is about, and it may ask about something else by now. Look at it (\`slipway show ${id} gate\`), then write ${list(ways)}`;
}

async function approver({ tools }: CarryingDelivery, { known, who }: Came): Promise<Decider | undefined> {
  if (known !== 'github' && known !== 'jira') return undefined;
  const person = await linkedPerson(tools.places, known, who);
  return person === undefined ? undefined : { who: person.name, authenticated: known, channel: 'webhook' };
}

/** The newest that is open. */
async function runOn({ owner, repository }: CarryingDelivery, on: On): Promise<RunSummary | undefined> {
  const open = await owner.journal.summaries({ open: true });
  const those = open.filter((one) =>
    'ticket' in on ? isOf(one, on.ticket, repository) : hasPull(one, on.pullRequest, repository),
  );
  return those.toSorted((a, b) => b.startedAt - a.startedAt)[0];
}

function isOf({ ticket, repository: of }: RunSummary, named: string, repository: string): boolean {
  return ticket === named && of === repository;
}

function hasPull(
  { pullRequest, pullRequests, repository: of }: RunSummary,
  number: number,
  repository: string,
): boolean {
  if (pullRequests !== undefined)
    return pullRequests.some((one) => one.repository === repository && one.number === number);
  return of === repository && pullRequest === number;
}

function noRun(on: On): Settled {
  const what = 'ticket' in on ? on.ticket : `pull request #${on.pullRequest}`;
  return refused(`No open run of this home is about ${what}`);
}

function settledBy(asks: Asked, frame: LastFrame): Settled {
  if ('trouble' in frame) return refused(frame.trouble.message);
  if ('wants' in frame)
    return refused(`${list(frame.wants)} would have to be set for it: slipway triggers on, where they are`);
  if ('leaving' in frame) return refused('The engine left');
  const { output } = frame;
  const said = isRecord(output) ? output : {};
  const ordered = isRecord(said['ordered']) ? said['ordered'] : said;
  const run = typeof ordered['run'] === 'string' ? { run: ordered['run'] } : {};
  if (!isStart(asks)) return { ...done(doneWords[asks.do]), ...run };
  switch (said['status']) {
    case 'started':
      return { ...done('Started'), ...run };
    case 'has-run':
      return { ...done('Its ticket has a run already'), ...run };
    case 'not-trusted':
      return refused(
        'Nobody has said yet that the commands of this repository may run: slipway run --trust, once, at a terminal',
      );
    case 'not-consented':
      return refused(
        'Nobody has said yet at which level agents may work here: slipway run --level, once, at a terminal',
      );
    default:
      return refused('It was not started');
  }
}

const doneWords: Readonly<Record<Asked['do'], string>> = {
  start: 'Started',
  'start-told': 'Started',
  revise: 'Handed on to its run',
  stop: 'Its run is paused',
  approve: 'Approved',
  hear: 'It was answered',
  press: 'Taken',
};

function done(because: string): Settled {
  return { outcome: 'done', because };
}

function refused(because: string): Settled {
  return { outcome: 'refused', because: because.slice(0, wordsCharsMax) };
}

const wordsCharsMax = 600;
