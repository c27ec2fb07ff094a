// A small text file, where it can be read; empty where it cannot.

import { readFileSync } from 'node:fs';

export function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
