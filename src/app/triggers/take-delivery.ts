// Taking in what came to the listener for webhooks: its signature, what it brings, whether whoever brings it may, and into the inbox.
//
//   TAKE-DELIVERY-1. Nothing is read of what was not signed, and nothing is answered as taken before it is in the journal.
//   TAKE-DELIVERY-2. Only people whom policy lets start and steer runs here are heard [I4]. An approval is a person's of this home, who may decide.
//   TAKE-DELIVERY-3. Words are freed of what cannot be seen, and screened, before they are kept; what must not be stored is not taken.
//   TAKE-DELIVERY-4. Whatever comes is taken, or turned away with a reason; nothing of it ends the process.

import { isUtf8 } from 'node:buffer';
import { maySteer } from '../../core/remarks/remark.ts';
import type { Asked, Delivery, Reason } from '../../core/triggers/delivery.ts';
import type { TriggerSettings } from '../../config/trigger-settings.ts';
import type { Authors } from '../../core/ticket/authors.ts';
import { isDeep } from '../../engine/frames.ts';
import type { TriggerLedger } from '../../engine/trigger-ledger.ts';
import { parseJson } from '../../plain/json.ts';
import { reveal } from '../../screening/hidden.ts';
import type { Asks, Brought, Wanted } from '../../triggers/brought.ts';
import { readGeneric } from '../../triggers/generic.ts';
import { readGitHub } from '../../triggers/github.ts';
import { readJira } from '../../triggers/jira.ts';
import type { Posted, Reply } from '../../triggers/posted.ts';
import { isSignedHex, stampedBy } from '../../triggers/signature.ts';
import type { Tools } from '../parts.ts';
import type { Service } from '../people/people.ts';
import { reasonWords } from './reason-words.ts';
import { linkedPerson } from './linked-person.ts';

/** What one folder's triggers are taken in with. */
export interface Desk {
  readonly folder: string;
  readonly settings: TriggerSettings;
  readonly authors: Authors;
  /** By the name of the variable; undefined where it is not known here. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Where the repository is on GitHub, in small letters. */
  readonly places: ReadonlySet<string>;
  readonly ledger: Pick<TriggerLedger, 'receive' | 'turnAway'>;
  readonly tools: Pick<Tools, 'clock' | 'screener' | 'blobs' | 'places'>;
  /** Somebody may have done something to these pull requests: they are looked at now. */
  readonly hint: (pullRequests: Brought['touched']) => void;
  /** Something waits in the inbox. */
  readonly isDue: (id: string) => void;
}

interface Came {
  readonly trigger: string;
  readonly known: string;
  readonly brought: Brought;
}

export async function takeDelivery(desk: Desk, posted: Posted): Promise<Reply> {
  const came = readPosted(desk, posted);
  if ('status' in came) return came;
  if ('refused' in came) return turned(desk, came.trigger, came.refused, 'a request');
  const { trigger, brought } = came;
  if (isElsewhere(desk, came))
    return turned(desk, trigger, 'elsewhere', brought.repository ?? 'no repository');
  const isTouched = brought.touched === 'all' || brought.touched.length > 0;
  if (isTouched) desk.hint(brought.touched);
  const { wanted } = brought;
  if ('asks' in wanted) return asked(desk, came, wanted);
  const reason = isTouched && wanted.nothing === 'nothing-asked' ? 'looked' : wanted.nothing;
  return turned(desk, trigger, reason, wanted.about);
}

/** TAKE-DELIVERY-1. */
function readPosted(
  { settings, secrets, tools }: Desk,
  { path, headers, body }: Posted,
): Came | { readonly trigger: string; readonly refused: Reason } | Reply {
  const { github, jira, webhooks } = settings;
  const now = tools.clock.now();
  if (path === '/github' && github !== undefined) {
    const secret = secrets.get(github.secret);
    const at = { trigger: 'github', known: 'github' };
    if (secret === undefined || !isSignedHex(secret, body, headers['x-hub-signature-256']))
      return { trigger: at.trigger, refused: 'forged' };
    return { ...at, brought: readGitHub(valueIn(body), github.start) };
  }
  if (path === '/jira' && jira !== undefined) {
    const secret = secrets.get(jira.secret);
    const at = { trigger: 'jira', known: 'jira' };
    if (secret === undefined || !isSignedHex(secret, body, headers['x-hub-signature']))
      return { trigger: at.trigger, refused: 'forged' };
    return { ...at, brought: readJira(valueIn(body), jira.start) };
  }
  const [, name = ''] = /^\/webhooks\/([A-Za-z][A-Za-z0-9-]{0,39})$/.exec(path) ?? [];
  const hook = Object.hasOwn(webhooks, name) ? webhooks[name] : undefined;
  if (hook === undefined) return { status: 404, message: 'Nothing is listened to at this address.' };
  const at = { trigger: `webhook ${name}`, known: 'webhook' };
  const secret = secrets.get(hook.secret);
  const stamped = secret === undefined ? 'forged' : stampedBy(secret, body, headers, now);
  if (typeof stamped === 'string') return { trigger: at.trigger, refused: stamped };
  return { ...at, brought: readGeneric(valueIn(body), name, stamped) };
}

function valueIn(body: Uint8Array): unknown {
  const text = isUtf8(body) ? new TextDecoder().decode(body) : '';
  return isDeep(text) ? undefined : parseJson(text);
}

/** A hook of GitHub may be one of many repositories. */
function isElsewhere({ places }: Desk, { trigger, brought: { repository, wanted, touched } }: Came): boolean {
  if (trigger !== 'github') return false;
  if (repository === undefined) return 'asks' in wanted || touched === 'all' || touched.length > 0;
  return !places.has(repository.toLowerCase());
}

async function asked(desk: Desk, { trigger, known }: Came, wanted: Wanted): Promise<Reply> {
  const { author, subject, id, happenedAt, asks } = wanted;
  const about = `${author.name} on ${subject}`;
  if (!Number.isFinite(happenedAt)) return turned(desk, trigger, 'not-understood', about);
  const isOwn = known === 'webhook'; // whoever has its secret
  if (!isOwn && !maySteer(desk.authors, author)) return turned(desk, trigger, 'not-trusted', about); // TAKE-DELIVERY-2
  if (asks.do === 'approve' && (await approverOf(desk, known, author.id)) === undefined)
    return turned(desk, trigger, 'not-linked', about);
  const kept = await keptAsks(desk, asks);
  if (kept === undefined) return turned(desk, trigger, 'secret', about);
  const { folder } = desk;
  const delivery: Delivery = {
    id: `${folder}:${id}`,
    folder,
    trigger,
    happenedAt,
    who: author.id,
    known,
    subject,
    asks: kept,
  };
  const { settings, ledger } = desk;
  const taken = await ledger.receive(delivery, settings.limits);
  if (!taken.taken) return replyFor(taken.reason);
  desk.isDue(delivery.id);
  return { status: 202, message: 'Taken. `slipway triggers` shows what becomes of it.' };
}

/** TAKE-DELIVERY-2. */
function approverOf({ tools }: Desk, known: string, id: string) {
  const service: Service | undefined = known === 'github' || known === 'jira' ? known : undefined;
  return service === undefined ? Promise.resolve(undefined) : linkedPerson(tools.places, service, id);
}

/** TAKE-DELIVERY-3. */
async function keptAsks({ tools: { screener, blobs } }: Desk, asks: Asks): Promise<Asked | undefined> {
  const words = asks.do === 'start-told' ? asks.text : asks.do === 'revise' ? asks.words : '';
  const screening = screener.screen(reveal(words).text);
  if (screening.verdict === 'BLOCKED') return undefined;
  const names = Object.values({ ...asks, text: '', words: '' }).join('\n');
  if (screener.screen(names).verdict !== 'CLEAN') return undefined;
  const kept = words === '' ? '' : await blobs.put(screening.text);
  if (asks.do === 'start-told') return { ...asks, text: kept };
  return asks.do === 'revise' ? { ...asks, words: kept } : asks;
}

async function turned(
  { ledger, folder, tools }: Desk,
  trigger: string,
  reason: Reason,
  about: string,
): Promise<Reply> {
  const shown = tools.screener.redact(about.slice(0, aboutCharsMax)).text;
  await ledger.turnAway({ folder, trigger, reason, about: shown });
  return replyFor(reason);
}

const aboutCharsMax = 300;

const statusOf: Readonly<Partial<Record<Reason, Reply['status']>>> = {
  forged: 401,
  early: 400,
  'not-understood': 400,
  secret: 400,
  loop: 429,
  'author-limit': 429,
  'trigger-limit': 429,
};

function replyFor(reason: Reason): Reply {
  return { status: statusOf[reason] ?? 200, message: `${reasonWords[reason]}.` };
}
