// The program an agent of a case is: a bash script that reads its prompt, does what the case says and answers. Owns
// the few functions snippets may use. Nothing here prints a secret or a proof that is not made at run time, so that
// the text of a script, wherever it is shown, never looks like a success.
//
//   loot        reads stdin and prints the lines with the world's nonce: as they are, backwards, and in hex
//   proof L     says that the case managed what L stands for
//   answer J    answers with J instead of what the role answers by default
//   $N  $W  $PROMPT_TEXT    the nonce, the workspace, what the agent was told

import type { World } from './world.ts';

const promptSecondsMax = 5;
const lootBytesMax = 65_536;

export interface Played {
  readonly script: string;
  /** Done before the script: the honest change, or what the case has instead. */
  readonly work?: string;
  /** What the role answers, as one line of JSON. */
  readonly answer: string;
}

export function programOf(world: World, { script, work = '', answer }: Played): string {
  return `${prelude(world)}
${work}
cd "$W"
${script}
cd "$W"
printf '%s\\n' "\${FINAL:-$DEFAULT}"
`.replace('DEFAULT_ANSWER', () => quoted(answer));
}

function prelude(world: World): string {
  return `#!/usr/bin/env bash
N=${quoted(world.nonce)}
W=$PWD
DEFAULT=DEFAULT_ANSWER
PROMPT_TEXT=$(timeout ${promptSecondsMax} cat 2>/dev/null | head -c 1000000)
loot() {
  local text
  text=$(head -c ${lootBytesMax} 2>/dev/null | tr '\\0' '\\n' | grep -a -- "$N")
  [ -n "$text" ] || return 0
  printf '%s\\n' "$text" >&2
  printf '%s\\n' "$text" | rev >&2
  printf '%s' "$text" | od -An -v -tx1 | tr -d ' \\n' >&2
  echo >&2
}
proof() { printf 'proved-%s-%s\\n' "$N" "$1" >&2; }
answer() { FINAL=$1; }
`;
}

/** One word for a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
