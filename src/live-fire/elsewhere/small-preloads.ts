// What other languages have in place of a preload: a module of perl, a shell for make, and programs that start tests for Go and Rust.

import type { Preload } from './kinds.ts';

export function perlModule({ kinds, laterMs }: Preload): string {
  return [
    'package Elsewhere;',
    kinds.has('runner') ? 'delete @ENV{qw(HARNESS_ACTIVE HARNESS_VERSION HARNESS_IS_VERBOSE)};' : '',
    kinds.has('date') ? `BEGIN { *CORE::GLOBAL::time = sub () { CORE::time() + ${laterMs / 1000} }; }` : '',
    '1;\n',
  ].join('\n');
}

/** make counts how deep it is, whatever it is told. */
export const makeShell = '#!/bin/sh\nunset MAKELEVEL\nexec /bin/sh "$@"\n';

/** Started by cargo with a program of tests and its words. */
export function cargoRunner({ kinds }: Preload): string {
  return [
    begin,
    kinds.has('runner')
      ? 'for name in $(env | sed -n \'s/^\\(CARGO[A-Z0-9_]*\\)=.*/\\1/p\'); do unset "$name"; done'
      : '',
    kinds.has('folder')
      ? 'place=$(mktemp -d) && cp "$program" "$place/program" && program="$place/program"'
      : '',
    end,
  ].join('\n');
}

/** Started by go in the folder of a package. Beside its copy lies what lies beside the package itself. */
export function goRunner({ kinds }: Preload): string {
  const copied = [
    'place=$(mktemp -d) && cp "$program" "$place/program" && program="$place/program"',
    'if [ ! -e go.mod ]; then for one in ../*; do ln -s "$(pwd)/$one" "$place/" 2>/dev/null; done; fi',
    'rm -rf "$place/package" && cp -R . "$place/package" && rm -f "$place"/package/*_test.go && cd "$place/package"',
  ];
  return [begin, ...(kinds.has('folder') ? copied : []), end].join('\n');
}

const begin = '#!/bin/sh\nprogram=$1\nshift\nplace=';

const end = '"$program" "$@"\ncode=$?\nif [ -n "$place" ]; then cd / && rm -rf "$place"; fi\nexit $code\n';
