// Documents about the repository, written beside planning and delivered in a commit of their own: the whole program.

import { expect, test } from 'vitest';
import { makeSample, wholeScript } from '../support/sample.ts';

const text = '# Architecture\n\nEverything is in `a.js`.\n';
const documents = ['ARCHITECTURE', 'CODE_STYLE', 'FINDINGS'].map((name) => ({
  path: `docs/${name}.md`,
  text,
}));
const documenter = `
- role: documenter
  do:
    - answer: ${JSON.stringify({ type: 'docs', documents })}`;

test('documents are written beside planning, told to the roles, and delivered in a commit of their own', async () => {
  const sample = await makeSample({
    config: 'docs: { refresh: stale, deliver: commit }\n',
    script: `${wholeScript}\n${documenter}`,
  });
  try {
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect(said.exit).toBe(7);
    const refreshed = said.err.match(/the documenter refreshed docs\/ARCHITECTURE\.md/g);
    expect(refreshed).toHaveLength(2); // before the change, and after it touched what they speak of
    expect(said.err).toMatch(/implementation: docs\/ARCHITECTURE\.md.* committed as [0-9a-f]{7}/);
    const diff = await sample.slipway('diff');
    expect(diff.out).toContain('+Everything is in `a.js`.');
    expect(sample.filesWith('in a commit of their own').length).toBeGreaterThan(0);
    const reports = sample.filesWith('part of the change, in a commit of its own');
    expect(reports.filter((file) => file.endsWith('report.html'))).toHaveLength(1);
  } finally {
    await sample.remove();
  }
});
