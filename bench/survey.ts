// How long a survey takes in a repository of so many files: the effect itself, on a store that is there already, with an
// agent that answers at once. The ticket has as many words as a survey searches for at most, rare ones and common ones.
// Beside it stands how long git takes to read all of it, turn by turn: on a machine that is not at rest, that tells why.

import { rmSync } from 'node:fs';
import { machineOf, toolsOf } from '../src/app/parts.ts';
import { makeHome, placesOf } from '../src/app/home/home-places.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Run } from '../src/core/run.ts';
import type { SurveyParts } from '../src/effects/kinds/survey.ts';
import { survey } from '../src/effects/kinds/survey.ts';
import { createSurveyor } from '../src/survey/surveyor.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import { surroundingsIn } from '../test/support/app.ts';
import { aRun, aTicket } from '../test/support/core.ts';
import { theRepository } from '../test/support/the-repository.ts';
import { effectOf } from '../test/support/effect-parts.ts';
import type { Measurement } from './support/bench.ts';
import { median, quantile, rounded, timed } from './support/compare.ts';
import { folderOnDisk, newFolder } from './support/folder.ts';
import { largeRepository } from './support/large-repository.ts';

export function surveyOf(files: number, limitMs: number): Measurement {
  return async ({ size, say }) => {
    const source = await largeRepository(say, files);
    const dir = newFolder(folderOnDisk());
    try {
      const { parts, run, commit } = await surveyIn(dir, source);
      const effect = effectOf('survey', { commit });
      const { signal } = new AbortController();
      const context = { run, begunAt: 0, recovered: false, signal, save: () => Promise.resolve() };
      const look = async (): Promise<void> => {
        const outcome = await survey(parts).act(effect, context);
        const words = outcome.type === 'done' ? outcome.result.words : undefined;
        const text = words === undefined ? undefined : await parts.blobs.get(words);
        // A survey that finds nothing is quick.
        if (text?.includes(`file-${named}.ts`) !== true) throw new Error('The survey did not find the file.');
      };
      await look();
      const times: number[] = [];
      const readTimes: number[] = [];
      for (let round = 0; round < size.attemptRounds; round += 1) {
        times.push(await timed(look));
        readTimes.push(await timed(() => readAll(parts, run, commit)));
      }
      const ms = median(times);
      return {
        ms: rounded(ms),
        limitMs,
        ok: ms <= limitMs,
        low: rounded(quantile(times, 0.25)),
        high: rounded(quantile(times, 0.75)),
        readMs: rounded(median(readTimes)),
        rounds: times.length,
        files,
      };
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  };
}

async function readAll({ workspaces }: SurveyParts, run: Run, commit: string): Promise<void> {
  const { repository } = theRepository(run);
  const entries = await workspaces.entries(repository, commit);
  await workspaces.eachContent(
    repository,
    entries.map((entry) => entry.id),
    () => undefined,
  );
}

const named = 4321;
/** Words that every file has, a name that one has, and words that no file has. */
const ticket = [
  `The \`await999\` of file-${named}.ts in packages/p1/src is wrong: value, state and total of the next entry.`,
  'Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore dolore magna aliqua',
  'enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis aute irure dolor',
  'reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident culpa',
].join('\n');

async function surveyIn(
  dir: string,
  source: string,
): Promise<{ readonly parts: SurveyParts; readonly run: Run; readonly commit: string }> {
  const surroundings = surroundingsIn(dir);
  const tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
  await makeHome(tools.places);
  const seen = await tools.workspaces.look(source);
  if ('problem' in seen) throw new Error(seen.problem);
  const { repository, commit, branch } = seen;
  await tools.workspaces.ensure(repository, commit);
  const config = await loadConfig({ read: () => Promise.resolve(undefined), cores: 2 });
  const agent = {
    name: 'nobody',
    play: () => Promise.reject(new Error('nobody plays')),
    usable: () => Promise.resolve({ ok: true, version: '1' } as const),
  };
  const parts: SurveyParts = {
    ...tools,
    surveyor: createSurveyor({ home: tools.places.home, workspaces: tools.workspaces }),
    machine: machineOf(surroundings),
    configOf: () => Promise.resolve(config),
    agentFor: () => Promise.resolve({ agent }),
    askServer: () => Promise.reject(new Error('no server is named')),
    freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
  };
  const run: Run = {
    ...aRun(),
    ticket: { ...aTicket, blob: await tools.blobs.put(tools.screener.redact(ticket)) },
    repositories: [{ alias: 'main', repository, base: { branch, commit }, head: { commit } }],
  };
  return { parts, run, commit };
}
