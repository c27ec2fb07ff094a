// A real browser without a window, told what to do over a pipe: pages are opened, looked at and asked, as the tools for developers do.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';

const program = 'chromium';
const answerMs = 20_000;
const endMs = 5_000;
/** The name under which scripts say that they were run. */
export const ranName = 'slipwayRan';

const frame = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Frame = z.infer<typeof frame>;
type Params = Readonly<Record<string, unknown>>;

export class Browser {
  readonly #child: ChildProcess;
  readonly #to: Writable;
  readonly #profile: string;
  readonly #waiting = new Map<number, (frame: Frame) => void>();
  readonly #listeners = new Set<(frame: Frame) => void>();
  #next = 1;

  private constructor(child: ChildProcess, to: Writable, from: Readable, profile: string) {
    this.#child = child;
    this.#to = to;
    this.#profile = profile;
    let text = '';
    from.setEncoding('utf8').on('data', (piece: string) => {
      const parts = `${text}${piece}`.split('\0');
      text = parts.pop() ?? '';
      for (const part of parts) this.#heard(frame.parse(JSON.parse(part)));
    });
  }

  /** Names of strangers end at this machine, as when their owner lets them. */
  static async open(strangers: readonly string[]): Promise<Browser> {
    const profile = await mkdtemp(path.join(tmpdir(), 'slipway-browser-'));
    const child = spawn(
      program,
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        '--remote-debugging-pipe',
        `--user-data-dir=${profile}`,
        `--host-resolver-rules=${strangers.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`,
      ],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'] ?? '', HOME: profile },
      },
    );
    const [, , , to, from] = child.stdio;
    if (!(to instanceof Writable) || !(from instanceof Readable)) throw new Error('There is no pipe.');
    to.on('error', () => undefined);
    await once(child, 'spawn');
    return new Browser(child, to, from, profile);
  }

  async newPage(): Promise<Page> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, String(sessionId));
    await page.prepare();
    return page;
  }

  on(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${method}: no answer within ${answerMs} ms`)),
        answerMs,
      );
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
      const said = { id, method, params, ...(sessionId === undefined ? {} : { sessionId }) };
      this.#to.write(`${JSON.stringify(said)}\0`);
    });
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), endMs);
      this.#to.write(`${JSON.stringify({ id: this.#next++, method: 'Browser.close' })}\0`);
      await exited;
      clearTimeout(timer);
    }
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #heard(said: Frame): void {
    if (said.id !== undefined) this.#waiting.get(said.id)?.(said);
    else for (const listener of this.#listeners) listener(said);
  }
}

const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const tree = z.object({
  frameTree: z.object({
    childFrames: z.array(z.object({ frame: z.object({ url: z.string() }) })).optional(),
  }),
});

export class Page {
  /** What scripts said they were, each time one was run. */
  readonly ran: string[] = [];
  readonly #browser: Browser;
  readonly #session: string;

  constructor(browser: Browser, session: string) {
    this.#browser = browser;
    this.#session = session;
    browser.on(({ method, sessionId, params }) => {
      if (method === 'Runtime.bindingCalled' && sessionId === session)
        this.ran.push(String(params?.['payload']));
      // A question of a page would stop it, and everything with it.
      if (method === 'Page.javascriptDialogOpening' && sessionId === session)
        void this.#send('Page.handleJavaScriptDialog', { accept: true }).catch(() => undefined);
    });
  }

  async prepare(): Promise<void> {
    await this.#send('Page.enable');
    await this.#send('Runtime.enable');
    await this.#send('Runtime.addBinding', { name: ranName });
  }

  /** Without what a page forbids itself: what it lets in by mistake is run, and so is seen. */
  async withoutPolicy(): Promise<void> {
    await this.#send('Page.setBypassCSP', { enabled: true });
  }

  /** Resolves when the page is loaded, or is not going to be. */
  async open(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, answerMs);
      const off = this.#browser.on(({ method, sessionId }) => {
        if (method !== 'Page.loadEventFired' || sessionId !== this.#session) return;
        clearTimeout(timer);
        off();
        resolve();
      });
    });
    const { errorText } = await this.#send('Page.navigate', { url });
    if (errorText === undefined) await loaded;
  }

  /** What an expression comes to in the page, after it was waited for; what it throws is its answer, as text. */
  async ask(expression: string): Promise<unknown> {
    const wrapped = `(async () => { try { return await (${expression}); } catch (error) { return 'threw: ' + error; } })()`;
    const { result, exceptionDetails } = evaluated.parse(
      await this.#send('Runtime.evaluate', {
        expression: wrapped,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      }),
    );
    return exceptionDetails === undefined ? result.value : `threw: ${exceptionDetails.text}`;
  }

  /** Where the frames in it ended up. */
  async frames(): Promise<readonly string[]> {
    const { frameTree } = tree.parse(await this.#send('Page.getFrameTree'));
    return (frameTree.childFrames ?? []).map((child) => child.frame.url);
  }

  #send(method: string, params: Params = {}): Promise<Params> {
    return this.#browser.send(method, params, this.#session);
  }
}
