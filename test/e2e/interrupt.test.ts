// Stops, crashes and second processes: nothing is lost, nothing is done twice, nobody's agent goes on alone.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { homeAt } from '../support/journal-home.ts';
import type { Sample, SampleOptions, Started } from '../support/sample.ts';
import { isAlive } from '../support/alive.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry, whenFile, whenLine } from '../support/sample.ts';

const samples: Sample[] = [];
const started: Started[] = [];

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const sample of samples.splice(0)) await sample.remove();
});

/** The first attempt leaves its mark and stays; every later one goes through. A retry would find no entry. */
async function sampleThatStays(options: SampleOptions = {}): Promise<Sample & { readonly mark: string }> {
  const sample = await makeSample(options);
  samples.push(sample);
  const mark = path.join(sample.repository.root, 'mark');
  const stays = `
- role: implementer
  attempt: 1
  do:
    - run: mkdir ${mark} 2>/dev/null || exit 0; echo $$ > ${mark}/pid; exec sleep 1000
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;
  await sample.repository.write('script.yaml', [analysisEntry, planEntry, stays, reviewEntry].join('\n'));
  await sample.repository.commit('a script that stays');
  return { ...sample, mark: path.join(mark, 'pid') };
}

/** The first attempt does half of its task and stays; the next one notes what it finds. */
async function sampleThatDoesHalf(
  config = '',
): Promise<{ readonly sample: Sample; readonly mark: string; readonly found: string }> {
  const sample = await makeSample({ config });
  samples.push(sample);
  const mark = path.join(sample.repository.root, 'mark');
  const half = "echo 'export const half = 1;' > a.js";
  const stays = `
- role: implementer
  attempt: 1
  do:
    - run: mkdir ${mark} 2>/dev/null || { cp a.js ${mark}/found; exit 0; }; ${half}; echo $$ > ${mark}/pid; exec sleep 1000
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;
  await sample.repository.write('script.yaml', [analysisEntry, planEntry, stays, reviewEntry].join('\n'));
  await sample.repository.commit('a script that does half of it');
  return { sample, mark: path.join(mark, 'pid'), found: path.join(mark, 'found') };
}

function stateFile({ home }: Sample): string {
  const [run = ''] = readdirSync(path.join(home, 'runs'));
  return path.join(home, 'runs', run, 'state.json');
}

/** What the state file says of unfinished work. */
function checkpointIn(sample: Sample): unknown {
  const state: { readonly resume_point: { readonly checkpoint: unknown } } = JSON.parse(
    readFileSync(stateFile(sample), 'utf8'),
  );
  return state.resume_point.checkpoint;
}

async function resumeIn(sample: Sample): Promise<unknown> {
  const { resume } = await sample.json('status');
  return typeof resume === 'object' && resume !== null && 'tasks' in resume ? resume.tasks : undefined;
}

function startIn(sample: Sample, ...args: readonly string[]): Started {
  const one = sample.start(...args);
  started.push(one);
  return one;
}

describe('a run whose process is interrupted', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'by %s ends its agent, is kept, and goes on with resume without using a retry',
    async (signal, exit) => {
      const sample = await sampleThatStays();
      const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
      const agent = await whenLine(sample.mark);
      run.child.kill(signal);
      const said = await run.ended;
      expect([said.exit, said.err]).toEqual([
        exit,
        expect.stringMatching(/`slipway resume r-\w+` takes it up/),
      ]);
      expect(isAlive(agent)).toBe(false);
      const resumed = await sample.slipway('resume', '--json');
      expect(resumed.exit).toBe(7);
      // Analysis, plan, the attempt that was cut short, the one after it, and the review.
      expect(JSON.parse(resumed.out)).toMatchObject({ stage: 'merge', tasksDone: 1, launches: 5 });
      expect(resumed.err).toContain('task one, attempt 1 began');
    },
  );

  test('by SIGKILL leaves an agent behind, which resume ends before it goes on', async () => {
    const sample = await sampleThatStays();
    const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
    const agent = await whenLine(sample.mark);
    run.child.kill('SIGKILL');
    await run.ended;
    expect(isAlive(agent)).toBe(true);
    const resumed = await sample.slipway('resume', '--json');
    expect(isAlive(agent)).toBe(false);
    expect(resumed.exit).toBe(7);
    expect(JSON.parse(resumed.out)).toMatchObject({ stage: 'merge', tasksDone: 1, launches: 5 });
  });

  test('by SIGKILL loses no more than since the last saved work, even where the workspace is gone', async () => {
    const { sample, found } = await sampleThatDoesHalf(
      'limits: { save: 200ms }\nbudget: { wallClock: 8h }\n',
    );
    const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
    await whenSaid(run, 'what the attempt did is saved (1 file, while it is at work)');
    await vi.waitFor(() => expect(checkpointIn(sample)).toMatchObject({ reason: 'periodic' }), 20_000);
    run.child.kill('SIGKILL');
    await run.ended;
    rmSync(path.join(sample.home, 'workspaces'), { recursive: true });
    expect(checkpointIn(sample)).toMatchObject({ reason: 'periodic', uncommitted_files: ['a.js'] });
    expect(await resumeIn(sample)).toMatchObject([
      { id: 'one', checkpoint: { why: 'periodic', files: ['a.js'] } },
    ]);
    const resumed = await sample.slipway('resume', '--json');
    expect([resumed.exit, resumed.err]).toEqual([7, expect.stringContaining('task one, attempt 1 began')]);
    // How long it was gone does not count as time it took.
    expect(resumed.err).toContain('another process goes on with it; what passed until then does not count');
    expect(readFileSync(found, 'utf8')).toBe('export const half = 1;\n');
    expect(JSON.parse(resumed.out)).toMatchObject({ stage: 'merge', tasksDone: 1, launches: 5 });
  });

  test('by SIGINT says in its files and in its status where it goes on, since when and with what', async () => {
    const { sample, mark, found } = await sampleThatDoesHalf();
    const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
    await whenLine(mark);
    run.child.kill('SIGINT');
    expect((await run.ended).exit).toBe(130);
    expect(checkpointIn(sample)).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      reason: 'stop',
      work_in_progress: 'changed so far: 1 file, it was stopped',
      uncommitted_files: ['a.js'],
      untouched_files: [],
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await resumeIn(sample)).toMatchObject([
      { id: 'one', checkpoint: { why: 'stop', files: ['a.js'] } },
    ]);
    expect((await sample.slipway('status')).out).toMatch(/saved work +task one, changed so far: 1 file/);
    expect((await sample.slipway('resume')).exit).toBe(7);
    expect(readFileSync(found, 'utf8')).toBe('export const half = 1;\n');
  });

  test('twice leaves at once, and takes its agent along', async () => {
    const sample = await sampleThatStays();
    // An agent that does not listen makes the first stop long enough for a second.
    const deaf = `
- role: implementer
  do:
    - run: mkdir -p ${path.dirname(sample.mark)}; echo $PPID > ${sample.mark}
    - hang: { ignoreTerm: true }`;
    await sample.repository.write('script.yaml', [analysisEntry, planEntry, deaf].join('\n'));
    await sample.repository.commit('a deaf agent');
    const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
    const agent = await whenLine(sample.mark);
    run.child.kill('SIGINT');
    await whenSaid(run, 'Once more leaves at once');
    run.child.kill('SIGINT');
    expect((await run.ended).exit).toBe(130);
    // The system may need a moment to take away what was killed.
    await vi.waitFor(() => expect(isAlive(agent)).toBe(false), 5_000);
    const status = await sample.json('status');
    expect(status).toMatchObject({ stage: 'implementation', status: 'running' });
  });
});

test('a run whose order was still on its way when Ctrl-C was pressed does not go on', async () => {
  const bin = mkdtempSync(path.join(tmpdir(), 'slipway-bin-'));
  try {
    // git waits once, while the order to start looks at the repository.
    const slow = `#!/bin/sh
if mkdir ${bin}/seen 2>/dev/null; then
  echo $$ > ${bin}/mark
  while [ ! -e ${bin}/go ]; do sleep 0.05; done
fi
PATH=\${PATH#*:} exec git "$@"\n`;
    writeFileSync(path.join(bin, 'git'), slow, { mode: 0o755 });
    const sample = await makeSample({ env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
    samples.push(sample);
    const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
    await whenLine(path.join(bin, 'mark'));
    run.child.kill('SIGINT');
    writeFileSync(path.join(bin, 'go'), '');
    const said = await run.ended;
    expect([said.exit, said.err]).toEqual([130, expect.stringMatching(/`slipway resume r-\w+` takes it up/)]);
    expect(said.err).not.toContain('Other runs');
    expect(await sample.json('status')).toMatchObject({ status: 'running', launches: 0 });
  } finally {
    rmSync(bin, { recursive: true });
  }
});

test('a task of a run that is paused is handed out at once to who takes it, and the run stays paused', async () => {
  const sample = await sampleThatStays();
  const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
  await whenLine(sample.mark);
  expect((await sample.slipway('pause')).exit).toBe(0);
  expect((await run.ended).exit).toBe(7);
  const taken = await sample.slipway('take', 'one');
  expect([taken.exit, taken.err]).toEqual([0, expect.stringContaining('Task one is yours')]);
  const folder = taken.out.trim();
  expect(readFileSync(path.join(folder, 'a.js'), 'utf8')).toContain('a = 1');
  expect(await sample.json('status')).toMatchObject({ status: 'waiting', because: 'paused by a person' });
  writeFileSync(path.join(folder, 'a.js'), 'export const a = 2;\n');
  // Without a name, in the folder of the task, its run is meant.
  const given = await sample.slipway('give', '-C', folder, 'one');
  expect([given.exit, given.out]).toEqual([7, expect.stringContaining('paused by a person')]);
  const resumed = await sample.slipway('resume');
  expect([resumed.exit, resumed.out]).toEqual([7, expect.stringContaining('the merge gate')]);
});

test('a run whose home somebody else took over stops with 4 and a sentence, and is not called a bug', async () => {
  const sample = await sampleThatStays();
  const run = startIn(sample, 'run', 'Change a', '--auto', '--trust');
  const agent = await whenLine(sample.mark);
  const journal = await homeAt(sample.home).open();
  await journal.takeOver();
  process.kill(Number(agent), 'SIGTERM');
  const said = await run.ended;
  expect([said.exit, said.err]).toEqual([4, expect.stringContaining('another process took over this home')]);
  expect(said.err).not.toContain('bug');
});

/** One that stays in the process of another, each with an agent of its own at work. */
async function hostAndGuest(): Promise<{
  readonly sample: Sample;
  readonly owner: Started;
  readonly guest: Started;
  readonly agents: readonly [owners: string, guests: string];
}> {
  const sample = await sampleThatStays();
  const owner = startIn(sample, 'run', 'Change a and stay', '--auto', '--trust');
  const owners = await whenLine(sample.mark);
  await sample.repository.write(
    'script.yaml',
    readFileSync(path.join(sample.repository.dir, 'script.yaml'), 'utf8').replaceAll('/mark', '/other'),
  );
  await sample.repository.commit('another mark');
  const guest = startIn(sample, 'run', 'Change a', '--auto', '--trust');
  const guests = await whenLine(path.join(sample.repository.root, 'other', 'pid'));
  return { sample, owner, guest, agents: [owners, guests] };
}

describe('while one process owns the home', () => {
  test('another starts a run in it, and a third approves it there', async () => {
    const sample = await sampleThatStays({ config: 'gates: { plan: true }\n' });
    const owner = startIn(sample, 'run', 'Change a and stay', '--auto', '--trust');
    await whenFile(sample.mark);
    const second = await sample.slipway('run', 'Change a', '--json');
    expect(second.exit).toBe(7);
    const { run } = JSON.parse(second.out);
    const approved = await sample.decides('approve', String(run));
    expect([approved.exit, approved.err]).toEqual([
      0,
      expect.stringContaining('owns this home goes on with it'),
    ]);
    // Following is what `resume` does in a home somebody owns.
    const followed = await sample.slipway('resume', String(run), '--json');
    expect(followed.exit).toBe(7);
    expect(followed.err).toContain('Another process owns this home');
    expect(JSON.parse(followed.out)).toMatchObject({ run, stage: 'merge', status: 'waiting' });
    expect(owner.child.exitCode).toBe(null);
    owner.child.kill('SIGTERM');
    expect((await owner.ended).exit).toBe(143);
  });

  test('Ctrl-C there is no word about a run it hosts for another: its agent goes on until it is pressed again', async () => {
    const { owner, guest, agents } = await hostAndGuest();
    owner.child.kill('SIGINT');
    await whenSaid(owner, 'Other runs of this home are at work in this process, so it goes on; Ctrl-C stops');
    expect(agents.map(isAlive)).toEqual([false, true]);
    owner.child.kill('SIGINT');
    expect((await owner.ended).exit).toBe(130);
    expect(isAlive(agents[1])).toBe(false);
    expect((await guest.ended).err).toContain('this one takes it up');
  });

  test('a run it hosts for another process goes on there when the owner is ended', async () => {
    const { sample, owner, guest } = await hostAndGuest();
    owner.child.kill('SIGTERM');
    expect((await owner.ended).exit).toBe(143);
    const said = await guest.ended;
    expect(said.err).toContain('this one takes it up');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    // The run that was stopped stays stopped: nobody asked for it to go on.
    const list = await sample.json('list');
    expect(list['runs']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Change a and stay', status: 'running', launches: 3 }),
      ]),
    );
  });
});

describe('a run that was interrupted, while its home is owned for another', () => {
  test('is called interrupted by list, status and watch, and the other one running', async () => {
    const { sample, owner } = await hostAndGuest();
    owner.child.kill('SIGINT');
    await whenSaid(owner, 'so it goes on; Ctrl-C stops');
    const { runs } = await sample.json('list');
    expect(runs).toEqual([
      expect.not.objectContaining({ interrupted: true }),
      expect.objectContaining({ title: 'Change a and stay', interrupted: true }),
    ]);
    const listed = await sample.slipway('list');
    expect(listed.out).toMatch(/ running .*Change a$/m);
    expect(listed.out).toMatch(/ interrupted .*Change a and stay$/m);
    const left = /`slipway resume (r-\w+)`/.exec(owner.err())?.[1] ?? '';
    const shown = await sample.slipway('status', left);
    expect(shown.out).toContain('Interrupted in implementation');
    expect(shown.err).toContain(`Next: slipway resume ${left}`);
    expect(await sample.json('status', left)).toMatchObject({ interrupted: true, owned: false });
    const watched = await sample.slipway('watch', left);
    expect(watched.out).toContain(`${left} interrupted`);
  });
});

test('Ctrl-C on a resume of several runs stops them all, and says of each what takes it up', async () => {
  const { sample, owner, guest } = await hostAndGuest();
  guest.child.kill('SIGKILL');
  owner.child.kill('SIGTERM');
  await Promise.all([guest.ended, owner.ended]);
  const marks = ['mark', 'other'].map((name) => path.join(sample.repository.root, name));
  for (const mark of marks) rmSync(mark, { recursive: true });
  const resumed = startIn(sample, 'resume');
  const agents = await Promise.all(marks.map((mark) => whenLine(path.join(mark, 'pid'))));
  resumed.child.kill('SIGINT');
  const said = await resumed.ended;
  expect([said.exit, said.out]).toEqual([130, '']);
  expect(said.err.match(/^Stopped\. .*`slipway resume r-\w+` takes it up\.$/gm)).toHaveLength(2);
  expect(said.err).not.toMatch(/running|Other runs/);
  expect(agents.map(isAlive)).toEqual([false, false]);
});

async function whenSaid(one: Started, words: string): Promise<void> {
  if (one.err().includes(words)) return;
  await new Promise<void>((resolve) => {
    one.child.stderr?.on('data', () => {
      if (one.err().includes(words)) resolve();
    });
  });
}
