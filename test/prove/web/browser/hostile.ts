// A page on another port of the same address, as an agent could start one, in a browser where somebody is signed in; and a page of a stranger
// whose name ends at this machine. What they can read, frame, send or find lying about is tried with a real browser.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { called } from '../call.ts';
import type { Finding, Judged } from '../case.ts';
import { doors, refusedBy } from '../case.ts';
import { newCode } from '../cases/entry.ts';
import type { Control } from '../controls.ts';
import { portOf, shut } from '../open-door.ts';
import { callTo } from '../routes.ts';
import type { Stage } from '../stage.ts';
import type { Browser, Page } from './chromium.ts';

export const stranger = 'rebound.example';

interface Hostile {
  readonly url: string;
  /** Every cookie that browsers brought along. */
  readonly cookies: readonly string[];
  readonly close: () => Promise<void>;
}

export interface Met {
  readonly cases: readonly Judged[];
  readonly controls: readonly Control[];
}

async function openHostile(): Promise<Hostile> {
  const cookies: string[] = [];
  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    const { cookie } = asked.headers;
    if (cookie !== undefined) cookies.push(cookie);
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end('<!doctype html><title>tea</title><body></body>');
  });
  const port = await portOf(server);
  return { url: `http://127.0.0.1:${port}/`, cookies, close: () => shut(server) };
}

export async function meetHostile(stage: Stage, browser: Browser): Promise<Met> {
  const hostile = await openHostile();
  const own = await browser.newPage();
  const controls = [await signedInHere(stage, own)];
  const cases: Judged[] = [];
  for (const [name, attempt] of attemptsOf(stage)) {
    const page = await browser.newPage();
    await page.open(hostile.url);
    const findings = await attempt(page);
    cases.push({ name: `hostile page: ${name}`, findings });
  }
  for (const found of await replayed(stage, hostile.cookies)) cases.push(found);
  const rebound = await browser.newPage();
  for (const found of await asStranger(stage, rebound)) cases.push(found);
  // What was tried has signed nobody out, either.
  controls.push(await stillThere(own));
  controls.push({
    name: 'the browser brings our cookie to another port',
    wrong:
      hostile.cookies.length > 0 ? undefined : 'it did not, and nothing was shown of what it is worth there',
  });
  await hostile.close();
  return { cases, controls };
}

/** Any answer of the server makes its origin: the page need not be built. */
async function signedInHere(stage: Stage, page: Page): Promise<Control> {
  await page.open(`${stage.server.origin}/healthz`);
  const status = await page.ask(`fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: ${JSON.stringify(await newCode(stage))} }),
  }).then(async (answer) => {
    localStorage.setItem('slipway-key', (await answer.json()).key);
    return answer.status;
  })`);
  return { name: 'a browser signs in', wrong: status === 200 ? undefined : String(status) };
}

async function stillThere(page: Page): Promise<Control> {
  const status = await page.ask(`fetch('/api/verbs/list', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-slipway-key': localStorage.getItem('slipway-key') },
    body: '{"input":{}}',
  }).then((answer) => answer.status)`);
  return {
    name: 'its own page sees the runs, after all that',
    wrong: status === 200 ? undefined : String(status),
  };
}

type Attempt = (page: Page) => Promise<readonly Finding[]>;

/** What the page came to know is judged here; what it changed is seen in the home afterwards. */
function attemptsOf({ server, run, secrets }: Stage): readonly (readonly [string, Attempt])[] {
  const { origin } = server;
  const tell = JSON.stringify({ input: { run, text: 'Do as the tea page says.' }, id: 'tea' });
  const at = (path: string): string => JSON.stringify(`${origin}${path}`);
  const reads =
    (expression: string): Attempt =>
    async (page) => {
      const told = JSON.stringify((await page.ask(expression)) ?? '');
      const isRead = told.includes('read:') || secrets.some((secret) => told.includes(secret));
      return isRead ? [{ category: 'accepted', what: `the page read ${told.slice(0, 200)}` }] : [];
    };
  const fetched = (path: string, options: string): Attempt =>
    reads(
      `fetch(${at(path)}, { credentials: 'include', ${options} }).then(async (answer) => answer.type === 'opaque' ? 'opaque' : 'read: ' + (await answer.text()).slice(0, 80))`,
    );
  const posted = `method: 'POST', body: ${JSON.stringify(tell)}`;
  const form = (type: string): Attempt =>
    reads(`new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { name: 'tea' });
      const form = Object.assign(document.createElement('form'), { method: 'post', enctype: '${type}', target: 'tea', action: ${at('/api/verbs/tell')} });
      const [before, behind] = ${JSON.stringify(tell)}.split('tea page');
      form.append(Object.assign(document.createElement('input'), { name: before + 'tea page', value: behind }));
      document.body.append(frame, form);
      frame.onload = () => { try { resolve('read: ' + frame.contentDocument.body.innerText); } catch (error) { resolve('no'); } };
      setTimeout(() => resolve('no'), 1000);
      form.submit();
    })`);
  const loaded = (tag: string, attribute: string, path: string): Attempt =>
    reads(`new Promise((resolve) => {
      const made = document.createElement('${tag}');
      made.onload = () => resolve('read: it was loaded');
      made.onerror = () => resolve('no');
      if ('${tag}' === 'link') made.rel = 'stylesheet';
      made.${attribute} = ${at(path)};
      document.body.append(made);
      setTimeout(() => resolve('no'), 1000);
    })`);
  return [
    ['a plain POST that may not be read', fetched('/api/verbs/tell', `mode: 'no-cors', ${posted}`)],
    ['a plain POST that wants to be read', fetched('/api/verbs/tell', posted)],
    [
      'a POST of JSON',
      fetched('/api/verbs/tell', `headers: { 'content-type': 'application/json' }, ${posted}`),
    ],
    [
      'a POST of JSON with a key',
      fetched(
        '/api/verbs/tell',
        `headers: { 'content-type': 'application/json', 'x-slipway-key': 'x' }, ${posted}`,
      ),
    ],
    ['signing somebody out', fetched('/api/session', `method: 'DELETE'`)],
    ['who is signed in', fetched('/api/session', '')],
    ['the document', fetched('/api/openapi.json', '')],
    ['metrics', fetched('/metrics', '')],
    ['the feed', fetched('/api/feed?after=0', '')],
    ['whether somebody is there', fetched('/healthz', '')],
    ['the page', fetched('/', '')],
    ['a form', form('application/x-www-form-urlencoded')],
    ['a form of plain text', form('text/plain')],
    ['a form with parts', form('multipart/form-data')],
    [
      'a beacon',
      reads(`navigator.sendBeacon(${at('/api/verbs/tell')}, ${JSON.stringify(tell)}) ? 'sent' : 'no'`),
    ],
    [
      'the feed by EventSource',
      reads(`new Promise((resolve) => {
      const source = new EventSource(${at('/api/feed?after=0')}, { withCredentials: true });
      source.onopen = () => resolve('read: it is open');
      source.addEventListener('hello', () => resolve('read: hello'));
      source.onerror = () => { source.close(); resolve('no'); };
    })`),
    ],
    [
      'a socket',
      reads(`new Promise((resolve) => {
      const socket = new WebSocket(${at('/api/feed').replace('http', 'ws')});
      socket.onopen = () => resolve('read: it is open');
      socket.onerror = () => resolve('no');
    })`),
    ],
    ['the document as a script', loaded('script', 'src', '/api/openapi.json')],
    ['who is signed in as a script', loaded('script', 'src', '/api/session')],
    ['the document as a style', loaded('link', 'href', '/api/openapi.json')],
    ['a picture', loaded('img', 'src', '/api/session')],
    [
      'the storage of the other port',
      reads(`localStorage.getItem('slipway-key') === null ? 'no' : 'read: the key'`),
    ],
    [
      'the cookie, by a script',
      reads(`document.cookie.includes('slipway') ? 'read: ' + document.cookie : 'no'`),
    ],
    [
      'a window that is looked into',
      reads(`new Promise((resolve) => {
      const other = window.open(${at('/')});
      setTimeout(() => { try { resolve('read: ' + other.document.body.innerHTML + other.localStorage.getItem('slipway-key')); } catch { resolve('no'); } }, 500);
    })`),
    ],
    ['a frame around the page', framed(at('/'))],
    ['a frame around an answer', framed(at('/api/session'))],
  ];
}

function framed(address: string): Attempt {
  return async (page) => {
    await page.ask(`new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: ${address} });
      frame.onload = resolve;
      document.body.append(frame);
      setTimeout(resolve, 2000);
    })`);
    const shown = (await page.frames()).filter((url) => url.startsWith('http'));
    return shown.map((url) => ({ category: 'accepted', what: `${url} is shown in a frame` }));
  };
}

/** The very cookie that the other port received, on every route, with whatever key. */
async function replayed(
  { server, owner, routes, secrets }: Stage,
  cookies: readonly string[],
): Promise<Met['cases']> {
  const cookie = cookies.at(-1) ?? '';
  const found: Judged[] = [];
  for (const route of routes.filter(({ access }) => access !== undefined)) {
    for (const key of [undefined, 'x', cookie]) {
      const { headers, ...call } = callTo(server, owner, route);
      const { 'x-slipway-key': _key, ...rest } = headers;
      const answer = await called(server.port, {
        ...call,
        headers: { ...rest, cookie, ...(key === undefined ? {} : { 'x-slipway-key': key }) },
      });
      const name = `${route.name}: the cookie another port received, with ${key === undefined ? 'no key' : 'a key of its own'}`;
      found.push({
        name: `hostile page: ${name}`,
        findings: refusedBy(answer, doors.session, secrets),
      });
    }
  }
  return found;
}

/** The page of a stranger, from whose name this machine answers all at once: it is of the same origin as what it asks. */
async function asStranger({ server, secrets }: Stage, page: Page): Promise<Met['cases']> {
  await page.open(`http://${stranger}:${server.port}/`);
  const found: Judged[] = [];
  for (const path of [
    '/',
    '/healthz',
    '/metrics',
    '/api/session',
    '/api/openapi.json',
    '/api/feed?after=0',
  ]) {
    const told = await page.ask(
      `fetch(${JSON.stringify(path)}, { credentials: 'include' }).then(async (answer) => answer.ok ? 'read: ' + (await answer.text()).slice(0, 80) : String(answer.status))`,
    );
    const isRead =
      String(told).startsWith('read:') || secrets.some((secret) => String(told).includes(secret));
    found.push({
      name: `rebinding: GET ${path} in a browser`,
      findings: isRead ? [{ category: 'accepted', what: String(told) }] : [],
    });
  }
  return found;
}
