// What may start and steer runs besides people at a terminal: turning it on and off for a folder, and what came of it.

import type { Config } from '../../config/config.ts';
import { notifiersOf } from '../../config/notify-settings.ts';
import type { Asked, Reason } from '../../core/triggers/delivery.ts';
import { hooksOf } from '../../config/trigger-settings.ts';
import type { Armed } from '../../engine/trigger-ledger.ts';
import type { NoticeState, NotifierState } from '../../engine/notice-ledger.ts';
import { noticesIn, noticeStream, notifierKey } from '../../engine/notice-ledger.ts';
import type { TelegramState } from '../../engine/telegram-ledger.ts';
import { telegramIn, telegramStream } from '../../engine/telegram-ledger.ts';
import { inboxIn, triggerStream } from '../../engine/trigger-ledger.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nextTime, problemWith } from '../../triggers/schedule-times.ts';
import { age, plural, pointInTime } from '../../views/words/words.ts';
import { UserError } from '../ending/user-error.ts';
import { WantsVariables } from '../home/environments.ts';
import { variablesOf } from '../home/given.ts';
import { reasonWords } from '../triggers/reason-words.ts';
import type { OpenedHooks } from '../triggers/triggers.ts';
import type { Take } from './once-at-home.ts';
import { onceAtHome } from './once-at-home.ts';
import type { Look, Order, OrderContext } from './verb.ts';

export interface ArmedShown {
  readonly folder: string;
  readonly since: number;
  readonly by: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly hooks: readonly { readonly trigger: string; readonly path: string }[];
  readonly schedules: readonly {
    readonly name: string;
    readonly cron: string;
    readonly zone: string;
    readonly next?: number | undefined;
  }[];
  /** How the bot of Telegram hears, and why it does not. */
  readonly telegram?: { readonly how: 'asks' | 'is-told'; readonly problem?: string | undefined } | undefined;
  readonly notifiers: readonly NotifierShown[];
}

export interface NotifierShown {
  readonly name: string;
  /** How many notices went out. */
  readonly told: number;
  readonly lastAt?: number | undefined;
  /** Why nothing can be said there now, or why the last one was not wanted. */
  readonly problem?: string | undefined;
  readonly triesAgainAt?: number | undefined;
}

export interface DeliveryShown {
  /** What it is known by, made of what was signed; what was turned away at the door has none. */
  readonly id?: string | undefined;
  readonly at: number;
  readonly folder: string;
  readonly trigger: string;
  readonly about: string;
  readonly outcome: 'waits' | 'done' | 'refused' | 'ignored';
  readonly because: string;
  readonly run?: string | undefined;
  /** Others of the same kind since the last one that is shown. */
  readonly more: number;
}

export interface TriggersShown {
  readonly armed: readonly ArmedShown[];
  /** The newest first. */
  readonly deliveries: readonly DeliveryShown[];
}

export interface TriggersInput {
  readonly deliveriesMax?: number | undefined;
}

const usualMax = 30;

export const triggers: Look<TriggersInput, TriggersShown> = {
  look: async ({ journal, places, clock }, { deliveriesMax = usualMax }) => {
    const inbox = inboxIn((await journal?.read(triggerStream)) ?? []);
    const notices = noticesIn((await journal?.read(noticeStream)) ?? []);
    const bots = telegramIn((await journal?.read(telegramStream)) ?? []);
    const { openTexts } = await import('../home/texts.ts');
    const { get } = await openTexts(places);
    const armed = await Promise.all(
      Array.from(inbox.armed.values(), async (one) => {
        const config = configKept(await get(one.config));
        const port = inbox.listening.get(one.folder);
        return armedShown(one, config, { notices, bots, port, now: clock.now() });
      }),
    );
    const came = Array.from(inbox.came.values(), (one): DeliveryShown => {
      const settled = inbox.settled.get(one.id);
      return {
        id: one.id.startsWith(`${one.folder}:`) ? one.id.slice(one.folder.length + 1) : one.id,
        at: one.cameAt,
        folder: one.folder,
        trigger: one.trigger,
        about: `${askedWords[one.asks.do]}: ${one.who} on ${one.subject}`,
        outcome: settled?.outcome ?? 'waits',
        because: settled?.because ?? 'It is in the inbox',
        run: settled?.run,
        more: 0,
      };
    });
    const away = inbox.away.map(({ at, folder, trigger, about, reason, more }): DeliveryShown => {
      return { at, folder, trigger, about, outcome: outcomeOf(reason), because: reasonWords[reason], more };
    });
    const deliveries = [...came, ...away].toSorted((a, b) => b.at - a.at).slice(0, deliveriesMax);
    return { armed, deliveries };
  },
  words: ({ armed, deliveries }, { now }) => ({
    data: [
      ...armed.map((one) => armedText(one, now)),
      ...deliveries.map((one) => deliveryText(one, now)),
    ].join(''),
    ...(armed.length === 0
      ? {
          talk: 'No triggers are on. `slipway triggers on` turns on what is under `triggers` in slipway.yaml.\n',
        }
      : {}),
  }),
};

const askedWords: Readonly<Record<Asked['do'], string>> = {
  start: 'start',
  'start-told': 'start',
  revise: 'revise',
  stop: 'stop',
  approve: 'approve',
  hear: 'message',
  press: 'button',
};

const ignored: ReadonlySet<Reason> = new Set<Reason>([
  'repeated',
  'ours',
  'elsewhere',
  'nothing-asked',
  'looked',
  'open',
  'missed',
]);

function outcomeOf(reason: Reason): 'ignored' | 'refused' {
  return ignored.has(reason) ? 'ignored' : 'refused';
}

type Kept = Pick<Config, 'triggers' | 'notify'>;

/** What was kept when they were turned on. */
function configKept(text: string | undefined): Kept {
  const config: Kept = text === undefined ? {} : JSON.parse(text);
  return config;
}

interface Standing {
  readonly notices: NoticeState;
  readonly bots: Pick<TelegramState, 'bots' | 'down'>;
  /** That it got. */
  readonly port: number | undefined;
  readonly now: number;
}

function armedShown(
  { folder, at, by }: Armed,
  { triggers: settings, notify }: Kept,
  { notices, bots: { bots, down: deaf }, port, now }: Standing,
): ArmedShown {
  const { telegram } = settings ?? {};
  const down = deaf.get(bots.get(folder) ?? '');
  const people = [...notices.keys()].filter((key) => key.startsWith(notifierKey(folder, 'telegram ')));
  const names = [
    ...(notify === undefined ? [] : notifiersOf(notify)).map(({ name }) => name),
    ...(telegram === undefined ? [] : people.map((key) => key.slice(notifierKey(folder, '').length))),
  ];
  return {
    folder,
    since: at,
    by: by.who,
    listen: { host: settings?.listen.host ?? '', port: port ?? settings?.listen.port ?? 0 },
    hooks: settings === undefined ? [] : hooksOf(settings).map(({ trigger, path }) => ({ trigger, path })),
    schedules: Object.entries(settings?.schedules ?? {}).map(([name, { cron, zone }]) => ({
      name,
      cron,
      zone,
      next: nextTime({ cron, zone }, now),
    })),
    ...(telegram === undefined
      ? {}
      : {
          telegram: {
            how: telegram.webhook === undefined ? 'asks' : 'is-told',
            ...(down === undefined ? {} : { problem: down.because }),
          },
        }),
    notifiers: names.map((name) => notifierShown(name, notices.get(notifierKey(folder, name)))),
  };
}

function notifierShown(name: string, state: NotifierState | undefined): NotifierShown {
  if (state === undefined) return { name, told: 0 };
  const { told, lastAt, down, refused } = state;
  return {
    name,
    told,
    ...(told === 0 ? {} : { lastAt }),
    ...(down === undefined
      ? refused === undefined || refused.at < lastAt
        ? {}
        : { problem: refused.because }
      : { problem: down.because, triesAgainAt: down.until }),
  };
}

function armedText(
  { folder, since, by, listen, hooks, schedules, telegram, notifiers }: ArmedShown,
  now: number,
): string {
  const lines = [
    `${forTerminal(folder)}  on since ${pointInTime(since, now)}, by ${forTerminal(by)}`,
    ...hooks.map(
      ({ trigger, path }) => `  ${trigger.padEnd(16)}  http://${listen.host}:${listen.port}${path}`,
    ),
    ...(telegram === undefined ? [] : [`  ${'telegram'.padEnd(16)}  ${botWords(telegram)}`]),
    ...schedules.map(
      ({ name, cron, zone, next }) =>
        `  ${`schedule ${name}`.padEnd(16)}  ${forTerminal(cron)} in ${forTerminal(zone)}, next ${next === undefined ? 'never' : pointInTime(next, now)}`,
    ),
    ...notifiers.map((one) => `  ${`notifier ${one.name}`.padEnd(16)}  ${notifierWords(one, now)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function botWords({ how, problem }: NonNullable<ArmedShown['telegram']>): string {
  const hears = how === 'asks' ? 'asks Telegram what came' : 'is told by Telegram what came';
  return problem === undefined ? hears : `hears nothing: ${forTerminal(problem)}`;
}

function notifierWords({ told, lastAt, problem, triesAgainAt }: NotifierShown, now: number): string {
  const said =
    lastAt === undefined
      ? 'said nothing yet'
      : `said ${plural(told, 'thing')}, the last ${age(Math.max(0, now - lastAt))} ago`;
  if (problem === undefined) return said;
  const again = triesAgainAt === undefined ? '' : `, tried again ${pointInTime(triesAgainAt, now)}`;
  return `${said}; ${forTerminal(problem)}${again}`;
}

function deliveryText(
  { id, at, trigger, about, outcome, because, run, more }: DeliveryShown,
  now: number,
): string {
  const known = id === undefined ? '' : forTerminal(id);
  const rest = [run ?? '', more === 0 ? '' : `${plural(more, 'other')} like it`, known].filter(
    (part) => part !== '',
  );
  const words = `${because.replace(/\.$/, '')}${rest.length === 0 ? '' : ` (${rest.join(', ')})`}`;
  return `${age(Math.max(0, now - at)).padEnd(7)} ${outcome.padEnd(8)} ${forTerminal(trigger)}  ${forTerminal(about)}: ${forTerminal(words)}\n`;
}

export interface ArmInput {
  readonly dir: string;
}

/** Of what was turned on. */
interface ArmedAs {
  readonly folder: string;
  readonly config: string;
}

export interface ArmedNow {
  readonly armed: ArmedShown;
  /** What is left out, and why. */
  readonly problems: readonly string[];
}

export const arm: Order<ArmInput, ArmedNow> = {
  order: (context, input) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.armed),
      first: (take) => armNow(context, input, take),
      again: (came) => armedBefore(context, came),
    }),
  words: ({ armed, problems }, { now }) => ({
    data: armedText(armed, now),
    talk: [
      ...problems.map((problem) => `${forTerminal(problem)} It is left out.\n`),
      'The engine of this home stays for them. What comes of them: `slipway triggers`; off again: `slipway triggers off`.\n',
    ].join(''),
  }),
};

async function armNow(context: OrderContext, { dir }: ArmInput, take: Take<ArmedAs>): Promise<ArmedNow> {
  const { owner, tools, by } = context;
  owner.triggers.refuseWithoutEngine();
  const [{ lookAt }, { configIn }, { keptConfig }, { keptOf }] = await Promise.all([
    import('../starting/checks-here.ts'),
    import('../starting/read-config.ts'),
    import('../starting/kept-config.ts'),
    import('../home/kept-variables.ts'),
  ]);
  const { root, repository } = await lookAt(tools, dir);
  const { config, found } = await configIn(tools.surroundings, root);
  refuseUnusable(config, tools.clock.now());
  const { triggers: settings } = config;
  const hooks = settings === undefined ? [] : hooksOf(settings);
  const bot = settings?.telegram === undefined ? [] : [settings.telegram.token];
  const notified = config.notify === undefined ? [] : notifiersOf(config.notify);
  const names = [
    ...new Set([
      ...hooks.map(({ secret }) => secret),
      ...bot,
      ...notified.flatMap(({ variables }) => variables),
      ...variablesOf(config),
    ]),
  ];
  refuseUnsaid(context, names);
  const kept = names.map((name) => keptOf(tools, name));
  const references = Object.fromEntries(
    kept.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
  const keptAs = await keptConfig(tools, { config, found, root });
  const before = (await owner.triggers.ledger.inbox()).armed.get(root);
  const known = before === undefined ? [] : await schedulesOf(context, before);
  const schedules = Object.entries(settings?.schedules ?? {}).flatMap(([name, one]) =>
    known.includes(`${name} ${one.cron} ${one.zone}`) ? [] : [`schedule ${name}`],
  );
  const event = {
    type: 'triggers.armed',
    folder: root,
    repository,
    config: keptAs,
    references,
    schedules,
    by,
  } as const;
  const at = tools.clock.now();
  await owner.triggers.ledger.record(() => [event]);
  const armedNow = await opened(context, { ...event, at }, config);
  await take({ folder: root, config: keptAs });
  return armedNow;
}

async function opened(context: OrderContext, on: Armed, config: Kept): Promise<ArmedNow> {
  const { port, problems } = await openOrOff(context, on);
  const bots = { bots: new Map(), down: new Map() };
  return { armed: armedShown(on, config, { notices: new Map(), bots, port, now: on.at }), problems };
}

/** What was turned on then (TRIGGERS-1), as long as it is on: what is written now nobody asked for. */
async function armedBefore(context: OrderContext, came: ArmedAs): Promise<ArmedNow> {
  const { owner, tools } = context;
  const on = (await owner.triggers.ledger.inbox()).armed.get(came.folder);
  if (on?.config === came.config) return opened(context, on, configKept(await tools.blobs.get(on.config)));
  throw new UserError(
    'This order turned the triggers on, and they were turned off or on anew since. `slipway triggers` shows what is on.',
    'refused',
  );
}

/** What cannot be listened to is not left on. */
async function openOrOff({ owner, given, by }: OrderContext, armed: Armed): Promise<OpenedHooks> {
  try {
    return await owner.triggers.open(owner, armed, given);
  } catch (error) {
    await owner.triggers.ledger.record(() => [{ type: 'triggers.disarmed', folder: armed.folder, by }]);
    throw error;
  }
}

/** What is written can be turned on; a schedule that never fires is said now. */
function refuseUnusable({ triggers: settings, notify }: Kept, now: number): void {
  const { schedules = {} } = settings ?? {};
  const isSomething =
    (settings !== undefined && (hooksOf(settings).length > 0 || settings.telegram !== undefined)) ||
    Object.keys(schedules).length > 0 ||
    (notify !== undefined && notifiersOf(notify).length > 0);
  if (!isSomething) {
    throw new UserError(
      'Nothing is under `triggers` or `notify` in slipway.yaml, so there is nothing to turn on. docs/guides/triggers.md and docs/guides/notifications.md show what can stand there.',
      'configuration',
    );
  }
  for (const [name, schedule] of Object.entries(schedules)) {
    const problem = problemWith(schedule, now);
    if (problem !== undefined)
      throw new UserError(
        `The schedule ${name} cannot be used: ${problem} Nothing was turned on.`,
        'configuration',
      );
  }
}

/** Whoever asks says what these variables are where they are. */
function refuseUnsaid({ given }: OrderContext, names: readonly string[]): void {
  if (given !== undefined && !names.every((name) => given.names.includes(name)))
    throw new WantsVariables(names);
}

/** Those that go on as they were: what was planned for them meanwhile stays theirs. */
async function schedulesOf({ tools }: OrderContext, { config }: Armed): Promise<readonly string[]> {
  const { triggers: settings } = configKept(await tools.blobs.get(config));
  return Object.entries(settings?.schedules ?? {}).map(([name, { cron, zone }]) => `${name} ${cron} ${zone}`);
}

export const disarm: Order<ArmInput, { readonly folder: string; readonly was: boolean }> = {
  order: (context, { dir }) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.disarmed),
      first: async (take) => {
        const { owner, by } = context;
        const { rootFor } = await import('../starting/read-config.ts');
        const folder = await rootFor(dir);
        let was = false;
        await owner.triggers.ledger.record(({ armed }) => {
          was = armed.has(folder);
          return was ? [{ type: 'triggers.disarmed', folder, by }] : [];
        });
        await owner.triggers.close(folder);
        await take({ folder, was });
        return { folder, was };
      },
      again: (came) => Promise.resolve(came),
    }),
  words: ({ folder, was }) => ({
    talk: was
      ? `The triggers of ${forTerminal(folder)} are off.\n`
      : `No triggers of ${forTerminal(folder)} were on.\n`,
  }),
};
