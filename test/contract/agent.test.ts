import { commandAgent } from '../../src/agents/command/command.ts';
import { scriptedAgent } from '../../src/agents/scripted/scripted.ts';
import { processRunner } from '../../src/containment/process-runner.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import { agentContract, type Behaviour } from './agent.ts';

const processes = processRunner(systemClock());
const facts = 'echo "$SLIPWAY_ROLE,$SLIPWAY_MODE,$SLIPWAY_TASK,$SLIPWAY_ATTEMPT,$SLIPWAY_WORKSPACE" > facts';
const daemon = `${JSON.stringify(process.execPath)} -e '
  const child = require("node:child_process").spawn("sleep", ["1000"], { detached: true, stdio: "inherit" });
  require("node:fs").writeFileSync("child", String(child.pid));
  child.unref();'`;

const shellScripts: Readonly<Record<Behaviour, string>> = {
  answers: `echo working >&2; echo '{"done":true}'`,
  'writes-facts': `${facts}; echo ok`,
  hangs: 'echo ready; exec sleep 1000',
  'hangs-deaf': `trap '' TERM; echo ready; while :; do sleep 0.05; done`,
  floods: 'yes',
  'prints-too-much': 'yes | head -c 2000000',
  fails: 'echo no luck >&2; exit 3',
  'prints-nothing': 'echo working >&2',
  'is-killed': 'kill -9 $$',
  'leaves-a-process': `${daemon}; echo ok`,
};

agentContract('command', (behaviour) =>
  commandAgent({
    name: 'shell',
    command: ['sh', '-c', shellScripts[behaviour]],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    processes,
  }),
);

const scripts: Readonly<Record<Behaviour, readonly unknown[]>> = {
  answers: [{ print: 'working' }, { answer: { done: true } }],
  'writes-facts': [{ run: facts }, { say: 'ok' }],
  hangs: [{ print: 'ready' }, { hang: {} }],
  'hangs-deaf': [{ print: 'ready' }, { hang: { ignoreTerm: true } }],
  floods: [{ flood: { bytes: 1e9 } }],
  'prints-too-much': [{ flood: { bytes: 2_000_000 } }],
  fails: [{ fail: { exit: 3, message: 'no luck' } }],
  'prints-nothing': [{ print: 'working' }],
  'is-killed': [{ run: 'kill -9 $PPID' }],
  'leaves-a-process': [{ run: daemon }, { say: 'ok' }],
};

agentContract('scripted', (behaviour) =>
  scriptedAgent({
    name: 'scripted',
    script: JSON.stringify([{ do: scripts[behaviour] }]),
    processes,
  }),
);
