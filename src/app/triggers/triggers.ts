// The triggers of a home that are on: their listeners, their schedules, and what waits in the inbox. Owns which are on in this process.
//
// Invariants
//   TRIGGERS-1. What a person turned on holds as it was then, whatever stands in the file meanwhile, until they turn it on again or off.
//   TRIGGERS-2. A hook without its secret is not listened to, and that is said; the others are.
//   TRIGGERS-3. What is in the inbox is carried out, one after another in each folder, also after a crash.
//   TRIGGERS-4. A folder that names no port gets the first that is free, and keeps it: whoever sends webhooks knows it by then.

import { randomBytes } from 'node:crypto';
import type { Came, Settled } from '../../core/triggers/delivery.ts';
import type { Given } from '../../engine/frames.ts';
import { NoticeLedger, notifierKey } from '../../engine/notice-ledger.ts';
import { TelegramLedger } from '../../engine/telegram-ledger.ts';
import type { Armed, Inbox, TriggerLedger } from '../../engine/trigger-ledger.ts';
import { messageOf } from '../../plain/errors.ts';
import { remoteOf, slugText } from '../../github/address.ts';
import { TurnsByKey } from '../../telemetry/in-turn.ts';
import type { Config } from '../../config/config.ts';
import type { NotifySettings } from '../../config/notify-settings.ts';
import type { TriggerSettings } from '../../config/trigger-settings.ts';
import { usualPorts } from '../../config/trigger-settings.ts';
import type { Hooks, OpenHooks } from '../../triggers/posted.ts';
import { UserError } from '../ending/user-error.ts';
import type { MadeNotifiers } from '../notices/notifiers-on.ts';
import type { Tools } from '../parts.ts';
import { configOfRun } from '../parts.ts';
import type { Bots as BotsOn, Joining } from '../telegram/bots.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import type { CarryingDelivery } from './carry-out.ts';
import { joiningOf, secretsOf } from './secrets-here.ts';

type OwnerOf = AskedOrder['owner'];

export interface TriggersParts {
  readonly tools: Tools;
  readonly ledger: TriggerLedger;
  /** How it comes to be heard; a command at a terminal is not. */
  readonly openHooks: OpenHooks | undefined;
  readonly onTrouble: (error: unknown) => void;
}

/** One folder whose triggers are on in this process. */
interface On {
  readonly armed: Armed;
  readonly given: Given | undefined;
  readonly port: number | undefined;
  readonly close: () => Promise<void>;
}

/** What a hook says where its secret is not known. */
export interface OpenedHooks {
  /** Undefined where no hook is listened to. */
  readonly port: number | undefined;
  readonly problems: readonly string[];
}

/** Of the word that comes back from a button. */
const buttonBytes = 9;
/** Of what went wrong. */
const wordsCharsMax = 600;

export class Triggers {
  readonly #parts: TriggersParts;
  readonly #on = new Map<string, On>();
  readonly #turns = new TurnsByKey();
  readonly #closing = new AbortController();
  #bots: BotsOn | undefined;
  #working = 0;
  #idle: (() => void)[] = [];

  constructor(parts: TriggersParts) {
    this.#parts = parts;
  }

  get ledger(): TriggerLedger {
    return this.#parts.ledger;
  }

  isOn(): boolean {
    return this.#on.size > 0 || this.#working > 0;
  }

  refuseWithoutEngine(): void {
    if (this.#parts.openHooks !== undefined) return;
    throw new UserError(
      'The home is owned by a command at a terminal, which listens to nobody else. Let it finish, or end it with Ctrl-C there, and try again.',
      'refused',
    );
  }

  /** After a start: everything that was on, and what is left in the inbox. */
  async takeUp(owner: OwnerOf): Promise<void> {
    if (this.#parts.openHooks === undefined) return;
    const { armed, unsettled } = await this.ledger.inbox();
    const wanted = [...armed.values()]; // as it was when the engine began: more may be turned on meanwhile
    for (const one of wanted) {
      // A port that another program has is no reason for the runs of the home to stand still.
      await this.#open(owner, one, givenAgain(this.#parts.tools, one)).catch((error: unknown) =>
        this.ledger.turnAway({
          folder: one.folder,
          trigger: 'listener',
          reason: 'deaf',
          about: this.#wordsOf(error),
        }),
      );
    }
    for (const id of unsettled) this.#due(owner, id);
  }

  /** TRIGGERS-1. `armed` is in the journal. */
  async open(owner: OwnerOf, armed: Armed, given: Given | undefined): Promise<OpenedHooks> {
    await this.close(armed.folder);
    return this.#open(owner, armed, given);
  }

  async close(folder: string): Promise<boolean> {
    const on = this.#on.get(folder);
    this.#on.delete(folder);
    await on?.close();
    return on !== undefined;
  }

  /** The port that a folder's webhooks come to; undefined where none are listened to. */
  portOf(folder: string): number | undefined {
    return this.#on.get(folder)?.port;
  }

  /** Resolves when nothing is being carried out. */
  async settled(): Promise<void> {
    if (this.#working > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Takes on nothing more, and waits for what is being carried out. */
  async stop(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#on.keys()].map((folder) => this.close(folder)));
    await this.settled();
  }

  async #open(owner: OwnerOf, armed: Armed, given: Given | undefined): Promise<OpenedHooks> {
    const { tools, openHooks } = this.#parts;
    const config = await configOfRun(tools.blobs, armed.config);
    const { triggers: settings, notify } = config;
    if (openHooks === undefined) return { port: undefined, problems: [] };
    const here = owner.environments.in(given);
    const known = await secretsOf(here, settings);
    const notifiers = notify === undefined ? nobodyTold : await notifiersIn(here, notify);
    const joining =
      settings?.telegram === undefined
        ? undefined
        : await joiningOf(here, settings.telegram, { armed, quiet: notify?.quiet, secrets: known.secrets });
    const problems = [
      ...known.problems,
      ...(joining !== undefined && 'problem' in joining ? [{ trigger: 'telegram', ...joining }] : []),
      ...notifiers.problems.map(({ name, problem }) => ({ trigger: `notifier ${name}`, problem })),
    ];
    for (const problem of problems) await this.#leftOut(armed, problem);
    await import('./carry-out.ts'); // what it came from may be replaced while it lives
    const stop = new AbortController();
    const hooks =
      settings !== undefined && known.secrets.size > 0
        ? await this.#listen(openHooks, { owner, armed, config, settings }, known.secrets)
        : undefined;
    const otherwise =
      joining !== undefined && 'bot' in joining ? await this.#join(owner, joining) : undefined;
    if (otherwise !== undefined) await this.#leftOut(armed, { trigger: 'telegram', problem: otherwise });
    const loops = [
      this.#schedule(owner, armed.folder, settings, stop.signal),
      this.#tell(owner, { armed, notifiers: notifiers.made, quiet: notify?.quiet }, stop.signal),
    ];
    const close = async (): Promise<void> => {
      stop.abort();
      await Promise.all([hooks?.close(), this.#bots?.leave(armed.folder), ...loops]);
    };
    this.#on.set(armed.folder, { armed, given, port: hooks?.port, close });
    return {
      port: hooks?.port,
      problems: [...problems.map(({ problem }) => problem), ...(otherwise === undefined ? [] : [otherwise])],
    };
  }

  async #listen(
    openHooks: OpenHooks,
    {
      owner,
      armed: { folder, repository },
      config: { policy },
      settings,
    }: {
      readonly owner: OwnerOf;
      readonly armed: Armed;
      readonly config: Config;
      readonly settings: TriggerSettings;
    },
    secrets: ReadonlyMap<string, string>,
  ): Promise<Hooks> {
    const { tools } = this.#parts;
    const desk = {
      folder,
      settings,
      authors: policy.authors,
      secrets,
      places: await placesOnGitHub(tools, repository),
      ledger: this.ledger,
      tools,
      hint: (touched: readonly number[] | 'all') => owner.engine.hint(repository, touched),
      isDue: (id: string) => this.#due(owner, id),
    };
    const { takeDelivery } = await import('./take-delivery.ts');
    return this.#openAt(openHooks, { folder, listen: settings.listen }, async (posted) =>
      posted.path === '/telegram' && this.#bots !== undefined
        ? this.#bots.posted(folder, posted)
        : takeDelivery(desk, posted),
    );
  }

  /** TRIGGERS-4. */
  async #openAt(
    openHooks: OpenHooks,
    { folder, listen: { host, port } }: Pick<TriggerSettings, 'listen'> & { readonly folder: string },
    receive: Parameters<OpenHooks>[1],
  ): Promise<Hooks> {
    const before = (await this.ledger.inbox()).listening.get(folder);
    const tried = port === undefined ? [...(before === undefined ? [] : [before]), ...usualPorts] : [port];
    let hooks: Hooks | undefined;
    let last: unknown;
    for (const each of tried) {
      hooks = await openHooks({ host, port: each }, receive).catch((error: unknown) => {
        last = error;
        return undefined;
      });
      if (hooks !== undefined) break;
    }
    if (hooks === undefined) throw last;
    const { port: got } = hooks;
    await this.ledger.record(({ listening }) =>
      listening.get(folder) === got ? [] : [{ type: 'triggers.listening', folder, port: got }],
    );
    return hooks;
  }

  #leftOut({ folder }: Armed, { trigger, problem }: LeftOut): Promise<void> {
    return this.ledger.turnAway({ folder, trigger, reason: 'off', about: problem });
  }

  /** For all folders together: one bot may serve several. */
  async #join(owner: OwnerOf, joining: Joining): Promise<string | undefined> {
    const { Bots } = await import('../telegram/bots.ts');
    const { tools, ledger: inbox, onTrouble } = this.#parts;
    const { clock } = tools;
    this.#bots ??= new Bots({
      tools,
      owner,
      inbox,
      notices: new NoticeLedger(owner.journal, clock),
      telegram: new TelegramLedger(owner.journal, clock, () =>
        randomBytes(buttonBytes).toString('base64url'),
      ),
      isDue: (id) => this.#due(owner, id),
      onTrouble,
    });
    return this.#bots.join(joining);
  }

  async #schedule(
    owner: OwnerOf,
    folder: string,
    settings: TriggerSettings | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { schedules = {} } = settings ?? {};
    if (Object.keys(schedules).length === 0) return;
    const { tools, onTrouble } = this.#parts;
    const { clock, blobs, screener } = tools;
    const scheduling = {
      folder,
      schedules,
      ledger: this.ledger,
      clock,
      keep: (words: string) => blobs.put(screener.redact(words)),
      isOpen: (came: Came, inbox: Inbox) => isOpen(owner, came, inbox),
      isDue: (id: string) => this.#due(owner, id),
    };
    const { scheduleLoop } = await import('./schedule-loop.ts');
    await scheduleLoop(scheduling, signal).catch(onTrouble);
  }

  async #tell(owner: OwnerOf, { armed, notifiers, quiet }: Telling, signal: AbortSignal): Promise<void> {
    if (notifiers.length === 0) return;
    const { tools, onTrouble } = this.#parts;
    const { noticeLoop } = await import('../notices/notice-loop.ts');
    const ledger = new NoticeLedger(owner.journal, tools.clock);
    const { folder, repository, at: since } = armed;
    await Promise.all(
      notifiers.map(({ name, notifier }) =>
        noticeLoop(
          { owner, tools, ledger, notifier, name: notifierKey(folder, name), repository, since, quiet },
          signal,
        ).catch(onTrouble),
      ),
    );
  }

  /** TRIGGERS-3. Asked for twice, it is done once: the second finds it settled. */
  #due(owner: OwnerOf, id: string): void {
    this.#working += 1;
    void this.ledger
      .inbox()
      .then(({ came }) => this.#turns.take(lineOf(came.get(id)), () => this.#settle(owner, id)))
      .catch(this.#parts.onTrouble)
      .finally(() => {
        this.#working -= 1;
        if (this.#working === 0) for (const resolve of this.#idle.splice(0)) resolve();
      });
  }

  async #carryOut(carrying: CarryingDelivery, came: Came): Promise<Settled> {
    const at = came.known === 'telegram' ? this.#bots?.of(came) : undefined;
    if (at === undefined) return (await import('./carry-out.ts')).carryOut(carrying, came);
    const { answerInTelegram } = await import('../telegram/carry-out.ts');
    const settled = await answerInTelegram(carrying, at, came);
    return { ...settled, because: this.#wordsIn(settled.because) };
  }

  #wordsOf(error: unknown): string {
    return this.#wordsIn(messageOf(error));
  }

  #wordsIn(words: string): string {
    return this.#parts.tools.screener.redact(words.slice(0, wordsCharsMax)).text;
  }

  async #settle(owner: OwnerOf, id: string): Promise<void> {
    const { came, unsettled, armed } = await this.ledger.inbox();
    const one = came.get(id);
    // What is left when this engine goes is for the next one.
    if (one === undefined || !unsettled.has(id) || this.#closing.signal.aborted || owner.host.leaving.aborted)
      return;
    const on = armed.get(one.folder);
    if (on === undefined) {
      await this.ledger.settle(id, { outcome: 'refused', because: 'Its triggers were turned off' });
      return;
    }
    const given = this.#on.get(one.folder)?.given;
    const carrying = { tools: this.#parts.tools, owner, repository: on.repository, given };
    // One that cannot be carried out at all is settled as that, or every engine after this one would meet it again.
    const settled = await this.#carryOut(carrying, one).catch((error: unknown) => ({
      outcome: 'refused' as const,
      because: this.#wordsOf(error),
    }));
    if (!owner.host.leaving.aborted || settled.outcome === 'done') await this.ledger.settle(id, settled);
  }
}

/** A person in a conversation waits for themselves alone. */
function lineOf(came: Came | undefined): string {
  return came?.known === 'telegram' ? `telegram ${came.who}` : (came?.folder ?? '');
}

/** What was given along when they were turned on is gone with that process, but for what only says where a secret is. */
function givenAgain({ surroundings: { env } }: Tools, { references }: Armed): Given | undefined {
  const names = Object.keys(references);
  if (names.length === 0) return undefined;
  const set = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { values: { ...Object.fromEntries(set), ...references }, names };
}

interface LeftOut {
  readonly trigger: string;
  readonly problem: string;
}

interface Telling {
  readonly armed: Armed;
  readonly notifiers: MadeNotifiers['made'];
  readonly quiet: NotifySettings['quiet'];
}

const nobodyTold: MadeNotifiers = { made: [], problems: [] };

async function notifiersIn(tools: Tools, settings: NotifySettings): Promise<MadeNotifiers> {
  const { notifiersOn } = await import('../notices/notifiers-on.ts');
  return notifiersOn(tools, settings);
}

async function placesOnGitHub(
  { workspaces, surroundings: { env } }: Tools,
  repository: string,
): Promise<ReadonlySet<string>> {
  const remotes = await workspaces.remotes(repository);
  return new Set(
    remotes.flatMap(({ url }) => {
      const remote = remoteOf(url, env);
      return remote === undefined ? [] : [`${remote.hub.web}/${slugText(remote.slug)}`.toLowerCase()];
    }),
  );
}

async function isOpen({ journal }: OwnerOf, { id }: Came, { settled, unsettled }: Inbox): Promise<boolean> {
  if (unsettled.has(id)) return true;
  const run = settled.get(id)?.run;
  return run !== undefined && (await journal.summaries({ open: true })).some((one) => one.run === run);
}
