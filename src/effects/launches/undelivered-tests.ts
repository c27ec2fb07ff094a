// Test files that a task was planned to bring or change, and did not. Whoever reviews it is told, and says where what they would have
// shown is shown instead, or it is a failure of the task.
//   UNDELIVERED-1. A test that shows the bug and was committed first is there already: nobody may touch it.
//   UNDELIVERED-3. A file that holds no test which runs brings none: it is empty, or all of its tests are, or are left for later.
//   UNDELIVERED-4. A planned test file that is deleted, by leave of the plan, was changed as planned.
//   UNDELIVERED-2. A task that is worked on again owes what it still owes, not all of its tests once more.

import type { ChangeSize, HandInput } from '../../core/effects.ts';
import { coverageTask } from '../../core/evidence/coverage.ts';
import { covers } from '../../core/fence/paths.ts';
import type { Run } from '../../core/run.ts';
import { languageOf } from '../../tamper/language.ts';
import { mask } from '../../tamper/mask.ts';
import { parseTests } from '../../tamper/parse.ts';
import { testPlace } from '../../tamper/test-files.ts';
import type { Change } from '../../workspace/workspace.ts';
import { list } from '../answers/texts.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

export async function undeliveredBy(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  run: Run,
  { task: id, kept = [], grants }: HandInput,
  changes: readonly Change[],
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Pick<ChangeSize, 'undelivered'>> {
  const state = run.tasks.find(({ task }) => task.id === id);
  if (state === undefined || coverageTask(run, id) !== undefined) return {};
  const wasIntegrated = run.steps.some(({ task }) => task === id);
  const owed = wasIntegrated ? (state.delivered?.undelivered?.paths ?? []) : state.task.tests; // UNDELIVERED-2
  const asked = owed.filter((entry) => !kept.includes(entry)); // UNDELIVERED-1
  const isGone = (entry: string): boolean =>
    changes.some(
      ({ path, kind }) => kind === 'deleted' && covers([entry], path) && covers(grants, path), // UNDELIVERED-4
    );
  const looked = await Promise.all(
    asked.map(async (entry) => {
      const own = changes.filter(({ path, kind }) => kind !== 'deleted' && covers([entry], path));
      const texts = await Promise.all(
        own.map(async ({ path }) => isHollow(path, (await textOf(path)) ?? '')),
      );
      return {
        entry,
        isMissing: own.length === 0 && !isGone(entry),
        isHollow: own.length > 0 && !texts.includes(false),
      };
    }),
  );
  const missing = looked.filter(({ isMissing }) => isMissing).map(({ entry }) => entry);
  const hollow = looked.filter((one) => one.isHollow).map(({ entry }) => entry);
  const paths = looked.filter((one) => one.isMissing || one.isHollow).map(({ entry }) => entry);
  if (paths.length === 0) return {};
  const text = [
    ...(missing.length === 0
      ? []
      : [
          `Task ${id} was planned to bring or change these test files, and left them as they were: ${list(missing)}.`,
        ]),
    ...(hollow.length === 0
      ? []
      : [
          `Task ${id} was planned to bring or change these test files, and no test in them runs and asks: ${list(hollow)}.`,
        ]),
    '',
    'Answer each in undelivered, by its path: in coveredBy the file and line, or the quoted name of the test, that shows what this',
    'file would have shown. Slipway looks it up; without a place that exists the task has failed, and goes back.',
    '',
  ].join('\n');
  return { undelivered: { paths, blob: await keepText(parts, text) } };
}

const nothingDone =
  /(?:=>|\))\s*\{\s*\}[\s);]*$|:\s*(?:pass|\.\.\.)\s*$|\bdo\b(?:\s*\|[^|]*\|)?\s*end\s*$|=>\s*(?:undefined|null|void 0)[\s);]*$/;

/** UNDELIVERED-3. In a text that nobody here can read, something is enough. */
function isHollow(path: string, text: string): boolean {
  const language = languageOf(path);
  if (language === undefined) return text.trim() === '';
  const place = testPlace(path) ?? 'named';
  const cases = parseTests({ path, text, place }, new Map()).filter(({ name }) => name !== '');
  if (cases.length === 0) return mask(text, language).code.trim() === '';
  return cases.every(
    (one) =>
      one.skips.some(({ kind }) => kind !== 'sometimes' && kind !== 'only') ||
      nothingDone.test(one.text.trim()),
  );
}
