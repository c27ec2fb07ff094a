// What each mode may do with claude's tools. In a box the box is the boundary and these rules are the second net;
// outside one they are all there is beside the audit, so they allow by name and refuse the rest.
//
// Holes of permission sets as people write them, and how they are closed here:
//   AGENTS-CLAUDE-RULES-1. `Write(path)` rules never match, so a list of places to write is no list: no rule here names a path. Edits are
//       allowed by a mode that holds them inside the workspace, or not at all.
//   AGENTS-CLAUDE-RULES-2. Bare `Read`, `Edit`, `Write` and `Bash` allow the whole disk: none is ever on the allow-list.
//   AGENTS-CLAUDE-RULES-3. `Bash(find *)`, `Bash(git log *)`, `Bash(cat *)` let commands run and files be written (`-exec`, `--output`)
//       and read outside: searching is left to the program's own reading of what a command does, which refuses those.
//   AGENTS-CLAUDE-RULES-4. `Bash(npm *)` publishes, `Bash(gh …)` merges and deletes, `Bash(python3 /tmp/*)` runs anything: builds and
//       tests are named one by one, and no rule names the forge.
//   AGENTS-CLAUDE-RULES-5. A rule against `git push` does not see `git -C . push`: outside a box nothing of git that writes is allowed
//       in the first place; in one, git with options is refused too, its folder is read-only, and there is no
//       credential to push with.
//   AGENTS-CLAUDE-RULES-6. A session that goes on keeps its tools in mind, but not its rights: these flags are given anew each time.

import type { Level, Mode } from '../../core/roles/modes.ts';
import { neverCommands } from '../never-commands.ts';
import { testCommands } from './test-commands.ts';

export interface Rules {
  readonly permissionMode: 'dontAsk' | 'acceptEdits' | 'bypassPermissions';
  /** The only built-in tools there are. */
  readonly tools: readonly string[];
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

const reading = ['Read', 'Grep', 'Glob'];
const editing = ['Edit', 'Write', 'NotebookEdit'];
/** Other agents, and ways out that no mode has; they are not offered, and refused if asked for all the same. */
const never = ['Agent', 'Task', 'Skill', 'Workflow', 'WebFetch'];

export function rulesFor(mode: Mode, level: Level, servers: readonly string[]): Rules {
  const ownServers = servers.map((name) => `mcp__${name}`);
  switch (mode) {
    case 'investigate':
      return {
        permissionMode: 'dontAsk',
        tools: [...reading, 'Bash', 'WebSearch'],
        allow: ['WebSearch', ...ownServers],
        deny: [...never, ...editing],
      };
    case 'review':
      return {
        permissionMode: 'dontAsk',
        tools: [...reading, 'Bash'],
        allow: [...runs(testCommands), ...ownServers],
        deny: [...never, ...editing, 'WebSearch'],
      };
    case 'execute':
    case 'coverage':
      return level === 'contained' ? boxedEdits() : openEdits(ownServers);
    case 'commit':
      return {
        permissionMode: 'dontAsk',
        tools: [],
        allow: [],
        deny: [...never, ...editing, 'Bash', 'WebSearch'],
      };
  }
}

function boxedEdits(): Rules {
  return {
    permissionMode: 'bypassPermissions',
    tools: [...reading, ...editing, 'Bash'],
    allow: [],
    deny: [...never, 'WebSearch', ...runs(neverCommands)],
  };
}

function openEdits(servers: readonly string[]): Rules {
  return {
    permissionMode: 'acceptEdits',
    tools: [...reading, ...editing, 'Bash'],
    allow: [...runs(testCommands), ...servers],
    deny: [...never, 'WebSearch'],
  };
}

/** With and without arguments, because a rule with a star after a space wants some; the beginning of an option goes on. */
function runs(commands: readonly string[]): readonly string[] {
  return commands.flatMap((command) =>
    command.endsWith('-') ? [`Bash(${command}*)`] : [`Bash(${command})`, `Bash(${command} *)`],
  );
}
