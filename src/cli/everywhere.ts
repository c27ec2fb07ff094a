// The options that every command has.

import type { Option } from './command.ts';

export const everywhere: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', describe: 'print one JSON document on stdout' },
  dir: { type: 'string', short: 'C', value: 'DIR', describe: 'work as if called in DIR' },
  help: { type: 'boolean', short: 'h', describe: 'show this' },
};
