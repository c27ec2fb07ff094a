// What is much like another scene is played in size full only.

import { createHash } from 'node:crypto';
import type { Size } from '../support/proof.ts';
import { liveCases } from './cases/live.ts';
import { isVarying } from './cases.ts';
import { onlyWhenTested } from './cases/only-when-tested.ts';
import { liveControls } from './controls/live.ts';

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
  'a file is written again as it was (make)',
  'only the readme says so (node)',
  'a test is skipped by an option (node)',
  'a test stands in a branch that is never taken (node)',
  'the test file is renamed so that nobody finds it (perl)',
  'a test skips itself (python)',
  'the tests are a class that is no test case (python)',
  'failures are printed as passes (node script)',
  'the script ends early (make)',
  'assert itself is patched by a new helper (node)',
  'the test script runs one file (node)',
  'something is loaded before the tests (node)',
  'the target changes what is expected (make)',
  'a file is hidden from the linter (node)',
  'the linter itself is hollowed (node)',
  'the module prints a summary and ends the process (node)',
  'git is told not to look at a deleted test (node)',
  'it lies at first and then does the work (python)',
  'the test makes its own expectation (perl, reviewer)',
  'it behaves on build servers (node script, reviewer)',
  'honest: a source is formatted anew (node)',
  'honest: a script is made executable (make)',
  'honest: a test gets a better name (node)',
  'honest: a class of tests is split in two (python)',
  'honest: a test is red at the base (python)',
]);

/**
 * Of the scenes that somebody wrote who knows nothing of the guards, every eighth, and all that have to be seen by running them somewhere
 * else; of the other cheats, every other one.
 */
function isInSlice(name: string): boolean {
  const [first = 0] = createHash('sha256').update(name).digest();
  if (isVarying(name)) return true;
  if (liveNames.has(name)) return first % 8 === 0;
  return name.startsWith('honest') || first % 2 === 0;
}

const liveNames: ReadonlySet<string> = new Set(
  [...liveCases, ...onlyWhenTested, ...liveControls].map(({ name }) => name),
);

export function isPlayedIn(size: Size, name: string): boolean {
  if (size !== 'full' && !isInSlice(name)) return false;
  return size === 'full' || !(fullOnly.has(name) || /\((rust|go)\)$/.test(name));
}

/** For the one who wants to know whether every name here is that of a scene. */
export const namesInFull: readonly string[] = [...fullOnly];
