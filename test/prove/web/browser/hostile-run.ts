// A run in which everybody writes markup: the ticket, the analysis, the plan, what agents print, files and their names, findings.

import type { Sample } from '../../../support/sample.ts';
import { smallTask } from '../../../support/sample.ts';
import { payloads } from './payloads.ts';

const all = payloads.join('\n\n');
/** On one line, for what is one; those with a break of their own are in the longer texts. */
const some = (from: number): string =>
  payloads
    .filter((payload) => !/[\p{Cc}\u202E]/u.test(payload))
    .slice(from, from + 4)
    .join(' ');

/** A name of a file has no slash, and no letter that nothing prints. */
const hostileFile = "<img src=x onerror=slipwayRan('path')>.js";

const entry = (role: string, ...steps: readonly object[]): object => ({ role, do: steps });

/** As YAML reads it, too. */
export function hostileScript(): string {
  const plan = {
    type: 'plan',
    summary: `One small step. ${some(0)}`,
    confidence: 0.95,
    risks: [],
    openQuestions: [],
    grants: [],
    tasks: [
      {
        ...smallTask,
        title: `Change a ${some(12).slice(0, 100)}`,
        // A plan has no code in it.
        description: `Set the number in a.js to two.\n\n${payloads.filter((payload) => !payload.includes('```')).join('\n\n')}`,
        files: ['a.js', hostileFile],
        creates: [hostileFile],
        tests: [],
        dependsOn: [],
        successCriteria: [`ok ${some(16)}`],
      },
    ],
  };
  const finding = {
    severity: 'MINOR',
    file: 'a.js',
    line: 1,
    title: `Look here. ${some(20).slice(0, 300)}`,
    detail: `It is well. ${all}`,
  };
  return JSON.stringify(
    [
      entry(
        'investigator',
        { print: all },
        {
          answer: {
            type: 'analysis',
            analysis: `The constant lives in a.js and nothing else reads it.\n\n${all}`,
            relatedCode: [{ file: 'a.js', line: 1, why: `holds it ${some(32)}` }],
          },
        },
      ),
      entry('planner', { print: all }, { answer: plan }),
      entry(
        'implementer',
        { print: all },
        { write: { path: 'a.js', text: `export const a = 2;\n/*\n${all.replaceAll('*/', '')}\n*/\n` } },
        { write: { path: hostileFile, text: '// tea\n' } },
        { answer: { type: 'work', status: 'done', summary: `Changed it. ${some(36)}` } },
      ),
      entry(
        'reviewer',
        { print: all },
        {
          answer: {
            type: 'verdict',
            conclusion: 'pass',
            confidence: 0.9,
            summary: `Fine. ${some(40)}`,
            findings: [finding],
            criteria: [{ id: 'AC1', met: true, evidence: `a.js:1 ${some(44)}` }],
          },
        },
      ),
    ],
    undefined,
    1,
  );
}

export const hostileTicket = JSON.stringify({
  id: 'TEA-1',
  title: `Change a ${some(48).slice(0, 150)}`,
  description: `${all}\n\n## Acceptance criteria\n\n- The number is two. ${some(44)}\n`,
});

const mergeExit = 7;

/** To the gate before its merge: by then it has all of them. */
export async function hostileRun(sample: Sample): Promise<void> {
  const said = await sample.slipway('run', '--file', 'hostile.json', '--trust', '--auto');
  if (said.exit !== mergeExit)
    throw new Error(`The hostile run did not come to its gate: ${said.exit} ${said.err}`);
}
