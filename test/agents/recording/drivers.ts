// How each real program is driven to be recorded.

import type { ProgramName } from '../programs.ts';
import type { Driver } from './case.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { opencode } from './opencode.ts';

export const drivers: Readonly<Record<ProgramName, Driver>> = { claude, codex, opencode };
