// Perl: tests under t/, run by prove. What cpanfile names is installed into the checkout; modules that come with Perl
// need nothing.

import type { Ecosystem } from './ecosystem.ts';

export const perl: Ecosystem = {
  name: 'perl',
  find: async (tree) => {
    if (!tree.files.some((file) => /^t\/(?:[^/]+\/)*[^/]+\.t$/.test(file))) return [];
    const names = (await tree.read('cpanfile')) ?? '';
    const needsSetup = /^\s*(?:test_)?requires\s*\(?\s*["'](?!perl["'])/m.test(names);
    const library = needsSetup ? ' -Ilocal/lib/perl5' : '';
    return [
      ...(needsSetup
        ? [{ kind: 'setup', command: 'cpanm --notest --local-lib-contained local --installdeps .' } as const]
        : []),
      // With -v every test point has its line, so that one that is skipped is seen.
      { kind: 'test', command: `prove -l${library} -r -v t`, parser: 'prove' },
    ];
  },
};
