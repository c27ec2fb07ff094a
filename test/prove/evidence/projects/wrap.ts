// Perl, with prove: lines of text.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `package Wrap;

use strict;
use warnings;

sub wrap {
    my ($text, $width) = @_;
    my @lines = ('');
    for my $word (split / +/, $text) {
        my $longer = $lines[-1] eq '' ? $word : "$lines[-1] $word";
        if (length($longer) >= $width && $lines[-1] ne '') {
            push @lines, $word;
        } else {
            $lines[-1] = $longer;
        }
    }
    return @lines;
}

sub indent {
    my ($by, @lines) = @_;
    return map { (' ' x $by) . $_ } @lines;
}

1;
`;

const tests = `use strict;
use warnings;
use lib 'lib';
use Test::More;
use Wrap;

is(join('|', Wrap::wrap('one two', 20)), 'one two', 'a short text is one line');
is(join('|', Wrap::wrap('one two three', 9)), 'one two|three', 'a long text is broken between words');
is(join('|', Wrap::wrap('unbreakable', 5)), 'unbreakable', 'a long word stays whole');

done_testing();
`;

export const indentTests = `use strict;
use warnings;
use lib 'lib';
use Test::More;
use Wrap;

is(join('|', Wrap::indent(2, 'one', 'two')), '  one|  two', 'every line is indented');
is(join('|', Wrap::indent(0, 'one')), 'one', 'by nothing, a line stays');

done_testing();
`;

export const fixedSource = edited(source, 'length($longer) >= $width', 'length($longer) > $width');

/** Mends it as well, and indents by one too many: the tests of indenting are red. */
export const brokenSource = edited(fixedSource, "(' ' x $by)", "(' ' x ($by + 1))");

const moreTests = edited(
  tests,
  'done_testing();',
  "is(join('|', Wrap::wrap('one two', 7)), 'one two', 'a text that just fits is one line');\n\ndone_testing();",
);

export const wrap: Project = {
  files: {
    'lib/Wrap.pm': source,
    't/wrap.t': tests,
    't/indent.t': indentTests,
    'README.md': '# Wrap\n\nLines of text.\n',
  },
  test: 'prove',
  ticket: {
    title: 'Fix the line that is broken although it just fits',
    criterion: 'A text of seven letters stays on one line of seven.',
  },
  plan: { files: ['lib/Wrap.pm'], tests: ['t/wrap.t', 't/indent.t'] },
  fixed: { 'lib/Wrap.pm': fixedSource, 't/wrap.t': moreTests },
};

export const reproduction = {
  path: 't/fits.t',
  content: `use strict;
use warnings;
use lib 'lib';
use Test::More;
use Wrap;

is(join('|', Wrap::wrap('one two', 7)), 'one two', 'a text that just fits is one line');

done_testing();
`,
};
