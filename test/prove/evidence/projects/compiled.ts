// Rust and Go, where they are installed: the same small bug in both.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

const rustSource = `pub fn clamp(value: i64, low: i64, high: i64) -> i64 {
    if value < low {
        low
    } else {
        value
    }
}

pub fn middle(low: i64, high: i64) -> i64 {
    low + (high - low) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_low_is_raised() {
        assert_eq!(clamp(1, 2, 5), 2);
    }

    #[test]
    fn the_middle_is_halfway() {
        assert_eq!(middle(2, 6), 4);
    }
}
`;

export const rustFixed = edited(rustSource, '        value\n    }\n}', '        value.min(high)\n    }\n}');

export const rust: Project = {
  files: {
    'Cargo.toml': '[package]\nname = "limits"\nversion = "0.1.0"\nedition = "2021"\n',
    'Cargo.lock': 'version = 3\n\n[[package]]\nname = "limits"\nversion = "0.1.0"\n',
    '.gitignore': 'target\n',
    'src/lib.rs': rustSource,
  },
  test: 'cargo test --quiet --offline',
  ticket: { title: 'Fix the value that is too high', criterion: 'A value of 9 between 2 and 5 is 5.' },
  plan: { files: ['src/lib.rs'], tests: [] },
  fixed: {
    'src/lib.rs': edited(
      rustFixed,
      '    #[test]\n    fn the_middle',
      '    #[test]\n    fn what_is_too_high_is_lowered() {\n        assert_eq!(clamp(9, 2, 5), 5);\n    }\n\n    #[test]\n    fn the_middle',
    ),
  },
};

const goSource = `package limits

func Clamp(value, low, high int) int {
	if value < low {
		return low
	}
	return value
}

func Middle(low, high int) int {
	return low + (high-low)/2
}
`;

export const goTests = `package limits

import "testing"

func TestTooLow(t *testing.T) {
	if found := Clamp(1, 2, 5); found != 2 {
		t.Fatalf("found %d", found)
	}
}

func TestMiddle(t *testing.T) {
	if found := Middle(2, 6); found != 4 {
		t.Fatalf("found %d", found)
	}
}
`;

export const goFixed = edited(
  goSource,
  '\treturn value\n',
  '\tif value > high {\n\t\treturn high\n\t}\n\treturn value\n',
);

export const go: Project = {
  files: {
    'go.mod': 'module example.test/limits\n\ngo 1.19\n',
    'limits.go': goSource,
    'limits_test.go': goTests,
  },
  test: 'go test ./...',
  ticket: { title: 'Fix the value that is too high', criterion: 'A value of 9 between 2 and 5 is 5.' },
  plan: { files: ['limits.go'], tests: ['limits_test.go'] },
  fixed: {
    'limits.go': goFixed,
    'limits_test.go': `${goTests}
func TestTooHigh(t *testing.T) {
	if found := Clamp(9, 2, 5); found != 5 {
		t.Fatalf("found %d", found)
	}
}
`,
  },
};
