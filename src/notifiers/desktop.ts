// Tells a person through the desktop of this machine, by the program that it has for that: notify-send on Linux, osascript on macOS.

import { execFile } from 'node:child_process';
import { codeOf } from '../plain/errors.ts';
import type { Notice, Notifier, NoticeResult } from './notifier.ts';

const timeMsMax = 5_000;
const charsMax = 400;

export interface DesktopParts {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The words go as arguments, and an AppleScript takes them from there: none of them is a script. */
const script = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
].flatMap((line) => ['-e', line]);

export function desktopNotifier({ platform, env }: DesktopParts): Notifier {
  const isMac = platform === 'darwin';
  const program = isMac ? 'osascript' : 'notify-send';
  return {
    say: (notice) => {
      const words = [notice.head, ...notice.lines].join('\n').slice(0, charsMax);
      const args = isMac
        ? [...script, titleOf(notice), words]
        : ['--app-name=Slipway', '--', titleOf(notice), plainBody(words)];
      return run(program, args, env);
    },
  };
}

function titleOf({ side, about }: Notice): string {
  return about === 'gate' && side === 'open' ? 'Slipway waits for you' : 'Slipway';
}

/** Some desktops read tags in it. */
function plainBody(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function run(program: string, args: readonly string[], env: DesktopParts['env']): Promise<NoticeResult> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { env: { ...env }, timeout: timeMsMax }, (error) => {
      if (error === null) resolve({ ok: true });
      else resolve({ ok: false, why: 'down', because: problemWith(program, error) });
    });
    child.stdin?.end();
  });
}

function problemWith(program: string, error: Error): string {
  return codeOf(error) === 'ENOENT'
    ? `\`${program}\` is not here, by which the desktop is told. Install it, or take notify.desktop out of slipway.yaml`
    : `\`${program}\` failed. Is somebody sitting at a desktop of this machine?`;
}
