# Lines of a name and a number in, one line a name with the sum out, in the order of the names.
{ sum[$1] += $2 }
END { for (name in sum) print name, sum[name] | "sort" }
