// Colours, as functions that do nothing where colours are not wanted. Meaning never rests on colour alone. Pure.

import type { Status } from '../../core/status.ts';

export type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly cyan: Paint;
}

export function styleOf(colors: boolean): Style {
  return {
    bold: paint(colors, 1, 22),
    dim: paint(colors, 2, 22),
    red: paint(colors, 31, 39),
    green: paint(colors, 32, 39),
    yellow: paint(colors, 33, 39),
    blue: paint(colors, 34, 39),
    cyan: paint(colors, 36, 39),
  };
}

const escape = String.fromCodePoint(0x1b);

function paint(colors: boolean, on: number, off: number): Paint {
  return (text) => (colors && text !== '' ? `${escape}[${on}m${text}${escape}[${off}m` : text);
}

/** A status as a word in its colour. */
export function statusWord(status: Status, style: Style): string {
  switch (status) {
    case 'running':
      return style.blue(status);
    case 'waiting':
      return style.yellow(status);
    case 'blocked':
    case 'failed':
      return style.red(status);
    case 'cancelled':
      return style.dim(status);
    case 'completed':
      return style.green(status);
  }
}

const painted = new RegExp(`${escape}\\[[0-9;]*m`, 'g');

export function withoutStyle(text: string): string {
  return text.replace(painted, '');
}
