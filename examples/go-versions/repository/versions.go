// Package versions says which of two versions is newer.
package versions

import "strings"

// Compare is negative where a is older than b, positive where it is newer, and 0 where they are the same.
func Compare(a, b string) int {
	return strings.Compare(a, b)
}
