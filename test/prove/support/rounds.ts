// The story of a run that goes round: its change is red once everything is together, its reviewer wants a line done
// anew, and when a person orders the merge, somebody else has changed the same line. Two tasks and checks that are
// shell, because every copy of it is taken to its end.

import { execFileSync } from 'node:child_process';
import type { Entry, ScriptStep } from '../../support/scripts.ts';
import { done, judged, planned, scriptWith, write } from '../../support/scripts.ts';

const stranger = 'refs/beside/stranger';
const greeting = 'a.txt';
const farewell = 'b.txt';
const scriptFile = 'slipway-script.yaml';

/** Rounds count up: the first is 1, then come the bug round, the fix round, and the one onto the moved target. */
const [bugRound, fixRound, rebaseRound] = [2, 3, 4];

const text = { id: 'text', files: [greeting] };
const mend = { id: 'mend', files: [farewell], dependsOn: [text.id] };

const tooCurt: ScriptStep = judged('revise', {
  findings: [
    {
      severity: 'MAJOR',
      file: greeting,
      line: 1,
      quote: 'NEW',
      title: 'Too curt',
      detail: 'Greet whoever reads it.',
    },
  ],
});

const entries: readonly Entry[] = [
  { role: 'planner', round: bugRound, do: [planned([mend])] },
  { role: 'implementer', task: text.id, round: fixRound, do: [write(greeting, 'NEW and kind\n'), done] },
  {
    role: 'implementer',
    task: text.id,
    round: rebaseRound,
    do: [write(greeting, 'NEW, kind and loud\n'), done],
  },
  { role: 'implementer', task: text.id, do: [write(greeting, 'NEW\n'), done] },
  { role: 'implementer', task: mend.id, do: [write(farewell, 'NEW\n'), done] },
  { role: 'reviewer', task: mend.id, do: [judged('pass')] },
  { role: 'reviewer', round: bugRound, do: [tooCurt] },
];

/** Green where nothing is new, and where both are; red with the first task alone. */
const whole = `if grep -q NEW ${greeting} && ! grep -q NEW ${farewell}; then
  echo "not ok 1 - both are new"; echo 1..1; exit 1
fi
echo "ok 1 - both are new"; echo 1..1
`;

/** Shots are fired in the story of the demo; here they would only take time, in every round. */
const config = `agents:
  rehearsal: { type: scripted, script: ${scriptFile} }
checks:
  test: sh test.sh
  whole: { command: sh whole.sh, kind: test, when: run }
retries:
  wait: 20ms
liveFire:
  enabled: false
`;

export const roundsTicket = `---
id: TEA-8
title: Greet people in a new way
type: feature
---

The old greeting has been there for years, and the farewell has to follow wherever it goes.

## Acceptance criteria

- The greeting is new
`;

export function roundsFiles(): Readonly<Record<string, string>> {
  return {
    'slipway.yaml': config,
    [scriptFile]: JSON.stringify(scriptWith([text], entries)),
    'test.sh': 'echo "ok 1 - it is there"; echo 1..1\n',
    'whole.sh': whole,
    [greeting]: 'old\n',
    [farewell]: 'old\n',
  };
}

/** Somebody else's commit on top of `main`, beside all branches until they push it. */
export function commitOfStranger(repository: string, atMs: number): void {
  const line = 'old and loud\n';
  const commit = `commit ${stranger}
committer Somebody else <else@slipway.invalid> ${Math.floor(atMs / 1000)} +0000
data 25
feat: greet people loudly
from refs/heads/main^0
M 100644 inline ${greeting}
data ${line.length}
${line}`;
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository, env: plainGit(), input: commit });
}

/** One atomic move, and none where it was made already: a driver that was killed does it again. */
export function strangerGoesOn(repository: string): void {
  execFileSync('git', ['update-ref', 'refs/heads/main', stranger], { cwd: repository, env: plainGit() });
}

function plainGit(): Readonly<Record<string, string>> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}
