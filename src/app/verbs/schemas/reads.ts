// What goes in and out of the verbs that only look. What a view holds is described where the view is made.

import type { RunSaid } from '../../words/run-said.ts';
import { z } from 'zod';
import type { Sourced } from '../../../config/origins.ts';
import type { InboxItem } from '../../../views/run/summary.ts';
import type { Diagnosis } from '../../setting-up/doctor-findings.ts';
import type { StreamVerified } from '../../home/verify-home.ts';
import type { FileStat } from '../../words/diff-text.ts';
import { parts } from '../../words/show-text.ts';
import type { EventShown, Explained } from '../explain.ts';
import type { Logs, TailItem } from '../logs.ts';
import type { ReplayShown } from '../replay.ts';
import type { Reported } from '../report.ts';
import type { PartShown, RunShown } from '../show.ts';
import type { StatusShown } from '../status.ts';
import type { Schemas } from '../verb.ts';
import type { WatchItem } from '../watch.ts';
import type { WhichRun } from '../which-run.ts';
import { folder, next, statuses, summary, text, view, whichRun, word } from './parts.ts';

export type ListInput = z.infer<typeof list.input>;
export type EventInput = z.infer<typeof event.input>;
export type PartInput = z.infer<typeof part.input>;
export type DiffInput = z.infer<typeof diff.input>;
export type LogsInput = z.infer<typeof logs.input>;
export type TailInput = z.infer<typeof tail.input>;
export type VerifyInput = z.infer<typeof verify.input>;
export type PolicyInput = z.infer<typeof policy.input>;
export type GatesInput = z.infer<typeof gates.input>;
export type DoctorInput = z.infer<typeof doctor.input>;

const flag = z.boolean().optional();
const onlyRun = z.strictObject(whichRun);

const said: z.ZodType<RunSaid> = z.intersection(
  summary,
  z.object({ interrupted: z.literal(true).exactOptional() }),
);

const wordsCharsMax = 200;
const runsMax = 1_000;

export const list = {
  input: z.strictObject({
    /** With every run that has ended. */
    all: flag,
    /** Of one repository; `here` is the one at `dir`. */
    repository: word.optional(),
    dir: folder.optional(),
    status: z.enum(statuses).optional(),
    /** In the title, the ticket or the name of a run. */
    words: z.string().max(wordsCharsMax).optional(),
    /** No more than so many. */
    most: z.int().min(1).max(runsMax).optional(),
  }),
  output: z.object({
    runs: z.array(said),
    total: z.int(),
    every: z.int(),
    repositories: z.array(z.string()),
    owned: z.boolean(),
    next: z.array(next),
    overdue: z.array(z.object({ run: z.string(), since: z.number() })).optional(),
    lost: z.array(z.string()).optional(),
  }),
};

/** Of the owner: anybody else works on nothing. */
export const driven = { input: z.strictObject({}), output: z.object({ runs: z.array(z.string()) }) };

export const status: Schemas<WhichRun, StatusShown> = { input: onlyRun, output: view<StatusShown>() };
export const show: Schemas<WhichRun, RunShown> = { input: onlyRun, output: view<RunShown>() };
export const explain: Schemas<WhichRun, Explained> = { input: onlyRun, output: view<Explained>() };
export const watch: Schemas<WhichRun, WatchItem> = { input: onlyRun, output: view<WatchItem>() };

export const event = {
  input: z.strictObject({ ...whichRun, seq: word }),
  output: view<EventShown>(),
};

export const part = {
  input: z.strictObject({ ...whichRun, part: z.enum(parts) }),
  output: view<PartShown>(),
};

export const gates = {
  /** Of one run, by its whole id. */
  input: z.strictObject({ run: word.optional() }),
  output: z.object({ gates: z.array(view<InboxItem>()) }),
};

export const diff = {
  input: z.strictObject({ ...whichRun, task: word.optional(), stat: flag }),
  output: z.object({
    run: z.string(),
    from: z.string(),
    to: z.string(),
    files: z.array(view<FileStat>()),
    diff: z.string().optional(),
    next: z.array(next),
  }),
};

const ofLogs = { ...whichRun, task: word.optional(), check: word.optional() };

export const logs = { input: z.strictObject(ofLogs), output: view<Logs>() };

export const tail = {
  input: z.strictObject({ ...ofLogs, follow: flag, raw: flag }),
  output: view<TailItem>(),
};

export const verify = {
  input: z.strictObject({
    ...whichRun,
    all: flag,
    /** What somebody outside kept of its head: the text of its pull request, or a hash; or the number of a pull request here. */
    against: z.union([text.min(1), z.int().min(1)]).optional(),
  }),
  output: z.object({
    ok: z.boolean(),
    streams: z.array(view<StreamVerified>()),
    witness: z.object({ holds: z.boolean(), words: z.string() }).optional(),
  }),
};

export const report: Schemas<WhichRun, Reported> = {
  input: onlyRun,
  output: z.object({ run: z.string(), html: z.string() }),
};

export const replay: Schemas<WhichRun, ReplayShown> = { input: onlyRun, output: view<ReplayShown>() };

export const policy = {
  input: z.strictObject({ ...whichRun, key: word.optional(), origins: flag }),
  output: z.object({
    values: z.array(view<Sourced>()),
    hash: z.string(),
    written: z.boolean(),
    asked: z.object({ key: z.string().optional(), origins: z.boolean() }),
  }),
};

export const doctor = {
  input: z.strictObject({ dir: folder.optional() }),
  output: z.object({ ok: z.boolean(), found: z.array(view<Diagnosis>()) }),
};
