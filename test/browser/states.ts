// A home in which everything is that screens have to stand: a title of three hundred characters, a change of five thousand lines, a run that
// failed twice, text that means harm, and two hundred runs besides.

import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry, wholeScript } from '../support/sample.ts';
import { makeManyRuns } from '../support/many-runs.ts';
import { hostileRun, hostileScript, hostileTicket } from '../prove/web/browser/hostile-run.ts';

const runsMany = 200;
const linesMany = 5_000;
const titleChars = 300;
const gateExit = 7;
const blockedExit = 5;

export interface States {
  readonly sample: Sample;
  readonly long: string;
  readonly big: string;
  readonly failed: string;
  readonly hostile: string;
}

export const longTitle = 'Say in capitals what is said in small letters wherever somebody asks for it '
  .repeat(4)
  .slice(0, titleChars - 1)
  .padEnd(titleChars, '.');

/** Fails the first time, and the second; what is asked for after that is the same again. */
const failingEntry = `
- role: implementer
  do:
    - print: Reading a.js.
    - fail: { exit: 3, message: The program of the agent ended in the middle. }`;

const bigEntry = `
- role: implementer
  do:
    - run: seq -f 'export const line%g = 1;' 1 ${linesMany} > a.js
    - answer: {type: work, status: done, summary: Changed it.}`;

function ticket(title: string): string {
  const description = 'The number in a.js is one.\n\n## Acceptance criteria\n\n- The number is two.\n';
  return JSON.stringify({ title, description });
}

export async function madeStates(): Promise<States> {
  const sample = await makeSample({
    config: 'gates: { plan: true }\nretries: { perTask: 1 }\n',
    files: {
      'hostile.json': hostileTicket,
      'failing.json': ticket('Change a, and fail'),
      'big.json': ticket('Change a, all of it'),
    },
  });
  await makeManyRuns(sample.home, runsMany);
  const long = await runOf(sample, wholeScript, gateExit, longTitle);
  const failing = [analysisEntry, planEntry, failingEntry, reviewEntry].join('\n');
  const failed = await runOf(sample, failing, blockedExit, '--file', 'failing.json', '--auto');
  const changing = [analysisEntry, planEntry, bigEntry, reviewEntry].join('\n');
  const big = await runOf(sample, changing, gateExit, '--file', 'big.json', '--auto');
  await script(sample, hostileScript());
  await hostileRun(sample);
  return { sample, long, big, failed, hostile: await newest(sample) };
}

async function runOf(
  sample: Sample,
  text: string,
  exit: number,
  ...words: readonly string[]
): Promise<string> {
  await script(sample, text);
  const said = await sample.slipway('run', '--trust', ...words);
  if (said.exit !== exit) throw new Error(`'${words.join(' ')}' ended with ${said.exit}: ${said.err}`);
  return newest(sample);
}

/** It is read when a run starts: each run plays what is committed then. */
async function script({ repository }: Sample, text: string): Promise<void> {
  await repository.write('script.yaml', text);
  if ((await repository.git('status', '--porcelain')) !== '') await repository.commit('Another script');
}

async function newest(sample: Sample): Promise<string> {
  const { runs } = await sample.json('list');
  const [first] = (Array.isArray(runs) ? runs : []).toSorted(
    (one, other) => Number(Reflect.get(other, 'startedAt')) - Number(Reflect.get(one, 'startedAt')),
  );
  return String(Reflect.get(Object(first), 'run'));
}
