// prove:crash. A run is cut at the boundaries of its effects and by real SIGKILLs, taken up again, and must come to
// the same end as one nobody disturbed: nothing twice, nothing lost, nothing stuck.
//
//   tsx test/prove/crash.ts [--size ci|full] [--kills 40] [--points N] [--seed S] [--plant no-probe]
//
// Progress goes to stderr. The last line of stdout is one JSON document; the exit is 0 only where nothing is wrong.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Category, Finding } from './support/compare.ts';
import { compare } from './support/compare.ts';
import type { Control, Copy } from './support/copies.ts';
import { controlRun, copyingRun } from './support/copies.ts';
import { killAll } from './support/kills.ts';
import type { Size } from './support/proof.ts';
import { isPlanted, progressOf, report, say, sizeOf, sizeOption } from './support/proof.ts';
import { chosenPoints, nameOf, thinned, uncoveredPairs } from './support/points.ts';
import { resumeAll } from './support/sweep.ts';
import { makeWorld } from './support/world.ts';

const lanes = 2;
const findingCharsMax = 600;

interface Options {
  readonly size: Size;
  readonly kills: number;
  readonly pointsMax: number;
  readonly seed: string;
  readonly plant: boolean;
}

type Wrong = readonly Finding[];

interface Proof {
  readonly right: boolean;
  /** Something is wrong in a world that was kept. */
  readonly evidence: boolean;
}

async function prove(options: Options, root: string): Promise<Proof> {
  const startedMs = performance.now();
  const control = await controlRun(await makeWorld(path.join(root, 'control')));
  const runMs = performance.now() - startedMs;
  const bad = compare(control.facts, control.facts);
  say(`control: ${control.facts.events.length} events, ${control.points.length} points, ${seconds(runMs)}`);
  tell('control', bad);
  const { copies, disturbed } = await copied(control, options, root);
  const resumed = await resumedFindings(control, copies, options);
  const killed = options.plant ? [] : await killedFindings(control, options, { root, runMs });
  const wrong = [...resumed, ...killed.map((run) => run.findings)];
  const kills = killed.reduce((sum, run) => sum + run.kills, 0);
  const covered = copies.map((copy) => copy.point);
  const count = (category: Category): number =>
    wrong.filter((findings) => findings.some((finding) => finding.category === category)).length;
  const counts = {
    points: copies.length,
    uncovered: options.plant ? [] : uncoveredPairs(control.points, covered),
    duplicated: count('duplicated'),
    lost: count('lost'),
    stuck: count('stuck'),
    different: count('different'),
    kills,
    control: bad.length === 0 && disturbed.length === 0 ? 'ok' : 'bad',
  };
  report(counts, startedMs);
  const evidence = counts.control !== 'ok' || wrong.flat().length > 0;
  const enough = copies.length > 0 && counts.uncovered.length === 0 && kills === options.kills;
  return { right: !evidence && enough, evidence };
}

async function copied(
  control: Control,
  options: Options,
  root: string,
): Promise<{ readonly copies: readonly Copy[]; readonly disturbed: Wrong }> {
  const all = options.plant
    ? control.points.filter((point) => point.kind === 'comment-ticket')
    : chosenPoints(control.points, options.size);
  const chosen = new Set(thinned(all, options.pointsMax).map(nameOf));
  const world = await makeWorld(path.join(root, 'copied'));
  const { facts, copies } = await copyingRun(world, root, (point) => chosen.has(nameOf(point)));
  const disturbed = compare(control.facts, facts);
  tell('the run that was copied', disturbed);
  say(`copied at ${copies.length} of ${chosen.size} points`);
  return { copies, disturbed };
}

async function resumedFindings(
  control: Control,
  copies: readonly Copy[],
  options: Options,
): Promise<readonly Wrong[]> {
  const progress = progressOf('resumed', copies.length);
  const resumed = await resumeAll({
    control: control.facts,
    copies,
    lanes,
    ...(options.plant ? { plant: 'no-probe' as const } : {}),
    onResumed: ({ copy, findings }) => {
      tell(`${nameOf(copy.point)} (${copy.world.root})`, findings);
      progress();
    },
  });
  return resumed.map((item) => item.findings);
}

async function killedFindings(
  control: Control,
  options: Options,
  { root, runMs }: { readonly root: string; readonly runMs: number },
) {
  let kills = 0;
  return killAll({
    control: control.facts,
    runMs,
    kills: options.kills,
    lanes,
    seed: options.seed,
    root,
    onRun: (run) => {
      kills += run.kills;
      tell('a run that was killed', run.findings);
      say(`killed ${kills} of ${options.kills} times`);
    },
  });
}

/** A run that is stuck lacks everything after it, which need not be said one by one. */
function tell(what: string, findings: Wrong): void {
  const stuck = findings.filter((finding) => finding.category === 'stuck');
  for (const finding of stuck.length > 0 ? stuck : findings) {
    say(`WRONG ${what}: ${finding.category}: ${finding.what.slice(0, findingCharsMax)}`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      kills: { type: 'string', default: '40' },
      points: { type: 'string', default: '100000' },
      seed: { type: 'string', default: 'slipway' },
      plant: { type: 'string' },
    },
  });
  return {
    size: sizeOf(values.size),
    kills: Number(values.kills),
    pointsMax: Number(values.points),
    seed: values.seed,
    plant: isPlanted(values.plant, 'no-probe'),
  };
}

const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-crash-')));
const options = optionsOf(process.argv.slice(2));
const proof = await prove(options, root);
if (proof.evidence && !options.plant) say(`what is wrong can be looked at in ${root}`);
else await rm(root, { recursive: true, force: true });
process.exitCode = proof.right ? 0 : 1;
