// What is answered at which address: the table of verbs, what is appended to the journal, the way in, and the page. A rendering of
// the table: it decides nothing.
//
// Invariants
//   ROUTES-1. Nothing of a request is read before it was looked at where it comes from (`guard.ts`), and nothing but what is listed
//       there is answered to somebody who is not known.
//   ROUTES-2. A verb is asked for what whoever asks may do, and for no more.
//   ROUTES-3. Bodies are JSON, of a bounded size and depth; tries to get in are counted.
//   ROUTES-4. What goes wrong is told in a sentence, with the status a program understands.

import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { knownFolders } from '../app/home/known-folders.ts';
import { tokenPrefix } from '../app/people/people.ts';
import { mayDo } from '../app/people/people.ts';
import { answerCall } from '../app/verbs/answer-call.ts';
import { isVerb, verbs } from '../app/verbs/table.ts';
import type { Access, AskedOrder } from '../app/verbs/verb.ts';
import type { Call, LastFrame } from '../engine/frames.ts';
import { idCharsMax, isDeep, isName, seenCharsMax } from '../engine/frames.ts';
import { isRecord, parseJson } from '../plain/json.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Answers } from './answers.ts';
import type { NoOutput } from './asked-by-all.ts';
import { told } from './asked-by-all.ts';
import { Channel } from './channel.ts';
import { beat, eventStream, eventText } from './event-stream.ts';
import type { Feed } from './feed.ts';
import { beatMs } from './feed.ts';
import type { Allowed } from './guard.ts';
import { headersAlways, isPublic, mcpPath, turnedAway } from './guard.ts';
import type { KeptViews } from './kept-views.ts';
import type { Programs } from './programs.ts';
import { metricsText } from './metrics.ts';
import { openApi } from './open-api.ts';
import type { RequestLog } from './request-log.ts';
import type { PageFile } from './page-files.ts';
import type { Caller, LetIn, SignedIn } from './signed-in.ts';
import type { Streams } from './streams.ts';
import { lacks } from './verbs-over-http.ts';

/** ROUTES-3. A ticket and a plan have a megabyte each, and JSON may double them. */
const bodyBytesMax = 4 * 1024 * 1024;
const triesAMinuteMax = 30;
const minuteMs = 60_000;

export interface Served {
  readonly owner: AskedOrder['owner'];
  readonly signedIn: SignedIn;
  readonly views: KeptViews;
  readonly answers: Answers;
  readonly feed: Feed;
  readonly streams: Streams;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly allowed: Allowed;
  readonly isSecure: boolean;
  /** Told apart from other servers on the same address, which get the same cookies. */
  readonly cookieName: string;
  readonly version: string;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: RequestLog;
}

interface Known {
  readonly Variables: { readonly caller: Caller; readonly run?: unknown };
}

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 429 | 500 | 503;

export function routes(served: Served): Hono<Known> {
  const app = new Hono<Known>();
  const requests = new Map<string, number>();
  app.use(async (c, next) => {
    const begunAt = served.clock.monotonic();
    await next();
    for (const [name, value] of Object.entries(headersAlways)) c.header(name, value);
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
    const status = String(c.res.status);
    requests.set(status, (requests.get(status) ?? 0) + 1);
    const ms = served.clock.monotonic() - begunAt;
    served.log.answered({
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms,
      run: c.get('run'),
    });
  });
  app.use(async (c, next) => {
    const turned = turnedAway(askedBy(c), served.allowed); // ROUTES-1
    if (turned !== undefined) return problem(c, turned.status, turned.message);
    if (isPublic(c.req.method, c.req.path)) return next();
    const caller = await callerOf(c, served);
    if (caller === undefined) return problem(c, 401, nobodyWords);
    if (caller.isProgram === true && c.req.path !== mcpPath) return problem(c, 403, programWords);
    c.set('caller', caller);
    return next();
  });
  const limited = bodyLimit({ maxSize: bodyBytesMax, onError: (c) => problem(c, 413, largeWords) });
  app.use('/api/*', limited);
  app.use(mcpPath, limited);
  ofSession(app, served);
  ofVerbs(app, served);
  ofStreams(app, served);
  ofPrograms(app, served);
  const document = once(() => openApi(served.version));
  app.get('/api/openapi.json', async (c) => c.json(await document()));
  app.get('/metrics', async (c) =>
    c.text(await metricsText(served.owner, served.views, { requests, streams: served.streams.count() })),
  );
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.all('/api/*', (c) =>
    problem(c, 404, 'There is nothing at this address. /api/openapi.json lists what there is.'),
  );
  app.get('*', (c) => page(c, served));
  app.notFound((c) => problem(c, 404, 'There is nothing at this address.'));
  app.onError((error, c) => {
    served.log.wrong(error, c.req);
    return problem(c, 500, 'This is a bug in Slipway. `slipway engine logs` says what went wrong.');
  });
  return app;
}

const programWords =
  'This token was made for a program, which comes through MCP alone: POST /mcp. `slipway people add` without --program makes one for a person.';
const nobodyWords =
  'Nobody is signed in. Open the link that `slipway serve` printed, or ask for a new one: slipway open --page';
const largeWords = `The body has more than ${bodyBytesMax / 1024 / 1024} MB.`;

function askedBy(c: Context): Parameters<typeof turnedAway>[0] {
  return {
    method: c.req.method,
    path: c.req.path,
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    site: c.req.header('sec-fetch-site'),
    hasToken: tokenIn(c) !== undefined,
  };
}

function tokenIn(c: Context): string | undefined {
  const [kind, token] = (c.req.header('authorization') ?? '').split(' ');
  return kind?.toLowerCase() === 'bearer' && token?.startsWith(tokenPrefix) === true ? token : undefined;
}

/** ROUTES-1. */
async function callerOf(c: Context, { signedIn, cookieName }: Served): Promise<Caller | undefined> {
  const token = tokenIn(c);
  if (token !== undefined) return signedIn.callerWithToken(token);
  const [cookie, key] = [getCookie(c, cookieName), c.req.header('x-slipway-key')];
  return cookie === undefined || key === undefined ? undefined : signedIn.callerWith(cookie, key);
}

function problem(c: Context, status: Status, message: string, exit?: string): Response {
  return c.json({ error: { message, ...(exit === undefined ? {} : { exit }) } }, status);
}

function ofSession(app: Hono<Known>, served: Served): void {
  const { signedIn, cookieName, isSecure, version, publicUrl } = served;
  const shown = ({ by, access }: Caller) => ({ person: { name: by.who, access }, version, publicUrl });
  const tries = new Tries(served.clock);
  app.post('/api/session', async (c) => {
    const body = await bodyOf(c);
    if (body instanceof Response) return body;
    if (!tries.more()) return problem(c, 429, 'Too many tries to get in. Wait a minute.'); // ROUTES-3
    const entry = await enteredBy(signedIn, body);
    if (entry === undefined)
      return problem(
        c,
        401,
        'This link was used already, is older than ten minutes, or is not of this engine. `slipway open --page` makes another.',
      );
    setCookie(c, cookieName, entry.cookie, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      secure: isSecure,
      maxAge: cookieSeconds,
    });
    return c.json({ key: entry.key, ...shown(entry.caller) });
  });
  app.get('/api/session', (c) => c.json(shown(c.var.caller)));
  app.delete('/api/session', async (c) => {
    await signedIn.leave(c.var.caller);
    await served.streams.recheck((caller) => signedIn.isIn(caller));
    deleteCookie(c, cookieName, { path: '/' });
    return c.body(null, 204);
  });
}

const cookieSeconds = 30 * 24 * 3_600;

async function enteredBy(
  signedIn: SignedIn,
  { code, token }: Readonly<Record<string, unknown>>,
): Promise<LetIn | undefined> {
  if (typeof code === 'string') return signedIn.enterByCode(code);
  return typeof token === 'string' ? signedIn.enterByToken(token) : undefined;
}

/** How often somebody who is not known may try; everybody together, because addresses tell nobody apart here. */
class Tries {
  readonly #clock: Clock;
  #since = 0;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  more(): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#since > minuteMs) [this.#since, this.#count] = [now, 0];
    this.#count += 1;
    return this.#count <= triesAMinuteMax;
  }
}

/** ROUTES-3. */
async function bodyOf(c: Context): Promise<Readonly<Record<string, unknown>> | Response> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return problem(c, 415, 'The body has to be JSON: content-type application/json.');
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : '';
  const value = isDeep(text) ? undefined : parseJson(text);
  return isRecord(value)
    ? value
    : problem(c, 400, 'The body has to be one JSON object, in UTF-8, and not deep.');
}

/** Who asks is known by how they came, and never by what they say. */
const bodyKeys = ['input', 'id', 'seen'];

function ofVerbs(app: Hono<Known>, served: Served): void {
  app.post('/api/verbs/:verb', async (c) => {
    const body = await bodyOf(c);
    if (body instanceof Response) return body;
    const verb = c.req.param('verb');
    const unknown = Object.keys(body).find((key) => !bodyKeys.includes(key));
    if (unknown !== undefined)
      return problem(c, 400, `A body has ${bodyKeys.join(', ')} in it, and nothing else.`);
    if (isVerb(verb) && verbs[verb].kind === 'subscription')
      return problem(c, 404, `'${verb}' goes on and on: it is at /api/streams/${verb}.`);
    const asked = await callFrom(c, served, verb, body);
    if (asked instanceof Response) return asked;
    const talk = { say: () => Promise.resolve(), gone: c.req.raw.signal };
    const said = await told(asked, served, () => answered(asked, served, talk));
    return said instanceof Uint8Array
      ? c.body(said, 200, { 'content-type': 'application/json' })
      : refusedAs(c, said);
  });
}

function answered(
  call: Call,
  { owner, views }: Served,
  { say, gone }: { readonly say: (item: unknown) => Promise<void>; readonly gone: AbortSignal },
): Promise<LastFrame> {
  if (owner.host.leaving.aborted) return Promise.resolve({ leaving: true });
  return answerCall(call, { tools: owner.environments.in(undefined), owner, seen: views.journal, say, gone });
}

/** What is asked, or why it is not. */
async function callFrom(
  c: Context<Known>,
  { owner }: Served,
  verb: string,
  { input = {}, id, seen }: Readonly<Record<string, unknown>>,
): Promise<Call | Response> {
  if (!isVerb(verb)) return problem(c, 404, `There is no verb '${verb}'. /api/openapi.json lists them.`);
  const why = lacks[verb];
  if (why !== undefined) return problem(c, 404, `'${verb}' is not asked over HTTP: it ${why}.`);
  const { by, access } = c.var.caller;
  const entry = verbs[verb];
  if (!mayDo(access, entry.access)) return problem(c, 403, mayNotWords(by.who, access, entry.access)); // ROUTES-2
  if (entry.kind === 'order' && !isName(id, idCharsMax))
    return problem(
      c,
      400,
      `An order needs an id of 1 to ${idCharsMax} characters: the same again is the same order.`,
    );
  if (seen !== undefined && !isName(seen, seenCharsMax))
    return problem(c, 400, "'seen' is the digest of what was looked at.");
  const { home } = owner.environments.in(undefined).places;
  c.set('run', isRecord(input) ? input['run'] : undefined);
  const dir = isRecord(input) ? input['dir'] : undefined;
  if (dir !== undefined && !(typeof dir === 'string' && (await knownFolders(home)).has(dir)))
    return problem(
      c,
      403,
      'No run was started in this folder yet. The first one is started at the machine, where somebody looks at what it runs: slipway run',
    );
  return {
    id: typeof id === 'string' ? id : 'look',
    by,
    verb,
    input,
    ...(typeof seen === 'string' ? { seen } : {}),
  };
}

function mayNotWords(who: string, has: Access, needs: Access): string {
  return `${who} may ${has}, and this needs ${needs}. Whoever administers this home can say otherwise: slipway people`;
}

/** ROUTES-4. */
function refusedAs(c: Context, frame: NoOutput): Response {
  if ('leaving' in frame) {
    c.header('retry-after', '1');
    return problem(c, 503, 'The engine is about to leave. Ask again in a moment, under the same id.');
  }
  if ('wants' in frame) {
    return problem(
      c,
      409,
      `This needs ${frame.wants.join(', ')}, which the engine was not given and keeps nowhere. Order it at a terminal that has it, or say in slipway.yaml where it is (file: or cmd:).`,
      'missing',
    );
  }
  const { message, exit } = frame.trouble;
  return problem(c, statusOf(exit), message, exit);
}

function statusOf(exit: string): Status {
  if (exit === 'usage' || exit === 'configuration') return 400;
  return exit === 'bug' ? 500 : 409;
}

function ofStreams(app: Hono<Known>, served: Served): void {
  app.get('/api/feed', (c) => {
    const after = afterIn(c, served.feed.head);
    if (after === undefined) return problem(c, 400, "'after' is a position in the journal: a whole number.");
    const leave = served.streams.enter(c.var.caller, c.req.raw.signal);
    return leave === undefined ? problem(c, 503, manyWords) : eventStream(fedFrom(served, after, leave));
  });
  app.get('/api/streams/:verb', async (c) => {
    const verb = c.req.param('verb');
    const isSubscription = isVerb(verb) && verbs[verb].kind === 'subscription';
    if (!isSubscription)
      return problem(c, 404, `There is no stream '${verb}'. /api/openapi.json lists them.`);
    const input = parseJson(c.req.query('input') ?? '{}');
    const asked = await callFrom(c, served, verb, { input });
    if (asked instanceof Response) return asked;
    const leave = served.streams.enter(c.var.caller, c.req.raw.signal);
    return leave === undefined ? problem(c, 503, manyWords) : eventStream(saidBy(served, asked, leave));
  });
}

const manyWords = 'Too many streams are open. Close some pages of Slipway.';

/** The header is what a browser sends that connects again; the query is for one that starts anew. */
function afterIn(c: Context, head: number): number | undefined {
  const text = c.req.header('last-event-id') ?? c.req.query('after');
  if (text === undefined) return head;
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), head) : undefined;
}

/** Loaded for the first program that comes: most servers never have one. */
function ofPrograms(app: Hono<Known>, served: Served): void {
  let loaded: Promise<Programs> | undefined;
  app.all(mcpPath, async (c) => {
    const { caller } = c.var;
    if (caller.session !== undefined || served.owner.host.leaving.aborted)
      return problem(c, caller.session === undefined ? 503 : 403, mcpWords);
    loaded ??= import('./programs.ts').then(({ Programs }) => new Programs(served.owner));
    return (await loaded).answer(c.req.raw, caller);
  });
}

const mcpWords =
  'Here programs speak the Model Context Protocol, each with a token: slipway people add NAME --program. While the engine leaves, they ask again in a moment.';

type Place = NonNullable<ReturnType<Streams['enter']>>;

async function* fedFrom(
  { feed, version }: Served,
  after: number,
  { gone, leave }: Place,
): AsyncGenerator<string> {
  try {
    yield eventText('hello', { position: after, version });
    for await (const pieces of feed.after(after, gone)) {
      yield pieces.length === 0 ? beat : pieces.map(({ text }) => text).join('');
    }
  } finally {
    leave();
  }
}

async function* saidBy(served: Served, call: Call, { gone, leave }: Place): AsyncGenerator<string> {
  const channel = new Channel<unknown>(served.clock);
  gone.addEventListener('abort', () => channel.close(), { once: true });
  const ended = answered(call, served, { say: (item) => channel.say(item), gone }).finally(() =>
    channel.close(),
  );
  try {
    for (;;) {
      const item = await channel.next(beatMs);
      if (item === 'closed') break;
      yield item === undefined ? beat : eventText('item', item.value);
    }
    const last = await ended;
    if ('trouble' in last) yield eventText('trouble', { error: last.trouble });
    yield eventText('end', {});
  } finally {
    leave();
    channel.close();
  }
}

function page(c: Context, { files }: Served): Response {
  const file = files.get(c.req.path);
  if (file === undefined && c.req.path.startsWith('/assets/'))
    return problem(c, 404, 'This is of another version of the page. Load it again.');
  const shown = file ?? files.get('/index.html');
  if (shown === undefined)
    return c.text('The page is not built here. `npm run build` makes it; everything else is served.\n', 404);
  c.header('content-type', shown.type);
  c.header('cache-control', shown.isFixed ? 'public, max-age=31536000, immutable' : 'no-cache');
  return c.body(shown.bytes);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
