// A check is a command Slipway runs itself; evidence is its parsed result, bound to a tree.
//   EVIDENCE-1. Evidence counts only for the tree it was made on: validity is derived, never stored.
//   EVIDENCE-2. No test found is no pass. A waiver by a person makes it a WARN, and says so.
//   EVIDENCE-3. A check without evidence is no pass: every one that was asked for has to report.

import type { ToolCall } from './tool-call.ts';

export type CheckKind = 'setup' | 'build' | 'test' | 'lint' | 'security' | 'custom';

export interface CheckSpec {
  readonly name: string;
  readonly kind: CheckKind;
  /** From configuration or detection at the base commit, never from a plan. */
  readonly command: string;
  readonly timeoutMs: number;
  readonly when: 'task' | 'run';
  /** Where it was found, in a run of several repositories. */
  readonly repository?: string;
  /** Files and folders (`src/`) it is about: a task that may change none of them is not held against it. */
  readonly paths?: readonly string[];
  /** By itself, or side by side with those next to it; where nobody says, its kind does. */
  readonly alone?: boolean;
  /** Who writes its summary, where that is known; then nobody else's is believed, and a missing one is no pass. */
  readonly parser?: CountsParser;
  /** Its command runs a script, of which this check runs one part. */
  readonly script?: ScriptPart;
  /** Its command is no line for a shell, but says in words which tool is called (`tool-call.ts`). */
  readonly tool?: ToolCall;
}

/** One of the commands that a script of a package.json joins. It is read anew from each tree, as the script itself would be. */
export interface ScriptPart {
  readonly name: string;
  /** Where the package.json lies; nothing for the root. */
  readonly folder?: string;
  /** Which one, from 1, and how many there were at the base commit. */
  readonly part: number;
  readonly parts: number;
  /** As it was at the base commit. */
  readonly text: string;
  /** Scripts that other checks run, which therefore count as none of its parts. */
  readonly besides: readonly string[];
}

/** What a check runs, in words. */
export function commandWords({ command, script }: Pick<CheckSpec, 'command' | 'script'>): string {
  if (script === undefined) return command;
  const { name, part, parts, text } = script;
  const which = parts === 1 ? 'only' : `part ${part} of ${parts},`;
  return `${command} (${which} \`${text}\` as the script "${name}" of each tree has it)`;
}

export type CountsParser =
  | 'pytest'
  | 'unittest'
  | 'go-test'
  | 'cargo-test'
  | 'prove'
  | 'tap'
  | 'surefire'
  /** Reports in files, because the program prints no summary. */
  | 'junit';

/** Why a check says nothing about a tree (`checkable.ts`). */
export type Lack =
  | 'setup-failed'
  | 'build-failed'
  | 'program-missing'
  | 'no-tests'
  /** Its tests fail, and it does not say which. */
  | 'no-names'
  /** It fails, and not one of its tests passed. */
  | 'none-passed'
  | 'no-end'
  /** The system would not start it. */
  | 'not-started';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Its runner prints only what fails, so that more may have passed than are counted. */
  readonly unlisted?: true;
}

/** Nothing passed, as far as anybody could see who would have seen it. */
export function nonePassed(counts: Counts | undefined): boolean {
  return counts?.passed === 0 && counts.unlisted !== true;
}

export interface Evidence {
  readonly check: string;
  readonly kind: CheckKind;
  /** Of the whole change, in a run of several repositories. */
  readonly repository?: string;
  readonly tree: string;
  readonly verdict: 'PASS' | 'WARN' | 'FAIL';
  readonly because:
    | 'ok'
    | 'exit'
    | 'timeout'
    | 'no-tests'
    | 'output-limit'
    | 'not-run'
    | 'waived'
    /** It fails, but only as it does at the base commit. */
    | 'known-failures'
    /** It failed and did not when it was run once more on the same tree. */
    | 'flaky'
    /** The test that showed the bug does not show that it is mended. */
    | 'unproved'
    /** It changed files of the change while it ran, and does not at the base: what it says is about something else. */
    | 'rewrote';
  readonly exit?: number;
  readonly ms: number;
  readonly counts?: Counts;
  readonly log: string;
  /** Names of its tests by how they ended, a blob; see `tests-text.ts`. */
  readonly tests?: string;
  /** Of the named failures: how many fail at the base too, how many are new, how many came and went. */
  readonly known?: number;
  readonly fresh?: number;
  readonly flaky?: number;
  /** The first of those that came and went, by name. */
  readonly flakyTests?: readonly string[];
  /** Fewer tests were executed than at the base, whatever became of them. */
  readonly fewer?: { readonly base: number; readonly now: number; readonly named?: true };
  /** Tests that were executed at the base and are not here, how many of which are skipped, and their names: a blob (`vanished.ts`). */
  readonly vanished?: { readonly tests: number; readonly skipped: number; readonly blob: string };
  /** Of the proof of a bug fix: the file of the test, where it was seen red, and how it stands at the head. */
  readonly proof?: {
    readonly path: string;
    readonly red: string;
    readonly green: string;
    readonly state: 'green' | 'gone' | 'changed' | 'red' | 'not-run';
  };
  /** Files of the commit that were other after it, the first of them; journals of before do not say. */
  readonly rewrote?: readonly string[];
  /** What a person waived where it is more than missing tests: it lacks at the base as well. */
  readonly lack?: Lack;
  /** It was not run on this tree: an earlier run stands for it, whose log this is, because it depends on nothing that differs. */
  readonly reused?: true;
}

/**
 * How a shell says that there is no such program, or none that can be run: then nothing was checked. Some runners end with the
 * number of failures, so that one who counted any was there.
 */
export function lacksProgram({ exit, counts }: Pick<Evidence, 'exit' | 'counts'>): boolean {
  return (exit === 126 || exit === 127) && (counts?.failed ?? 0) === 0;
}

/** EVIDENCE-1. */
export function validFor(tree: string, evidence: readonly Evidence[]): boolean {
  return evidence.every((item) => item.tree === tree);
}

/** EVIDENCE-1, EVIDENCE-3. */
export function completeFor(
  tree: string,
  checks: readonly CheckSpec[],
  evidence: readonly Evidence[],
): boolean {
  return validFor(tree, evidence) && haveReported(checks, evidence);
}

/** EVIDENCE-3. */
export function haveReported(checks: readonly CheckSpec[], evidence: readonly Evidence[]): boolean {
  const reported = new Set(evidence.map((item) => item.check));
  return checks.every((spec) => reported.has(spec.name));
}

export function allGood(evidence: readonly Evidence[]): boolean {
  return evidence.every((item) => item.verdict !== 'FAIL');
}

/** EVIDENCE-2: nothing is wrong but that no test was found, which a person may waive. */
export function lacksOnlyTests(evidence: readonly Evidence[]): boolean {
  const failed = evidence.filter((item) => item.verdict === 'FAIL');
  return failed.length > 0 && failed.every((item) => item.because === 'no-tests');
}

/** EVIDENCE-2: with a waiver, the missing tests no longer stand in the way, but they are still said. */
export function waived(evidence: readonly Evidence[], waiver: boolean): readonly Evidence[] {
  if (!waiver) return evidence;
  return evidence.map((item) =>
    item.because === 'no-tests' ? { ...item, verdict: 'WARN' as const, because: 'waived' as const } : item,
  );
}
