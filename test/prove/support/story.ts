// One story of the proof: its run undisturbed, its run copied at chosen points and every copy resumed, and its run
// killed. What is wrong is told as it is found.

import path from 'node:path';
import type { Finding } from './compare.ts';
import { compare } from './compare.ts';
import type { Control, Copy } from './copies.ts';
import { controlRun, copyingRun } from './copies.ts';
import { missingIn } from './happened.ts';
import { killAll } from './kills.ts';
import type { Point } from './points.ts';
import { nameOf } from './points.ts';
import { progressOf, say } from './proof.ts';
import { resumeAll } from './sweep.ts';
import type { StoryName } from './world.ts';
import { makeWorld } from './world.ts';

const lanes = 2;
const findingCharsMax = 600;

type Wrong = readonly Finding[];

interface Plan {
  readonly story: StoryName;
  readonly root: string;
  readonly choose: (all: readonly Point[]) => readonly Point[];
  readonly kills: number;
  readonly seed: string;
  readonly plant: boolean;
}

export interface ToldStory {
  /** Every point of its run, and those at which it was cut. */
  readonly points: readonly Point[];
  readonly covered: readonly Point[];
  readonly kills: number;
  /** What is wrong with the runs that nobody was to disturb. */
  readonly control: Wrong;
  /** What is wrong with each run that was cut or killed. */
  readonly wrong: readonly Wrong[];
}

export async function proveStory(plan: Plan): Promise<ToldStory> {
  const startedMs = performance.now();
  const control = await controlRun(await makeWorld(path.join(plan.root, 'control'), plan.story));
  const runMs = performance.now() - startedMs;
  const { facts, points } = control;
  const bad = [...compare(facts, facts), ...missingIn(plan.story, facts)];
  say(`${plan.story}: ${facts.events.length} events, ${points.length} points, ${seconds(runMs)}`);
  tell('control', bad);
  const { copies, disturbed } = await copied(control, plan);
  const resumed = await resumedFindings(control, copies, plan);
  const killed = await killedFindings(control, plan, runMs);
  return {
    points,
    covered: copies.map((copy) => copy.point),
    kills: killed.reduce((sum, run) => sum + run.kills, 0),
    control: [...bad, ...disturbed],
    wrong: [...resumed, ...killed.map((run) => run.findings)],
  };
}

async function copied(
  control: Control,
  { story, root, choose }: Plan,
): Promise<{ readonly copies: readonly Copy[]; readonly disturbed: Wrong }> {
  const chosen = new Set(choose(control.points).map(nameOf));
  const world = await makeWorld(path.join(root, 'copied'), story);
  const { facts, copies } = await copyingRun(world, root, (point) => chosen.has(nameOf(point)));
  const disturbed = compare(control.facts, facts);
  tell('the run that was copied', disturbed);
  say(`copied at ${copies.length} of ${chosen.size} points`);
  return { copies, disturbed };
}

async function resumedFindings(
  control: Control,
  copies: readonly Copy[],
  { plant }: Plan,
): Promise<readonly Wrong[]> {
  const progress = progressOf('resumed', copies.length);
  const resumed = await resumeAll({
    control: control.facts,
    copies,
    lanes,
    ...(plant ? { plant: 'no-probe' as const } : {}),
    onResumed: ({ copy, findings }) => {
      tell(`${nameOf(copy.point)} (${copy.world.root})`, findings);
      progress();
    },
  });
  return resumed.map((item) => item.findings);
}

async function killedFindings(control: Control, { story, root, kills, seed }: Plan, runMs: number) {
  let done = 0;
  return killAll({
    story,
    control: control.facts,
    runMs,
    kills,
    lanes,
    seed,
    root,
    onRun: (run) => {
      done += run.kills;
      tell('a run that was killed', run.findings);
      say(`killed ${done} of ${kills} times`);
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
