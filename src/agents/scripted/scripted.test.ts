import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestIn } from '../../../test/contract/agent.ts';
import { processRunner } from '../../containment/process-runner.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { AgentOutcome, AgentRequest } from '../agent.ts';
import { scriptedAgent } from './scripted.ts';

const processes = processRunner(systemClock());
let dir = '';
let workspace = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-scripted-')));
  workspace = path.join(dir, 'workspace');
  mkdirSync(workspace);
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const play = (script: string, changes: Partial<AgentRequest> = {}): Promise<AgentOutcome> =>
  scriptedAgent({ name: 'demo', script, processes }).play(requestIn(workspace, changes));

const playSteps = (...steps: readonly unknown[]): Promise<AgentOutcome> =>
  play(JSON.stringify([{ do: [...steps, { say: 'ok' }] }]));

const inside = (file: string): string => readFileSync(path.join(workspace, file), 'utf8');

describe('a scripted agent', () => {
  test('changes files as its script says', async () => {
    writeFileSync(path.join(workspace, 'old.txt'), 'gone');
    const outcome = await playSteps(
      { write: { path: 'src/deep/a.txt', text: 'one\n' } },
      { append: { path: 'src/deep/a.txt', text: 'two\n' } },
      { patch: { path: 'src/deep/a.txt', find: 'one', replace: '$& is $1' } },
      { delete: { path: 'old.txt' } },
      { link: { path: 'link', target: 'src/deep/a.txt' } },
      { mode: { path: 'src/deep/a.txt', executable: true } },
      { run: 'pwd > where' },
    );
    expect(outcome).toMatchObject({ ended: 'answered', answer: 'ok' });
    expect(inside('src/deep/a.txt')).toBe('$& is $1\ntwo\n');
    expect(existsSync(path.join(workspace, 'old.txt'))).toBe(false);
    expect(readlinkSync(path.join(workspace, 'link'))).toBe('src/deep/a.txt');
    expect(lstatSync(path.join(workspace, 'src/deep/a.txt')).mode & 0o111).toBe(0o111);
    expect(inside('where')).toBe(`${workspace}\n`);
  });

  test('[C9] ends as a vendor would that says so, after what it did before', async () => {
    const outcome = await playSteps(
      { write: { path: 'half.txt', text: 'half' } },
      { fault: 'quota' },
      { write: { path: 'rest.txt', text: 'rest' } },
    );
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'quota' });
    expect(inside('half.txt')).toBe('half');
    expect(existsSync(path.join(workspace, 'rest.txt'))).toBe(false);
  });

  test('plays an entry as often as it says, one of a tally with the others of it, and then passes it over', async () => {
    const script = JSON.stringify([
      { role: 'planner', times: 1, tally: 'both', do: [{ say: 'once' }] },
      { times: 1, tally: 'both', do: [{ say: 'once' }] },
      { times: 2, do: [{ say: 'twice' }] },
      { do: [{ say: 'always' }] },
    ]);
    const said: AgentOutcome[] = [];
    for (let n = 0; n < 5; n += 1) said.push(await play(script, { state: dir }));
    expect(said).toMatchObject(['once', 'twice', 'twice', 'always', 'always'].map((answer) => ({ answer })));
  });

  test('plays what is for it by name', async () => {
    const script = JSON.stringify([
      { agent: 'other', do: [{ say: 'not me' }] },
      { agent: 'demo', do: [{ say: 'me' }] },
    ]);
    expect(await play(script)).toMatchObject({ answer: 'me' });
  });

  test('plays paths outside the workspace as they are written, because real agents stray too', async () => {
    await playSteps({ write: { path: '../outside.txt', text: 'stray' } });
    expect(readFileSync(path.join(dir, 'outside.txt'), 'utf8')).toBe('stray');
  });

  const failing: readonly { readonly what: string; readonly step: unknown; readonly says: string }[] = [
    {
      what: 'a patch whose text is not there',
      step: { patch: { path: 'a.txt', find: 'absent', replace: '' } },
      says: 'Step 2 (patch) failed: a.txt does not contain "absent"',
    },
    { what: 'deleting what is not there', step: { delete: 'nothing' }, says: 'Step 2 (delete) failed' },
    { what: 'a command that fails', step: { run: 'exit 7' }, says: '"exit 7" ended with exit 7' },
  ];

  test.each(failing)('fails at $what and plays no further', async ({ step, says }) => {
    const outcome = await playSteps({ write: { path: 'a.txt', text: 'text' } }, step, {
      write: { path: 'after', text: '' },
    });
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-failed' });
    if (outcome.ended === 'failed') expect(outcome.detail).toContain(says);
    expect(existsSync(path.join(workspace, 'after'))).toBe(false);
  });

  test('prints prints, streams and the output of commands to the transcript, and none of it into the answer', async () => {
    const pieces: string[] = [];
    writeFileSync(path.join(workspace, 'recorded'), 'r1\n\nr2\n');
    const steps = [
      { print: 'p' },
      { stream: { file: 'recorded', lines: ['s1', 's2'], everyMs: 1 } },
      { run: 'echo c' },
      { answer: { n: 1 } },
    ];
    const outcome = await play(JSON.stringify([{ do: steps }]), { onOutput: (piece) => pieces.push(piece) });
    expect(outcome).toMatchObject({ ended: 'answered', answer: '{"n":1}\n' });
    expect(pieces.join('').replace('{"n":1}\n', '')).toBe('p\nr1\n\nr2\ns1\ns2\nc\n');
  });

  test('lies, mumbles and repeats itself as written', async () => {
    const script = JSON.stringify([{ do: [{ say: '{"half": ' }, { answer: 1 }, { answer: 2 }] }]);
    expect(await play(script)).toMatchObject({ ended: 'answered', answer: '{"half": 1\n2\n' });
  });

  test('reports the cost its script names, added up, and keeps it out of the answer', async () => {
    const outcome = await playSteps({ cost: { usd: 0.25, tokens: 1_000 } }, { cost: { usd: 0.5 } });
    expect(outcome).toMatchObject({ ended: 'answered', answer: 'ok', charge: { usd: 0.75, tokens: 1_000 } });
  });

  test('reports a cost also when it fails, after a half line, after a flood, and when it is stopped', async () => {
    const cost = { cost: { usd: 0.25 } };
    const charge = { usd: 0.25 };
    expect(await playSteps({ say: 'half' }, cost, { fail: 'no' })).toMatchObject({ ended: 'failed', charge });
    expect(await playSteps({ flood: { bytes: 3e6 } }, cost)).toMatchObject({
      ended: 'failed',
      reason: 'malformed-answer',
      charge,
    });
    const stop = new AbortController();
    const hanging = JSON.stringify([{ do: [cost, { print: 'ready' }, { hang: {} }] }]);
    const outcome = await play(hanging, {
      signal: stop.signal,
      onOutput: (piece) => {
        if (piece.includes('ready')) stop.abort();
      },
    });
    expect(outcome).toMatchObject({ ended: 'stopped', charge });
  });

  test('has no known cost where its script names none, or does not get there', async () => {
    expect((await playSteps()).charge.usd).toBeUndefined();
    expect((await playSteps({ fail: 'no' }, { cost: { usd: 1 } })).charge.usd).toBeUndefined();
  });

  test('takes the first entry that matches role, task, round and attempt', async () => {
    const script = `
- { role: reviewer, do: [{ say: the reviewer }] }
- { role: implementer, task: greet, round: 2, do: [{ say: second round }] }
- { role: implementer, task: greet, attempt: 1, do: [{ say: first try }] }
- { role: implementer, task: greet, do: [{ say: later tries }] }
- { attempt: 3, do: [{ say: third of anything }] }
- { role: implementer, do: [{ say: other tasks }] }
`;
    const answers = await Promise.all(
      [
        { role: 'reviewer', mode: 'review' } as const,
        { task: 'greet', ordinal: 1 },
        { task: 'greet', ordinal: 2 },
        { task: 'greet', ordinal: 1, round: 2 },
        { task: 'part', ordinal: 3 },
        { task: 'part', ordinal: 1 },
        {},
      ].map(async (changes) => {
        const outcome = await play(script, changes);
        return outcome.ended === 'answered' ? outcome.answer : outcome;
      }),
    );
    expect(answers).toEqual([
      'the reviewer',
      'first try',
      'later tries',
      'second round',
      'third of anything',
      'other tasks',
      'other tasks',
    ]);
  });

  test('without an entry that matches fails, naming what was asked and what there is', async () => {
    const script =
      '- { role: planner, do: [] }\n- { role: reviewer, task: x, do: [] }\n- { task: y, do: [] }\n';
    expect(await play(script, { task: 'greet', ordinal: 2 })).toEqual({
      ended: 'failed',
      reason: 'agent-failed',
      detail:
        'The script has no entry for role implementer, task greet, round 1, attempt 2; it has entries for: planner, reviewer, any role. Add one that matches.',
      charge: { agentMs: 0 },
    });
  });

  test('with a wrong script is not usable, and an attempt with it goes to a person at once', async () => {
    const agent = scriptedAgent({ name: 'demo', script: '- do:\n    - sayy: a\n', processes });
    const usable = await agent.usable();
    expect(usable.ok).toBe(false);
    expect(JSON.stringify(usable)).toContain('Line 2, column 7');
    expect(await agent.play(requestIn(workspace))).toMatchObject({ ended: 'failed', reason: 'preflight' });
  });

  test('leaves no child behind, inside its group or out of it', async () => {
    const outcome = await playSteps(
      { spawn: 'echo $$ > one; exec sleep 1000' },
      { spawn: { command: 'echo $$ > two; exec sleep 1000', detached: true } },
      { run: 'until [ -s one ] && [ -s two ]; do sleep 0.01; done' },
    );
    expect(outcome).toMatchObject({ ended: 'answered', answer: 'ok' });
    const pids = [inside('one'), inside('two')].map(Number);
    for (const pid of pids) expect(isWorking(pid)).toBe(false);
  });

  test('gives the commands it runs the environment it was given, and nothing of ours', async () => {
    const script = JSON.stringify([{ do: [{ run: 'env > names' }, { say: 'ok' }] }]);
    const env = { PATH: '/usr/bin:/bin', MINE: 'yes' };
    await scriptedAgent({ name: 'demo', script, processes, env }).play(requestIn(workspace));
    const names = inside('names')
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '')
      .filter((name) => !name.startsWith('SLIPWAY_') && !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name));
    expect(names.toSorted()).toEqual(['HOME', 'MINE', 'PATH', 'TMPDIR']);
  });
});

function isWorking(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
