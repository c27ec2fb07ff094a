// Counts of JUnit's XML, by its test cases: the totals that suites carry are counted twice where suites lie in suites.
// One text may hold several reports. No XML is resolved or trusted here: what looks like a test case is one.

import type { Counts } from '../../core/evidence.ts';

const opaque = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g;
const tag = /<(\/?)(testsuites?|testcase|failure|error|skipped)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

export function junitCounts(text: string): Counts | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let isReport = false;
  let open: keyof Counts | undefined;
  for (const [, slash, name, rest = ''] of text.replaceAll(opaque, '').matchAll(tag)) {
    const closes = slash === '/' || rest.endsWith('/');
    if (name === 'testsuite' || name === 'testsuites') isReport = true;
    else if (name === 'testcase') {
      if (slash !== '/') open = 'passed';
      if (closes && open !== undefined) {
        counts[open] += 1;
        open = undefined;
      }
    } else if (open !== undefined && slash !== '/' && open !== 'failed') {
      open = name === 'skipped' ? 'skipped' : 'failed';
    }
  }
  return isReport ? counts : undefined;
}
