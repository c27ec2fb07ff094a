// Runs a real program through a case: a throw-away repository and home, an environment made from nothing, a scripted
// model on loopback, output to files (pipes lose what is not taken at once), and nothing left running afterwards.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, realpath, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tagVariable } from '../../../src/containment/process.ts';
import { endSurvivors } from '../../../src/containment/survivors.ts';
import { startModel } from '../../support/model-server/server.ts';
import { makeRepository } from '../../support/repository.ts';
import { programOf } from '../programs.ts';
import {
  type Case,
  type Cut,
  type Driver,
  type Launch,
  type Place,
  type Recording,
  startedFile,
} from './case.ts';
import { scrubber } from './scrub.ts';

const caseMsMax = 240_000;
const stderrCharsMax = 2_000;

type Model = Awaited<ReturnType<typeof startModel>>;

export async function runCase(driver: Driver, one: Case, binary: string): Promise<Recording> {
  const repository = await makeRepository({ 'hello.txt': 'hello world\n', 'README.md': '# Sample\n' });
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-recording-')));
  const place: Place = {
    workspace: repository.dir,
    home: path.join(root, 'home'),
    tmp: path.join(root, 'tmp'),
  };
  await mkdir(place.home);
  await mkdir(place.tmp);
  const model = await startModel(one.script === 'refused' ? [] : one.script);
  try {
    return await recorded({ driver, one, binary, place, model, root });
  } finally {
    await model.close();
    const left = await endSurvivors(root);
    if (left > 0) process.stderr.write(`  ${one.name} left ${left} processes running\n`);
    await rm(root, { recursive: true, force: true });
    await repository.remove();
  }
}

interface Scene {
  readonly driver: Driver;
  readonly one: Case;
  readonly binary: string;
  readonly place: Place;
  readonly model: Model;
  /** The folder of everything, and the tag of every process of this case. */
  readonly root: string;
}

async function recorded(scene: Scene): Promise<Recording> {
  const { driver, one, place, model } = scene;
  const { url } = model;
  if (one.script === 'refused') await model.close();
  const session = one.resume === 'first' ? await firstSession(scene) : one.resume;
  const launch = await driver.launch(one, place, { url, ...(session === undefined ? {} : { session }) });
  const end = await run(scene, launch, one.cut);
  for (const problem of model.problems) process.stderr.write(`  the model server: ${problem}\n`);
  const scrub = scrubber(place);
  const program = programOf(driver.program);
  return {
    program: program.name,
    version: program.version,
    recordedAt: new Date().toISOString(),
    args: launch.args.map(scrub),
    ...(end.exit === undefined ? {} : { exit: end.exit }),
    ...(end.signal === undefined ? {} : { signal: end.signal }),
    stdout: scrub(end.stdout),
    stderr: scrub(end.stderr).slice(-stderrCharsMax),
    expected: one.expected,
  };
}

async function firstSession(scene: Scene): Promise<string> {
  const { driver, one, place, model } = scene;
  const first = await run(scene, await driver.launch(one, place, { url: model.url }));
  const session = driver.sessionIn(first.stdout);
  if (session === undefined) throw new Error(`${one.name}: the first run named no session: ${first.stderr}`);
  return session;
}

interface End {
  readonly exit?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(scene: Scene, launch: Launch, cut?: Cut): Promise<End> {
  const file = (name: string): string => path.join(scene.root, name);
  await writeFile(file('prompt'), scene.one.prompt ?? 'Make the change the ticket asks for.\n');
  const [stdin, stdout, stderr] = await Promise.all([
    open(file('prompt'), 'r'),
    open(file('stdout'), 'w'),
    open(file('stderr'), 'w'),
  ]);
  try {
    const child = spawn(scene.binary, launch.args, {
      cwd: scene.place.workspace,
      env: { ...usualEnvironment(scene), ...launch.env },
      detached: true,
      stdio: [stdin.fd, stdout.fd, stderr.fd],
    });
    const ended = endOf(child, scene.one);
    if (cut !== undefined) await Promise.race([cutWhenDue(child, cut, scene), ended]);
    const how = await ended;
    const [printed, told] = [await readFile(file('stdout'), 'utf8'), await readFile(file('stderr'), 'utf8')];
    return { ...how, stdout: printed, stderr: told };
  } finally {
    await Promise.all([stdin.close(), stdout.close(), stderr.close()]);
  }
}

function usualEnvironment({ place, root }: Scene): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: place.home,
    TMPDIR: place.tmp,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    [tagVariable]: root,
  };
}

function endOf(child: ChildProcess, one: Case): Promise<Pick<End, 'exit' | 'signal'>> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${one.name}: still running after ${caseMsMax / 1_000} s`));
    }, caseMsMax);
    child.once('error', (problem) => {
      clearTimeout(late);
      reject(problem);
    });
    child.once('exit', (exit, signal) => {
      clearTimeout(late);
      resolve({ ...(exit === null ? {} : { exit }), ...(signal === null ? {} : { signal }) });
    });
  });
}

async function cutWhenDue(child: ChildProcess, cut: Cut, { model, place }: Scene): Promise<void> {
  if (cut.when === 'tool') await appearance(place.workspace, startedFile);
  else {
    const asked = 'asked' in cut.when ? cut.when.asked : 1;
    await model.waitFor((request) => request.hasTools && request.ordinal >= asked, caseMsMax);
    if ('quietMs' in cut.when) await wait(cut.when.quietMs);
  }
  child.kill(cut.signal);
}

async function appearance(dir: string, name: string): Promise<void> {
  for await (const event of watch(dir, { signal: AbortSignal.timeout(caseMsMax) })) {
    if (event.filename === name) return;
  }
}
