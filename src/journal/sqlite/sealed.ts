// A row of a view table with what shows that it is the row that was written: views are in no chain, and a flipped bit of one
// would be shown to people as what happened.

import { hash } from 'node:crypto';
import type { SqlValue } from './driver.ts';

const sealChars = 16;

/** The text of a row, with a seal over it and over the columns beside it. */
export function sealed(json: string, columns: readonly SqlValue[]): string {
  return `${sealOf(json, columns)} ${json}`;
}

/** The text, or undefined where it or a column is not what was written. */
export function unsealed(body: string, columns: readonly SqlValue[]): string | undefined {
  const json = body.slice(sealChars + 1);
  return body === sealed(json, columns) ? json : undefined;
}

function sealOf(json: string, columns: readonly SqlValue[]): string {
  return hash('sha256', `${JSON.stringify(columns)}\n${json}`, 'hex').slice(0, sealChars);
}
