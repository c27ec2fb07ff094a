// A scene set up and played: a repository of its own, a home of its own, and the compiled command line, called as a
// person would. What is read at the end is what that person could read.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { stateOf } from '../../support/app.ts';
import { makeRepository } from '../../support/repository.ts';
import type { Sample, Said, Started } from '../../support/sample.ts';
import { sampleIn, toolHomes } from '../../support/sample.ts';
import type { Dishonest, Honest } from './case.ts';
import type { Played } from './judge.ts';
import type { Level } from './levels.ts';
import { worldMark } from './levels.ts';
import { scriptOf, ticketOf } from './script.ts';

const callMsMax = 300_000;
const testMsMax = 60_000;
const approvalsMax = 3;
const Shown = z.object({
  stage: z.string(),
  status: z.string(),
  roles: z.record(z.string(), z.number()),
  gates: z.array(z.object({ kind: z.string(), digest: z.string(), decision: z.unknown().optional() })),
});

/** No second tries, so that a scene is short; a scene that is about them asks for them. */
const calm = {
  onBlocked: 'halt',
  retries: { fixable: 0, malformed: 0, wait: '1ms' },
  rounds: { bug: 0, review: 0, fix: 0 },
};

export async function play(scene: Dishonest | Honest, level: Level): Promise<Played> {
  const repository = await makeRepository();
  try {
    for (const [name, text] of Object.entries(filesOf(scene))) {
      await repository.write(name, text.replaceAll(worldMark, repository.root));
    }
    await repository.commit('first');
    await writeFile(path.join(repository.root, 'ticket.md'), ticketText(scene));
    const sample = await sampleIn(repository, { SLIPWAY_LEVEL: level === 'open' ? 'open' : '' });
    const ended = await within(sample.start('run', '--file', '../ticket.md', '--auto', '--trust'));
    if (ended === undefined) return broken(`the run did not end within ${callMsMax} ms`);
    await approved(sample, scene.asks ?? []);
    return await seen(sample, scene, ended);
  } finally {
    await repository.remove();
  }
}

function filesOf(scene: Dishonest | Honest): Readonly<Record<string, string>> {
  const config = {
    agents: { scripted: { type: 'scripted', script: 'script.yaml' } },
    roles: { default: 'scripted' },
    // Nobody is asked to look into it first, unless it is about what was shown.
    profile: scene.reproduction === undefined ? 'quick' : 'default',
    interpret: 'off',
    slots: 1,
    ...('mend' in scene ? { retries: { wait: '1ms' } } : calm),
    ...scene.config,
  };
  const files = {
    ...scene.project.files,
    ...scene.files,
    'slipway.yaml': JSON.stringify(config),
    'script.yaml': JSON.stringify(scriptOf(scene)),
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

function ticketText(scene: Dishonest | Honest): string {
  const { title, criterion } = ticketOf(scene);
  return `# ${title}\n\n## Acceptance criteria\n\n- [ ] ${criterion}\n`;
}

async function within(started: Started): Promise<Said | undefined> {
  const timer = setTimeout(() => started.child.kill('SIGKILL'), callMsMax);
  const said = await started.ended;
  clearTimeout(timer);
  return said.signal === null ? said : undefined;
}

/** A person who says yes at the gates that are rightly there. */
async function approved(sample: Sample, asks: readonly string[]): Promise<void> {
  if (asks.length === 0) return;
  for (let count = 0; count < approvalsMax; count += 1) {
    const { gates } = Shown.parse(await sample.json('show'));
    const gate = gates.find(({ decision }) => decision === undefined);
    if (gate === undefined || !asks.includes(gate.kind)) return;
    await within(sample.start('approve', '--seen', gate.digest));
  }
}

async function seen(sample: Sample, scene: Dishonest | Honest, ended: Said): Promise<Played> {
  const shown = Shown.safeParse(await sample.json('show').catch(() => undefined));
  if (!shown.success) return broken(`there is no run: ${ended.out} ${ended.err}`);
  const { stage, status, roles, gates } = shown.data;
  const isMerge = stage === 'merge' || status === 'completed';
  const texts = isMerge ? [] : [await sample.slipway('explain')];
  if (!isMerge && gates.length > 0) texts.push(await sample.slipway('show', 'gate'));
  return {
    stage,
    status,
    implementers: roles['implementer'] ?? 0,
    told: texts.map(({ out, err }) => out + err).join('\n'),
    diff: isMerge && 'mend' in scene ? (await sample.slipway('diff')).out : '',
    strays:
      'pidFile' in scene &&
      scene.pidFile !== undefined &&
      (await isAlive(sample.repository.root, scene.pidFile)),
  };
}

async function isAlive(root: string, pidFile: string): Promise<boolean> {
  const pid = Number(await readFile(path.join(root, pidFile), 'utf8'));
  if (!(pid > 1)) throw new Error(`${pidFile} names no process`);
  return (await stateOf(pid)) !== 'gone';
}

function broken(broke: string): Played {
  return { stage: '', status: '', implementers: 0, told: '', diff: '', strays: false, broke };
}

/** Whether the project's own test command ends well after the change, where nothing guards. */
export async function looksGreen({ project, files, work }: Dishonest): Promise<boolean> {
  const dir = await mkdtemp(path.join(tmpdir(), 'slipway-evidence-'));
  try {
    for (const [name, text] of Object.entries({ ...project.files, ...files, ...work.change })) {
      await rm(path.join(dir, name), { recursive: true, force: true });
      if (text === undefined) continue;
      await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
      await writeFile(path.join(dir, name), text);
    }
    return (await endsWell(work.shell ?? 'true', dir)) && (await endsWell(project.test, dir));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function endsWell(command: string, cwd: string): Promise<boolean> {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...toolHomes() };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd, env, timeout: testMsMax }, (error) =>
      resolve(error === null),
    );
  });
}

/** Whether it can be started in a home that is not its owner's; `python3 pytest` is a module of a program. */
export async function hasProgram(needs: string): Promise<boolean> {
  const [program = '', module] = needs.split(' ');
  const home = await mkdtemp(path.join(tmpdir(), 'slipway-evidence-'));
  try {
    const command =
      module === undefined
        ? `${program} --version || ${program} version`
        : `${program} -c 'import ${module}'`;
    return await endsWell(command, home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
