// Receipts: the outcome of an effect that costs something, written before the journal hears of it. A crash in
// between finds the receipt and repeats nothing. Receipts are dropped when their run has ended.

import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Outcome, Session } from '../core/effects.ts';

const synced = promisify(fsync);

export interface Receipts {
  readonly put: (run: string, key: string, outcome: Outcome) => Promise<void>;
  readonly get: (run: string, key: string) => Promise<Outcome | undefined>;
  /** Kept while the program is still at work: synchronous, so that no crash comes between hearing and keeping. */
  readonly noteSession: (run: string, key: string, note: SessionNote) => void;
  readonly sessionOf: (run: string, key: string) => Promise<SessionNote | undefined>;
  readonly dropRun: (run: string) => Promise<void>;
}

export interface SessionNote {
  readonly agent: string;
  readonly session: Session;
}

export function fileReceipts(dir: string): Receipts {
  const folder = (run: string): string => path.join(dir, run);
  const file = (run: string, key: string): string =>
    path.join(folder(run), `${key.replaceAll(/[^A-Za-z0-9-]/g, '_')}.json`);
  return {
    put: async (run, key, outcome) => {
      mkdirSync(folder(run), { recursive: true, mode: 0o700 });
      const target = file(run, key);
      const fd = openSync(`${target}.new`, 'w', 0o600);
      try {
        writeFileSync(fd, JSON.stringify({ key, outcome }));
        await synced(fd); // the one step that takes time
      } finally {
        closeSync(fd);
      }
      renameSync(`${target}.new`, target);
    },
    get: async (run, key) => {
      const text = await readFile(file(run, key), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : outcomeIn(text, key);
    },
    noteSession: (run, key, note) => {
      mkdirSync(folder(run), { recursive: true, mode: 0o700 });
      writeFileSync(`${file(run, key)}.session`, JSON.stringify({ key, ...note }), { mode: 0o600 });
    },
    sessionOf: async (run, key) => {
      const text = await readFile(`${file(run, key)}.session`, 'utf8').catch(() => undefined);
      return text === undefined ? undefined : sessionIn(text, key);
    },
    dropRun: (run) => rm(folder(run), { recursive: true, force: true }),
  };
}

/** A torn or foreign receipt is no receipt: the effect is then done again. */
function outcomeIn(text: string, key: string): Outcome | undefined {
  try {
    const receipt: { readonly key?: unknown; readonly outcome?: unknown } = JSON.parse(text);
    return receipt.key === key && isOutcome(receipt.outcome) ? receipt.outcome : undefined;
  } catch {
    return undefined;
  }
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function sessionIn(text: string, key: string): SessionNote | undefined {
  try {
    const note: { readonly key?: unknown } & SessionNote = JSON.parse(text);
    const { agent, session } = note;
    return note.key === key && typeof session.id === 'string' ? { agent, session } : undefined;
  } catch {
    return undefined;
  }
}
