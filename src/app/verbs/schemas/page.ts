// What goes in and out of the looks that screens are made of.

import { z } from 'zod';
import type { ChangedFile } from '../../../views/page/changes.ts';
import type { CostRow } from '../../../views/page/costs.ts';
import type { InboxShown } from '../../../views/page/inbox.ts';
import { stageNames } from '../../../core/pipeline/stage.ts';
import { facts } from './engine.ts';
import { inboxItem, gateKind, next, summary, whichRun, word } from './parts.ts';
import type { ChangesShown } from '../changes.ts';
import type { CostsShown } from '../costs.ts';
import type { GateShown } from '../gate.ts';
import type { SystemShown } from '../system.ts';
import type { TasksShown } from '../attempts.ts';
import type { TimelineShown } from '../timeline.ts';

export type InboxInput = z.infer<typeof inbox.input>;
export type TimelineInput = z.infer<typeof timeline.input>;
export type ChangesInput = z.infer<typeof changes.input>;
export type GateInput = z.infer<typeof gate.input>;
export type TasksInput = z.infer<typeof tasks.input>;
export type CostsInput = z.infer<typeof costs.input>;

const linesAskedMax = 2000;
const daysMax = 92;

const inboxOut: z.ZodType<InboxShown> = z.object({
  waiting: z.int(),
  groups: z.array(
    z.object({
      name: z.enum(['decide', 'unblock', 'merge', 'running', 'done']),
      heading: z.string(),
      total: z.int(),
      entries: z.array(
        z.object({
          summary,
          interrupted: z.literal(true).exactOptional(),
          gate: z.intersection(inboxItem, z.object({ name: z.string() })).exactOptional(),
          since: z.number(),
          tasksHeld: z.int(),
        }),
      ),
    }),
  ),
});

export const inbox = { input: z.strictObject({ repository: word.optional() }), output: inboxOut };

const how = z.enum(['done', 'failed', 'stopped']).optional();

const timelineOut: z.ZodType<TimelineShown> = z.object({
  summary,
  owned: z.boolean(),
  sentence: z.string(),
  standing: z.object({
    enteredBecause: z.string(),
    since: z.number(),
    atWork: z.array(z.object({ key: z.string(), what: z.string(), since: z.number() })),
    lastAct: z.object({ at: z.number(), what: z.string() }).optional(),
    nextActs: z.array(z.string()),
    failures: z.array(z.object({ words: z.string(), class: z.string(), count: z.int() })),
    rounds: z.array(z.string()),
    budgetUsd: z.number(),
    budgetLaunches: z.number(),
    level: z.string(),
    coverage: z.array(z.string()),
    ending: z.string().optional(),
  }),
  strip: z.array(
    z.object({
      stage: z.enum(stageNames),
      heading: z.string(),
      at: z.enum(['done', 'now', 'ahead', 'skipped']),
      times: z.int(),
    }),
  ),
  bars: z.array(
    z.object({
      key: z.string(),
      what: z.string(),
      stage: z.string(),
      task: z.string().optional(),
      agent: z.string().optional(),
      launch: z.boolean(),
      begunAt: z.number(),
      endedAt: z.number().optional(),
      how,
      reason: z.string().optional(),
      usd: z.number().optional(),
    }),
  ),
  lines: z.array(
    z.object({ seq: z.int(), at: z.number(), type: z.string(), words: z.string(), told: z.boolean() }),
  ),
  events: z.int(),
  parts: z.array(z.string()),
  next: z.array(next),
  gate: z.object({ gate: z.string(), name: z.string() }).optional(),
});

export const timeline = {
  input: z.strictObject({
    ...whichRun,
    /** Only events with a smaller number: the page before. */
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(linesAskedMax).optional(),
  }),
  output: timelineOut,
};

const severity = z.enum(['CRITICAL', 'MAJOR', 'MINOR']);
const place = { file: z.string().optional(), line: z.int().optional() };

const gateOut: z.ZodType<GateShown> = z.object({
  summary,
  gate: z.object({
    gate: z.string(),
    kind: gateKind,
    subject: z.string(),
    digest: z.string(),
    name: z.string(),
    openedAt: z.number(),
  }),
  seen: z.string(),
  why: z.string().optional(),
  text: z.string().optional(),
  facts: z.array(z.string()),
  paths: z.array(z.string()),
  options: z.int(),
  choices: z.array(z.object({ key: z.enum(['a', 'e', 'c', 'r', 'j', 'q']), after: z.string() })),
  commands: z.array(next),
  verdicts: z.array(
    z.object({
      subject: z.string(),
      role: z.string(),
      conclusion: z.string(),
      confidence: z.number(),
      findings: z.array(z.object({ severity, title: z.string(), ...place, validation: z.string() })),
    }),
  ),
  changed: z.array(z.string()),
  tier: z.string().optional(),
  open: z.int(),
});

export const gate = {
  input: z.strictObject({ ...whichRun, gate: word.optional(), seen: word.optional() }),
  output: gateOut,
};

const changedFile: z.ZodType<ChangedFile> = z.object({
  path: z.string(),
  kind: z.enum(['added', 'deleted', 'renamed', 'changed', 'binary']),
  from: z.string().optional(),
  added: z.int(),
  removed: z.int(),
  hunks: z.array(
    z.object({
      heading: z.string(),
      lines: z.array(
        z.object({
          sign: z.enum(['+', '-', ' ']),
          text: z.string(),
          old: z.int().optional(),
          new: z.int().optional(),
        }),
      ),
    }),
  ),
  tasks: z.array(z.string()),
});

const changesOut: z.ZodType<ChangesShown> = z.object({
  run: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  files: z.array(changedFile),
  linesLeft: z.int(),
  findings: z.array(
    z.object({ severity: z.string(), title: z.string(), by: z.string(), validation: z.string(), ...place }),
  ),
  tasks: z.array(z.object({ id: z.string(), title: z.string(), delivered: z.boolean() })),
  coverage: z.array(z.string()),
  gate: z.object({ gate: z.string(), digest: z.string(), kind: z.string(), command: z.string() }).optional(),
});

export const changes = {
  input: z.strictObject({ ...whichRun, task: word.optional() }),
  output: changesOut,
};

const attempt = z.object({
  key: z.string(),
  ordinal: z.int(),
  role: z.string(),
  begunAt: z.number(),
  endedAt: z.number().optional(),
  how,
  reason: z.string().optional(),
  agent: z.string().optional(),
  usd: z.number().optional(),
  tokens: z.number().optional(),
  agentMs: z.number().optional(),
  transcript: z.string().optional(),
  inputs: z.array(z.object({ name: z.string(), blob: z.string() })),
});

const tasksOut: z.ZodType<TasksShown> = z.object({
  run: z.string(),
  title: z.string(),
  tasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      note: z.string().optional(),
      wave: z.int(),
      files: z.array(z.string()),
      tests: z.array(z.string()),
      verification: z.array(z.string()),
      criteria: z.array(z.string()),
      dependsOn: z.array(z.string()),
      destructive: z.boolean(),
      delivered: z.string().optional(),
      attempts: z.array(attempt),
    }),
  ),
  told: z.array(z.object({ name: z.string(), text: z.string() })),
});

export const tasks = { input: z.strictObject({ ...whichRun, task: word.optional() }), output: tasksOut };

const row: z.ZodType<CostRow> = z.object({
  name: z.string(),
  usd: z.number(),
  launches: z.int(),
  unknown: z.int(),
  failed: z.int(),
});

const costsOut: z.ZodType<CostsShown> = z.object({
  days: z.int(),
  total: row,
  byDay: z.array(row),
  byRepository: z.array(row),
  byStage: z.array(row),
  byAgent: z.array(row),
  byRole: z.array(row),
  merged: z.object({ merged: z.int(), usd: z.number(), launches: z.int(), unknown: z.int() }),
  near: z.array(
    z.object({
      run: z.string(),
      title: z.string(),
      usd: z.number(),
      of: z.number(),
      launches: z.int(),
      launchesOf: z.int(),
    }),
  ),
  runsRead: z.int(),
  runsLeft: z.int(),
});

export const costs = {
  input: z.strictObject({ days: z.int().min(1).max(daysMax).optional() }),
  output: costsOut,
};

const systemOut: z.ZodType<SystemShown> = z.object({
  version: z.string(),
  node: z.string(),
  home: z.string(),
  engine: facts.optional(),
  owned: z.boolean(),
  journalBytes: z.int(),
  runs: z.int(),
  repositories: z.array(z.object({ id: z.string(), name: z.string(), runs: z.int(), open: z.int() })),
  folders: z.array(z.string()),
  overdue: z.array(z.object({ run: z.string(), since: z.number() })),
  lost: z.array(z.string()),
});

export const system = { input: z.strictObject({}), output: systemOut };
