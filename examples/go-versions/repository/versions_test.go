package versions

import "testing"

func TestTheNewerOneIsGreater(t *testing.T) {
	if Compare("1.2.0", "1.1.9") <= 0 {
		t.Error("1.2.0 is newer than 1.1.9")
	}
	if Compare("1.2.0", "2.0.0") >= 0 {
		t.Error("1.2.0 is older than 2.0.0")
	}
}

func TestTheSameIsNeither(t *testing.T) {
	if got := Compare("1.2.0", "1.2.0"); got != 0 {
		t.Errorf("1.2.0 against itself is %d", got)
	}
}

func TestTenComesAfterNine(t *testing.T) {
	if Compare("1.10.0", "1.9.0") <= 0 {
		t.Error("1.10.0 is newer than 1.9.0")
	}
}
