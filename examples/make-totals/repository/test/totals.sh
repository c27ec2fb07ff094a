#!/bin/sh
# One line a check, in the Test Anything Protocol.
count=0
failed=0

is() {
  count=$((count + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $count - $1"
  else
    echo "not ok $count - $1"
    echo "# wanted: $3"
    echo "# got:    $2"
    failed=1
  fi
}

is 'one line is its own sum' "$(echo 'ada 4' | awk -f totals.awk | cut -d ' ' -f 1,2)" 'ada 4'
is 'names are summed apart' "$(printf 'ben 1\nada 4\nada 6\n' | awk -f totals.awk | cut -d ' ' -f 1,2)" 'ada 10
ben 1'

echo "1..$count"
exit $failed
