// What agents say and do in tests: answers of every role, whole scripts, and an agent that keeps its prompts.

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** One step of a scripted agent, as docs/guides/scripted-agents.md has it. */
export type ScriptStep = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly role?: string;
  readonly task?: string;
  readonly round?: number;
  readonly attempt?: number;
  readonly do: readonly ScriptStep[];
}

export function analysedWith(change: Readonly<Record<string, unknown>> = {}): ScriptStep {
  return {
    answer: {
      type: 'analysis',
      analysis: `The texts are kept one to a file. ${'Nothing else reads them. '.repeat(10)}`,
      relatedCode: [{ file: 'a.txt', line: 1, why: 'it is one of the texts' }],
      ...change,
    },
  };
}

export interface PlannedTask {
  readonly id: string;
  readonly title?: string;
  readonly files: readonly string[];
  readonly tests?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly destructive?: boolean;
  readonly covers?: readonly string[];
  readonly mandates?: readonly string[];
}

export function planned(
  tasks: readonly PlannedTask[],
  change: Readonly<Record<string, unknown>> = {},
): ScriptStep {
  return {
    answer: {
      type: 'plan',
      summary: 'Change the texts.',
      confidence: 0.95,
      risks: [],
      openQuestions: [],
      grants: [],
      tasks: tasks.map((task) => ({
        title: `Change ${task.files.join(' and ')}`,
        description: `${task.files.join(' and ')} says the same in shorter sentences.`,
        tests: [],
        dependsOn: [],
        executor: 'implementer',
        verification: ['test'],
        successCriteria: ['The text is another one.'],
        covers: ['AC1'],
        destructive: false,
        ...task,
      })),
      ...change,
    },
  };
}

export const done: ScriptStep = { answer: { type: 'work', status: 'done', summary: 'Did it.' } };

export function judged(conclusion: string, change: Readonly<Record<string, unknown>> = {}): ScriptStep {
  return {
    answer: {
      type: 'verdict',
      conclusion,
      confidence: 0.9,
      summary: `This is a ${conclusion}.`,
      concerns: 'change',
      findings: [],
      criteria: [{ id: 'AC1', met: true, evidence: 'a.txt, and the check test' }],
      ...change,
    },
  };
}

export function write(file: string, text: string): ScriptStep {
  return { write: { path: file, text } };
}

/** A script in which everybody but the implementer behaves; the first entry that matches is played. */
export function scriptWith(
  tasks: readonly PlannedTask[],
  entries: readonly Entry[],
  plan: Readonly<Record<string, unknown>> = {},
): readonly Entry[] {
  return [
    ...entries,
    { role: 'investigator', do: [analysedWith()] },
    { role: 'planner', do: [planned(tasks, plan)] },
    { role: 'auditor', do: [audited] },
    { role: 'reviewer', do: [judged('pass')] },
  ];
}

const marks = { correctness: 5, completeness: 5, executability: 5, tests: 5, quality: 5 };

/** An auditor that has nothing to say against a plan. */
const audited = judged('pass', { concerns: 'plan', marks, criteria: [] });

/** One task on one file, and what its implementer does at each attempt; the last entry stands for all after it. */
export function oneTask(
  files: readonly string[],
  ...attempts: readonly (readonly ScriptStep[])[]
): readonly Entry[] {
  const last = attempts.length - 1;
  return scriptWith(
    [{ id: 'task', files }],
    attempts.map((steps, index) => ({
      role: 'implementer',
      ...(index === last ? {} : { attempt: index + 1 }),
      do: steps,
    })),
  );
}

/**
 * An agent that is a shell script and keeps every prompt it is given; for `agents` in the configuration. The script
 * sees the prompt as the file `$PROMPT`, the number of its launch for this task as `$N`, and prints the answer.
 */
export async function recorder(root: string, name: string, script: string): Promise<Recorder> {
  const dir = recorderFolder(root, name);
  await mkdir(dir, { recursive: true });
  const file = path.join(dir, 'agent.sh');
  const head = `cd '${dir}'
FOR=prompt-\${SLIPWAY_TASK:-none}-
mkdir -p taken
N=1
# Two at once would else write over what the other was told.
until mkdir "taken/$FOR$N" 2>/dev/null; do N=$((N + 1)); done
PROMPT='${dir}'/$FOR$N
cat > "$PROMPT"
cd "$SLIPWAY_WORKSPACE"
`;
  await writeFile(file, head + script);
  return { type: 'command', command: ['/bin/sh', file] };
}

export interface Recorder {
  readonly type: 'command';
  readonly command: readonly string[];
}

export function recorderFolder(root: string, name: string): string {
  return path.join(root, `recorder-${name}`);
}

export async function promptsOf(dir: string, task: string): Promise<readonly string[]> {
  const begin = `prompt-${task}-`;
  const numbers = (await readdir(dir))
    .filter((each) => each.startsWith(begin))
    .map((each) => Number(each.slice(begin.length)))
    .toSorted((one, two) => one - two);
  return Promise.all(numbers.map((n) => readFile(path.join(dir, `${begin}${n}`), 'utf8')));
}

/** A shell script that answers with the n-th line at its n-th launch, and with the last one after that. */
export function answersInTurn(...steps: readonly ScriptStep[]): string {
  const cases = steps.map((step, index) => {
    const pattern = index === steps.length - 1 ? '*' : String(index + 1);
    return `${pattern}) cat <<'ANSWER'\n${said(step)}\nANSWER\n;;`;
  });
  return `case $N in\n${cases.join('\n')}\nesac\n`;
}

/** A step's object as the line of JSON a program would print. */
export function said(step: ScriptStep): string {
  return JSON.stringify(step['answer']);
}

/** A check that runs every script in `tests/` and says how each ended, as TAP. */
export const tapCheck = `n=0; bad=0
for t in tests/*.sh; do
  n=$((n+1)); if sh "$t"; then echo "ok $n - $t"; else echo "not ok $n - $t"; bad=1; fi
done
echo "1..$n"; exit $bad
`;
