// Slipway's own share of the demo's wall time: the time in which no child process runs, from the start of Node to
// its end. A control with a known share is measured first, so that a watcher that sees nothing, or everything, is
// noticed.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Measurement, Setting } from './support/bench.ts';
import { median, quantile, rounded } from './support/compare.ts';
import type { OwnTime } from './support/own-time.ts';
import { ownTimeOf } from './support/own-time.ts';
import { slipway } from './support/program.ts';

const limit = 0.25;
const control = { busyMs: 600, low: 0.35, high: 0.65 } as const;

export const ownShare: Measurement = async (setting) => {
  mkdirSync(setting.dir, { recursive: true });
  const controlShare = await controlled(setting);
  const demos: OwnTime[] = [];
  for (let round = 0; round < setting.size.demoRounds; round += 1) {
    const time = await demo(setting, round);
    demos.push(time);
    setting.say(
      `demo ${round + 1} of ${setting.size.demoRounds}: ${Math.round(time.wallMs)} ms with ${time.children} children, ` +
        `own share ${rounded(shareOf(time))}`,
    );
  }
  const shares = demos.map(shareOf);
  return {
    ratio: rounded(median(shares)),
    limit,
    ok: median(shares) <= limit,
    low: rounded(quantile(shares, 0.25)),
    high: rounded(quantile(shares, 0.75)),
    rounds: demos.length,
    wallMs: Math.round(median(demos.map((time) => time.wallMs))),
    // An end is seen late by a program that is busy; its computing time bounds what was hidden that way.
    cpuRatio: rounded(median(demos.map((time) => time.cpuMs / time.wallMs))),
    children: median(demos.map((time) => time.children)),
    control: rounded(controlShare),
  };
};

function shareOf(time: OwnTime): number {
  return 1 - time.coveredMs / time.wallMs;
}

async function demo({ dir }: Setting, round: number): Promise<OwnTime> {
  const time = await ownTimeOf([slipway, 'demo', '--dir', path.join(dir, `demo-${round}`)], {
    cwd: dir,
    times: path.join(dir, `times-${round}`),
  });
  if (time.ended.exit === 0) return time;
  const said = time.ended.stderr.trim().slice(-300);
  throw new Error(`\`slipway demo\` ended with ${time.ended.exit}. ${said}`);
}

/** Busy alone for as long as it then has a child: about a half is its own. */
async function controlled({ dir, say }: Setting): Promise<number> {
  const { busyMs, low, high } = control;
  const program = `
    const { spawn } = require('node:child_process');
    for (const start = performance.now(); performance.now() - start < ${busyMs}; );
    spawn(process.execPath, ['-e', 'setTimeout(() => {}, ${busyMs})']);`;
  const time = await ownTimeOf(['-e', program], { cwd: dir, times: path.join(dir, 'times-control') });
  const share = shareOf(time);
  say(`control: own share ${rounded(share)}`);
  if (share >= low && share <= high) return share;
  throw new Error(
    `The control's own share is ${rounded(share)} instead of about a half, so none is believed.`,
  );
}
