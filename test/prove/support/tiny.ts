// The story of one small task: as little as a run can be, with an agent that takes a moment, so that it is met at work.

import { done, oneTask, write } from '../../support/scripts.ts';

const scriptFile = 'slipway-script.yaml';
const file = 'a.txt';

const config = `agents:
  rehearsal: { type: scripted, script: ${scriptFile} }
checks:
  test: sh test.sh
liveFire:
  enabled: false
retries:
  wait: 20ms
`;

/** It has an id, so that the same ticket is at the same place in every world. */
const tinyTicket = `---
id: TEA-9
title: Say it shorter
type: feature
---

The text is longer than anybody reads.

## Acceptance criteria

- The text is shorter
`;

export function tinyFiles(): Readonly<Record<string, string>> {
  const moment = { run: 'sleep 0.1' };
  return {
    'slipway.yaml': config,
    [scriptFile]: JSON.stringify(oneTask([file], [moment, write(file, 'short\n'), moment, done])),
    'test.sh': 'echo "ok 1 - it is there"; echo 1..1\n',
    'ticket.md': tinyTicket,
    [file]: 'rather long\n',
  };
}
