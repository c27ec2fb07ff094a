// JSON that programs print, looked at without believing anything about its shape: whatever is not as it should be is
// not there. Total on every text.

import { isRecord, parseJson } from '../plain/json.ts';

export type Loose = Readonly<Record<string, unknown>>;

/** The object a line holds, if it holds one. */
export function objectIn(line: string): Loose | undefined {
  return /^\s*\{/.test(line) ? asObject(parseJson(line)) : undefined;
}

export function asObject(value: unknown): Loose | undefined {
  return isRecord(value) ? value : undefined;
}

export function objectAt(from: Loose | undefined, key: string): Loose | undefined {
  return asObject(valueAt(from, key));
}

export function textAt(from: Loose | undefined, key: string): string | undefined {
  const value = valueAt(from, key);
  return typeof value === 'string' ? value : undefined;
}

/** Never NaN, never infinite. */
export function numberAt(from: Loose | undefined, key: string): number | undefined {
  const value = valueAt(from, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listAt(from: Loose | undefined, key: string): readonly unknown[] {
  const value = valueAt(from, key);
  return Array.isArray(value) ? value : [];
}

export function valueAt(from: Loose | undefined, key: string): unknown {
  return from !== undefined && Object.hasOwn(from, key) ? from[key] : undefined;
}

/** As JSON; undefined where it is nested too deeply for that. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
