// What the schemas of several verbs are made of.

import { z } from 'zod';
import type { GateKind } from '../../../core/gates/gate.ts';
import { stageNames } from '../../../core/pipeline/stage.ts';
import type { Level, Role } from '../../../core/roles/modes.ts';
import { modeOf } from '../../../core/roles/modes.ts';
import type { Status } from '../../../core/status.ts';
import type { InboxItem, RunSummary } from '../../../views/run/summary.ts';
import type { Exit } from '../../ending/exit-codes.ts';
import { exits } from '../../ending/exit-codes.ts';
import type { LevelHere } from '../../starting/level-here.ts';
import type { Ending } from '../../words/ending.ts';
import type { Next, OpenGate } from '../../words/next.ts';
import type { Ordered } from '../ordered.ts';

const wordCharsMax = 256;
const pathCharsMax = 4096;
/** One more than a text may have: what is longer is refused by screening, in its own words. */
const textCharsMax = 1024 * 1024 + 1;

/** Controls and halves of characters: in no name of anything, and what reads names was not made for them. */
const unprintable = /[\p{Cc}\p{Cs}]/u;
const printed = (value: string): boolean => !unprintable.test(value);
const notPrinted = 'has a character in it that cannot be printed';

export const word = z.string().min(1).max(wordCharsMax).refine(printed, notPrinted);
export const folder = z.string().min(1).max(pathCharsMax).refine(printed, notPrinted);
export const text = z.string().max(textCharsMax);

/** The keys of an input that names a run. */
export const whichRun = { run: word.optional(), dir: folder.optional() };

export const statuses: Readonly<Record<Status, Status>> = {
  running: 'running',
  waiting: 'waiting',
  blocked: 'blocked',
  failed: 'failed',
  cancelled: 'cancelled',
  completed: 'completed',
};

const gateKinds: Readonly<Record<GateKind, GateKind>> = {
  plan: 'plan',
  drift: 'drift',
  wave: 'wave',
  delivery: 'delivery',
  review: 'review',
  merge: 'merge',
  question: 'question',
  probe: 'probe',
  'widen-scope': 'widen-scope',
  remarks: 'remarks',
  budget: 'budget',
  destructive: 'destructive',
  waiver: 'waiver',
  login: 'login',
};

const levels: Readonly<Record<Level, Level>> = { contained: 'contained', fenced: 'fenced', open: 'open' };
export const level = z.enum(levels);
export const gateKind = z.enum(gateKinds);
const status = z.enum(statuses);

const isRole = (name: string): name is Role => Object.hasOwn(modeOf, name);
const isExit = (name: string): name is Exit => Object.hasOwn(exits, name);

export const summary: z.ZodType<RunSummary> = z.object({
  run: z.string(),
  title: z.string(),
  ticket: z.string().exactOptional(),
  ticketHash: z.string().exactOptional(),
  repository: z.string(),
  stage: z.enum(stageNames),
  visit: z.int(),
  status,
  because: z.string().exactOptional(),
  startedAt: z.number(),
  updatedAt: z.number(),
  tasksDone: z.int(),
  tasksTotal: z.int(),
  launches: z.int(),
  usd: z.number(),
  launchesWithoutUsd: z.int(),
  // An engine of the version before does not say them.
  budgetUsd: z.number().exactOptional(),
  budgetLaunches: z.int().exactOptional(),
  agentMs: z.number(),
  roles: z.partialRecord(z.enum(Object.keys(modeOf).filter(isRole)), z.number()),
  branch: z.string().exactOptional(),
  pullRequest: z.int().exactOptional(),
  pullRequests: z.array(z.object({ repository: z.string(), number: z.int() })).exactOptional(),
  landed: z.string().exactOptional(),
  taken: z.array(z.string()).exactOptional(),
  owed: z.literal(true).exactOptional(),
});

export const inboxItem: z.ZodType<InboxItem> = z.object({
  run: z.string(),
  repository: z.string(),
  gate: z.string(),
  kind: gateKind,
  subject: z.string(),
  digest: z.string(),
  title: z.string(),
  openedAt: z.number(),
  why: z.string().exactOptional(),
});

const openGate = { gate: z.string(), kind: gateKind, subject: z.string(), digest: z.string() } satisfies {
  readonly [Key in keyof OpenGate]: z.ZodType<OpenGate[Key]>;
};

export const next: z.ZodType<Next> = z.object({ command: z.string(), why: z.string() });

const ending: z.ZodType<Ending> = z.object({
  summary,
  gates: z.array(z.object(openGate)),
  next: z.array(next),
  unowned: z.literal(true).optional(),
});

export const orderedKeys = {
  run: z.string(),
  before: z.int(),
  ending,
  atRest: z.boolean(),
  exit: z.enum(Object.keys(exits).filter(isExit)),
  notes: z.array(z.string()),
};

export const ordered: z.ZodType<Ordered> = z.object(orderedKeys);

export const levelHere: z.ZodType<LevelHere> = z.object({
  level,
  by: z.string().exactOptional(),
  why: z.string(),
  raise: z.string().exactOptional(),
});

/** A view that is described where it is made; a surface hands it on as it is. */
export function view<T extends object>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'object' && value !== null, 'expected a mapping');
}
