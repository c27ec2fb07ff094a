// Has the program that people look at pages with show one: what they named, or what their desktop knows.

import type { Io } from './command.ts';

export async function showInBrowser(io: Io, address: string, cwd: string): Promise<void> {
  const program = io.env['BROWSER'] ?? (process.platform === 'darwin' ? 'open' : 'xdg-open');
  const code = await io.lend({ file: program, args: [address], cwd, env: io.env });
  if (code === 0) return;
  io.err(
    `\`${program}\` did not show it: open ${address} yourself, or set BROWSER to a program that does.\n`,
  );
}
