// Most tests are about runs of one repository; this says so, and fails where it is not true.

import type { Repository, Run } from '../../src/core/run.ts';

export function theRepository({ repositories }: Pick<Run, 'repositories'>): Repository {
  const [found, ...others] = repositories;
  if (found === undefined || others.length > 0) throw new Error('this test is about a run of one repository');
  return found;
}
