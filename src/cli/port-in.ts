// A port as somebody writes it.

import { UserError } from '../app/ending/user-error.ts';
import { forTerminal } from '../screening/terminal.ts';

const portMax = 65_535;

export function portIn(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= portMax) return port;
  throw new UserError(`--port takes a number up to ${portMax}, and not '${forTerminal(text)}'.`, 'usage');
}
