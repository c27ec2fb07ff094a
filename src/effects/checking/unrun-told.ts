// What is said of a reproduction that no runner picked up: for whoever gave it, who may give it again where tests are found, and for
// the planner.

import type { CheckInput, Kinds } from '../../core/effects.ts';
import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import { passedOver } from '../../core/evidence/picked-up.ts';
import { testPlace } from '../../tamper/test-files.ts';
import { plural } from '../../views/words/words.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

type Parts = Pick<EffectParts, 'blobs' | 'screener' | 'workspaces'>;

export async function unrunTold(
  parts: Parts,
  { adds: reproduction, commit, checks, against = [] }: CheckInput,
  about: { readonly repository: string; readonly evidence: readonly Evidence[] },
): Promise<Pick<Kinds['check']['result'], 'unrun'>> {
  const over = reproduction === undefined ? [] : passedOver(about.evidence, against);
  if (reproduction === undefined || over.length === 0) return {};
  const [files, logs] = await Promise.all([
    parts.workspaces.listFiles(about.repository, commit),
    Promise.all(over.map(async ({ log }) => (await parts.blobs.get(log)) ?? '')),
  ]);
  const tests = files.filter((file) => file !== reproduction && testPlace(file) !== undefined);
  const words = [
    `Slipway added ${reproduction} to the base and ran the checks. No runner picked it up, so that it shows nothing of the bug, neither that it is there nor that it is not.`,
    '',
    ...over.map((item) => ranWords(item, checks)),
    '',
    ...filesWords(tests, { reproduction, log: logs.join('\n') }),
    'A test is found where such a command looks: by its folder, its name and its ending, and by what the runner takes for a test in it.',
    '',
  ];
  return { unrun: await keepText(parts, words.join('\n')) };
}

function ranWords({ check, counts }: Evidence, checks: readonly CheckSpec[]): string {
  const command = checks.find(({ name }) => name === check)?.command ?? '';
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  return `- check "${check}" (${command}): ${plural(passed + failed + skipped, 'test')} with the file, as without it`;
}

const filesNamedMax = 8;

/** Those that the runner itself names, where it does; else those that look like tests. The nearest of kin come first. */
function filesWords(
  tests: readonly string[],
  { reproduction, log }: { readonly reproduction: string; readonly log: string },
): readonly string[] {
  const seen = tests.filter((file) => log.includes(file));
  const ending = reproduction.slice(reproduction.lastIndexOf('.'));
  const kin = (file: string): number => (file.endsWith(ending) ? 0 : 1);
  const shown = (seen.length > 0 ? seen : tests)
    .toSorted((one, two) => kin(one) - kin(two))
    .slice(0, filesNamedMax);
  if (shown.length === 0) return [];
  return [
    seen.length > 0 ? 'Files that it says it ran:' : 'Files of the repository that look like tests:',
    ...shown.map((file) => `- ${file}`),
    '',
  ];
}
