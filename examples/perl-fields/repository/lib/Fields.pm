package Fields;

use strict;
use warnings;
use Exporter 'import';

our @EXPORT_OK = ('fields');

# The fields of one line of comma-separated values.
sub fields {
    my ($line) = @_;
    return split /,/, $line, -1;
}

1;
