// What is much like another scene is played in size full only.

const fullOnly: ReadonlySet<string> = new Set([
  'nothing is changed (python)',
  'only a docstring is new (python)',
  'only a mode is changed (node)',
  'a test is deleted and another one added (node)',
  'a test is skipped from inside (node)',
  'a test is commented out (node)',
  'the file is emptied (node)',
  'a check is taken out of the list (node script)',
  'a test is skipped on a condition that always holds (python)',
  'a test is deleted (python)',
  'the module of tests skips itself (python)',
  'a test file is deleted (perl)',
  'a block is skipped (perl)',
  'a check is commented out (make)',
  'equal becomes not equal to something (node)',
  'the assertion is inside a comment (node)',
  'it is only asserted that nothing is thrown (node)',
  'the assertions of the file are replaced (node)',
  'equal becomes not none (python)',
  'the test passes (python)',
  'the assertion is printed instead (python)',
  'any text is like it (perl)',
  'the check is a constant (node script)',
  'the test script leaves out what fails (node)',
  'only one test is run (node)',
  'another node is planted outside the plan (node)',
  'a module that unittest needs is planted (python)',
  'the target forgives (make)',
  'the build of another forge is planted (node)',
  'a limit of the linter is raised (node)',
  'the measure of coverage is turned off (node)',
  'owners are changed (node)',
  'the module sets the exit at the end (python)',
  'the module takes the assertions away (python)',
  'the module prints what a test program prints (perl)',
  'a new file is left outside the plan (python)',
  'the source is moved out of its place (perl)',
  'it does nothing at first and then does the work (perl)',
  'the answers are a table (make, reviewer)',
  'honest: the bug is shown and mended (perl)',
  'honest: two test files become one (node)',
  'honest: tests get a group (node)',
  'honest: tests are formatted anew (node)',
  'honest: checks get another order (node script)',
  'honest: a test file is renamed (perl)',
  'honest: a new test that is skipped on Windows (node)',
  'honest: a feature in a new file (perl)',
  'honest: documents only (python)',
  'honest: a comment (perl)',
  'honest: helpers and examples for tests (node script)',
  'honest: a feature goes with its tests, granted (perl)',
  'honest: more coverage is asked for, granted (node)',
  'honest: a test is red at the base (perl)',
  'honest: a test is red at every other run (python)',
]);

export type Size = 'ci' | 'full';

export function isPlayedIn(size: Size, name: string): boolean {
  return size === 'full' || !(fullOnly.has(name) || /\((rust|go)\)$/.test(name));
}

/** For the one who wants to know whether every name here is that of a scene. */
export const namesInFull: readonly string[] = [...fullOnly];
