// What a person decides from the command line, and what becomes of it.

import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { StartingPoint } from '../support/prepared.ts';
import { atMergeGate, atPlanGate, preparedSample } from '../support/prepared.ts';
import { seenIn } from '../support/seen-in.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { makeSample, wholeScript } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function sampleWith(options: SampleOptions = {}): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

async function prepared(point: StartingPoint): Promise<Sample> {
  const sample = await preparedSample(point);
  samples.push(sample);
  return sample;
}

describe('from the plan gate', () => {
  test('approve leads to the merge gate, and land into the repository', async () => {
    const sample = await prepared(atPlanGate);
    const approved = await sample.decides('approve');
    expect([approved.exit, approved.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    // What was told before is not told again.
    expect(approved.err).not.toContain('started');
    const before = await sample.repository.git('rev-parse', 'HEAD');
    const landed = await sample.decides('land');
    expect(landed.exit).toBe(0);
    expect(landed.err).toMatch(/git diff main\.\.\.feature\/LOCAL-\w+_change +look at it/);
    const [branch] = (
      await sample.repository.git('branch', '--list', '--format=%(refname:short)', 'feature/*')
    ).split('\n');
    expect(await sample.repository.git('show', `${String(branch)}:a.js`)).toBe('export const a = 2;');
    expect(await sample.repository.git('rev-parse', 'HEAD')).toBe(before);
    expect(await sample.repository.git('status', '--porcelain')).toBe('');
    const again = await sample.decides('land');
    expect([again.exit, again.err]).toEqual([6, expect.stringContaining('in your repository already')]);
  });

  test('revise takes the person’s words to the planner and asks again', async () => {
    const sample = await prepared(atPlanGate);
    const mute = await sample.decides('revise');
    expect([mute.exit, mute.err]).toEqual([2, expect.stringContaining('Say what should change')]);
    const revised = await sample.decides('revise', '--comment', 'Keep it smaller still');
    expect([revised.exit, revised.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
    expect(revised.err).toContain('planning begins: a person asked for a revision at the plan gate');
    expect(sample.filesWith('Keep it smaller still').length).toBeGreaterThan(0);
  });

  test('reject blocks the run, retry lets it go on, cancel ends it', async () => {
    const sample = await prepared(atPlanGate);
    const rejected = await sample.decides('reject');
    expect([rejected.exit, rejected.out]).toEqual([0, expect.stringContaining('blocked: a person said no')]);
    const retried = await sample.slipway('retry', '--comment', 'Once more');
    expect([retried.exit, retried.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
    const tooEarly = await sample.decides('merge');
    expect([tooEarly.exit, tooEarly.err]).toEqual([6, expect.stringContaining('in the stage plan-review')]);
    const cancelled = await sample.slipway('cancel');
    expect([cancelled.exit, cancelled.out]).toEqual([0, expect.stringContaining('cancelled')]);
    const late = await sample.decides('approve');
    expect([late.exit, late.err]).toEqual([6, expect.stringContaining('waits at no gate')]);
  });

  test('retry --from begins a blocked run again further back, where there is a way', async () => {
    const sample = await prepared(atPlanGate);
    await sample.decides('reject');
    const nowhere = await sample.slipway('retry', '--from', 'nowhere');
    expect([nowhere.exit, nowhere.err]).toEqual([2, expect.stringContaining("There is no stage 'nowhere'")]);
    const noWay = await sample.slipway('retry', '--from', 'merge');
    expect([noWay.exit, noWay.err]).toEqual([
      6,
      expect.stringContaining('It can begin again at analysis or planning: `slipway retry'),
    ]);
    const again = await sample.slipway('retry', '--from', 'planning', '--comment', 'Keep the old name');
    expect([again.exit, again.out]).toEqual([7, expect.stringContaining('waiting: the plan gate')]);
    expect(again.err).toContain('planning begins: a person asked to begin again there');
    expect(sample.filesWith('Keep the old name').length).toBeGreaterThan(0);
  });

  test('an answer to something else than was seen is refused', async () => {
    const sample = await prepared(atPlanGate);
    const stale = await sample.slipway('approve', '--seen', 'deadbeefdeadbeef');
    expect([stale.exit, stale.err]).toEqual([6, expect.stringContaining('is not what you saw any more')]);
    const wrong = await sample.decides('approve', '--raise', '5');
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('--raise is for a budget gate')]);
  });

  test('of two that approve at once one wins, and the other is told who did', async () => {
    const sample = await prepared(atPlanGate);
    const seen = seenIn((await sample.slipway('approve')).err);
    const both = await Promise.all([1, 2].map(() => sample.slipway('approve', ...seen)));
    const lost = both.filter((said) => said.exit === 6);
    expect(lost).toHaveLength(1);
    expect(lost[0]?.err).toMatch(/was decided already: .+ answered approve/);
    const status = await sample.json('status');
    expect(status).toMatchObject({ stage: 'merge', status: 'waiting', launches: 4 });
  });
});

describe('landing', () => {
  test('that fails says why, and can be ordered again', async () => {
    const sample = await prepared(atMergeGate);
    const branch = String((await sample.json('status'))['branch']);
    await sample.repository.git('branch', branch);
    const failed = await sample.decides('land');
    expect(failed.exit).toBe(6);
    expect([failed.out, failed.err]).toEqual([
      '',
      expect.stringContaining(`The branch ${branch} already exists`),
    ]);
    expect(failed.err).toMatch(/^Nothing was merged\. /);
    expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
    await sample.repository.git('branch', '--delete', branch);
    const landed = await sample.decides('land');
    expect(landed.exit).toBe(0);
    expect(await sample.repository.git('show', `${branch}:a.js`)).toBe('export const a = 2;');
  });

  test('with --ff moves the checked-out branch, but not over changes', async () => {
    const sample = await prepared(atMergeGate);
    await sample.repository.write('a.js', 'export const a = 3;\n');
    const refused = await sample.decides('land', '--ff');
    expect([refused.exit, refused.err]).toEqual([
      6,
      expect.stringMatching(/^Nothing was merged\. .+\(a\.js\)/),
    ]);
    expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
    expect(await readFile(path.join(sample.repository.dir, 'a.js'), 'utf8')).toBe('export const a = 3;\n');
    await sample.repository.git('checkout', '--', 'a.js');
    const landed = await sample.decides('land', '--ff');
    expect([landed.exit, landed.err]).toEqual([0, expect.stringContaining('Your branch main is at')]);
    expect(await readFile(path.join(sample.repository.dir, 'a.js'), 'utf8')).toBe('export const a = 2;\n');
  });

  test('into a repository that cannot be written is refused before the merge, in a sentence', async () => {
    const sample = await prepared(atMergeGate);
    const packs = path.join(sample.repository.dir, '.git/objects/pack');
    await rm(packs, { recursive: true });
    await writeFile(packs, 'no folder, so not even root can write into it\n');
    const refused = await sample.decides('land');
    expect([refused.exit, refused.err]).toEqual([
      6,
      expect.stringMatching(/^Nothing was merged\. Slipway cannot write to the repository at [^\n]+\n$/),
    ]);
    expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
    await rm(packs);
    expect((await sample.decides('land')).exit).toBe(0);
  });

  test('merge alone leaves the repository as it is', async () => {
    const sample = await prepared(atMergeGate);
    const branches = await sample.repository.git('branch', '--list');
    const merged = await sample.decides('merge');
    expect([merged.exit, merged.out]).toEqual([0, expect.stringContaining('completed')]);
    expect(await sample.repository.git('branch', '--list')).toBe(branches);
    expect((await sample.decides('land')).exit).toBe(0);
  });
});

describe('other gates', () => {
  // A program that asks until its prompt holds the answer.
  const asking = `prompt=$(cat)
case "$prompt" in
*"Option 2: Three"*)
  printf 'export const a = 3;\\n' > a.js
  echo '{"type":"work","status":"done","summary":"Changed it."}' ;;
*)
  echo '{"type":"needs_input","question":"Two or three?","options":[{"title":"Two","pros":"small","cons":"none","files":["a.js"],"impact":"low"},{"title":"Three","pros":"odd","cons":"none","files":["a.js"],"impact":"low"}],"recommendation":1}' ;;
esac
`;

  test('a question is answered by the number of an option, and its words reach who asked', async () => {
    const sample = await sampleWith({
      config: '  c: { type: command, command: [sh, agent.sh] }\nroles: { default: s, implementer: c }\n',
      files: { 'agent.sh': asking },
    });
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('the answer to a question')]);
    const approve = await sample.decides('approve');
    expect([approve.exit, approve.err]).toEqual([2, expect.stringContaining('asks a question')]);
    const beyond = await sample.decides('answer', '9');
    expect([beyond.exit, beyond.err]).toEqual([6, expect.stringContaining('options 1 to 2')]);
    const answered = await sample.decides('answer', '2');
    expect([answered.exit, answered.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
  });

  test('a budget that is reached, of the run or of the day, ends with 8 and goes on when it is raised', async () => {
    const sample = await sampleWith({ config: 'budget: { launches: 2, day: { launches: 3 } }\n' });
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
    expect([said.exit, said.out]).toEqual([8, expect.stringContaining('the budget gate (launches)')]);
    const revise = await sample.decides('revise', '--comment', 'x');
    expect([revise.exit, revise.err]).toEqual([2, expect.stringContaining('approved or rejected')]);
    const lower = await sample.decides('approve', '--raise', '1');
    expect([lower.exit, lower.err]).toEqual([6, expect.stringContaining('above 2')]);
    const day = await sample.decides('approve', '--raise', '9');
    expect([day.exit, day.out]).toEqual([8, expect.stringContaining('the budget gate (launches@day)')]);
    const raised = await sample.decides('approve', '--raise', '9');
    expect([raised.exit, raised.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
  });

  test('a repository without tests asks for a waiver before anybody is paid', async () => {
    const sample = await sampleWith({
      finds: true,
      files: { 'package.json': '{"name":"x"}' },
      script: wholeScript.replaceAll('verification: [test]', 'verification: []'),
    });
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--json');
    expect(said.exit).toBe(7);
    expect(JSON.parse(said.out)).toMatchObject({ launches: 0, gates: [{ kind: 'waiver' }] });
    const approved = await sample.decides('approve');
    expect([approved.exit, approved.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
  });
});

describe('a ticket with a secret in it', () => {
  /** Put together here, so that it stands in no file of ours. */
  const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
  const ticket = `Change it. The old login was ${token}.`;

  test('[D1] is asked about before its words leave, and the pull request says that it was', async () => {
    const sample = await sampleWith({ config: 'gates: { redacted: true }\n' });
    const asked = await sample.slipway('run', ticket, '--trust');
    expect([asked.exit, asked.out]).toEqual([
      7,
      expect.stringContaining('waiver gate (something was taken out of words that leave)'),
    ]);
    const shown = await sample.slipway('show', 'gate');
    expect(shown.out).toContain('- Ticket: github-token\n');
    const status = await sample.slipway('status');
    expect(status.out).not.toContain('#1');
    const approved = await sample.decides('approve');
    expect([approved.exit, approved.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    const { out } = await sample.slipway('show', 'pr');
    expect(out).toContain('A person let it go out like this.');
    expect(sample.filesWith(token)).toEqual([]);
  });

  test('[D1] goes out without it where --auto says so, and the pull request says so', async () => {
    const sample = await sampleWith({ config: 'gates: { redacted: true }\n' });
    const run = await sample.slipway('run', ticket, '--auto', '--trust');
    expect([run.exit, run.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    const { out } = await sample.slipway('show', 'pr');
    expect(out).toMatch(
      /taken out of these words: .*Ticket \(github-token\).* No person was asked about it\./,
    );
  });
});
