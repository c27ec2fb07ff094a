// The story of the demo's run, with what is done beside its stages and a coverage round, and with tests and programs that
// are quick, because every copy of it is taken to its end.

import { sampleFiles } from '../../../src/cli/demo/sample.ts';
import { sampleScript } from '../../../src/cli/demo/script.ts';
import { documents as documentNames } from '../../../src/core/repository/docs.ts';

/** All tests in one process: the same tests and the same counts as `node --test`, in a quarter of the time. */
const quickTests = `import { readdirSync } from 'node:fs';

for (const name of readdirSync(new URL('.', import.meta.url))) {
  if (name.endsWith('.test.js')) await import(\`./\${name}\`);
}
`;

/** What is done beside the stages is cut like everything else. */
const documents = documentNames.map((name) => ({ path: name, text: '# Teatime\n\nSee `src/teas.js`.\n' }));
const documenting = `- role: documenter\n  do:\n    - answer: ${JSON.stringify({ type: 'docs', documents })}\n`;

/** Says at once what a real program would say after seconds: a file is covered once its test says so. */
const coverageScript = `for name in clock cli; do
  hit=$(grep -c 'covers more' "test/$name.test.js")
  echo "SF:src/$name.js"
  for line in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "DA:$line,$hit"; done
  echo end_of_record
done > lcov.info
`;

/** Two testers side by side, in one coverage round. */
const testing = ['clock', 'cli']
  .map((name, at) => {
    const file = `test/${name}.test.js`;
    const more = `test('covers more of the ${name}', () => assert.equal(1 + 1, 2));`;
    const steps = [
      // Once, whoever was cut off before the end: what an attempt left is where the next one begins.
      { run: `grep -q 'covers more' ${file} || printf '%s\\n' ${JSON.stringify(more)} >> ${file}` },
      { answer: { type: 'work', status: 'done', summary: 'One more test.' } },
    ];
    return `- role: tester\n  task: coverage-1-${at + 1}\n  do: ${JSON.stringify(steps)}\n`;
  })
  .join('');

const coverage = '\n  coverage: { command: sh coverage.sh, report: lcov.info }';

/** `short`: without documents and coverage, for a suite that has to be quick. */
export function demoFiles({ short }: { readonly short: boolean }): Readonly<Record<string, string>> {
  const files = sampleFiles(`${sampleScript()}${short ? '' : `${documenting}${testing}`}`);
  const given = (files['slipway.yaml'] ?? '').replace(
    'test: node --test',
    `test: node test/all.js${short ? '' : coverage}`,
  );
  const config = `${given}${short ? '' : 'docs: { refresh: stale, deliver: commit }\n'}`;
  return { ...files, 'slipway.yaml': config, 'test/all.js': quickTests, 'coverage.sh': coverageScript };
}
