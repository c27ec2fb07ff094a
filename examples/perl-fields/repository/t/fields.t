use strict;
use warnings;
use Test::More;
use Fields 'fields';

is_deeply([fields('a,b,c')], ['a', 'b', 'c'], 'commas divide');
is_deeply([fields('a,,')], ['a', '', ''], 'empty fields stay');

done_testing;
