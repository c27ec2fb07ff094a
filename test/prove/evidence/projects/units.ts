// Go: units of length, with a helper, a table, a golden file, an example and a package of its own for printing.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `package units

import (
	"fmt"
	"strconv"
	"strings"
)

// Meters reads a length such as 3km, 40cm or 2m.
func Meters(text string) (float64, error) {
	unit := strings.TrimLeft(text, "0123456789.")
	value, err := strconv.ParseFloat(strings.TrimSuffix(text, unit), 64)
	if err != nil {
		return 0, fmt.Errorf("no number in %q", text)
	}
	switch unit {
	case "m":
		return value, nil
	case "km":
		return value * 1000, nil
	case "cm":
		return value / 100, nil
	}
	return 0, fmt.Errorf("no such unit: %q", unit)
}

// Longest is the longest of all, or nothing.
func Longest(lengths ...float64) float64 {
	longest := 0.0
	for _, length := range lengths {
		if length > longest {
			longest = length
		}
	}
	return longest
}
`;

export const printSource = `package show

import (
	"fmt"
	"strings"
)

// Table prints one length a line.
func Table(names []string, meters []float64) string {
	var text strings.Builder
	for index, name := range names {
		fmt.Fprintf(&text, "%s: %.2f m\\n", name, meters[index])
	}
	return text.String()
}
`;

export const helper = `package units

import "testing"

func same(t *testing.T, found, expected float64) {
	t.Helper()
	if found != expected {
		t.Errorf("found %v instead of %v", found, expected)
	}
}
`;

export const tests = `package units

import (
	"fmt"
	"testing"
)

func TestMeters(t *testing.T) {
	cases := []struct {
		text     string
		expected float64
	}{
		{"2m", 2},
		{"3km", 3000},
		{"40cm", 0.4},
		{"1.5km", 1500},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			found, err := Meters(c.text)
			if err != nil {
				t.Fatal(err)
			}
			same(t, found, c.expected)
		})
	}
}

func TestNoSuchUnit(t *testing.T) {
	if _, err := Meters("3parsec"); err == nil {
		t.Fatal("a parsec was taken")
	}
}

func TestLongest(t *testing.T) {
	same(t, Longest(1, 3, 2), 3)
	same(t, Longest(), 0)
}

func ExampleLongest() {
	fmt.Println(Longest(4, 9, 2))
	// Output: 9
}
`;

export const printTests = `package show

import (
	"os"
	"testing"
)

func TestTable(t *testing.T) {
	expected, err := os.ReadFile("testdata/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := Table([]string{"rope", "thread"}, []float64{12, 0.256})
	if found != string(expected) {
		t.Fatalf("found\\n%s", found)
	}
}
`;

const golden = 'rope: 12.00 m\nthread: 0.26 m\n';

/** Mends what the ticket is about: millimetres are known. */
export const fixedSource = edited(
  source,
  '\t}\n\treturn 0, fmt.Errorf("no such unit',
  '\tcase "mm":\n\t\treturn value / 1000, nil\n\t}\n\treturn 0, fmt.Errorf("no such unit',
);

/** Mends it as well, and takes every unit for metres. */
export const laxSource = edited(
  fixedSource,
  'return 0, fmt.Errorf("no such unit: %q", unit)',
  'return value, nil',
);

/** Mends it as well, and finds the last one instead of the longest. */
export const lastSource = edited(fixedSource, 'if length > longest {', 'if length != longest {');

/** Mends it as well, and forgets the fraction. */
export const wholeSource = edited(
  fixedSource,
  'switch unit {',
  'value = float64(int(value))\n\tswitch unit {',
);

const newTest = `
func TestMillimetres(t *testing.T) {
	found, err := Meters("250mm")
	if err != nil {
		t.Fatal(err)
	}
	same(t, found, 0.25)
}
`;

export const moreTests = tests + newTest;

export const units: Project = {
  files: {
    'go.mod': 'module example.test/units\n\ngo 1.19\n',
    'units.go': source,
    'units_test.go': tests,
    'help_test.go': helper,
    'show/show.go': printSource,
    'show/show_test.go': printTests,
    'show/testdata/table.txt': golden,
  },
  test: 'go test ./...',
  ticket: { title: 'Fix the lengths in millimetres, which are refused', criterion: '250mm are 0.25 metres.' },
  plan: { files: ['units.go'], tests: ['units_test.go'] },
  fixed: { 'units.go': fixedSource, 'units_test.go': moreTests },
};
