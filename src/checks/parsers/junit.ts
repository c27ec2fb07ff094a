// Counts of JUnit's XML, by its test cases: the totals that suites carry are counted twice where suites lie in suites.
// One text may hold several reports. No XML is resolved or trusted here: what looks like a test case is one.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { Listed } from './test-names.ts';

const opaque = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g;
const tag = /<(\/?)(testsuites?|testcase|failure|error|skipped)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

export function junitCounts(text: string): Counts | undefined {
  const cases = casesIn(text);
  if (cases === undefined) return undefined;
  const count = (how: keyof TestNames): number => cases.filter((one) => one.how === how).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

export function junitNames(text: string): TestNames {
  const listed = new Listed();
  for (const { how, attributes } of casesIn(text) ?? []) {
    const [group, name] = [attribute(attributes, 'classname'), attribute(attributes, 'name')];
    listed.add(how, group === '' ? name : `${group} > ${name}`);
  }
  return listed.names();
}

interface Case {
  readonly how: keyof TestNames;
  readonly attributes: string;
}

/** Undefined where the text is no report. */
function casesIn(text: string): readonly Case[] | undefined {
  const cases: Case[] = [];
  let isReport = false;
  let open: Case | undefined;
  for (const [, slash, name, rest = ''] of text.replaceAll(opaque, '').matchAll(tag)) {
    const closes = slash === '/' || rest.endsWith('/');
    if (name === 'testsuite' || name === 'testsuites') isReport = true;
    else if (name === 'testcase') {
      if (slash !== '/') open = { how: 'passed', attributes: rest };
      if (closes && open !== undefined) {
        cases.push(open);
        open = undefined;
      }
    } else if (open !== undefined && slash !== '/' && open.how !== 'failed') {
      open = { ...open, how: name === 'skipped' ? 'skipped' : 'failed' };
    }
  }
  return isReport ? cases : undefined;
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[1] ?? found?.[2] ?? '';
}
