// prove:web. Everything that another page, another program or somebody with less access could send to the server is sent to it: the
// compiled program, over a home that is thrown away. Nobody gets in, nothing is told, nothing is changed, nothing of theirs is run in a
// browser, and those who may are served.
//
//   tsx test/prove/web.ts [--size ci|full] [--only WORDS] [--list]
//
// In size ci each route has its share of the faults; in full it has all of them. Controls are the calls of people of every access, on every
// route the server's own document lists, and a door without a lock, through which every case has to be seen coming in. Progress goes to
// stderr. The last line of stdout is one JSON document; the exit is 0 only where nothing was accepted or broken, no script ran, every
// control held and enough was played.

import { parseArgs } from 'node:util';
import { Browser } from './web/browser/chromium.ts';
import { meetHostile, stranger } from './web/browser/hostile.ts';
import { visited } from './web/browser/scripts.ts';
import { accessCases } from './web/cases/access.ts';
import { bodyCases } from './web/cases/bodies.ts';
import { disguiseCases } from './web/cases/disguise.ts';
import { entryCases, lastCases } from './web/cases/entry.ts';
import { faultCases } from './web/cases/faults.ts';
import { slowCases } from './web/cases/slow.ts';
import type { Case, Finding, Judged } from './web/case.ts';
import type { Control } from './web/controls.ts';
import {
  openDoorControls,
  orderControls,
  peopleControls,
  publicControls,
  routeControls,
} from './web/controls.ts';
import type { Stage } from './web/stage.ts';
import { openStage } from './web/stage.ts';
import type { Size } from './support/proof.ts';
import { inLanes, progressOf, report, say, sizeOf, sizeOption } from './support/proof.ts';

const lanes = 8;
const least: Readonly<Record<Size, number>> = { ci: 400, full: 1_000 };
/** Of how many faults a route has one. */
const shares: Readonly<Record<Size, number>> = { ci: 5, full: 1 };

interface Options {
  readonly size: Size;
  /** Only cases with these words in their group or name. */
  readonly only: string;
  readonly list: boolean;
}

async function prove(options: Options, stage: Stage): Promise<boolean> {
  const startedMs = performance.now();
  const fits = ({ group, name }: Case): boolean => `${group}: ${name}`.includes(options.only);
  const together = togetherOf(stage, shares[options.size]).filter(fits);
  const slow = slowCases(stage).filter(fits);
  const after = [...entryCases, ...lastCases].filter(fits);
  if (options.list) {
    for (const { group, name } of [...together, ...slow, ...after])
      process.stdout.write(`${group}: ${name}\n`);
    return true;
  }
  say(`${stage.routes.length} routes, ${together.length + slow.length + after.length} cases`);
  const controls = [...(await controlsBefore(stage))];
  const before = await stage.state();
  let scriptsRun: number | undefined;
  const judged = [...(await playedAtOnce(stage, together, slow))];
  if (options.only === '' || 'browser'.includes(options.only)) {
    const met = await inBrowser(stage);
    judged.push(...met.judged);
    controls.push(...met.controls);
    scriptsRun = met.scriptsRun;
  }
  const unchanged = await sameAs(stage, before);
  controls.push(...(await controlsAfter(stage)));
  for (const one of after) judged.push(await judgedCase(stage, one));
  judged.push(...unchanged, ...alive(stage));
  return told(options, { judged, controls, routes: stage.routes.length, scriptsRun }, startedMs);
}

function togetherOf(stage: Stage, share: number): readonly Case[] {
  return [...faultCases(stage, share), ...accessCases(stage), ...bodyCases(stage), ...disguiseCases(stage)];
}

async function controlsBefore(stage: Stage): Promise<readonly Control[]> {
  return heard([
    ...(await routeControls(stage)),
    ...(await peopleControls(stage)),
    ...(await publicControls(stage)),
    ...(await openDoorControls(stage)),
  ]);
}

async function controlsAfter(stage: Stage): Promise<readonly Control[]> {
  return heard([...(await peopleControls(stage)), ...(await orderControls(stage))]);
}

function heard(controls: readonly Control[]): readonly Control[] {
  for (const { name, wrong } of controls) if (wrong !== undefined) say(`WRONG control: ${name}: ${wrong}`);
  return controls;
}

/** What only a browser shows: what it brings along to whom, and what it lets a page read. */
async function inBrowser(stage: Stage): Promise<Omit<Outcome, 'routes'>> {
  const browser = await Browser.open([stranger]);
  try {
    const hostile = await meetHostile(stage, browser);
    const scripts = await visited(stage, browser);
    const judged = [...hostile.cases, ...scripts.cases];
    for (const { name, findings } of judged) wrongs(name, findings);
    const controls = heard([...hostile.controls, ...scripts.controls]);
    for (const { name } of scripts.controls) say(name);
    say(`${judged.length} cases in a browser`);
    return { judged, controls, scriptsRun: scripts.scriptsRun };
  } finally {
    await browser.close();
  }
}

/** Those who are slow hold their connections while everything else goes on. */
async function playedAtOnce(
  stage: Stage,
  together: readonly Case[],
  slow: readonly Case[],
): Promise<readonly Judged[]> {
  const progress = progressOf('played', together.length);
  const waiting = Promise.all(slow.map((one) => judgedCase(stage, one)));
  const judged = await inLanes({
    items: together,
    lanes,
    work: (one) => judgedCase(stage, one),
    onDone: progress,
  });
  say(`waiting for ${slow.length} who are slow`);
  return [...judged, ...(await waiting)];
}

/** What is thrown is a finding, too: nothing expected is. */
async function judgedCase(stage: Stage, { group, name, play }: Case): Promise<Judged> {
  const findings = await play(stage).catch((error: unknown): readonly Finding[] => [
    { category: 'wrong', what: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  ]);
  wrongs(`${group}: ${name}`, findings);
  return { name: `${group}: ${name}`, findings };
}

function wrongs(name: string, findings: readonly Finding[]): void {
  for (const { category, what } of findings) say(`WRONG ${category}: ${name}: ${what}`);
}

/** Whatever was answered, the home is what it was. */
async function sameAs(stage: Stage, before: string): Promise<readonly Judged[]> {
  const name = 'the home after all of it';
  if ((await stage.state()) === before) return [{ name, findings: [] }];
  const what = 'something was changed that nobody had the right to change';
  say(`WRONG accepted: ${what}`);
  return [{ name, findings: [{ category: 'accepted', what }] }];
}

function alive({ server }: Stage): readonly Judged[] {
  if (!server.hasEnded()) return [];
  say('WRONG: the server has ended');
  return [{ name: 'the server', findings: [{ category: 'wrong', what: 'it has ended' }] }];
}

interface Outcome {
  readonly judged: readonly Judged[];
  readonly controls: readonly Control[];
  readonly routes: number;
  /** Undefined where no browser looked. */
  readonly scriptsRun: number | undefined;
}

function told(
  { size, only }: Options,
  { judged, controls, routes, scriptsRun }: Outcome,
  startedMs: number,
): boolean {
  const count = (category: Finding['category']): number =>
    judged.filter(({ findings }) => findings.some((one) => one.category === category)).length;
  const [accepted, wrong] = [count('accepted'), count('wrong')];
  const right = controls.filter((one) => one.wrong === undefined).length;
  report(
    {
      cases: judged.length,
      accepted,
      wrong,
      scriptsRun,
      controls: `${right} of ${controls.length}`,
      routes,
    },
    startedMs,
  );
  const isEnough = only !== '' || (judged.length >= least[size] && scriptsRun === 0);
  return isEnough && accepted + wrong === 0 && right === controls.length;
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...sizeOption,
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
    },
  });
  return { size: sizeOf(values.size), only: values.only, list: values.list };
}

const options = optionsOf(process.argv.slice(2));
const stage = await openStage();
try {
  process.exitCode = (await prove(options, stage)) ? 0 : 1;
} finally {
  await stage.close();
}
