// The controls of this tree (see `controls.ts`), what is mutated here, and the tests that are to notice.

import type { Control } from './controls.ts';

export const subjects: readonly string[] = ['src/core', 'src/tamper'];

/** Their own tests, and those of the judges that read texts with the masks of the tamper check. */
export const tests: readonly string[] = [...subjects, 'src/careful', 'src/destruction'];

/** Random walks take seconds for each mutant, and notice little that the others do not. */
export const without: readonly string[] = ['src/core/properties.test.ts', 'src/core/same-answers.test.ts'];

/** What a clock decides is decided anew every time; the others take longer than a thousand tests together. */
export const leftOut: readonly string[] = [
  'in good time',
  'a text that makes no sense is no error',
  'lets no two rows hold together',
  'explaining where a run is > works in every stage',
];

export const controls: readonly Control[] = [
  { file: 'src/core/fence/fence.ts', was: 'escaping.length > 0', now: 'false', fate: 'killed' },
  { file: 'src/core/gates/gate.ts', was: 'gate.digest !== command.seen', now: 'false', fate: 'killed' },
  { file: 'src/core/gates/gate.ts', was: 'gate.decision !== undefined', now: 'false', fate: 'killed' },
  { file: 'src/core/roles/verdict.ts', was: "verdict.conclusion !== 'pass'", now: 'false', fate: 'killed' },
  {
    file: 'src/core/pipeline/settle.ts',
    was: '{ events: [], states: [] }',
    now: '{ events: [] }',
    fate: 'killed',
  },
  {
    file: 'src/tamper/judge.ts',
    was: '[...judgeTests(changes), ...byFile, ...judgeSuppressions(changes)]',
    now: 'byFile',
    fate: 'killed',
  },
  {
    file: 'src/core/pipeline/settle.ts',
    was: '{ events: [], states: [] }',
    now: '{ states: [], events: [] }',
    fate: 'survived',
  },
  {
    file: 'src/tamper/judge.ts',
    was: '[...judgeTests(changes), ...byFile, ...judgeSuppressions(changes)]',
    now: '[judgeTests(changes), byFile, judgeSuppressions(changes)].flat()',
    fate: 'survived',
  },
];
