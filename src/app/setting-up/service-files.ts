// What a service manager is told to start after a reboot: the engine, which takes up the runs that wait for a time and leaves
// when none does. Pure: texts and paths.

import { createHash } from 'node:crypto';
import path from 'node:path';
import { homeFolder } from '../../config/home.ts';
import type { Surroundings } from '../home/home-places.ts';

export interface ServiceParts {
  readonly node: string;
  readonly main: string;
  readonly home: string;
  readonly path: string;
}

export interface ServiceFile {
  readonly manager: 'systemd' | 'launchd';
  /** What the manager calls it. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

const idChars = 8;

/** Undefined where no service manager is known. Each home has a service of its own. */
export function serviceFile(
  platform: string,
  surroundings: Pick<Surroundings, 'env' | 'homedir'>,
  parts: ServiceParts,
): ServiceFile | undefined {
  const { env, homedir } = surroundings;
  const isUsual = parts.home === homeFolder({}, homedir);
  const id = createHash('sha256').update(parts.home).digest('hex').slice(0, idChars);
  const name = isUsual ? 'slipway' : `slipway-${id}`;
  if (platform === 'linux') {
    const config = env['XDG_CONFIG_HOME'] ?? '';
    const folder = path.isAbsolute(config) ? config : path.join(homedir, '.config');
    const file = path.join(folder, 'systemd', 'user', `${name}.service`);
    return { manager: 'systemd', name: `${name}.service`, file, text: unit(parts) };
  }
  if (platform !== 'darwin') return undefined;
  const label = `dev.slipway.${name}`;
  const file = path.join(homedir, 'Library', 'LaunchAgents', `${label}.plist`);
  return { manager: 'launchd', name: label, file, text: plist(label, parts) };
}

const serving = ['engine', 'serve', '--timers'];

function unit({ node, main, home, path: PATH }: ServiceParts): string {
  const command = [node, main, ...serving].map((word) => `"${quoted(word).replaceAll('$', '$$$$')}"`);
  return `[Unit]
Description=Slipway: takes up runs that wait for a time

[Service]
Type=simple
ExecStart=${command.join(' ')}
Environment="SLIPWAY_HOME=${quoted(home)}"
Environment="PATH=${quoted(PATH)}"
WorkingDirectory=/
# Agents get ten seconds to stop, and what they did is saved.
KillMode=mixed
TimeoutStopSec=60
Restart=on-failure
RestartSec=30

[Install]
WantedBy=default.target
`;
}

/** Inside the quotes of a unit: `%` begins something there, too. */
function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%');
}

function plist(label: string, { node, main, home, path: PATH }: ServiceParts): string {
  const words = [node, main, ...serving].map((word) => `    <string>${escaped(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${escaped(label)}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>SLIPWAY_HOME</key>
    <string>${escaped(home)}</string>
    <key>PATH</key>
    <string>${escaped(PATH)}</string>
  </dict>
  <key>WorkingDirectory</key>
  <string>/</string>
  <key>RunAtLoad</key>
  <true/>
  <key>ExitTimeOut</key>
  <integer>60</integer>
</dict>
</plist>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
