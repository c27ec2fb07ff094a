// What an artifact is, and the form of those that programs read.

import type { Data } from './yaml.ts';

export interface Artifact {
  /** Relative to the run's folder. */
  readonly path: string;
  readonly text: string;
}

export function jsonOf(data: Data): string {
  return `${JSON.stringify(data, undefined, 2)}\n`;
}

/** One line an item. */
export function linesOf(items: readonly Data[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
